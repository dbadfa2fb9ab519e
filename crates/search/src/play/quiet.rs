//! Until nothing is hanging: captures and promotions alone, and all moves out of check.

use super::node::{from_table, to_table};
use super::picker::{PickMode, Picker};
use super::table::{Bound, Entry};
use super::worker::{MAX_PLY, Worker};
use crate::answer::{BY_RULE, DECIDED, WON};

/// So deep every way out of check is tried; further on a check is no reason not to stop.
const CHECKS: i32 = -8;
/// How many plies of forced captures are followed where capturing is a duty.
const FORCED: i32 = -14;

impl<const W: usize> Worker<'_, W> {
    /// What the position is worth to the side to move when the captures are over.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.ending(ply) {
            return value;
        }
        let checked = self.is_checked();
        if depth == 0
            && let Some(value) = self.drawn(checked, ply)
        {
            return value;
        }
        if ply >= MAX_PLY || self.is_hurried() {
            return self.evaluate();
        }
        if depth == 0
            && let Some(value) = self.look_up(ply)
        {
            return value;
        }
        let known = self.shared.table.probe(self.key);
        if let Some(entry) = known
            && alpha + 1 == beta
        {
            let value = from_table(entry.value, ply);
            if entry.cuts(value, alpha, beta) && self.holds(entry.value) {
                return value;
            }
        }
        let first_alpha = alpha;
        let evades = checked && depth > CHECKS;
        let forced = self.know.facts.must_capture;
        let (mut best, mut eval) = (-WON - 1, None);
        if !evades && !forced {
            let here = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
            eval = Some(here);
            best = here;
            if let Some(entry) = known {
                let value = from_table(entry.value, ply);
                if value.abs() < DECIDED
                    && (entry.bound == Bound::Lower && value > best
                        || entry.bound == Bound::Upper && value < best)
                {
                    best = value;
                }
            }
            if best >= beta {
                if known.is_none() {
                    let entry =
                        Entry { mv: None, value: to_table(best, ply), eval, depth: 0, bound: Bound::Lower };
                    self.shared.table.store(self.key, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        } else if forced && depth < FORCED {
            return self.evaluate();
        }
        let before = self.before();
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mode = if evades { PickMode::Evasions } else { PickMode::Noisy };
        let mut picker = Picker::new(mode, known.and_then(|entry| entry.mv), [None; 3], before, lists);
        let side = self.side();
        let (mut best_move, mut number) = (None, 0);
        while let Some(mv) = picker.next(self) {
            number += 1;
            if let Some(eval) = eval
                && best > -DECIDED
                && !self.is_violent(mv)
            {
                // What it takes cannot make up for what is missing.
                let (worth, _) = self.know.victim(&self.arena, mv);
                let gain = worth + self.know.gain(&self.arena, mv);
                let hope = eval + gain + self.know.margin * 2;
                if hope <= alpha && !self.know.facts.takes_along && gain < 9_000 {
                    best = best.max(hope);
                    continue;
                }
                if !self.know.brings(&self.arena, mv, 0) {
                    continue;
                }
            } else if evades && number > 3 && best > -DECIDED && !self.arena.takes(mv) {
                break;
            }
            self.play(mv);
            let value = if self.side() == side {
                self.quiesce(alpha, beta, ply + 1, depth - 1)
            } else {
                -self.quiesce(-beta, -alpha, ply + 1, depth - 1)
            };
            self.undo();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if value >= beta {
                        break;
                    }
                    self.extend_line(ply, mv);
                }
            }
        }
        self.plies[ply].lists = picker.end();
        if self.stopped {
            return 0;
        }
        if number == 0 && mode == PickMode::Evasions {
            return self.stuck(true, ply);
        }
        if best == -WON - 1 {
            // Nothing to take where that would be a duty.
            return if forced && !self.arena.has_move() { self.stuck(checked, ply) } else { self.evaluate() };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha && alpha > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if best.abs() != BY_RULE {
            let entry = Entry { mv: best_move, value: to_table(best, ply), eval, depth: 0, bound };
            self.shared.table.store(self.key, entry);
        }
        best
    }
}
