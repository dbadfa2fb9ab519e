//! Gates: open at the start, as a setup says, and closed by whatever moves there.

use super::{GATES, GatingTable};
use crate::cell::Cell;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::definition::{Definition, Problem};
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::rule::seen;
use crate::set::{CellSet, ZONE_WORDS};

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
        // What is held comes in by nothing else.
        if let Some(drops) = tables.rules.drops.as_mut().filter(|_| tables.rules.gating.is_some()) {
            drops.free = false;
        }
    }

    /// Opens the gates that a setup names, and those of pieces that may castle, where pieces stand before them.
    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        let Some(gating) = &at.tables.rules.gating else {
            return Ok(());
        };
        let mut gates = at.tables.castlers(state);
        setup.gates.iter().for_each(|cell| gates.insert(cell.index()));
        let players = 0..at.tables.players;
        state.marks.0[GATES] =
            gates & players.fold(CellSet::EMPTY, |all, p| all | (gating.zones[p] & state.owner[p]));
        Ok(())
    }

    fn tell(&self, _: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        setup.gates = state.marks.0[GATES].into_iter().map(|cell| Cell(cell as u16)).collect();
    }
}

/// Opens every gate behind which a piece begins.
pub(super) fn grant(checked: &CheckedDefinition, start: &mut Setup) {
    for (player, view) in checked.views.iter().enumerate() {
        let Some(gating) = &checked.rules.of(player).gating else { continue };
        for cell in seen::<ZONE_WORDS>(gating.zone, view) {
            let piece = start.cells[cell];
            if piece.is_some() && piece.owner().index() == player {
                start.gates.push(Cell(cell as u16));
            }
        }
    }
}

/// What comes in through a gate comes out of a hand, and only so.
pub(super) fn check(definition: &Definition, checked: &CheckedDefinition) -> Option<Problem> {
    let rules = &checked.rules;
    rules.gating?;
    let Some(drops) = &rules.drops else {
        let gating = definition.rules.get("gating")?;
        let problem = Problem::new(gating.span, "gating needs pieces in hand", "there are none");
        return Some(
            problem.help("name those that can be held: drops = { captured = false, pieces = [\"hawk\"] }"),
        );
    };
    let written = definition.rules.get("drops").filter(|_| drops.first)?;
    let message = "pieces that come in behind others cannot be placed first";
    Some(Problem::new(written.span, message, "there is gating"))
}
