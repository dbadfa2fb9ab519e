//! Principal variation search for two sides. The sign of a value follows whose turn it is, never the ply: a side may
//! move twice in a row, and more than two players may be two sides.

use super::picker::{PickMode, Picker};
use super::table::{Bound, Entry};
use super::worker::{MAX_PLY, Worker};
use crate::answer::{BY_RULE, DECIDED, WON};
use chatura_rules::Move;
use std::sync::OnceLock;

/// A value as the table keeps it: a win counted from the position, not from the root.
#[inline(always)]
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    if value > DECIDED {
        value + ply as i32
    } else if value < -DECIDED {
        value - ply as i32
    } else {
        value
    }
}

/// The same back.
#[inline(always)]
pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    if value > DECIDED {
        value - ply as i32
    } else if value < -DECIDED {
        value + ply as i32
    } else {
        value
    }
}

/// By how much late moves are searched less deep: by depth and number.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    static TABLE: OnceLock<Vec<[i8; 64]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let cell = |depth: usize, number: usize| {
            (0.7 + (depth.max(1) as f64).ln() * (number.max(1) as f64).ln() / 2.2) as i8
        };
        (0..64).map(|depth| std::array::from_fn(|number| cell(depth, number))).collect()
    });
    i32::from(table[depth.clamp(0, 63) as usize][number.min(63)])
}

/// What kind of node is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeKind {
    /// Whether its window is open: it may be on the best line.
    pub pv: bool,
    /// Whether it is expected to fail high.
    pub cut: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// Searches the position after the move just played; `side` is whose move it was.
    #[inline(always)]
    pub(super) fn below(
        &mut self,
        side: u8,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> i32 {
        if self.side() == side {
            self.search(alpha, beta, depth, ply, kind)
        } else {
            -self.search(-beta, -alpha, depth, ply, kind)
        }
    }

    /// What the position is worth to the side to move, at this depth, within the window.
    pub(super) fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, 0);
        }
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.ending(ply) {
            return value;
        }
        let checked = self.is_checked();
        if let Some(value) = self.drawn(checked, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        if self.plies[ply].excluded.is_none()
            && let Some(value) = self.look_up(ply)
        {
            return value;
        }
        // No line is better than a win found already.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.plies[ply].excluded;
        let known = if excluded.is_none() { self.shared.table.probe(self.key) } else { None };
        if let Some(entry) = &known
            && !kind.pv
            && let Some(value) = self.suffices(entry, alpha, beta, depth, ply)
        {
            return value;
        }
        let eval = match known.and_then(|entry| entry.eval) {
            _ if checked => None,
            Some(eval) => Some(eval),
            None if excluded.is_some() => self.plies[ply].eval,
            None => Some(self.evaluate()),
        };
        (self.plies[ply].eval, self.plies[ply].side) = (eval, self.side());
        let two = ply.checked_sub(2).map(|two| &self.plies[two]).filter(|two| two.side == self.side());
        let improving = match (eval, two.and_then(|two| two.eval)) {
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            _ => false,
        };
        if let Some(eval) = eval
            && !kind.pv
            && excluded.is_none()
            && let Some(value) = self.prune_early(eval, alpha, beta, depth, ply, improving, kind, known)
        {
            return value;
        }
        let mut depth = depth;
        let known_move = known.and_then(|entry| entry.mv);
        if known_move.is_none() && excluded.is_none() && depth >= 4 && (kind.pv || kind.cut) {
            depth -= 1;
        }
        let singular = match known {
            Some(entry) if excluded.is_none() && ply > 0 => {
                match self.singular(&entry, depth, ply, kind, beta) {
                    Ok(more) => more,
                    Err(value) => return value,
                }
            }
            _ => 0,
        };
        self.search_moves(
            alpha,
            beta,
            depth,
            ply,
            kind,
            Moves { checked, eval, improving, known_move, singular },
        )
    }

    /// What the table knows, if that is enough for this depth and window.
    #[inline(always)]
    fn suffices(&self, entry: &Entry, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        let value = from_table(entry.value, ply);
        // A win or a loss once found is one at any depth; that there is none as short is not.
        let proven = entry.bound != Bound::Upper && value > DECIDED && value >= beta
            || entry.bound != Bound::Lower && value < -DECIDED && value <= alpha;
        let cuts = proven || entry.depth >= depth && entry.cuts(value, alpha, beta);
        (cuts && self.holds(entry.value)).then_some(value)
    }

    /// Whether the other side has just got out of check: then the next check may be the one that mates, whatever it
    /// costs and however much is missing.
    #[inline(always)]
    pub(super) fn is_hunting(&self, ply: usize) -> bool {
        self.know.facts.safety
            && ply.checked_sub(1).is_some_and(|before| {
                let before = &self.plies[before];
                before.eval.is_none() && before.side != self.side()
            })
    }

    /// Whether a move changes what there is at once: it takes, becomes much more, or a rule says so.
    #[inline(always)]
    pub(super) fn is_noisy(&self, mv: Move) -> bool {
        self.arena.takes(mv) || self.know.gain(&self.arena, mv) >= self.know.margin || self.is_violent(mv)
    }

    /// Whether a move takes nothing, becomes nothing else, and no rule says that it is violent.
    #[inline(always)]
    pub(super) fn is_quiet(&self, mv: Move) -> bool {
        !self.arena.is_tactical(mv) && !self.is_violent(mv)
    }

    /// Whether a rule says that a move is violent although it takes nothing.
    #[inline(always)]
    pub(super) fn is_violent(&self, mv: Move) -> bool {
        self.know.facts.noisy && self.arena.is_noisy(mv)
    }

    /// By how much deeper than others the move just played is looked at because a rule asks for it.
    #[inline(always)]
    pub(super) fn asked_for(&self, mv: Move, ply: usize) -> i32 {
        let may = self.know.facts.extends && ply < MAX_PLY / 2 && !self.is_hurried();
        i32::from(may && self.arena.extends(mv))
    }

    fn search_moves(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        kind: NodeKind,
        at: Moves,
    ) -> i32 {
        let before = self.before();
        let killers = self.plies[ply].killers;
        let excluded = self.plies[ply].excluded;
        let refutations = [killers[0], killers[1], self.history.counter(before[0])];
        let mode = if at.checked { PickMode::Evasions } else { PickMode::All };
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let mut picker = Picker::new(mode, at.known_move, refutations, before, lists);
        let (first_alpha, side, hunting) = (alpha, self.side(), self.is_hunting(ply));
        let (mut best, mut best_move, mut count) = (-WON - 1, None, 0);
        self.plies[ply + 2].killers = [None; 2];
        let mut later = std::mem::take(&mut self.plies[ply].later);
        let (mut again, mut settled) = (0, None);
        later.clear();
        let known_by_now = |worker: &Self| {
            let known = worker.shared.table.probe(worker.key).filter(|_| !kind.pv && excluded.is_none())?;
            worker.suffices(&known, first_alpha, beta, depth, ply)
        };
        loop {
            let (turn, first) = match picker.next(self) {
                Some(mv) if Some(mv) == excluded => continue,
                Some(mv) => {
                    count += 1;
                    (Turn { mv, number: count, bad: picker.is_bad() }, true)
                }
                None => match later.get(again) {
                    Some(turn) => {
                        again += 1;
                        (*turn, false)
                    }
                    None => break,
                },
            };
            let Turn { mv, number, bad } = turn;
            let noisy = self.is_noisy(mv);
            let piece_to = self.piece_to(mv);
            let past = if noisy { 0 } else { self.history.quiet(piece_to, before) };
            if number > 1
                && first
                && best > -DECIDED
                && alpha < DECIDED
                && !at.checked
                && !self.know.facts.must_capture
            {
                let late = depth - 1 - reduction(depth, number);
                if hunting && self.know.checks(&self.arena, mv) {
                    // Looked at in any case.
                } else if !noisy && !picker.checks {
                    let enough = if at.improving { 5 + depth * depth } else { 3 + depth * depth / 2 };
                    if depth <= 6 && number as i32 > enough {
                        picker.skip_quiet = !hunting;
                        continue;
                    }
                    if let Some(eval) = at.eval
                        && late <= 5
                        && eval + self.know.margin * (150 + 100 * late.max(0)) / 100 <= alpha
                    {
                        picker.skip_quiet = !hunting;
                        continue;
                    }
                    if late <= 3 && past < -4000 * late.max(1) {
                        continue;
                    }
                    if depth <= 7 && !self.know.brings(&self.arena, mv, -self.know.margin * depth * 45 / 100)
                    {
                        continue;
                    }
                } else if depth <= 7 && bad && !self.know.brings(&self.arena, mv, -self.know.margin * depth) {
                    continue;
                }
            }
            let move_hash = self.move_hash(mv, depth);
            if number > 1 && move_hash.is_some() {
                if first && self.is_deferred(move_hash) {
                    later.push(turn);
                    continue;
                }
                // Another thread may be done with this position by now.
                settled = known_by_now(self);
                if settled.is_some() {
                    break;
                }
            }
            self.start_searching(move_hash);
            self.play(mv);
            let gives_check = self.know.facts.safety && self.is_checked();
            let mut extension = if at.known_move == Some(mv) { at.singular } else { 0 };
            let may = extension == 0 && ply < MAX_PLY / 2 && !self.is_hurried();
            if gives_check && may && (kind.pv || depth <= 4) {
                extension = 1;
            }
            let next = depth - 1 + extension.max(self.asked_for(mv, ply));
            let mut value;
            if number == 1 {
                let cut = !kind.pv && !kind.cut;
                value = self.below(side, alpha, beta, next, ply + 1, NodeKind { pv: kind.pv, cut });
            } else {
                let mut less = 0;
                if depth >= 3 && number > 1 + usize::from(kind.pv) * 2 && (!noisy || bad) {
                    less = reduction(depth, number);
                    less -= i32::from(kind.pv) + i32::from(gives_check) + i32::from(at.checked);
                    less += i32::from(kind.cut) + i32::from(!at.improving);
                    if !noisy {
                        less -= (past / 9000).clamp(-2, 2);
                        less -= i32::from(refutations.contains(&Some(mv)));
                    }
                    let most = if gives_check && hunting { 0 } else { (next - 1).max(0) };
                    less = less.clamp(0, most);
                }
                let closed = NodeKind { pv: false, cut: true };
                value = self.below(side, alpha, alpha + 1, next - less, ply + 1, closed);
                if value > alpha && less > 0 {
                    let again = NodeKind { pv: false, cut: !kind.cut };
                    value = self.below(side, alpha, alpha + 1, next, ply + 1, again);
                }
                if value > alpha && kind.pv {
                    value = self.below(side, alpha, beta, next, ply + 1, NodeKind { pv: true, cut: false });
                }
            }
            self.undo();
            self.finish_searching(move_hash);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if kind.pv {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        self.learn(mv, depth, ply, &tried, before);
                        break;
                    }
                }
            }
            if tried.len() < 64 {
                tried.push(mv);
            }
        }
        self.plies[ply].lists = picker.end();
        self.plies[ply].tried = tried;
        self.plies[ply].later = later;
        if self.stopped {
            return 0;
        }
        if let Some(value) = settled {
            return value;
        }
        if count == 0 {
            return if excluded.is_some() { alpha } else { self.stuck(at.checked, ply) };
        }
        if excluded.is_none() && best.abs() != BY_RULE {
            let bound = Bound::of(best, first_alpha, beta);
            let entry = Entry { mv: best_move, value: to_table(best, ply), eval: at.eval, depth, bound };
            self.shared.table.store(self.key, entry);
        }
        best
    }

    /// Puts a move in front of the best line one ply further.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    /// Remembers that a move was good enough and those before it were not.
    pub(super) fn learn(
        &mut self,
        mv: Move,
        depth: i32,
        ply: usize,
        tried: &[Move],
        before: [Option<usize>; 2],
    ) {
        // Near the leaves it is learnt all the time, and writing holds the other threads up.
        if depth <= 1 && self.shared.smp.is_some() {
            return;
        }
        let bonus = (16 * depth * depth + 96 * depth).min(1800);
        if self.arena.takes(mv) {
            let victim = self.know.victim(&self.arena, mv).1;
            self.history.learn_capture(self.piece_to(mv), victim, bonus);
        } else {
            self.history.learn_quiet(self.piece_to(mv), before, bonus);
            self.history.learn_counter(before[0], mv);
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for &other in tried {
            let piece_to = self.piece_to(other);
            if self.arena.takes(other) {
                let victim = self.know.victim(&self.arena, other).1;
                self.history.learn_capture(piece_to, victim, -bonus);
            } else if !self.arena.takes(mv) {
                self.history.learn_quiet(piece_to, before, -bonus);
            }
        }
    }
}

/// What is known of a node when its moves are searched.
#[derive(Clone, Copy)]
struct Moves {
    checked: bool,
    eval: Option<i32>,
    improving: bool,
    known_move: Option<Move>,
    singular: i32,
}

/// A move that has its turn.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    mv: Move,
    /// Which it is, from 1.
    number: usize,
    /// Whether it was left for last because it loses something.
    bad: bool,
}
