//! Where check may not be given: from which cells each type would give it.

use super::MoveGen;
use super::attack::Danger;
use crate::cell::{Cell, MAX_TYPES};
use crate::compile::tables::{Mover, Tables};
use crate::position::moves::Move;
use crate::position::state::State;
use crate::set::CellSet;

/// The cells from which each type would attack an enemy royal, and own pieces that shield one.
pub(crate) struct Restraint<const W: usize> {
    forbidden: [CellSet<W>; MAX_TYPES],
    shields: CellSet<W>,
    royals: CellSet<W>,
    test_all: bool,
}

impl<const W: usize> Restraint<W> {
    pub(crate) fn of(tables: &Tables<W>, state: &State<W>, us: usize) -> Box<Self> {
        let mut forbidden = [CellSet::EMPTY; MAX_TYPES];
        let mut theirs = CellSet::EMPTY;
        for &foe in &*tables.foes[us] {
            theirs |= tables.royals(state, foe as usize);
        }
        let attackers = &tables.attackers[us];
        for royal in theirs {
            for (kind, from) in attackers.leaps_to(royal) {
                forbidden[kind as usize] |= from;
            }
            for lines in &attackers.lines {
                let reach = lines.rays.reach(royal, state.occupied);
                for kind in lines.types {
                    forbidden[kind as usize] |= reach;
                }
            }
        }
        // Seen from the other side, our pieces that shield an enemy royal from us are pinned to the line.
        let shields = Danger::shielding(tables, state, us, theirs);
        // A position in which the mover already gives check has no use for masks built on its absence. Where captures
        // explode not every attack is one.
        let test_all = tables.intricate || tables.explodes() || tables.gives_check(state, us);
        Box::new(Restraint { forbidden, shields, royals: theirs, test_all })
    }

    pub(crate) fn allow(
        &self,
        here: &MoveGen<'_, W>,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
    ) -> CellSet<W> {
        if mover.promotes {
            // Tested with what the piece becomes.
            return to;
        }
        if self.test_all {
            return to
                .into_iter()
                .filter(|&c| here.legal_by_play(Move::step(from, c)))
                .map(|c| Cell(c as u16))
                .collect();
        }
        let mut to = to.without(self.forbidden[mover.kind as usize]);
        if self.shields.has(from) {
            to &= here.tables.line_of_pin(here.state, here.us, self.royals, from);
        }
        to
    }
}
