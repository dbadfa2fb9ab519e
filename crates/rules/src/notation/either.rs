//! A move as people and programs write it, whichever of the two notations it is in.

use super::context::MoveContext;
use super::error::MoveError;
use super::native::Script;
use super::{coordinate, native, san};
use crate::position::Position;
use crate::position::moves::Move;

/// Reads a legal move in coordinates, SAN or the notation that the game has of its own, or that a player leaves
/// ([`Move::leaving`]): the one way to read a move where every notation is welcome.
///
/// Coordinates come first: what is a move in several is the one they name. If it is a move in none, of the errors the
/// one is given that helps more: which moves a text could mean, then what is wrong with it in the notation whose form it
/// has, and coordinates' if it has the form of several or none.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let position: chatura_rules::Position = unimplemented!();
/// use chatura_rules::notation::read_move;
///
/// // At the start of chess these are the same move.
/// assert_eq!(read_move(&position, "g1f3")?, read_move(&position, "Nf3")?);
/// // What is wrong is said in a sentence.
/// let error = read_move(&position, "Nf4").unwrap_err();
/// assert_eq!(error.to_string(), "Nf4 is not legal; legal are Na3, Nc3, Nf3, Nh3");
/// # Ok(())
/// # }
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    // What the text is read against is made once for both.
    read(&MoveContext::of(position), text)
}

/// Writes a legal move as the game's players do by piece and cell: in SAN, or with the signs and letters that the game has
/// instead.
pub fn format_written(position: &Position, mv: Move) -> String {
    let own = position.game().native_style().filter(|style| style.is_algebraic());
    own.and_then(|_| native::format_native(position, mv, Script::Letters))
        .unwrap_or_else(|| san::format_san(position, mv))
}

fn read(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    coordinate::read(context, text).or_else(|first| {
        written(context, text).map_err(|second| match helpfulness(&second) > helpfulness(&first) {
            true => second,
            false => first,
        })
    })
}

/// Reads a move as people write it: in SAN or the notation that the game has of its own.
pub(super) fn read_written(position: &Position, text: &str) -> Result<Move, MoveError> {
    written(&MoveContext::of(position), text)
}

fn written(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    // Whatever has a form of the game's own and is no move in SAN was meant so.
    san::read(context, text).or_else(|error| native::read(context, text).unwrap_or(Err(error)))
}

fn helpfulness(error: &MoveError) -> u8 {
    match error {
        MoveError::Form { .. } => 0,
        MoveError::Ambiguous { .. } => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::samples::sample;
    use super::*;

    fn error(context: &MoveContext<'_>, text: &str) -> String {
        read(context, text).unwrap_err().to_string()
    }

    #[test]
    fn the_error_is_that_of_the_notation_that_was_meant() {
        let sample = sample(8, 8, &[], &["White", "Black"], &["R", "N"]);
        let cell = |name: &str| sample.board.cell(name).unwrap().index();
        let step = |from: &str, to: &str| Move::step(cell(from), cell(to));
        let legal = vec![step("a1", "d1"), step("h1", "d1"), step("b1", "c3")];
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/RN5R w", legal);
        assert_eq!(error(&context, "Rd1"), "Rd1 can be Rad1 or Rhd1");
        assert_eq!(error(&context, "Nd2"), "Nd2 is not legal; legal are Nc3");
        assert_eq!(error(&context, "b1d2"), "b1d2 is not legal; legal are b1c3");
        assert_eq!(error(&context, "e4e5"), "there is no piece on e4");
        assert_eq!(error(&context, "hello"), "\"hello\" is not a move: write it like a1d1");
    }
}
