//! Hands in FEN: `[QRbn]`, for more players `[rQ,yP]`.

use crate::cell::{Piece, PieceType, Player};
use crate::notation::Language;
use crate::position::setup::Setup;

/// The strongest first, as definitions tend to begin with the pawn.
pub(crate) fn write(language: &Language<'_>, setup: &Setup) -> String {
    let mut items = Vec::new();
    for (index, hand) in setup.hands.iter().enumerate() {
        let mut hand: Vec<(PieceType, u8)> = hand.clone();
        hand.sort_by_key(|(kind, _)| std::cmp::Reverse(*kind));
        for (kind, count) in hand {
            let letter = language.piece(Piece::new(Player(index as u8), kind));
            match count {
                // Whole reserves would make the text longer than is read.
                129.. => items.push(format!("{count}{letter}")),
                _ => items.extend(std::iter::repeat_n(letter, count.into())),
            }
        }
    }
    format!("[{}]", items.join(if language.is_crowded() { "," } else { "" }))
}
