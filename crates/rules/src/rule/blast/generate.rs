//! Captures that explode: each is tested on what would be left.

use crate::cell::Piece;
use crate::compile::tables::Tables;
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::position::play::Undo;
use crate::position::state::State;
use crate::set::CellSet;

impl<const W: usize> MoveGen<'_, W> {
    /// Captures, where they explode: each is tested on what would be left.
    #[inline(always)]
    pub(crate) fn explosions<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        if self.tables.explodes() {
            self.blasting_captures(sink);
        }
    }

    /// Captures that blow up what is around: each is tested on what would be left.
    #[inline(never)]
    fn blasting_captures<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for from in self.state.of_player(self.us) {
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            let mut reach = mover.destinations(from, self.state.occupied, self.empty, self.foes);
            if !mover.more.tries.is_empty() {
                let mut moves: Vec<Move> = Vec::new();
                self.loose().trie_moves(mover, from, self.foes, &mut moves);
                reach |= moves.iter().filter(|mv| mv.kind == MoveKind::Step).map(|mv| mv.to).collect();
            }
            let mut to = CellSet::EMPTY;
            for cell in reach & self.foes {
                if self.survives_blast(from, cell, cell) {
                    to.insert(cell);
                }
            }
            if let Some(restraint) = &self.restraint {
                to = restraint.allow(self, mover, from, to);
            }
            self.arrivals(mover, from, to, sink);
        }
    }

    /// Whether a capture leaves the mover's royals whole and safe, or the game won.
    #[inline(never)]
    pub(crate) fn survives_blast(&self, from: usize, to: usize, victim: usize) -> bool {
        let Some(blast) = &self.tables.rules.blast else { return true };
        let mut lost = blast.lost(self.state, to);
        lost.insert(from);
        lost.insert(victim);
        if lost.meets(self.royals) {
            return false;
        }
        let mut gone = lost;
        for &foe in &*self.tables.foes[self.us] {
            let royals = self.tables.royal_pieces(self.state, foe as usize);
            if royals.any() && royals.without(lost).is_empty() {
                if self.tables.players == 2 {
                    return true;
                }
                gone |= self.state.of_player(foe as usize);
            }
        }
        let after = After { occupied: self.state.occupied.without(lost), gone };
        self.safe(after, self.royals)
    }

    /// Whether an explosion cost a royal of the one who caused it.
    pub(crate) fn loses_royal(&self, next: &State<W>) -> bool {
        self.tables.explodes()
            && self.tables.safety
            && self.tables.royals(next, self.us).len() < self.tables.royals(self.state, self.us).len()
    }

    /// Whether an explosion cost the only other player the last royal: that wins, whatever attacks the own ones.
    pub(crate) fn has_blown_up(&self, next: &State<W>) -> bool {
        let other = |state: &State<W>| self.tables.royals(state, 1 - self.us);
        self.tables.explodes()
            && self.tables.players == 2
            && other(self.state).any()
            && other(next).is_empty()
    }
}

impl<const W: usize> Tables<W> {
    /// Whether captures explode.
    #[inline(always)]
    pub fn explodes(&self) -> bool {
        self.rules.blast.is_some()
    }

    /// Whether a player could take a royal on this cell. Where captures explode, one that would cost the player's own
    /// royal is none: by that royal itself, or beside it.
    #[inline(never)]
    pub fn threatens(&self, state: &State<W>, player: usize, cell: usize, mut after: After<W>) -> bool {
        if let Some(blast) = &self.rules.blast {
            let own = self.royals(state, player).without(after.gone);
            if blast.lost(state, cell).meets(own) {
                return false;
            }
            after.gone |= own;
        }
        let told = self.rules.listeners.attacks(self, state, player, cell, after);
        told.unwrap_or_else(|| self.attacked_by_apart(state, player, cell, after))
    }

    /// The pieces with which a player may threaten a royal on this cell.
    #[inline(always)]
    pub fn threatening(&self, state: &State<W>, player: usize, cell: usize) -> CellSet<W> {
        let pieces = state.of_player(player);
        let Some(blast) = &self.rules.blast else { return pieces };
        let own = self.royals(state, player);
        if blast.lost(state, cell).meets(own) { CellSet::EMPTY } else { pieces.without(own) }
    }

    /// Blows up what is around a capture.
    #[inline(never)]
    pub fn explode<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, centre: usize) {
        if let Some(blast) = &self.rules.blast {
            let mut lost = blast.lost(state, centre);
            lost.insert(centre);
            for cell in lost {
                self.set::<HASH>(state, undo, cell, Piece::NONE);
            }
        }
    }
}
