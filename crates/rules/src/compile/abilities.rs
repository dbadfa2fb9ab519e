//! What a piece may do from a cell: those of its capabilities whose zone and moment fit.

use crate::definition::{Moment, PieceDefinition};
use crate::movement::Movement;
use crate::set::Zone;

/// The capabilities of a piece, their zones as one player sees them.
pub(crate) struct Abilities {
    all: Vec<Ability>,
}

struct Ability {
    moves: Movement,
    /// From where; from everywhere if missing.
    zone: Option<Zone>,
    /// When its parts apply that are for any time, and those for the start.
    when: [Moment; 2],
}

/// Some of the capabilities: two bits for each, the parts for any time and those for the start.
pub(crate) type Chosen = u64;

impl Abilities {
    /// Those of a piece; `zone` gives the cells of a text.
    pub fn of(piece: &PieceDefinition, zone: impl Fn(&str) -> Zone) -> Abilities {
        let all = piece.capabilities().map(|capability| Ability {
            zone: capability.zone.as_ref().map(|text| zone(&text.value)),
            when: match capability.when {
                Moment::Always => [Moment::Always, piece.first_moment()],
                moment => [moment; 2],
            },
            moves: capability.moves.value,
        });
        Abilities { all: all.collect() }
    }

    /// Those that may be used from a cell at a wanted moment. Equal choices are equal movements.
    pub fn at(&self, cell: usize, wanted: impl Fn(Moment) -> bool) -> Chosen {
        let mut chosen = 0;
        for (index, ability) in self.all.iter().enumerate() {
            if ability.zone.is_some_and(|zone| !zone.has(cell)) {
                continue;
            }
            for (initial, moment) in ability.when.iter().enumerate() {
                let has_any = ability.moves.parts.iter().any(|part| part.initial == (initial == 1));
                chosen |= u64::from(has_any && wanted(*moment)) << (2 * index + initial);
            }
        }
        chosen
    }

    /// The movement of a choice.
    pub fn movement(&self, chosen: Chosen) -> Movement {
        let parts = self.all.iter().enumerate().flat_map(|(index, ability)| {
            let fits = move |initial: bool| chosen >> (2 * index + usize::from(initial)) & 1 != 0;
            ability.moves.parts.iter().filter(move |part| fits(part.initial)).cloned()
        });
        Movement { parts: parts.collect() }
    }
}
