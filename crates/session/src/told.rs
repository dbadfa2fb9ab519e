//! What a ply did, in the words of events.

use crate::event::{CellEdit, HandEdit, PieceView};
use crate::seat::Seat;
use chatura_rules::{Edit, Game, NEUTRAL, Piece, Ply, Position};

impl PieceView {
    /// A piece of a game; nothing for an empty cell.
    pub(crate) fn of(game: &Game, piece: Piece) -> Option<PieceView> {
        piece.is_some().then(|| PieceView {
            seat: (piece.owner() != NEUTRAL).then(|| Seat::of(piece.owner())),
            letter: game.types()[piece.kind().index()].letter.clone(),
        })
    }
}

/// The cells among changes.
pub(crate) fn cell_edits(game: &Game, changes: &[Edit]) -> Vec<CellEdit> {
    let edit = |edit: &Edit| match *edit {
        Edit::Cell { cell, before, after } => Some(CellEdit {
            cell: game.board().name(cell).to_owned(),
            before: PieceView::of(game, before),
            after: PieceView::of(game, after),
        }),
        Edit::Hand { .. } => None,
    };
    changes.iter().filter_map(edit).collect()
}

/// The hands among changes, with what they hold after them.
pub(crate) fn hand_edits(after: &Position, changes: &[Edit]) -> Vec<HandEdit> {
    let edit = |edit: &Edit| match *edit {
        Edit::Hand { player, kind, .. } => Some(HandEdit {
            seat: Seat::of(player),
            letter: after.game().types()[kind.index()].letter.clone(),
            count: after.in_hand(player, kind),
        }),
        Edit::Cell { .. } => None,
    };
    changes.iter().filter_map(edit).collect()
}

/// Who went out by a ply, with the reason in words.
pub(crate) fn exits(ply: &Ply) -> Vec<(Seat, String)> {
    ply.out.iter().map(|exit| (Seat::of(exit.player), exit.words().to_owned())).collect()
}
