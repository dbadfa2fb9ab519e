//! One side against all others until nothing of its hangs.
//!
//! The side that thinks may take or leave it. Each of the others may take something of it or let the next one; nobody
//! else's captures are looked at, they hardly matter to it.

use crate::answer::WON;
use crate::play::node::{from_table, to_table};
use crate::play::picker::{PickMode, Picker};
use crate::play::table::{Bound, Entry};
use crate::play::worker::{MAX_PLY, Worker};
use chatura_rules::{Move, MoveKind};

/// How many plies are followed; letting another move is one.
const DEEP: i32 = -12;

impl<const W: usize> Worker<'_, W> {
    /// What the position is worth to the side to move when the captures are over.
    pub(super) fn quiet_one(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        self.note(ply);
        let checked = depth == 0 && self.arena.in_check(self.arena.turn());
        if let Some(value) = self.certain(checked, ply) {
            return value;
        }
        let (side, ours) = (self.side(), self.side() == 0);
        // What was collected before this position is no part of what the table knows of it.
        let so_far = if ours { self.so_far() } else { -self.so_far() };
        let known = self.shared.table.probe(self.key);
        if let Some(entry) = known
            && alpha + 1 == beta
        {
            let value = from_table(entry.value, ply) + so_far;
            if entry.cuts(value, alpha, beta) {
                return value;
            }
        }
        let (first_alpha, mut eval) = (alpha, None);
        let ends = depth < DEEP || ply >= MAX_PLY || self.is_hurried();
        if ours || ends {
            let value = match known.and_then(|entry| entry.eval) {
                Some(eval) => eval + so_far,
                None => self.outlook(ply),
            };
            if value >= beta || ends {
                return value;
            }
            eval = Some(value - so_far);
            alpha = alpha.max(value);
        }
        let (mut best, mut best_move) = (if ours { alpha } else { -WON - 1 }, None);
        let before = self.before();
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let known_move = known.and_then(|entry| entry.mv);
        let mut picker = Picker::new(PickMode::Noisy, known_move, [None; 3], before, lists);
        while let Some(mv) = picker.next(self) {
            if !self.is_worth_taking(mv, ours) {
                continue;
            }
            self.play(mv);
            let value = self.below_quiet(side, alpha, beta, ply, depth);
            self.undo();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move) = (value, Some(mv));
                    self.extend_line(ply, mv);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.plies[ply].lists = picker.end();
        if !ours && !self.stopped && best < beta {
            // To leave it is to let the next one move.
            self.play_null();
            best = best.max(self.below_quiet(side, alpha, beta, ply, depth));
            self.undo();
        }
        if self.stopped {
            return 0;
        }
        let bound = Bound::of(best, first_alpha, beta);
        let value = to_table(best - so_far, ply);
        self.shared.table.store(self.key, Entry { mv: best_move, value, eval, depth: 0, bound });
        best
    }

    #[inline(always)]
    fn below_quiet(&mut self, side: u8, alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        if self.side() == side {
            self.quiet_one(alpha, beta, ply + 1, depth - 1)
        } else {
            -self.quiet_one(-beta, -alpha, ply + 1, depth - 1)
        }
    }

    /// Whether a violent move is looked at: it loses nothing, and if it is another's, it hurts.
    fn is_worth_taking(&self, mv: Move, ours: bool) -> bool {
        let victim = self.arena.piece(mv.target().index());
        let direct = !matches!(mv.kind(), MoveKind::Sweep | MoveKind::Shoot) && mv.promotion().is_none();
        if direct && victim.is_some() {
            let owner = victim.owner().index();
            if owner >= self.know.players {
                return false;
            }
            // Nobody leaves a king to be taken: it only seems so when a move was left out.
            if self.know.facts.safety && self.know.royal[victim.kind().index()] {
                return false;
            }
            if !ours && self.sides.side[owner] != 0 {
                return false;
            }
        }
        self.is_violent(mv) || self.know.brings(&self.arena, mv, 0)
    }
}
