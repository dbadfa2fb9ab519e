//! Moves by piece and cell, as SAN has them, with the signs and letters that the game's players write: `S:e5`, `ed5`, `♘f3`.
//!
//! Also read: any sign of capture or promotion, or none; the cell a piece comes from; a pawn's letter; marks of check, or none.

use super::{Script, Ways, called};
use crate::cell::PieceType;
use crate::definition::{self, Definition, PieceDefinition, Problem};
use crate::notation::context::MoveContext;
use crate::notation::san;
use crate::position::moves::Move;

/// What may stand before the cell where something is taken, by the word that definitions have for it.
pub const CAPTURES: &[&str] = &["x", "×", ":", "none"];
/// What may stand before the letter of a type promoted to.
pub const PROMOTIONS: &[&str] = &["=", "/", "none"];

/// The signs of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    /// Before the cell where something is taken.
    pub capture: &'static str,
    /// Before the type promoted to.
    pub promotion: &'static str,
    /// Whether pawns are written with their letter.
    pub pawns: bool,
}

impl Signs {
    /// The signs that a definition chooses; its words have been checked.
    pub(super) fn of(written: &definition::Signs) -> Signs {
        Signs {
            capture: sign(CAPTURES, written.capture.as_ref().map(|word| word.value.as_str())),
            promotion: sign(PROMOTIONS, written.promotion.as_ref().map(|word| word.value.as_str())),
            pawns: written.pawns,
        }
    }
}

/// The sign of a word; the first is the usual one.
fn sign(known: &'static [&'static str], word: Option<&str>) -> &'static str {
    match known.iter().find(|known| Some(**known) == word) {
        Some(&"none") => "",
        Some(sign) => sign,
        None => known.first().copied().unwrap_or_default(),
    }
}

/// That no piece is called as another one of the same player is, here or in FEN.
pub(super) fn letters_are_clear(definition: &Definition) -> Result<(), Problem> {
    let meet = |one: &PieceDefinition, other: &PieceDefinition| {
        let is_for_all = one.players.is_empty() || other.players.is_empty();
        is_for_all || one.players.iter().any(|own| other.players.iter().any(|name| name.value == own.value))
    };
    for (index, piece) in definition.pieces.iter().enumerate() {
        let Some(letter) = &piece.written.letter else { continue };
        let others = definition.pieces.iter().enumerate().filter(|(other, _)| *other != index);
        for (_, other) in others.filter(|(_, other)| meet(piece, other)) {
            let own = other.written.letter.as_ref().unwrap_or(&other.letter);
            if [own, &other.letter].into_iter().any(|known| known.value == letter.value) {
                let message = format!("\"{}\" is the letter of {} already", letter.value, other.name.value);
                let problem = Problem::new(letter.span, message, "two pieces of one letter");
                return Err(
                    problem.help("moves are read with the letters of FEN, too: choose one that no piece has")
                );
            }
        }
    }
    Ok(())
}

pub(super) fn ways(context: &MoveContext<'_>, mv: Move, script: Script, signs: Signs) -> Ways {
    let letter = |kind: PieceType| called(context, kind, context.turn, script);
    let write = |pawns: bool, is_long: bool| {
        let hand = san::Hand { capture: signs.capture, promotion: signs.promotion, pawns, letter: &letter };
        san::write_by(context, mv, is_long, &hand)
    };
    // Games of many are long everywhere.
    let lengths = if context.language.is_for_many() { [true, false] } else { [false, true] };
    Ways {
        written: lengths.map(|is_long| write(signs.pawns, is_long)).to_vec(),
        read: lengths.map(|is_long| write(!signs.pawns, is_long)).to_vec(),
    }
}

/// Whether a text without signs names the cell a move goes to, or has a form of its own.
pub(super) fn goes_there(context: &MoveContext<'_>, mv: Move, said: &str) -> bool {
    said.contains(&bare(context.language.name(mv.to))) || mv.origin().is_none() || !mv.kind.is_step()
}

/// A folded text without the signs that make no difference, and without marks of check.
pub(super) fn bare(text: &str) -> String {
    let text = text.trim_end_matches('#');
    text.chars().filter(|c| !matches!(c, 'x' | 'X' | '×' | ':' | '-' | '–' | '=' | '/' | '(' | ')')).collect()
}
