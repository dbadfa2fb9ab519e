//! What stands on the board.

use super::fields::Field;
use super::part::{FenPlace, fields_at};
use super::{FenError, Language};
use crate::cell::{Cell, NEUTRAL, Piece, PieceType, Player};
use crate::position::setup::Setup;

/// Reads the rows. One too many is given back where it can be what may also stand in brackets, unless these are there.
pub(super) fn read<'t>(
    language: &Language<'_>,
    (start, text): Field<'t>,
    bracketed: bool,
    setup: &mut Setup,
) -> Result<Option<Field<'t>>, FenError> {
    let mut reader = Reader { pieces: Pieces::of(language), setup };
    let rows = &language.board.rows;
    let may_follow = !bracketed && fields_at(FenPlace::Bracket).any(|field| (field.is_used)(language));
    let mut at = start;
    let mut further = None;
    for (index, row) in text.split('/').enumerate() {
        match rows.get(index) {
            Some(cells) => reader.row(at, row, cells)?,
            None if index == rows.len() && may_follow => further = Some((at, row)),
            None => {
                let help = format!("{} rows with / between them", rows.len());
                return Err(FenError::new(at, "there are too many rows", help));
            }
        }
        at += row.len() + 1;
    }
    let count = text.split('/').count();
    if count < rows.len() {
        let message = format!("there are only {count} rows");
        return Err(FenError::new(
            start + text.len(),
            message,
            format!("{} rows with / between them", rows.len()),
        ));
    }
    Ok(further)
}

struct Reader<'a> {
    pieces: Pieces<'a>,
    setup: &'a mut Setup,
}

impl Reader<'_> {
    /// One row: pieces, blanks, holes.
    fn row(&mut self, start: usize, text: &str, cells: &[Option<Cell>]) -> Result<(), FenError> {
        let length = format!("{} cells in this row", cells.len());
        let (mut at, mut place) = (0, 0);
        while at < text.len() {
            let column = start + at;
            let rest = &text[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let too_long = || FenError::new(column, "the row is too long", &length);
            if digits > 0 {
                let blanks = rest[..digits].parse::<usize>().ok().filter(|n| *n > 0);
                // Any number may stand there: it is compared with the room that is left, not added first.
                place += blanks.filter(|n| *n <= cells.len() - place).ok_or_else(too_long)?;
                at += digits;
            } else {
                let cell = *cells.get(place).ok_or_else(too_long)?;
                let (piece, len) = self.item(column, rest, cell)?;
                if let Some(cell) = cell.filter(|_| piece.is_some()) {
                    self.setup.cells[cell.index()] = piece;
                }
                at += len;
                place += 1;
            }
            if self.pieces.language.is_for_many() && at < text.len() {
                if !text[at..].starts_with(',') {
                    return Err(FenError::new(
                        start + at,
                        "a comma is missing",
                        "items with commas: rK,2,yP",
                    ));
                }
                at += 1;
            }
        }
        if cells[place.min(cells.len())..].iter().any(Option::is_some) {
            return Err(FenError::new(start + text.len(), "the row is too short", length));
        }
        Ok(())
    }

    /// A piece, or nothing for a hole; how long its text is.
    fn item(&self, column: usize, text: &str, cell: Option<Cell>) -> Result<(Piece, usize), FenError> {
        let for_many = self.pieces.language.is_for_many();
        let hole = text.starts_with('*') || (for_many && (text == "x" || text.starts_with("x,")));
        match (hole, cell) {
            (true, None) => Ok((Piece::NONE, 1)),
            (true, Some(cell)) => match self.pieces.language.types.iter().position(|t| t.letter == "*") {
                Some(kind) if text.starts_with('*') => Ok((Piece::new(NEUTRAL, PieceType(kind as u8)), 1)),
                _ => {
                    let message = format!("{} is not a hole", self.pieces.language.name(cell));
                    Err(FenError::new(column, message, "a number for blanks, a letter for a piece"))
                }
            },
            (false, None) => {
                Err(FenError::new(column, "there is no cell here", if for_many { "x" } else { "*" }))
            }
            (false, Some(_)) => self.pieces.read(column, text),
        }
    }
}

/// The letters of pieces, with whose they are.
pub(crate) struct Pieces<'a> {
    language: &'a Language<'a>,
    prefixes: Vec<char>,
}

impl<'a> Pieces<'a> {
    /// Those of a game.
    pub fn of(language: &'a Language<'a>) -> Pieces<'a> {
        Pieces { language, prefixes: language.prefixes() }
    }

    /// The longest letter of a type that the text begins with, and whose it is.
    pub fn read(&self, column: usize, text: &str) -> Result<(Piece, usize), FenError> {
        let for_many = self.language.is_for_many();
        let mut mark = text.chars();
        let first = mark.next();
        let owner = match first {
            Some('^') => Some(NEUTRAL),
            Some(c) if for_many => self.prefixes.iter().position(|p| *p == c).map(|i| Player(i as u8)),
            _ => None,
        };
        if for_many && owner.is_none() {
            let marks: String = self.prefixes.iter().collect();
            let message = "no player has this mark";
            return Err(FenError::new(column, message, format!("one of {marks} before the letter")));
        }
        let skip = if owner.is_some() { first.map_or(0, char::len_utf8) } else { 0 };
        let rest = &text[skip..];
        let mut best: Option<(Piece, usize)> = None;
        for (index, info) in self.language.types.iter().enumerate() {
            let kind = PieceType(index as u8);
            let mut offer = |owner: Player, letter: &str| {
                let own = owner == NEUTRAL || info.owners >> (owner.index() & 7) & 1 != 0;
                if own
                    && !letter.is_empty()
                    && rest.starts_with(letter)
                    && best.is_none_or(|(_, len)| letter.len() > len)
                {
                    best = Some((Piece::new(owner, kind), letter.len()));
                }
            };
            match owner {
                Some(owner) => offer(owner, &info.letter),
                None => {
                    offer(Player(0), &info.letter);
                    if self.prefixes.len() > 1 {
                        offer(Player(1), &info.letter.to_lowercase());
                    }
                }
            }
        }
        let Some((piece, len)) = best else {
            let shown: String = rest.chars().take(if rest.starts_with('+') { 2 } else { 1 }).collect();
            let letters: Vec<&str> = self.language.types.iter().map(|t| t.letter.as_str()).collect();
            let message = format!("no piece has the letter \"{shown}\"");
            return Err(FenError::new(column, message, format!("one of {}", letters.join(", "))));
        };
        // A promoted piece may be marked where this game has no use for it.
        let tail = usize::from(rest[len..].starts_with('~'));
        Ok((piece, skip + len + tail))
    }
}
