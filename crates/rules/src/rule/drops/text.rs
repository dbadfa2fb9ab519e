//! Drops in moves as text: `P@e5`.

use crate::notation::MoveError;
use crate::notation::context::MoveContext;
use crate::position::moves::{Move, MoveKind};

/// What is wrong with a text: that it is none, or which of the legal moves come near.
type Refuse<'a> = &'a dyn Fn(Option<&dyn Fn(&Move) -> bool>) -> MoveError;

/// Reads a drop: the letter and the cell on both sides of the `@`. `refuse` says what is wrong.
pub(crate) fn read(
    context: &MoveContext<'_>,
    letter: &str,
    cell: &str,
    choice: &str,
    refuse: Refuse<'_>,
) -> Result<Move, MoveError> {
    let letter = if letter.is_empty() { "P" } else { letter };
    let cell = context.language.cells_before(cell).into_iter().find(|(_, len)| *len == cell.len());
    let (Some(kind), Some((cell, _))) = (context.language.type_of(letter), cell) else {
        return Err(refuse(None));
    };
    let of_kind = |mv: &Move| mv.kind == MoveKind::Drop && context.language.is_called(mv.piece, letter);
    let fits = |mv: &&Move| of_kind(mv) && mv.to == cell && context.fits_choice(**mv, choice);
    match context.legal().iter().find(fits) {
        Some(mv) => Ok(*mv),
        None if context.in_hand(kind) == 0 && !context.legal().is_empty() => {
            Err(MoveError::NotInHand { piece: context.language.letter(kind).to_owned() })
        }
        None => Err(refuse(Some(&of_kind))),
    }
}
