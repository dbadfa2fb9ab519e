//! Everybody for itself: who is to move takes the line that is best for itself, and values are kept for all.
//!
//! Only shallow cuts are sound here. Where places decide, the values of those who play add up to the same whatever
//! happens, so a player who has enough leaves too little for the one who moved before.

use super::value::{FIRST, Values};
use crate::play::node::reduction;
use crate::play::picker::{PickMode, Picker};
use crate::play::table::{Bound, Entry};
use crate::play::worker::{MAX_PLY, Worker};
use chatura_rules::MAX_PLAYERS;

/// How many plies of captures are followed.
const DEEP: i32 = -4;

/// What the one who moved before can have already: who, and how much.
pub(super) type Offer = Option<(usize, i32)>;

impl<const W: usize> Worker<'_, W> {
    /// What the position is worth to everybody at this depth.
    pub(super) fn search_all(&mut self, depth: i32, ply: usize, offer: Offer) -> Values {
        if depth <= 0 {
            return self.quiet_all(ply, 0);
        }
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return [0; MAX_PLAYERS];
        }
        self.note(ply);
        let checked = self.is_checked();
        if let Some(values) = self.final_values(checked, ply) {
            return values;
        }
        if ply >= MAX_PLY {
            return self.values(ply);
        }
        let known = self.shared.table.probe(self.key);
        let before = self.before();
        let killers = self.plies[ply].killers;
        let refutations = [killers[0], killers[1], self.history.counter(before[0])];
        let mode = if checked { PickMode::Evasions } else { PickMode::All };
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let mut picker = Picker::new(mode, known.and_then(|entry| entry.mv), refutations, before, lists);
        let us = self.arena.turn();
        let enough = self.enough(us, offer);
        let mut best: Option<(Values, chatura_rules::Move)> = None;
        let mut number = 0;
        self.plies[ply + 2].killers = [None; 2];
        while let Some(mv) = picker.next(self) {
            number += 1;
            let quiet = self.is_quiet(mv);
            if number > 1 && quiet && !checked && depth <= 3 && number as i32 > 6 + 3 * depth * depth {
                picker.skip_quiet = true;
                continue;
            }
            let late = depth >= 3 && number > 3 && quiet && !checked;
            let less = if late { reduction(depth, number).clamp(0, depth - 2) } else { 0 };
            self.play(mv);
            let have = best.map(|(values, _)| (us, values[us]));
            let mut values = self.search_all(depth - 1 - less, ply + 1, have);
            let better = |values: &Values| have.is_none_or(|(_, most)| values[us] > most);
            if less > 0 && better(&values) && !self.stopped {
                values = self.search_all(depth - 1, ply + 1, have);
            }
            self.undo();
            if self.stopped {
                break;
            }
            if better(&values) {
                best = Some((values, mv));
                self.extend_line(ply, mv);
                if enough.is_some_and(|enough| values[us] >= enough) {
                    self.learn(mv, depth, ply, &tried, before);
                    break;
                }
            }
            if tried.len() < 64 {
                tried.push(mv);
            }
        }
        self.plies[ply].lists = picker.end();
        self.plies[ply].tried = tried;
        if self.stopped {
            return [0; MAX_PLAYERS];
        }
        let Some((values, mv)) = best else { return self.values(ply) };
        // A vector does not fit into the table; the move that was best is what is remembered.
        let entry = Entry { mv: Some(mv), value: values[us], eval: None, depth, bound: Bound::Exact };
        self.shared.table.store(self.key, entry);
        values
    }

    /// How much the player to move must have so that the one before has no more than it had: what is left over when
    /// all others get the least there is.
    fn enough(&mut self, us: usize, offer: Offer) -> Option<i32> {
        let (before, had) = offer?;
        let teams = self.know.facts.sides.iter().any(|side| side.count_ones() > 1);
        if before == us || teams || self.many().unit > 0 || self.arena.alive() >> before & 1 == 0 {
            return None;
        }
        let (players, alive) = (self.know.players as i32, self.arena.alive().count_ones() as i32);
        let out = players - alive;
        let all = alive * out * FIRST / (players - 1);
        let least = (out - alive + 1) * FIRST / (players - 1);
        // Divisions may lose one for each player.
        Some(all - had - (alive - 2) * least + alive)
    }

    /// What the position is worth to everybody when those whose turn comes have taken what they can.
    fn quiet_all(&mut self, ply: usize, depth: i32) -> Values {
        self.count(ply);
        self.plies[ply].line.clear();
        if self.stopped {
            return [0; MAX_PLAYERS];
        }
        self.note(ply);
        let checked = depth == 0 && self.arena.in_check(self.arena.turn());
        if let Some(values) = self.final_values(checked, ply) {
            return values;
        }
        let mut best = self.values(ply);
        if depth < DEEP || ply >= MAX_PLY {
            return best;
        }
        let us = self.arena.turn();
        let before = self.before();
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut picker = Picker::new(PickMode::Noisy, None, [None; 3], before, lists);
        while let Some(mv) = picker.next(self) {
            if !self.know.brings(&self.arena, mv, 0) {
                continue;
            }
            self.play(mv);
            let values = self.quiet_all(ply + 1, depth - 1);
            self.undo();
            if self.stopped {
                break;
            }
            if values[us] > best[us] {
                best = values;
                self.extend_line(ply, mv);
            }
        }
        self.plies[ply].lists = picker.end();
        best
    }
}
