//! A setup as canonical text.

use super::Language;
use crate::cell::{Cell, Piece, Player};
use crate::position::setup::Setup;
use crate::rule::castling::fen as castling;
use crate::rule::drops::fen as hands;
use crate::rule::elimination::fen as seats;

/// Writes a setup in a language, also before its game has been compiled.
pub fn write(language: &Language<'_>, setup: &Setup) -> String {
    let rows: Vec<String> = language.board.rows.iter().map(|row| write_row(language, setup, row)).collect();
    let mut text = rows.join("/");
    if language.hands {
        text += &hands::write(language, setup);
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
