//! The root: deeper and deeper, each depth a little better ordered than the last.

use super::moves_at_root;
use super::node::NodeKind;
use super::table::Bound;
use super::worker::{MAX_PLY, Worker};
use crate::answer::{DECIDED, INFINITE, Report, Score, Variation};
use crate::limits::Progress;
use chatura_rules::Move;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Its value at the depth searched last, if it was among the best.
    pub value: i32,
    /// Its value the depth before.
    before: i32,
    pub line: Vec<Move>,
    /// Positions looked at below it.
    nodes: u64,
    /// The same at the depth searched last.
    effort: u64,
}

impl Candidate {
    /// A move with a value and no more.
    pub fn new(mv: Move, value: i32) -> Candidate {
        Candidate { mv, value, before: -INFINITE, line: vec![mv], nodes: 0, effort: 0 }
    }
}

/// Puts a win known before in front, unless there is one as short.
fn keep(promise: Option<(Move, i32)>, candidates: &mut [Candidate]) {
    let Some((mv, value)) = promise else { return };
    if candidates[0].value < value
        && let Some(index) = candidates.iter().position(|c| c.mv == mv)
    {
        if candidates[index].value < value {
            candidates[index].value = value;
            candidates[index].line.truncate(1);
        }
        candidates[..=index].rotate_right(1);
    }
}

/// After a depth that was not finished: what was not reached is worth what it was, but no more than the best.
fn keep_lines(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|c| -c.value);
    let Some((best, rest)) = candidates.split_first_mut() else { return };
    for candidate in rest.iter_mut().filter(|c| c.value == -INFINITE) {
        candidate.value = candidate.before.min(best.value);
    }
    rest.sort_by_key(|c| -c.value);
}

/// What the root is asked.
pub(super) struct Task<'a> {
    pub only: &'a [Move],
    /// How many of the best moves get exact values.
    pub lines: usize,
    /// How many of them are told.
    pub told: usize,
    pub depth: usize,
    /// No new depth is begun after this.
    pub soft: Option<Duration>,
    /// Which helper it is, nought for none.
    pub helper: usize,
}

impl<const W: usize> Worker<'_, W> {
    /// Searches the root and returns its moves, best first, with how deep it got.
    pub(super) fn deepen(
        &mut self,
        task: &Task<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> (Vec<Candidate>, u32) {
        if self.many.is_some() {
            return self.deepen_many(task, report);
        }
        let moves = moves_at_root(&self.arena, task.only);
        let mut candidates: Vec<Candidate> =
            moves.into_iter().map(|mv| Candidate::new(mv, -INFINITE)).collect();
        self.order_first(&mut candidates);
        let promise = self.promise(&candidates);
        let lines = task.lines.clamp(1, candidates.len().max(1));
        let (mut reached, mut stable, mut best) = (0, 0, None);
        let deepest = task.depth.min(MAX_PLY - 20) as u32;
        while reached < deepest {
            self.depth = reached + 1;
            for candidate in &mut candidates {
                candidate.before = candidate.value;
                candidate.value = -INFINITE;
                candidate.effort = 0;
            }
            self.deepest = 0;
            for line in 0..lines {
                self.aspire(&mut candidates, line, self.depth as i32);
                if self.stopped {
                    break;
                }
            }
            self.share(&mut candidates, lines);
            if self.stopped && candidates.iter().all(|c| c.value == -INFINITE) {
                candidates.iter_mut().for_each(|c| c.value = c.before);
                keep(promise, &mut candidates);
                break;
            }
            if self.stopped {
                keep_lines(&mut candidates);
                keep(promise, &mut candidates);
                break;
            }
            candidates[..lines].sort_by_key(|c| -c.value);
            // What was hard to refute comes sooner the next time.
            candidates[lines..].sort_by_key(|c| Reverse((c.value, c.effort)));
            keep(promise, &mut candidates);
            self.may_stop = true;
            reached = self.depth;
            stable = if best == Some(candidates[0].mv) { stable + 1 } else { 0 };
            best = Some(candidates[0].mv);
            if task.helper == 0 {
                report(&self.report(&candidates[..task.told.min(lines)], reached));
            }
            if self.is_enough(task, &candidates, reached as usize, stable, lines) {
                break;
            }
        }
        (candidates, reached)
    }

    /// Tells the other threads what was found at this depth, or takes what another has found before.
    fn share(&mut self, candidates: &mut Vec<Candidate>, lines: usize) {
        let Some(all) = &self.shared.smp else { return };
        if !self.stopped {
            candidates[..lines].sort_by_key(|c| -c.value);
            all.tell(self.depth, candidates);
        } else if let Some((depth, found)) = all.deeper(self.depth - 1) {
            (self.depth, *candidates) = (depth, found);
            self.stopped = false;
        }
    }

    /// A win that an earlier thought found from here: the move, and what it is worth.
    fn promise(&mut self, candidates: &[Candidate]) -> Option<(Move, i32)> {
        let entry = self.shared.table.probe(self.key)?;
        let mv = entry.mv.filter(|mv| candidates.iter().any(|c| c.mv == *mv))?;
        let won = matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.value > DECIDED;
        if !won || !self.holds(entry.value) {
            return None;
        }
        // What won then may repeat a position by now.
        self.play(mv);
        let checked = self.is_checked();
        let drawn = self.arena.ending().is_none() && self.drawn(checked, 1).is_some();
        self.undo();
        (!drawn).then_some((mv, entry.value))
    }

    /// Whether there is no point in another depth.
    pub(super) fn is_enough(
        &self,
        task: &Task<'_>,
        found: &[Candidate],
        depth: usize,
        stable: usize,
        lines: usize,
    ) -> bool {
        let shared = self.shared;
        if shared.is_over() {
            return true;
        }
        if shared.nodes.is_some_and(|most| self.nodes >= most) {
            return true;
        }
        if shared.stop.is_pondering() {
            return false;
        }
        // A win or a loss is found no sooner by looking further than it is long.
        let decided = found[0].value.abs() > DECIDED && lines == 1;
        let long = (crate::answer::WON - found[0].value.abs()) as usize;
        let timed = task.soft.is_some() || shared.hard.is_some();
        if decided && timed && depth > 2 * long + 2 {
            return true;
        }
        if found.len() == 1 && task.only.is_empty() && depth >= 4 && task.soft.is_some() {
            return true;
        }
        let Some(soft) = task.soft else { return false };
        let elsewhere = (1.0 - found[0].nodes as f64 / self.nodes.max(1) as f64).max(0.0);
        let doubt = (0.6 + elsewhere * 0.9) * (1.25 - 0.07 * stable.min(7) as f64);
        shared.begun.elapsed() >= soft.mul_f64(doubt)
    }

    /// Captures first, before anything is known.
    pub(super) fn order_first(&mut self, candidates: &mut [Candidate]) {
        let known = self.shared.table.probe(self.key).and_then(|entry| entry.mv);
        let score = |mv: Move| {
            let gain = self.know.victim(&self.arena, mv).0 + self.know.gain(&self.arena, mv);
            gain - if self.know.brings(&self.arena, mv, 0) { 0 } else { 1_000 }
        };
        candidates.sort_by_key(|c| if Some(c.mv) == known { i32::MIN } else { -score(c.mv) });
    }

    /// Finds the best of the candidates from `line` on, with a narrow window that is widened when it must be.
    fn aspire(&mut self, candidates: &mut [Candidate], line: usize, depth: i32) {
        let guess = candidates[line].before;
        let mut wide = 18 + guess.abs() / 80;
        let (mut alpha, mut beta) = match depth >= 5 && guess.abs() < DECIDED {
            true => (guess - wide, guess + wide),
            false => (-INFINITE, INFINITE),
        };
        let mut less = 0;
        loop {
            let value = self.search_root(candidates, line, alpha, beta, (depth - less).max(1));
            candidates[line..].sort_by_key(|c| -c.value);
            if self.stopped {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - wide).max(-INFINITE);
                less = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + wide).min(INFINITE);
                less = (less + 1).min(2);
            } else {
                return;
            }
            wide += wide / 2 + 5;
            if wide > 1_500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn search_root(
        &mut self,
        candidates: &mut [Candidate],
        line: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let (mut alpha, mut best) = (alpha, -INFINITE);
        let side = self.side();
        let checked = self.is_checked();
        self.plies[0].side = side;
        self.plies[0].eval = (!checked).then(|| self.evaluate());
        self.plies[1].killers = [None; 2];
        self.plies[2].killers = [None; 2];
        let mut order: VecDeque<(usize, bool)> =
            (line..candidates.len()).map(|index| (index, true)).collect();
        while let Some((index, first)) = order.pop_front() {
            let mv = candidates[index].mv;
            let move_hash = self.move_hash(mv, depth);
            if index > line && first && self.is_deferred(move_hash) {
                order.push_back((index, false));
                continue;
            }
            let nodes = self.nodes;
            let open = NodeKind { pv: true, cut: false };
            let closed = NodeKind { pv: false, cut: true };
            let quiet = !self.is_noisy(mv);
            self.start_searching(move_hash);
            self.tell_progress(mv, index, candidates.len(), depth as u32);
            self.play(mv);
            let next = depth - 1 + self.asked_for(mv, 0);
            let mut value;
            if index == line {
                value = self.below(side, alpha, beta, next, 1, open);
            } else {
                let late = depth >= 3 && index > line + 3 && quiet && !checked;
                let less = if late { 1 + i32::from(index > line + 12) } else { 0 };
                value = self.below(side, alpha, alpha + 1, next - less, 1, closed);
                if value > alpha && less > 0 {
                    value = self.below(side, alpha, alpha + 1, next, 1, closed);
                }
                if value > alpha {
                    value = self.below(side, alpha, beta, next, 1, open);
                }
            }
            self.undo();
            self.finish_searching(move_hash);
            if self.stopped {
                return best;
            }
            let candidate = &mut candidates[index];
            candidate.nodes += self.nodes - nodes;
            candidate.effort += self.nodes - nodes;
            if value > best {
                best = value;
            }
            if index == line || value > alpha {
                candidate.value = value;
                candidate.line.clear();
                candidate.line.push(mv);
                candidate.line.extend_from_slice(&self.plies[1].line);
            } else {
                // Known only to be no better; it keeps its place among the others.
                candidate.value = -INFINITE;
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        best
    }

    /// Lets whoever asked see what the first thread is at.
    pub(super) fn tell_progress(&self, mv: Move, index: usize, moves: usize, depth: u32) {
        if self.told.is_none() {
            let nodes = self.nodes + self.shared.others.load(Ordering::Relaxed);
            let (number, moves) = (index as u32 + 1, moves as u32);
            self.shared.stop.tell_progress(Progress { depth, nodes, current: Some(mv), number, moves });
        }
    }

    /// A value as it is told.
    fn score(&self, value: i32) -> Score {
        let each = i32::from(self.know.facts.moves_per_turn);
        let left = each - i32::from(self.arena.moved());
        self.many.as_ref().map_or_else(|| Score::of(value, each, left), |many| many.score(value))
    }

    /// What is known so far.
    pub(super) fn report(&self, candidates: &[Candidate], depth: u32) -> Report {
        let lines = candidates
            .iter()
            .filter(|c| c.value > -INFINITE)
            .map(|c| Variation { moves: self.led_on(&c.line, c.value), score: self.score(c.value) })
            .collect();
        Report {
            depth,
            deepest: (self.deepest as u32).max(depth),
            lines,
            nodes: self.nodes + self.shared.others.load(Ordering::Relaxed),
            time: self.shared.begun.elapsed(),
            full: self.shared.table.fullness(),
            table_hits: self.table_hits,
        }
    }

    /// A line that ends where endgame tables say how it is won goes on as they say, to the end of the game.
    fn led_on(&self, line: &[Move], value: i32) -> Vec<Move> {
        let mut line = line.to_vec();
        let Some(tables) = self.tables.filter(|_| value.abs() > DECIDED) else { return line };
        let mut arena = self.arena.clone();
        line.iter().for_each(|mv| drop(arena.play(*mv)));
        while line.len() < MAX_PLY
            && let Some(mv) = tables.best(&mut arena)
        {
            arena.play(mv);
            line.push(mv);
        }
        line
    }
}
