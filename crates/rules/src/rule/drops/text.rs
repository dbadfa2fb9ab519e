//! Drops in moves as text: `P@e5`.

use crate::cell::Cell;
use crate::notation::MoveError;
use crate::notation::context::MoveContext;
use crate::notation::spelling::{Named, Notation, Reading, Said, Spelling};
use crate::position::moves::{Move, MoveKind};

/// How drops are spelled.
pub(super) struct DropSpelling;

impl Spelling for DropSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Drop)
    }

    fn whole(&self, context: &MoveContext<'_>, mv: Move, _: Notation) -> Option<String> {
        Some(format!("{}@{}", context.language.letter(mv.piece), context.language.name(mv.to)))
    }

    fn read(&self, context: &MoveContext<'_>, said: &Said<'_>, _: Notation) -> Option<Reading> {
        let (letter, cell) = said.bare.split_once('@')?;
        let letter = if letter.is_empty() { "P" } else { letter };
        let cell = context.language.cells_before(cell).into_iter().find(|(_, len)| *len == cell.len());
        let (Some(kind), Some((cell, _))) = (context.language.type_for(context.turn, letter), cell) else {
            return Some(Reading::Formless);
        };
        let of_kind = |mv: &&Move| mv.kind == MoveKind::Drop && context.language.is_called(mv.piece, letter);
        let near: Vec<Move> = context.legal().iter().filter(of_kind).copied().collect();
        let fits = |mv: &&Move| mv.to == cell && context.fits_choice(**mv, said.choice);
        let found: Vec<Move> = near.iter().filter(fits).copied().collect();
        let held = context.position().map_or(0, |position| position.in_hand(context.turn, kind));
        if found.is_empty() && held == 0 && !context.legal().is_empty() {
            let piece = context.language.letter(kind).to_owned();
            return Some(Reading::Wrong(MoveError::NotInHand { piece }));
        }
        Some(Reading::Moves { found, near })
    }

    fn is_named(&self, _: Move, _: &Named) -> bool {
        false
    }

    fn goes_to(&self, _: Move, _: Cell, _: Option<&'static str>, _: bool) -> bool {
        false
    }
}
