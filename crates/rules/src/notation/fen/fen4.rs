//! FEN4: positions of four-player chess as other programs write them.
//!
//! ```text
//! turn-out-kingside-queenside-points-halfmoves-{options}-rows
//! ```
//!
//! - Colours are seats: `r`, `b`, `y`, `g` clockwise from the first player, whatever the players are called here.
//! - **turn**: `R`, `B`, `Y` or `G`; **out**, **kingside**, **queenside**: `0,1,0,0`, a flag for each player. The
//!   king's side is the one whose edge is nearer to the king. **points**, **halfmoves**: numbers.
//! - **options**: `{'enPassant':('d3:d4','','','')}`, for each player the cell passed over and the cell of the piece
//!   that passed. Other options are skipped, and the whole may be missing.
//! - **rows**: 14 from the top, items with commas: a number of blanks, `x` where there is no cell (blanks may be
//!   counted across such places too), a piece behind its colour, `d` before a dead one. Smaller boards stand in the
//!   middle of such a square; rows of their own size are read too.
//!
//! It does not tell the round, in which order players left, nor moves made in an unfinished turn.

use super::fields::Field;
use super::part::{Fen4Field, Fen4Option, fen4_fields, fen4_options};
use super::{FenError, Language, MAX_LENGTH, blank};
use crate::board::Board;
use crate::cell::{Cell, NEUTRAL, Piece, PieceType, Player};
use crate::position::Position;
use crate::position::setup::Setup;

const COLOURS: [char; 4] = ['r', 'b', 'y', 'g'];
/// Files and ranks of the square everything stands on.
const SIZE: usize = 14;

/// Rows from the top; nothing where there is no cell.
type Grid = Vec<Vec<Option<Cell>>>;

/// Whether a text looks like FEN4, and so like no other FEN.
pub(super) fn is_fen4(text: &str) -> bool {
    let mut start = text.trim_start().chars();
    start.next().is_some_and(|c| COLOURS.contains(&c.to_ascii_lowercase()))
        && start.next() == Some('-')
        && start.next().is_some_and(|c| c.is_ascii_digit())
}

/// The board as it is, if four players sit round a square that is not too large.
fn square<'a>(language: &Language<'a>) -> Option<&'a Grid> {
    let board: &'a Board = language.board;
    let rows = &board.rows;
    let fits = language.players.len() == 4
        && (1..=SIZE).contains(&rows.len())
        && rows.iter().all(|row| row.len() == rows.len());
    fits.then_some(rows)
}

/// The board in the middle of the large square, or as it is where there is no middle.
fn centred(rows: &Grid) -> Grid {
    let margin = (SIZE - rows.len()) / 2;
    if rows.len() + 2 * margin != SIZE {
        return rows.clone();
    }
    let empty = vec![vec![None; SIZE]; margin];
    let side = vec![None; margin];
    let middle = rows.iter().map(|row| [&side[..], row, &side].concat());
    empty.iter().cloned().chain(middle).chain(empty.iter().cloned()).collect()
}

/// Reads a text that looks like FEN4.
pub(super) fn read(language: &Language<'_>, text: &str) -> Result<Setup, FenError> {
    let Some(board) = square(language) else {
        let help = "rows of the board with / between them";
        return Err(FenError::new(0, "FEN4 is for four players on a square of at most 14 by 14", help));
    };
    if text.len() > MAX_LENGTH {
        return Err(FenError::new(MAX_LENGTH, "the text is too long", format!("at most {MAX_LENGTH} bytes")));
    }
    let mut setup = blank(language);
    let mut parts = Parts { text, at: text.len() - text.trim_start().len() };
    let turn = parts.next("whose turn it is")?;
    let colour = |c: char| COLOURS.iter().position(|known| *known == c.to_ascii_lowercase());
    setup.turn = turn.1.trim().chars().next().and_then(colour).map(|index| Player(index as u8));
    let mut owned: Vec<(&Fen4Field, [i16; 4])> = Vec::new();
    for field in fen4_fields() {
        owned.push((field, four(parts.next(field.what)?, field.flags)?));
    }
    let (at, halfmoves) = parts.next("the moves without progress")?;
    let wrong = || FenError::new(at, "this is no number of moves", format!("at most {}", u16::MAX));
    setup.halfmoves = halfmoves.trim().parse().map_err(|_| wrong())?;
    let options = parts.options()?;
    let rows = (parts.at, &text[parts.at..]);
    let grid = if rows.1.split('/').count() == board.len() { board.clone() } else { centred(board) };
    read_rows(language, &grid, rows, &mut setup)?;
    for (field, numbers) in owned {
        (field.read)(language, numbers, &mut setup);
    }
    for (option, options) in fen4_options().flat_map(|option| options.map(|text| (option, text))) {
        (option.read)(&read_option(&grid, option, options)?, &mut setup);
    }
    Ok(setup)
}

/// The text, cut at its dashes.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    /// What stands before the next dash that is no sign of a number.
    fn next(&mut self, what: &str) -> Result<Field<'a>, FenError> {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let sign = |at: usize| rest[..at].trim_end().is_empty() || rest[..at].trim_end().ends_with(',');
        let Some(end) = rest.match_indices('-').map(|(at, _)| at).find(|at| !sign(*at)) else {
            let help = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-rows";
            return Err(FenError::new(start, format!("{what} is missing"), help));
        };
        self.at += end + 1;
        Ok((start, &rest[..end]))
    }

    /// What stands in braces, if anything does.
    fn options(&mut self) -> Result<Option<Field<'a>>, FenError> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let Some(inside) = self.text[start..].strip_prefix('{') else { return Ok(None) };
        let Some(end) = inside.find('}') else {
            return Err(FenError::new(start, "the brace is not closed", "{…}-rows"));
        };
        self.at = start + 1 + end + 1;
        let rest = &self.text[self.at..];
        let dash = rest.trim_start().strip_prefix('-').map(|after| rest.len() - after.len());
        self.at += dash.unwrap_or(0);
        Ok(Some((start + 1, &inside[..end])))
    }
}

/// A number for each player; of flags 0 and 1, also in words.
fn four((start, text): Field<'_>, flags: bool) -> Result<[i16; 4], FenError> {
    let read = |item: &str| match (flags, item) {
        (true, "0" | "false") => Some(0),
        (true, "1" | "true") => Some(1),
        (true, _) => None,
        (false, number) => number.parse().ok(),
    };
    let values: Option<Vec<i16>> = text.split(',').map(|item| read(item.trim())).collect();
    let wrong = || FenError::new(start, format!("\"{text}\" is not a number for each player"), "0,0,0,0");
    values.and_then(|values| values.try_into().ok()).ok_or_else(wrong)
}

fn read_rows(
    language: &Language<'_>,
    grid: &Grid,
    (start, text): Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let count = text.split('/').count();
    if count != grid.len() {
        let help = format!("{} rows with / between them", grid.len());
        return Err(FenError::new(start, format!("there are {count} rows"), help));
    }
    let mut at = start;
    for (row, cells) in text.split('/').zip(grid) {
        read_row(language, cells, (at, row), setup)?;
        at += row.len() + 1;
    }
    Ok(())
}

fn read_row(
    language: &Language<'_>,
    cells: &[Option<Cell>],
    (start, text): Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let length = format!("{} places in this row", cells.len());
    let (mut at, mut place) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        let (rest, column) = (&text[at..], start + at);
        if first == ',' || first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let too_long = || FenError::new(column, "the row is too long", &length);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let blanks = rest[..digits].parse::<usize>().ok().filter(|n| *n > 0);
            place += blanks.filter(|n| *n <= cells.len() - place).ok_or_else(too_long)?;
            at += digits;
            continue;
        }
        match (first, *cells.get(place).ok_or_else(too_long)?) {
            ('x' | 'X', None) => at += 1,
            ('x' | 'X', Some(cell)) => {
                let message = format!("{} is on the board", language.name(cell));
                return Err(FenError::new(column, message, "a number for blanks, a piece such as rK"));
            }
            (_, None) => return Err(FenError::new(column, "there is no cell here", "x")),
            (_, Some(cell)) => {
                let (piece, length) = read_piece(language, column, rest)?;
                setup.cells[cell.index()] = piece;
                at += length;
            }
        }
        place += 1;
    }
    if cells[place..].iter().any(Option::is_some) {
        return Err(FenError::new(start + text.len(), "the row is too short", length));
    }
    Ok(())
}

/// A colour and the longest letter that follows it; how long both are.
fn read_piece(language: &Language<'_>, column: usize, text: &str) -> Result<(Piece, usize), FenError> {
    let colour = text.chars().next().unwrap_or(' ');
    let owner = match COLOURS.iter().position(|known| *known == colour) {
        Some(index) => Player(index as u8),
        None if colour == 'd' => NEUTRAL,
        None => return Err(FenError::new(column, "this is no colour", "r, b, y, g, or d for a dead piece")),
    };
    let letters = language.types.iter().enumerate().filter(|(_, info)| text[1..].starts_with(&info.letter));
    match letters.max_by_key(|(_, info)| info.letter.len()) {
        Some((kind, info)) => Ok((Piece::new(owner, PieceType(kind as u8)), 1 + info.letter.len())),
        None => {
            let letters: Vec<&str> = language.types.iter().map(|info| info.letter.as_str()).collect();
            let message = "no piece has this letter";
            Err(FenError::new(column + 1, message, format!("one of {}", letters.join(", "))))
        }
    }
}

/// Reads the cells of an option from among all of them.
fn read_option(grid: &Grid, option: &Fen4Option, (start, text): Field<'_>) -> Result<Vec<Cell>, FenError> {
    let open = || {
        let key = text.find(option.key)?;
        Some(key + text[key..].find('(')? + 1)
    };
    let Some(open) = open() else { return Ok(Vec::new()) };
    let list = &text[open..text[open..].find(')').map_or(text.len(), |end| open + end)];
    let mut cells = Vec::new();
    let mut at = start + open;
    for item in list.split(',') {
        let names = item.trim().trim_matches(['\'', '"']).split(':').map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            let wrong = || FenError::new(at, format!("there is no cell {name}"), "'d3:d4'");
            cells.push(named(grid, name).ok_or_else(wrong)?);
        }
        at += item.len() + 1;
    }
    Ok(cells)
}

/// The cell of a name on the square, `a1` at the lower left.
fn named(grid: &Grid, name: &str) -> Option<Cell> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let rank: usize = name[1..].parse().ok()?;
    let row = grid.get(grid.len().checked_sub(rank)?)?;
    *row.get(usize::from(file))?
}

/// The name of a cell on the square.
fn name(grid: &Grid, cell: Cell) -> String {
    let find = |(row, cells): (usize, &Vec<Option<Cell>>)| {
        let file = cells.iter().position(|c| *c == Some(cell))?;
        Some(format!("{}{}", (b'a' + file as u8) as char, grid.len() - row))
    };
    grid.iter().enumerate().find_map(find).unwrap_or_default()
}

/// Writes a position as FEN4; nothing unless four players sit round a square of at most 14 by 14.
pub fn format_fen4(position: &Position) -> Option<String> {
    let language = Language::of(position.game());
    let grid = centred(square(&language)?);
    let options = fen4_options().filter_map(|option| write_option(&grid, option, position)).collect();
    Some(write(&language, &grid, &position.setup(), options))
}

/// An option with the cells of each player, if anybody has any.
fn write_option(grid: &Grid, option: &Fen4Option, position: &Position) -> Option<String> {
    let mut items = vec![String::new(); 4];
    for (player, cells) in (option.write)(position) {
        let names: Vec<String> = cells.into_iter().map(|cell| name(grid, cell)).collect();
        items[player.index()] = names.join(":");
    }
    let quoted: Vec<String> = items.iter().map(|item| format!("'{item}'")).collect();
    items.iter().any(|item| !item.is_empty()).then(|| format!("'{}':({})", option.key, quoted.join(",")))
}

fn write(language: &Language<'_>, grid: &Grid, setup: &Setup, mut options: Vec<String>) -> String {
    let turn = COLOURS.get(setup.turn.unwrap_or(Player(0)).index()).map_or('R', char::to_ascii_uppercase);
    let mut parts = vec![turn.to_string()];
    for field in fen4_fields() {
        let number = |player: u8| (field.write)(language, setup, Player(player)).to_string();
        parts.push((0..4).map(number).collect::<Vec<_>>().join(","));
    }
    parts.push(setup.halfmoves.to_string());
    let size = language.board.rows.len();
    if size < grid.len() {
        options.push(format!("'dim':'{size}x{size}'"));
    }
    if !options.is_empty() {
        parts.push(format!("{{{}}}", options.join(",")));
    }
    let rows: Vec<String> = grid.iter().map(|row| write_row(language, setup, row)).collect();
    parts.push(rows.join("/"));
    parts.join("-")
}

fn write_row(language: &Language<'_>, setup: &Setup, row: &[Option<Cell>]) -> String {
    let mut items: Vec<String> = Vec::new();
    let mut blanks = 0;
    for cell in row {
        let piece = cell.map(|cell| setup.cells[cell.index()]);
        if piece == Some(Piece::NONE) {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            items.push(std::mem::take(&mut blanks).to_string());
        }
        items.push(piece.map_or_else(|| "x".to_owned(), |piece| write_piece(language, piece)));
    }
    if blanks > 0 {
        items.push(blanks.to_string());
    }
    items.join(",")
}

fn write_piece(language: &Language<'_>, piece: Piece) -> String {
    let colour = COLOURS.get(piece.owner().index()).copied().unwrap_or('d');
    let letter = language.types.get(piece.kind().index()).map_or("?", |info| info.letter.as_str());
    format!("{colour}{letter}")
}
