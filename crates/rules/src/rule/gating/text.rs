//! Gating in moves as text: `e2e4h`, `Nf3/H`; castling, also the cell it comes to, `O-O/He1`.

use crate::notation::context::MoveContext;
use crate::notation::spelling::{Notation, Spelling};
use crate::position::moves::{Move, MoveKind};

/// How a move is spelled that brings a piece in.
pub(crate) struct GateSpelling;

impl Spelling for GateSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Gate)
    }

    fn suffix(&self, context: &MoveContext<'_>, mv: Move, notation: Notation) -> String {
        letter(context, mv, notation)
    }
}

/// The letter of what a move brings in, if it does.
pub(crate) fn letter(context: &MoveContext<'_>, mv: Move, notation: Notation) -> String {
    let Some((kind, _)) = mv.gated() else { return String::new() };
    let letter = context.language.letter(kind);
    match notation {
        Notation::Coordinates => letter.to_lowercase(),
        Notation::San => format!("/{letter}"),
    }
}

/// The same in SAN where there are two cells it can come to.
pub(crate) fn letter_and_cell(context: &MoveContext<'_>, mv: Move) -> String {
    let cell = mv.gated().map_or("", |(_, cell)| context.language.name(cell));
    letter(context, mv, Notation::San) + cell
}

/// Whether a move brings in the piece a text names, with or without the cell it comes to: `H`, `He1`.
pub(crate) fn brings(context: &MoveContext<'_>, mv: Move, text: &str) -> bool {
    let Some((kind, cell)) = mv.gated() else { return text.is_empty() };
    let letter = text.strip_suffix(context.language.name(cell)).unwrap_or(text);
    context.language.is_called(kind, letter)
}
