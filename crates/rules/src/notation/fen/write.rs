//! A setup as canonical text.

use super::order::Part;
use super::part::{FenPlace, fields_at};
use super::{Language, words, write_cells};
use crate::cell::{Cell, Piece, Player};
use crate::position::setup::Setup;

/// Writes a setup in a language, also before its game has been compiled.
pub fn write(language: &Language<'_>, setup: &Setup) -> String {
    let rows: Vec<String> = language.board.rows.iter().map(|row| write_row(language, setup, row)).collect();
    let mut text = rows.join("/");
    for inside in fields_at(FenPlace::Bracket).filter_map(|field| (field.write)(language, setup)) {
        text += &format!("[{inside}]");
    }
    if let Some(order) = language.fields {
        order.iter().for_each(|part| text += &format!(" {}", one(language, setup, *part)));
        return text + &words::write(language, setup);
    }
    text += &format!(" {}", language.mark(setup.turn.unwrap_or(Player(0))));
    for field in fields_at(FenPlace::BehindTurn) {
        text += &format!(" {}", (field.write)(language, setup).as_deref().unwrap_or("-"));
    }
    for sum in fields_at(FenPlace::Sum).filter_map(|field| (field.write)(language, setup)) {
        text += &format!(" {sum}");
    }
    text += &format!(" {} {}", setup.halfmoves, setup.round);
    if let Some(cells) = setup.unmoved.as_ref().filter(|_| language.unmoved) {
        text += &format!(" {}", write_cells(language, cells));
    }
    text + &words::write(language, setup)
}

/// A field of a game that has an order of its own.
fn one(language: &Language<'_>, setup: &Setup, part: Part) -> String {
    match part {
        Part::Turn => language.mark(setup.turn.unwrap_or(Player(0))).to_string(),
        Part::Rule(field) => (field.write)(language, setup).unwrap_or_else(|| "-".to_owned()),
        Part::Halfmoves => setup.halfmoves.to_string(),
        Part::Round => setup.round.to_string(),
        Part::Unmoved => {
            let cells = setup.unmoved.as_ref().filter(|_| language.unmoved);
            cells.map_or_else(|| "-".to_owned(), |cells| write_cells(language, cells))
        }
    }
}

fn write_row(language: &Language<'_>, setup: &Setup, row: &[Option<Cell>]) -> String {
    let for_many = language.is_for_many();
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
            None => if for_many { "x" } else { "*" }.to_owned(),
        });
    }
    if blanks > 0 {
        items.push(blanks.to_string());
    }
    items.join(if for_many { "," } else { "" })
}
