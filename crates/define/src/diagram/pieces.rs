//! The pieces of a diagram and where they stand.

use super::put;
use crate::betza;
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value};

/// How pieces move whose name is enough.
const BY_NAME: &[(&str, &str)] = &[("pawn", "fmWfceFifmnD"), ("king", "KisO2")];

/// A piece as its line says.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub name: String,
    pub letter: String,
    pub moves: String,
    /// How far it goes when it castles.
    pub castles: Option<Spanned<u32>>,
    pub royal: bool,
    pub span: Span,
    moves_span: Span,
}

/// Where pieces stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub files: u32,
    pub ranks: u32,
    /// How Black's cells follow from White's: files turned too, or not; or they are given.
    pub turned: Option<bool>,
    pub holes: Vec<(u32, u32)>,
    /// File, rank, letter, whether it is White's.
    pub placed: Vec<(u32, u32, String, bool)>,
}

impl Piece {
    /// Reads a line; nothing if it only names holes.
    pub fn read(
        parts: &[Spanned<String>],
        before: &[Piece],
        start: &mut Start,
    ) -> Result<Option<Piece>, Problem> {
        let part = |index: usize| parts.get(index).map_or("", |part| part.value.as_str());
        let at = |index: usize| parts.get(index).map_or(parts[0].span, |part| part.span);
        let shown = part(0);
        let name: String =
            shown.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let name = name.trim_matches('-').to_owned();
        if name.is_empty() {
            let problem = Problem::new(parts[0].span, "the piece has no name", "no name");
            return Err(problem.help("write \"knight:N:N:knight:b1,g1\""));
        }
        if name == "hole" {
            for index in 4..parts.len() {
                let cells = start.cells(part(index), at(index))?;
                start.holes.extend(cells);
            }
            start.holes.sort_unstable();
            start.holes.dedup();
            return Ok(None);
        }
        if let Some(known) = before.iter().find(|piece| piece.name == name) {
            let message = format!("there is a piece \"{}\" already", known.name);
            return Err(
                Problem::new(parts[0].span, message, "twice").help("give each piece a name of its own")
            );
        }
        let letter = match part(1) {
            "" => shown.chars().next().unwrap_or('X').to_uppercase().to_string(),
            letter => letter.to_owned(),
        };
        if let Some(known) = before.iter().find(|piece| piece.letter == letter) {
            let message = format!("the letter {letter} is the {}'s already", known.name);
            return Err(Problem::new(at(1), message, "taken").help("give each piece a letter of its own"));
        }
        let given = match part(2) {
            "" => BY_NAME
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, moves)| *moves)
                .or(betza::named(&name)),
            moves => Some(moves),
        };
        let Some(given) = given else {
            let message = format!("how the {name} moves is not known");
            return Err(Problem::new(parts[0].span, message, "no movement")
                .help("write it behind the letter: \"name:X:WF\""));
        };
        let (moves, castles) = without_castling(given, at(2));
        let piece =
            Piece { name, letter, moves, castles, royal: false, span: parts[0].span, moves_span: at(2) };
        start.place(&piece, part(4), at(4), part(5), at(5))?;
        Ok(Some(piece))
    }

    /// Its entry in a definition.
    pub fn table(&self) -> Table {
        let mut table = Table::default();
        put(&mut table, "letter", Value::Text(self.letter.clone()), self.span);
        put(&mut table, "moves", Value::Text(self.moves.clone()), self.moves_span);
        if self.royal {
            put(&mut table, "royal", Value::Flag(true), self.span);
        }
        table
    }
}

/// A movement without the atom for castling, and how far that goes.
fn without_castling(moves: &str, span: Span) -> (String, Option<Spanned<u32>>) {
    let Some(at) = moves.find('O') else { return (moves.to_owned(), None) };
    let from = moves[..at].trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
    let digits: String = moves[at + 1..].chars().take_while(char::is_ascii_digit).collect();
    let rest = format!("{}{}", &moves[..from], &moves[at + 1 + digits.len()..]);
    (rest, Some(Spanned::new(digits.parse().unwrap_or(2), span)))
}

impl Start {
    fn place(
        &mut self,
        piece: &Piece,
        own: &str,
        at: Span,
        other: &str,
        other_at: Span,
    ) -> Result<(), Problem> {
        let white = self.cells(own, at)?;
        let black = match (other, self.turned) {
            ("", Some(turned)) => {
                let turn = |(file, rank): &(u32, u32)| {
                    (if turned { self.files + 1 - file } else { *file }, self.ranks + 1 - rank)
                };
                white.iter().map(turn).collect()
            }
            _ => self.cells(other, other_at)?,
        };
        for (cells, is_white) in [(white, true), (black, false)] {
            for (file, rank) in cells {
                if self.placed.iter().any(|placed| (placed.0, placed.1) == (file, rank)) {
                    let message = format!("two pieces stand on {}", cell(file, rank));
                    return Err(Problem::new(at, message, "taken already").help("one piece on a cell"));
                }
                self.placed.push((file, rank, piece.letter.clone(), is_white));
            }
        }
        Ok(())
    }

    /// Cells in a list: `a2-h2`, `b1,g1`.
    fn cells(&self, text: &str, span: Span) -> Result<Vec<(u32, u32)>, Problem> {
        let wrong = |word: &str| {
            let message = format!("\"{word}\" names no cell of this board");
            Problem::new(span, message, "no cell").help("cells and rows of them: \"a2-h2\", \"b1,g1\"")
        };
        let one = |word: &str| {
            let file = word.chars().next().filter(char::is_ascii_alphabetic)?;
            let file = u32::from(file.to_ascii_lowercase() as u8 - b'a') + 1;
            let rank = word[1..].parse::<u32>().ok()?;
            (file <= self.files && (1..=self.ranks).contains(&rank)).then_some((file, rank))
        };
        let mut cells = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.split_once('-') {
                None => cells.push(one(word).ok_or_else(|| wrong(word))?),
                Some((from, to)) => {
                    let (from, to) = one(from.trim()).zip(one(to.trim())).ok_or_else(|| wrong(word))?;
                    for rank in from.1.min(to.1)..=from.1.max(to.1) {
                        cells.extend((from.0.min(to.0)..=from.0.max(to.0)).map(|file| (file, rank)));
                    }
                }
            }
        }
        Ok(cells)
    }

    /// The letter of what stands in White's corners.
    pub fn corner(&self) -> Option<&str> {
        let there =
            |file: u32| self.placed.iter().find(|placed| (placed.0, placed.1, placed.3) == (file, 1, true));
        there(self.files).or(there(1)).map(|placed| placed.2.as_str())
    }

    /// The setup of a definition.
    pub fn table(&self, hands: bool, head: Span) -> Table {
        let mut rows = Vec::new();
        for rank in (1..=self.ranks).rev() {
            let (mut row, mut blank) = (String::new(), 0);
            for file in 1..=self.files {
                let placed = self.placed.iter().find(|placed| (placed.0, placed.1) == (file, rank));
                let text = match placed {
                    Some((_, _, letter, true)) => letter.clone(),
                    Some((_, _, letter, false)) => letter.to_lowercase(),
                    None if self.holes.contains(&(file, rank)) => "*".to_owned(),
                    None => {
                        blank += 1;
                        continue;
                    }
                };
                if blank > 0 {
                    row += &std::mem::take(&mut blank).to_string();
                }
                row += &text;
            }
            if blank > 0 {
                row += &blank.to_string();
            }
            rows.push(row);
        }
        let mut setup = Table::default();
        let array = format!("{}{}", rows.join("/"), if hands { "[]" } else { "" });
        put(&mut setup, "array", Value::Text(array), head);
        setup
    }
}

/// A cell's name.
pub(super) fn cell(file: u32, rank: u32) -> String {
    format!("{}{rank}", char::from(b'a' + (file.clamp(1, 26) - 1) as u8))
}
