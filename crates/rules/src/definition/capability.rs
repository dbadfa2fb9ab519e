//! What a piece may do, from where and when.

use super::{PieceDefinition, Spanned};
use crate::movement::{Movement, Part};

/// The most movements under conditions that a piece may have.
pub const MAX_CAPABILITIES: usize = 16;

/// A movement under conditions.
#[derive(Clone, Debug)]
pub struct Capability {
    /// The movement.
    pub moves: Spanned<Movement>,
    /// From which cells, as the first player sees them; from all where nothing is said.
    pub zone: Option<Spanned<String>>,
    /// When.
    pub when: Moment,
}

/// When a piece may use a movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moment {
    /// At any time.
    #[default]
    Always,
    /// On its start cells, or wherever its first moves apply.
    Start,
    /// Until it has moved.
    Unmoved,
}

impl PieceDefinition {
    /// Everything it may do, however that is written: `moves`, `beyond` and `first` are short for what `also` can say. The
    /// parts of a movement that are for the start (`i` in the notation) are marked as such.
    pub fn capabilities(&self) -> impl Iterator<Item = Capability> + '_ {
        let zone = |text: Spanned<String>| Some(text);
        let not = |text: &Spanned<String>| Spanned::new(format!("not {}", text.value), text.span);
        let inside = self.beyond.as_ref().map(|(zone, _)| zone.clone());
        let usual = Capability { moves: self.moves.clone(), zone: inside, when: Moment::Always };
        let outside = self.beyond.as_ref().map(|(inside, moves)| Capability {
            moves: moves.clone(),
            zone: zone(not(inside)),
            when: Moment::Always,
        });
        let first = self.first.as_ref().map(|moves| Capability {
            moves: moves.clone(),
            zone: None,
            when: self.first_moment(),
        });
        let all = [usual].into_iter().chain(outside).chain(first).chain(self.also.iter().cloned());
        all.map(|capability| match capability.when {
            Moment::Always => capability,
            _ => Capability { moves: capability.moves.map(initial), ..capability },
        })
    }

    /// When the parts apply that a movement has for the start.
    pub fn first_moment(&self) -> Moment {
        if self.unmoved { Moment::Unmoved } else { Moment::Start }
    }

    /// Whether what it may do depends on whether it has moved.
    pub fn has_a_past(&self) -> bool {
        let has_first =
            || self.capabilities().any(|own| own.moves.value.parts.iter().any(|part| part.initial));
        self.unmoved && has_first() || self.also.iter().any(|capability| capability.when == Moment::Unmoved)
    }
}

fn initial(movement: Movement) -> Movement {
    let parts = movement.parts.into_iter().map(|part| Part { initial: true, ..part });
    Movement { parts: parts.collect() }
}
