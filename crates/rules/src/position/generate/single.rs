//! Moves asked for one at a time, or of a few pieces: what a search wants to know before it lists them all.

use super::sink::Sink;
use super::{MoveGen, Wanted};
use crate::compile::tables::Tables;
use crate::position::generate::attack::After;
use crate::position::moves::Move;
use crate::position::state::State;
use crate::set::CellSet;

impl<const W: usize> Tables<W> {
    /// Whether any move at all, also one that never was one, is legal here. The list is only a place to work in.
    #[inline(never)]
    pub fn is_legal_move(&self, state: &State<W>, mv: Move, list: &mut Vec<Move>) -> bool {
        list.clear();
        if state.status.ending.is_over() || mv.from.index() >= self.cells || mv.to.index() >= self.cells {
            return false;
        }
        let us = state.status.turn as usize;
        let from = mv.from.index();
        let takes = state.occupied.has(mv.to.index());
        let plain = mv.kind.is_step()
            && !self.crowns(mv)
            && !self.rules.must_capture
            && !self.rules.listeners.any
            && !(takes && (self.explodes() || self.players > 2));
        if !plain {
            self.generate_apart(state, list);
        } else if state.of_player(us).has(from) {
            MoveGen::new::<false>(self, state, Wanted::All).moves_from(from, mv.to.index(), list);
        }
        list.contains(&mv)
    }

    /// Pieces that attack a cell over or round others.
    #[inline(never)]
    pub fn intricate_attackers(
        &self,
        state: &State<W>,
        player: usize,
        cell: usize,
        after: After<W>,
        them: CellSet<W>,
    ) -> CellSet<W> {
        let attackers = &self.attackers[player];
        let mut found = CellSet::EMPTY;
        for lines in &attackers.hops {
            let near = lines.pieces(state) & them & lines.reach[cell];
            if near.any() {
                found |= lines.rays.hop(cell, after.occupied) & near;
            }
        }
        for (kind, from) in &attackers.lame {
            let them = them & state.of_type(*kind);
            for lame in &from[cell] {
                if !lame.need.meets(after.occupied) {
                    found |= lame.capture & them;
                }
            }
        }
        for (kind, reach) in &attackers.tries {
            for from in reach[cell] & them & state.of_type(*kind) {
                if self.trie_hits(state, player, *kind as usize, from, cell, after) {
                    found.insert(from);
                }
            }
        }
        found
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// The plain moves of an own piece that end on a cell.
    pub(crate) fn moves_from<S: Sink<W> + ?Sized>(&self, from: usize, to: usize, sink: &mut S) {
        let goal = CellSet::of(to);
        let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
        if self.royals.has(from) {
            let rest = self.royals.without(CellSet::of(from));
            let reach = mover.destinations(from, self.state.occupied, self.empty, self.foes);
            let mut safe = reach & self.targets & goal;
            let after = After::step(self.state, from, to);
            if self.tables.royal_attacked_apart(self.state, self.us, to, after) || !self.safe(after, rest) {
                safe = CellSet::EMPTY;
            }
            if let Some(restraint) = &self.restraint {
                safe = restraint.allow(self, mover, from, safe);
            }
            self.arrivals(mover, from, safe, sink);
            if !mover.more.tries.is_empty() {
                self.royal_trie_moves(mover, from, sink);
            }
            return;
        }
        let land = self.targets & self.danger.mask & goal;
        if land.is_empty() {
            return;
        }
        let testing = self.danger.test_all || self.tables.intricate && self.danger.sensitive.any();
        if self.danger.pinned.has(from) {
            self.pinned_moves(CellSet::of(from), land, testing, sink);
        } else {
            self.moves_of(mover, from, land, testing, sink);
        }
    }
}
