//! Closing: cells to which nobody goes any more once they are empty.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section, seen};
use crate::compile::CheckedDefinition;
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose};
use crate::position::generate::MoveGen;
use crate::position::setup::Setup;
use crate::set::{CellSet, Zone};
use std::sync::Arc;

/// Which cells close, as the first player sees them.
#[derive(Debug)]
struct Closing {
    zone: Zone,
}

impl Words for Closing {
    fn describe(&self, prose: &mut Prose<'_>) {
        let zone = prose.zone(self.zone);
        let sentence = format!(
            "Cells close when they are left: nobody goes to an empty one on {zone}, nor on those that answer them on \
             the other side."
        );
        prose.say(Chapter::Moves, sentence);
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Closing {
    fn listens(&self) -> Events {
        Events::FORBIDDEN
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let zones = checked.views.iter().map(|view| seen::<W>(self.zone, view));
        Some(Arc::new(Border::<W> { cells: zones.fold(CellSet::EMPTY, |all, zone| all | zone) }))
    }
}

/// The same, with the cells of all players.
#[derive(Debug)]
struct Border<const W: usize> {
    cells: CellSet<W>,
}

impl<const W: usize> Words for Border<W> {}

impl<const W: usize> Behaviour<W> for Border<W> {
    fn listens(&self) -> Events {
        Events::FORBIDDEN
    }

    /// What nobody enters covers no royal and attacks none.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn forbidden(&self, here: &MoveGen<'_, W>, _: &[u8]) -> CellSet<W> {
        self.cells.without(here.state.occupied)
    }
}

/// Which cells close.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "closing",
        kind: Kind::Zone,
        default: "none",
        documentation: "Cells that close when they are left, for everybody; each player's own, by symmetry. While somebody \
                        stands there it may be taken there.",
    },
    compile: |draft, value| {
        if let Some(zone) = draft.reader(value).zone_in(value) {
            draft.listen(Closing { zone });
        }
        Ok(())
    },
    ..Rule::PLAIN
};
