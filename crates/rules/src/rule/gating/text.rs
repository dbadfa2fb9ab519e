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

/// The letter of what a move brings in, if it does; in SAN with the cell where there are two it can come to.
pub(crate) fn letter(context: &MoveContext<'_>, mv: Move, notation: Notation) -> String {
    let Some((kind, cell)) = mv.gated() else { return String::new() };
    let letter = context.language.letter(kind);
    let cell = if mv.kind == MoveKind::Castle { context.language.name(cell) } else { "" };
    match notation {
        Notation::Coordinates if names_another(context, mv) => format!("/{}", letter.to_lowercase()),
        Notation::Coordinates => letter.to_lowercase(),
        Notation::San => format!("/{letter}{cell}"),
    }
}

/// Whether the same cells and letter also name a move after which the piece itself is what this one brings in behind it.
fn names_another(context: &MoveContext<'_>, mv: Move) -> bool {
    let letter = context.language.letter(mv.piece);
    let same = |other: &Move| {
        (other.from, other.to) == (mv.from, mv.to)
            && other.gated().is_none()
            && other.chosen_type().is_some_and(|kind| context.language.letter(kind) == letter)
    };
    context.legal().iter().any(same)
}

/// Whether a move brings in the piece a text names, with or without the cell it comes to: `H`, `He1`.
pub(crate) fn brings(context: &MoveContext<'_>, mv: Move, text: &str) -> bool {
    let Some((kind, cell)) = mv.gated() else { return text.is_empty() };
    let letter = text.strip_suffix(context.language.name(cell)).unwrap_or(text);
    context.language.is_called(kind, letter)
}
