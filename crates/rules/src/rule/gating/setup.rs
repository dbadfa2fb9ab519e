//! Gates: open at the start, as a setup says, and closed by whatever moves there.

use super::GatingTable;
use crate::cell::Cell;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::definition::{Definition, Problem};
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::rule::seen;
use crate::set::CellSet;

/// Its tables, and its part of a position.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let checked = making.checked;
        let zone = |player: usize| {
            checked
                .rules
                .of(player)
                .gating
                .map_or(CellSet::EMPTY, |own| seen(own.zone, &checked.views[player]))
        };
        tables.rules.gating = checked
            .rules
            .gating
            .map(|_| GatingTable { zones: (0..checked.players.len()).map(zone).collect() });
    }

    /// Opens the gates that a setup names, and those of pieces that may castle, where pieces stand before them.
    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        let Some(gating) = &at.tables.rules.gating else {
            state.marks.gates = CellSet::EMPTY;
            return Ok(());
        };
        setup.gates.iter().for_each(|cell| state.marks.gates.insert(cell.index()));
        let players = 0..at.tables.players;
        state.marks.gates &= players.fold(CellSet::EMPTY, |all, p| all | (gating.zones[p] & state.owner[p]));
        Ok(())
    }

    fn tell(&self, _: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        setup.gates = state.marks.gates.into_iter().map(|cell| Cell(cell as u8)).collect();
    }
}

/// Opens every gate behind which a piece begins.
pub(super) fn grant(checked: &CheckedDefinition, start: &mut Setup) {
    for (player, view) in checked.views.iter().enumerate() {
        let Some(gating) = &checked.rules.of(player).gating else { continue };
        for cell in seen::<4>(gating.zone, view) {
            let piece = start.cells[cell];
            if piece.is_some() && piece.owner().index() == player {
                start.gates.push(Cell(cell as u8));
            }
        }
    }
}

/// What comes in through a gate comes out of a hand.
pub(super) fn needs_hand(definition: &Definition, checked: &CheckedDefinition) -> Option<Problem> {
    let rules = &checked.rules;
    let gating =
        definition.rules.get("gating").filter(|_| rules.gating.is_some() && rules.drops.is_none())?;
    let problem = Problem::new(gating.span, "gating needs pieces in hand", "there are none");
    Some(problem.help("name those that can be held: drops = { captured = false, pieces = [\"hawk\"] }"))
}
