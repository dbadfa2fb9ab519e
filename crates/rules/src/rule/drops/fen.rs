//! Hands in FEN: `[QRbn]`, for more players `[rQ,yP]`.

use crate::cell::{Piece, PieceType, Player};
use crate::notation::Language;
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::notation::fen::part::{FenField, FenPlace};
use crate::notation::fen::placement::Pieces;
use crate::position::setup::Setup;

/// What the players hold.
pub(super) const FIELD: FenField = FenField {
    place: FenPlace::Bracket,
    name: "",
    is_used,
    default: |language, setup| setup.hands = vec![Vec::new(); language.players.len()],
    read,
    write: |language, setup| is_used(language).then(|| write(language, setup)),
};

fn is_used(language: &Language<'_>) -> bool {
    language.rules.drops.is_some()
}

/// Letters, each with a number before it or not.
fn read(language: &Language<'_>, (start, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let pieces = Pieces::of(language);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with([',', '-']) {
            at += 1;
            continue;
        }
        if !is_used(language) {
            return Err(FenError::new(start + at, "no pieces are held in this game", "nothing"));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count: u8 = if digits == 0 { Ok(1) } else { rest[..digits].parse() }
            .map_err(|_| FenError::new(start + at, "that is too many", "at most 255"))?;
        let (piece, len) = pieces.read(start + at + digits, &rest[digits..])?;
        hold(start + at, piece, count, setup)?;
        at += digits + len;
    }
    Ok(())
}

fn hold(column: usize, piece: Piece, count: u8, setup: &mut Setup) -> Result<(), FenError> {
    let Some(hand) = setup.hands.get_mut(piece.owner().index()) else {
        return Err(FenError::new(column, "nobody can hold this", "a piece of a player"));
    };
    match hand.iter_mut().find(|(kind, _)| *kind == piece.kind()) {
        Some((_, held)) => {
            let sum = held.checked_add(count);
            *held = sum.ok_or_else(|| FenError::new(column, "that is too many", "at most 255"))?;
        }
        None if count > 0 => hand.push((piece.kind(), count)),
        None => {}
    }
    Ok(())
}

/// The strongest first, as definitions tend to begin with the pawn.
fn write(language: &Language<'_>, setup: &Setup) -> String {
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
    items.join(if language.is_for_many() { "," } else { "" })
}

/// The placement alone of a start position, without what is in hand.
pub(crate) fn placement(array: &str) -> &str {
    array.split('[').next().unwrap_or(array)
}
