//! What need not be searched, and what is worth searching deeper, before any move is tried.

use super::node::{NodeKind, from_table};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::answer::DECIDED;

impl<const W: usize> Worker<'_, W> {
    /// Cuts that need no move, or one left out: the position is too good or too bad for the window.
    #[allow(clippy::too_many_arguments, reason = "it is a part of one function")]
    pub(super) fn prune_early(
        &mut self,
        eval: i32,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        improving: bool,
        kind: NodeKind,
        known: Option<Entry>,
    ) -> Option<i32> {
        if self.know.facts.must_capture || beta.abs() > DECIDED || alpha.abs() > DECIDED {
            return None;
        }
        let mut better = eval;
        if let Some(entry) = known {
            let value = from_table(entry.value, ply);
            if value.abs() < DECIDED
                && (entry.bound == Bound::Exact
                    || entry.bound == Bound::Lower && value > eval
                    || entry.bound == Bound::Upper && value < eval)
            {
                better = value;
            }
        }
        let scale = self.know.margin;
        if depth <= 7 && better - scale * (depth - i32::from(improving)) * 75 / 100 >= beta {
            return Some(better);
        }
        if depth <= 3 && better + scale * 2 + scale * depth * 2 <= alpha && !self.is_hunting(ply) {
            let value = self.quiesce(alpha, alpha + 1, ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        if depth >= 3 && better >= beta && eval >= beta - 20 * depth && self.may_play_null() {
            let less = 3 + depth / 4 + ((better - beta) / (2 * scale)).min(3);
            let side = self.side();
            self.play_null();
            let value = self.below(
                side,
                beta - 1,
                beta,
                depth - 1 - less,
                ply + 1,
                NodeKind { pv: false, cut: !kind.cut },
            );
            self.undo();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                return Some(if value > DECIDED { beta } else { value });
            }
        }
        None
    }

    /// Whether it may be looked at what happens when nothing is moved.
    pub(super) fn may_play_null(&self) -> bool {
        let last_was_null = self.trail.last().is_some_and(|step| step.null);
        self.know.null_move && !last_was_null && self.know.has_reserves(&self.arena, self.arena.turn())
    }

    /// By how much the known move is searched deeper because no other comes near it; an error is the value of the
    /// position where the others are good enough too.
    pub(super) fn singular(
        &mut self,
        entry: &Entry,
        depth: i32,
        ply: usize,
        kind: NodeKind,
        beta: i32,
    ) -> Result<i32, i32> {
        let Some(mv) = entry.mv else { return Ok(0) };
        if depth < 7
            || entry.depth < depth - 3
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || entry.value.abs() > DECIDED
            || ply > 60
        {
            return Ok(0);
        }
        if !self.arena.is_legal(mv, &mut self.scratch) {
            return Ok(0);
        }
        let below = entry.value - 2 * depth;
        self.plies[ply].excluded = Some(mv);
        let value =
            self.search(below - 1, below, (depth - 1) / 2, ply, NodeKind { pv: false, cut: kind.cut });
        self.plies[ply].excluded = None;
        if self.stopped {
            Ok(0)
        } else if value < below {
            Ok(1)
        } else if value >= beta && !kind.pv && value.abs() < DECIDED {
            Err(value)
        } else if entry.value >= beta {
            Ok(-1)
        } else {
            Ok(0)
        }
    }
}
