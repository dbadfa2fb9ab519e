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
    /// Captures that blow up what is around: each is tested on what would be left.
    #[inline(never)]
    pub(crate) fn blasting_captures<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
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
            if mover.promotes {
                self.promoting(mover, from, to, sink);
            } else {
                sink.steps(from, to);
            }
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
            let royals = self.tables.royals(self.state, foe as usize);
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

    /// Whether an explosion cost the only other player the last royal: that wins, whatever attacks the own ones.
    pub(crate) fn has_blown_up(&self, next: &State<W>) -> bool {
        let other = |state: &State<W>| self.tables.royals(state, 1 - self.us);
        self.tables.rules.blast.is_some()
            && self.tables.players == 2
            && other(self.state).any()
            && other(next).is_empty()
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a royal here could be taken at all, blasts considered.
    #[inline(always)]
    pub fn royal_attackable(&self, state: &State<W>, player: usize, royal: usize) -> bool {
        let Some(blast) = &self.rules.blast else { return true };
        !self.foes[player].iter().any(|&foe| blast.around[royal].meets(self.royals(state, foe as usize)))
    }

    /// Whether an attacker of this cell would blow up a royal of its own, so that it does not count.
    #[inline(always)]
    pub fn shields_by_blast(&self, state: &State<W>, player: usize, cell: usize, after: After<W>) -> bool {
        let Some(blast) = &self.rules.blast else { return false };
        let exposed = |foe: &u8| self.royals(state, *foe as usize).without(after.gone);
        self.foes[player].iter().any(|foe| blast.around[cell].meets(exposed(foe)))
    }

    /// Blows up what is around a capture.
    #[inline(never)]
    pub fn blast<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, centre: usize) {
        if let Some(blast) = &self.rules.blast {
            let mut lost = blast.lost(state, centre);
            lost.insert(centre);
            for cell in lost {
                self.set::<HASH>(state, undo, cell, Piece::NONE);
            }
        }
    }
}
