//! What stands on the board and what is in hand.

use super::fields::Field;
use super::{FenError, Language};
use crate::cell::{Cell, NEUTRAL, Piece, PieceType, Player};
use crate::position::setup::Setup;

/// Reads the rows and the hands.
pub(super) fn read(
    language: &Language<'_>,
    (start, text): Field<'_>,
    hands: Option<Field<'_>>,
) -> Result<Setup, FenError> {
    let mut setup = Setup {
        cells: vec![Piece::NONE; language.board.len()],
        hands: vec![Vec::new(); language.players.len()],
        ..Setup::default()
    };
    let prefixes = language.prefixes();
    let mut reader = Reader { language, prefixes: &prefixes, setup: &mut setup };
    let rows = &language.board.rows;
    let mut at = start;
    let mut in_hand = hands;
    for (index, row) in text.split('/').enumerate() {
        match rows.get(index) {
            Some(cells) => reader.row(at, row, cells)?,
            None if index == rows.len() && language.hands && in_hand.is_none() => in_hand = Some((at, row)),
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
    if let Some((at, text)) = in_hand.filter(|(_, text)| *text != "-") {
        reader.hands(at, text)?;
    }
    Ok(setup)
}

struct Reader<'a> {
    language: &'a Language<'a>,
    prefixes: &'a [char],
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
                place += blanks.filter(|n| place + n <= cells.len()).ok_or_else(too_long)?;
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
            if self.language.is_crowded() && at < text.len() {
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
        let crowded = self.language.is_crowded();
        let hole = text.starts_with('*') || (crowded && (text == "x" || text.starts_with("x,")));
        match (hole, cell) {
            (true, None) => Ok((Piece::NONE, 1)),
            (true, Some(cell)) => match self.language.types.iter().position(|t| t.letter == "*") {
                Some(kind) if text.starts_with('*') => Ok((Piece::new(NEUTRAL, PieceType(kind as u8)), 1)),
                _ => {
                    let message = format!("{} is not a hole", self.language.name(cell));
                    Err(FenError::new(column, message, "a number for blanks, a letter for a piece"))
                }
            },
            (false, None) => {
                Err(FenError::new(column, "there is no cell here", if crowded { "x" } else { "*" }))
            }
            (false, Some(_)) => self.piece(column, text),
        }
    }

    /// The longest letter of a type that the text begins with, and whose it is.
    fn piece(&self, column: usize, text: &str) -> Result<(Piece, usize), FenError> {
        let crowded = self.language.is_crowded();
        let mut mark = text.chars();
        let first = mark.next();
        let owner = match first {
            Some('^') => Some(NEUTRAL),
            Some(c) if crowded => self.prefixes.iter().position(|p| *p == c).map(|i| Player(i as u8)),
            _ => None,
        };
        if crowded && owner.is_none() {
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
                if !letter.is_empty()
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

    /// What the players hold: letters, each with a number before it or not.
    fn hands(&mut self, start: usize, text: &str) -> Result<(), FenError> {
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if rest.starts_with([',', '-']) {
                at += 1;
                continue;
            }
            if !self.language.hands {
                return Err(FenError::new(start + at, "no pieces are held in this game", "nothing"));
            }
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count: u8 = if digits == 0 { Ok(1) } else { rest[..digits].parse() }
                .map_err(|_| FenError::new(start + at, "that is too many", "at most 255"))?;
            let (piece, len) = self.piece(start + at + digits, &rest[digits..])?;
            self.hold(start + at, piece, count)?;
            at += digits + len;
        }
        Ok(())
    }

    fn hold(&mut self, column: usize, piece: Piece, count: u8) -> Result<(), FenError> {
        let Some(hand) = self.setup.hands.get_mut(piece.owner().index()) else {
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
}
