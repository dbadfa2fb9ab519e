//! One side against all others: paranoid, where everybody else plays every move that may hurt, and best-reply, where in
//! each round one of the others does and the rest play the move that is ordered first. The sign of a value follows
//! whose turn it is.

use crate::answer::{DECIDED, WON};
use crate::engine::Algorithm;
use crate::play::node::{from_table, reduction, to_table};
use crate::play::picker::{PickMode, Picker};
use crate::play::table::{Bound, Entry};
use crate::play::worker::{MAX_PLY, Worker};

/// Which of the others has chosen, in a round of best replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// Nobody yet.
    Open,
    /// This player; the rest play what is ordered first.
    Chosen(usize),
}

/// Which moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// All of them.
    Every,
    /// The first alone.
    First,
    /// The first leaves the choice to those who follow, the others take it.
    FirstOrEvery,
}

impl<const W: usize> Worker<'_, W> {
    /// What the position after the move just played is worth to the side that played it.
    #[inline(always)]
    pub(super) fn below_one(
        &mut self,
        side: u8,
        window: (i32, i32),
        depth: i32,
        ply: usize,
        round: Round,
    ) -> i32 {
        let (alpha, beta) = window;
        if self.side() == side {
            self.search_one(alpha, beta, depth, ply, round)
        } else {
            -self.search_one(-beta, -alpha, depth, ply, round)
        }
    }

    /// Which moves are looked at here, and what the round is.
    fn scope(&mut self, round: Round) -> (Scope, Round) {
        let us = self.arena.turn();
        if self.many().algorithm != Algorithm::BestReply || self.side() == 0 {
            return (Scope::Every, Round::Open);
        }
        match round {
            Round::Chosen(player) if player == us => (Scope::Every, round),
            Round::Chosen(_) => (Scope::First, round),
            Round::Open => {
                let (players, alive) = (self.know.players, self.arena.alive());
                let mut after = (1..players).map(|step| (us + step) % players);
                let next = after.find(|player| alive >> player & 1 != 0);
                let last = next.is_none_or(|player| self.sides.side[player] == 0);
                (if last { Scope::Every } else { Scope::FirstOrEvery }, Round::Open)
            }
        }
    }

    /// What remains when the player to move leaves it to those who follow, if that is good enough: one's own stand
    /// holds out without the move, or the others need no move of this one.
    fn cut_by_passing(&mut self, beta: i32, depth: i32, ply: usize, round: Round) -> Option<i32> {
        if depth < 2 || !self.may_play_null() {
            return None;
        }
        let side = self.side();
        self.play_null();
        let value = self.below_one(side, (beta - 1, beta), depth - 3 - depth / 6, ply + 1, round);
        self.undo();
        let value = if value > DECIDED { beta } else { value };
        (self.stopped || value >= beta).then_some(value)
    }

    /// What the position is worth to the side to move, at this depth, within the window.
    pub(super) fn search_one(
        &mut self,
        mut alpha: i32,
        beta: i32,
        mut depth: i32,
        ply: usize,
        round: Round,
    ) -> i32 {
        if depth <= 0 {
            return self.quiet_one(alpha, beta, ply, 0);
        }
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        self.note(ply);
        let checked = self.is_checked();
        if let Some(value) = self.certain(checked, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.outlook(ply);
        }
        let (scope, round) = self.scope(round);
        let open = alpha + 1 < beta;
        let key = match round {
            Round::Open => self.key,
            Round::Chosen(player) => self.key ^ (player as u64 + 1).wrapping_mul(0xe703_7ed1_a0b4_28db),
        };
        // What was collected before this position is no part of what the table knows of it.
        let so_far = if self.side() == 0 { self.so_far() } else { -self.so_far() };
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && !open
            && scope != Scope::First
            && entry.depth >= depth
        {
            let value = from_table(entry.value, ply) + so_far;
            if entry.cuts(value, alpha, beta) {
                return value;
            }
        }
        let mut eval = None;
        if !open && !checked && scope != Scope::First && beta.abs() < DECIDED {
            let here = match known.and_then(|entry| entry.eval) {
                Some(eval) => eval + so_far,
                None => self.outlook(ply),
            };
            if depth <= 4 && here - self.know.margin * depth >= beta {
                return here;
            }
            if here >= beta
                && scope == Scope::Every
                && let Some(value) = self.cut_by_passing(beta, depth, ply, round)
            {
                return value;
            }
            eval = Some(here);
        }
        if known.is_none_or(|entry| entry.mv.is_none()) && depth >= 4 && scope == Scope::Every {
            depth -= 1;
        }
        let before = self.before();
        let killers = self.plies[ply].killers;
        let refutations = [killers[0], killers[1], self.history.counter(before[0])];
        let mode = if checked { PickMode::Evasions } else { PickMode::All };
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let mut picker = Picker::new(mode, known.and_then(|entry| entry.mv), refutations, before, lists);
        let (first_alpha, side, us) = (alpha, self.side(), self.arena.turn());
        let (mut best, mut best_move, mut number) = (-WON - 1, None, 0);
        self.plies[ply + 2].killers = [None; 2];
        while let Some(mv) = picker.next(self) {
            number += 1;
            let quiet = self.is_quiet(mv);
            if number > 1 && !checked && best > -DECIDED && depth <= 4 && scope != Scope::First {
                let most = if side == 0 { 6 + 3 * depth * depth } else { 3 + 2 * depth * depth };
                let hopeless = eval.is_some_and(|eval| eval + self.know.margin * (1 + 2 * depth) <= alpha);
                if quiet && depth <= 3 && (number as i32 > most || hopeless) {
                    picker.skip_quiet = true;
                    continue;
                }
                // Nobody ruins itself only to do harm.
                if side == 1 && !self.know.brings(&self.arena, mv, -self.know.margin) {
                    continue;
                }
            }
            let (next, less, then) = match scope {
                Scope::First => (depth, 0, round),
                Scope::FirstOrEvery if number == 1 => (depth, 0, Round::Open),
                _ => {
                    let late = depth >= 3 && number > 3 && (quiet || picker.is_bad()) && !checked;
                    let less = if late { reduction(depth, number).clamp(0, depth - 2) } else { 0 };
                    (depth - 1, less, if side == 0 { Round::Open } else { Round::Chosen(us) })
                }
            };
            self.play(mv);
            let mut value = 0;
            let narrow = open && number > 1 || less > 0;
            if narrow {
                value = self.below_one(side, (alpha, alpha + 1), next - less, ply + 1, then);
                if value > alpha && less > 0 && !self.stopped {
                    value = self.below_one(side, (alpha, alpha + 1), next, ply + 1, then);
                }
            }
            if !narrow || open && value > alpha && !self.stopped {
                value = self.below_one(side, (alpha, beta), next, ply + 1, then);
            }
            self.undo();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    self.extend_line(ply, mv);
                    if value >= beta {
                        if scope != Scope::First {
                            self.learn(mv, depth, ply, &tried, before);
                        }
                        break;
                    }
                }
            }
            if scope == Scope::First {
                break;
            }
            if tried.len() < 64 {
                tried.push(mv);
            }
        }
        self.plies[ply].lists = picker.end();
        self.plies[ply].tried = tried;
        if self.stopped {
            return 0;
        }
        if number == 0 {
            // Only where passing is the rule: those who cannot move are out or skipped before it is their turn.
            return self.outlook(ply);
        }
        if scope != Scope::First {
            let bound = Bound::of(best, first_alpha, beta);
            let value = to_table(best - so_far, ply);
            let eval = eval.map(|eval| eval - so_far);
            self.shared.table.store(key, Entry { mv: best_move, value, eval, depth, bound });
        }
        best
    }
}
