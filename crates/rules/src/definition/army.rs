//! An army written once for everybody: the first player's ranks, which the others have in their own place.

use crate::board::Board;
use crate::cell::{Cell, Piece, PieceType, Player};
use crate::compile::CheckedDefinition;
use crate::definition::{Problem, Spanned};
use crate::notation::{Language, fen};
use crate::position::setup::Setup;

/// The placement part of a FEN in which every player has this army.
///
/// Rows are ranks as the first player sees them, the last one rank 1, with numbers for blanks as in FEN.
pub(crate) fn array(checked: &CheckedDefinition, army: &Spanned<String>) -> Result<String, Problem> {
    let language = Language::of_checked(checked);
    let mut setup = Setup { cells: vec![Piece::NONE; checked.board.len()], ..Setup::default() };
    let rows: Vec<&str> = army.value.split('/').collect();
    let mut begin = 0;
    for (index, row) in rows.iter().enumerate() {
        let cells = rank(&checked.board, (rows.len() - index) as u16);
        let wrong = |message: String, at: usize, len: usize| {
            Problem::new(army.inside(begin + at, len), message, "here")
        };
        let mut place = 0;
        let mut rest = *row;
        while let Some(first) = rest.chars().next() {
            let at = row.len() - rest.len();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                place += rest[..digits].parse::<usize>().unwrap_or(usize::MAX).min(cells.len() + 1);
                rest = &rest[digits..];
                continue;
            }
            let Some((kind, length)) = longest(&language, rest) else {
                return Err(wrong(format!("no piece has the letter {first}"), at, first.len_utf8()));
            };
            if let Some(cell) = cells.get(place) {
                for player in 0..checked.players.len() {
                    let there = checked.views[player][cell.index()].index();
                    if setup.cells[there].is_some() {
                        let name = checked.board.name(Cell(there as u16));
                        return Err(wrong(format!("two armies meet on {name}"), at, length));
                    }
                    setup.cells[there] = Piece::new(Player(player as u8), kind);
                }
            }
            place += 1;
            rest = &rest[length..];
        }
        if place != cells.len() {
            let message = format!("this rank has {} cells, not {place}", cells.len());
            return Err(wrong(message, 0, row.len().max(1)));
        }
        begin += row.len() + 1;
    }
    let text = fen::write(&language, &setup);
    Ok(text.split([' ', '[']).next().unwrap_or_default().to_owned())
}

/// The cells of a rank from left to right.
fn rank(board: &Board, rank: u16) -> Vec<Cell> {
    let mut cells: Vec<usize> = (0..board.len()).filter(|cell| board.cells[*cell].rank == rank).collect();
    cells.sort_by_key(|cell| board.cells[*cell].file);
    cells.into_iter().map(|cell| Cell(cell as u16)).collect()
}

/// The type with the longest letter that the text begins with.
fn longest(language: &Language<'_>, text: &str) -> Option<(PieceType, usize)> {
    let types = language.types.iter().enumerate().filter(|(_, info)| text.starts_with(&info.letter));
    types
        .max_by_key(|(_, info)| info.letter.len())
        .map(|(kind, info)| (PieceType(kind as u8), info.letter.len()))
}
