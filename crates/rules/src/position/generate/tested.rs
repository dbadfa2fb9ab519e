//! Moves that are tested on the cells they change: of royals, with explosions, en passant.

use super::MoveGen;
use super::attack::After;
use super::sink::Sink;
use crate::set::CellSet;

impl<const W: usize> MoveGen<'_, W> {
    /// Royals go where they cannot be taken; says where that is.
    #[inline(always)]
    pub(crate) fn royal_moves<S: Sink<W> + ?Sized, const ORTHODOX: bool>(&self, sink: &mut S) -> CellSet<W> {
        let mut goals = CellSet::EMPTY;
        for from in self.royals {
            let kind = self.state.piece(from).kind().index();
            let mover = self.tables.mover(self.us, kind);
            let rest = self.royals.without(CellSet::of(from));
            let reach = mover.destinations(from, self.state.occupied, self.empty, self.foes) & self.targets;
            let mut to = CellSet::EMPTY;
            for cell in reach {
                let after = After::step(self.state, from, cell);
                if !self.tables.royal_attacked_quick::<ORTHODOX>(self.state, self.us, cell, after)
                    && (rest.is_empty() || self.safe(after, rest))
                {
                    to.insert(cell);
                }
            }
            goals |= to;
            if let Some(restraint) = &self.restraint {
                to = restraint.allow(self, mover, from, to);
            }
            self.arrivals(mover, from, to, sink);
            if !mover.more.tries.is_empty() {
                self.royal_trie_moves(mover, from, sink);
            }
        }
        goals
    }
}
