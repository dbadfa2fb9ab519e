//! The blocks that are printed.

use crate::failure::Failure;
use chatura_rules::board::Board;
use chatura_rules::notation::Language;
use chatura_rules::{Game, Line, NEUTRAL, Piece, Player, Position};
use std::io::{self, Write};

/// Whether a game can be shown: two players on a full rectangle.
pub fn fits(game: &Game) -> Result<(), Failure> {
    let id = &game.about().id;
    match game.players().len() {
        2 if is_rectangle(game.board()) => Ok(()),
        2 => Err(Failure::Usage(format!("the text game needs a rectangle, and the board of {id} is none"))),
        players => {
            let many = if players == 1 { "one" } else { "more" };
            Err(Failure::Usage(format!("the text game is for two players, and {id} is for {many}")))
        }
    }
}

/// Whether rows and columns are straight, without gaps, and cells are named by their letter and number.
fn is_rectangle(board: &Board) -> bool {
    let straight = board.cells.iter().all(|cell| {
        board.cells.iter().all(|other| {
            let rank = cell.rank != other.rank || cell.centre.1 == other.centre.1;
            let file = cell.file != other.file || cell.centre.0 == other.centre.0;
            rank && file
        })
    });
    let named = board.cells.iter().all(|cell| {
        let letter = cell.name.chars().next().filter(char::is_ascii_alphabetic);
        cell.file > 0 && letter.is_some_and(|letter| cell.name == format!("{letter}{}", cell.rank))
    });
    let full = board.rows.iter().all(|row| row.len() == usize::from(board.files) && !row.contains(&None));
    straight && named && full && board.rows.len() == usize::from(board.ranks)
}

/// How blocks are written.
pub struct Blocks {
    /// What stands on both sides of the words that end a block.
    gap: &'static str,
}

impl Blocks {
    /// Blocks; wide ones as the published program prints them.
    pub fn new(wide: bool) -> Blocks {
        Blocks { gap: if wide { "  " } else { " " } }
    }

    /// The position, or who has won.
    pub fn output(&self, line: &Line, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "==== BEGIN GAME OUTPUT ====")?;
        match line.outcome() {
            Some(outcome) => {
                let winner = outcome.winner().map_or('D', |player| mark(line.position(), player));
                writeln!(out, "Winner: {winner}")?;
            }
            None => position(line.position(), out)?,
        }
        self.end("OUTPUT", out)
    }

    /// The line before what is read.
    pub fn begin_input(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "==== BEGIN GAME INPUT ====")
    }

    /// The line after it.
    pub fn end_input(&self, out: &mut impl Write) -> io::Result<()> {
        self.end("INPUT", out)
    }

    /// The line that ends a block.
    pub fn end(&self, what: &str, out: &mut impl Write) -> io::Result<()> {
        let gap = self.gap;
        writeln!(out, "===={gap}END GAME {what}{gap}====")
    }
}

fn position(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let board = position.game().board();
    let rule = "-".repeat(3 * usize::from(board.files) - 1);
    let margin = board.ranks.to_string().len();
    writeln!(out, "  {rule}")?;
    for row in &board.rows {
        let rank = row.iter().flatten().next().map_or(0, |cell| board.cells[cell.index()].rank);
        let cells: Vec<String> =
            row.iter().flatten().map(|cell| written(position, position.piece(*cell))).collect();
        writeln!(out, "{rank:>margin$}|{}|", cells.join(" "))?;
    }
    writeln!(out, "  {rule}")?;
    let letter = |name: &str| name.chars().take(1).collect::<String>().to_uppercase();
    let bottom = board.rows.last().into_iter().flatten().flatten();
    let files: Vec<String> = bottom.map(|cell| letter(board.name(*cell))).collect();
    writeln!(out, "  {}", files.join("  "))?;
    let attacked = |player: usize| !position.attacked_royals(Player(player as u8)).is_empty();
    let in_check = (0..position.game().players().len()).any(attacked);
    writeln!(out, "In check: {}", if in_check { 'Y' } else { 'N' })?;
    writeln!(out, "Next move: {}", mark(position, position.turn()))
}

/// A player's letter.
fn mark(position: &Position, player: Player) -> char {
    Language::of(position.game()).mark(player).to_ascii_uppercase()
}

/// A piece in two characters: whose and which. A promoted one has a small letter.
fn written(position: &Position, piece: Piece) -> String {
    if piece.is_none() {
        return "..".to_owned();
    }
    let owner = match piece.owner() {
        NEUTRAL => '*',
        owner => mark(position, owner),
    };
    let full = Language::of(position.game()).letter(piece.kind());
    let letter = full.chars().find(|c| c.is_alphanumeric()).unwrap_or('*');
    match full.chars().count() {
        1 => format!("{owner}{letter}"),
        _ => format!("{owner}{}", letter.to_lowercase()),
    }
}
