//! A setup as canonical text.

use super::{Language, castling, seats};
use crate::cell::{Cell, Piece, PieceType, Player};
use crate::position::setup::Setup;

/// Writes a setup in a language, also before its game has been compiled.
pub fn write(language: &Language<'_>, setup: &Setup) -> String {
    let rows: Vec<String> = language.board.rows.iter().map(|row| write_row(language, setup, row)).collect();
    let mut text = rows.join("/");
    if language.hands {
        text += &write_hands(language, setup);
    }
    let names = |cells: &[Cell]| match cells {
        [] => "-".to_owned(),
        cells => cells.iter().map(|cell| language.name(*cell)).collect::<Vec<_>>().join(","),
    };
    let turn = language.mark(setup.turn.unwrap_or(Player(0)));
    text += &format!(" {turn} {}", castling::write(language, setup));
    text += &format!(" {}", names(&setup.en_passant));
    if let Some(checks) = &setup.checks {
        let checks: Vec<String> = checks.iter().map(u8::to_string).collect();
        text += &format!(" {}", checks.join("+"));
    }
    text += &format!(" {} {}", setup.halfmoves, setup.round);
    if let Some(cells) = setup.unmoved.as_ref().filter(|_| language.unmoved) {
        text += &format!(" {}", names(cells));
    }
    text + &seats::write(language, setup)
}

fn write_row(language: &Language<'_>, setup: &Setup, row: &[Option<Cell>]) -> String {
    let crowded = language.is_crowded();
    let mut items: Vec<String> = Vec::new();
    let mut blanks = 0;
    for cell in row {
        let piece = cell.map(|cell| setup.cells.get(cell.index()).copied().unwrap_or(Piece::NONE));
        if piece == Some(Piece::NONE) {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            items.push(blanks.to_string());
            blanks = 0;
        }
        items.push(match piece {
            Some(piece) => language.piece(piece),
            None => if crowded { "x" } else { "*" }.to_owned(),
        });
    }
    if blanks > 0 {
        items.push(blanks.to_string());
    }
    items.join(if crowded { "," } else { "" })
}

/// The strongest first, as definitions tend to begin with the pawn.
fn write_hands(language: &Language<'_>, setup: &Setup) -> String {
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
