//! The root of a thought about more than two sides.

use super::one_side::Round;
use crate::answer::{INFINITE, Report};
use crate::engine::Algorithm;
use crate::play::moves_at_root;
use crate::play::root::{Candidate, Task};
use crate::play::worker::{MAX_PLY, Worker};

impl<const W: usize> Worker<'_, W> {
    /// Searches the root deeper and deeper; returns its moves, best first, with how deep it got.
    pub(in crate::play) fn deepen_many(
        &mut self,
        task: &Task<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> (Vec<Candidate>, u32) {
        let moves = moves_at_root(&self.arena, task.only);
        let mut candidates: Vec<Candidate> =
            moves.into_iter().map(|mv| Candidate::new(mv, -INFINITE)).collect();
        self.order_first(&mut candidates);
        let lines = task.lines.clamp(1, candidates.len().max(1));
        let (mut reached, mut stable, mut best) = (0, 0, None);
        // First a glance at every move, so that there is an answer whatever the limit.
        for depth in 0..=task.depth.min(MAX_PLY / 4) {
            if task.helper > 0 && depth > 3 && (depth + task.helper).is_multiple_of(3) {
                continue;
            }
            self.deepest = 0;
            let done = self.search_candidates(&mut candidates, lines, depth as i32);
            if self.stopped {
                // What was found to be better than the best before is worth keeping.
                if done > 0 {
                    candidates.sort_by_key(|c| -c.value);
                }
                break;
            }
            candidates.sort_by_key(|c| -c.value);
            self.may_stop = true;
            reached = depth as u32;
            stable = if best == candidates.first().map(|c| c.mv) { stable + 1 } else { 0 };
            best = candidates.first().map(|c| c.mv);
            if task.helper == 0 && depth > 0 {
                report(&self.report(&candidates[..task.told.min(candidates.len())], reached));
            }
            if candidates.is_empty() || self.is_enough(task, &candidates, depth, stable, lines) {
                break;
            }
        }
        (candidates, reached)
    }

    /// Gives each candidate its value, as far as it is among the best so many; says how many were looked at. If it is
    /// stopped at the first, all stay as they are.
    fn search_candidates(&mut self, candidates: &mut [Candidate], lines: usize, depth: i32) -> usize {
        let mut top: Vec<i32> = Vec::with_capacity(candidates.len());
        self.note(0);
        self.plies[1].killers = [None; 2];
        self.plies[2].killers = [None; 2];
        for index in 0..candidates.len() {
            let least = if top.len() < lines { -INFINITE } else { top[lines - 1] };
            let mv = candidates[index].mv;
            self.plies[1].line.clear();
            self.tell_progress(mv, index, candidates.len(), depth as u32);
            let value = self.search_candidate(mv, least, depth);
            if self.stopped {
                // What was not reached is worth what it was, but no more than the best.
                if let Some(best) = top.first() {
                    candidates[index..].iter_mut().for_each(|c| c.value = c.value.min(*best));
                }
                return index;
            }
            let candidate = &mut candidates[index];
            if value > least {
                candidate.value = value;
                candidate.line.clear();
                candidate.line.push(mv);
                candidate.line.extend_from_slice(&self.plies[1].line);
                let place = top.partition_point(|other| *other >= value);
                top.insert(place, value);
            } else {
                candidate.value = -INFINITE;
            }
        }
        candidates.len()
    }

    /// What a move is worth to the thinker; exact if it is more than the least.
    fn search_candidate(&mut self, mv: chatura_rules::Move, least: i32, depth: i32) -> i32 {
        let (side, thinker) = (self.side(), self.many().thinker);
        let algorithm = self.many().algorithm;
        self.play(mv);
        let value = match algorithm {
            _ if depth == 0 => self.glance(),
            Algorithm::MaxN => {
                let offer = (least > -INFINITE).then_some((thinker, least));
                self.search_all(depth - 1, 1, offer)[thinker]
            }
            Algorithm::Paranoid | Algorithm::BestReply => {
                let mut value = INFINITE;
                if least > -INFINITE {
                    value = self.below_one(side, (least, least + 1), depth - 1, 1, Round::Open);
                }
                if value > least && !self.stopped {
                    value = self.below_one(side, (least, INFINITE), depth - 1, 1, Round::Open);
                }
                value
            }
        };
        self.undo();
        value
    }

    /// What the position after a move is worth to the thinker without looking ahead.
    fn glance(&mut self) -> i32 {
        self.count(1);
        self.note(1);
        let thinker = self.many().thinker;
        self.final_values(false, 1).unwrap_or_else(|| self.values(1))[thinker]
    }
}
