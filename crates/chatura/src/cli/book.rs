//! `chatura book` on the command line.

use super::{GameChoice, PositionChoice};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `chatura book`
#[derive(Debug, Args)]
pub struct Book {
    /// What to do.
    #[command(subcommand)]
    pub action: BookAction,
}

/// What is done with books.
#[derive(Debug, Subcommand)]
pub enum BookAction {
    /// Make a book from games in PGN, or from games of the engine against itself.
    Make(MakeBook),
    /// Show which moves a book has in a position.
    Show(ShowBook),
}

/// `chatura book make`
#[derive(Debug, Args)]
pub struct MakeBook {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// The book to write, which must not be there yet: .bin in Polyglot's form, for chess; anything else in ours.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Games in PGN; may be given several times.
    #[arg(long, value_name = "FILE", required_unless_present = "selfplay")]
    pub pgn: Vec<PathBuf>,
    /// So many games of the engine against itself.
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub selfplay: Option<u32>,
    /// Positions a move in games of the engine against itself.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How many plies of each game.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub plies: u16,
    /// Only moves that were played at least so often.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub least: u32,
}

/// `chatura book show`
#[derive(Debug, Args)]
pub struct ShowBook {
    /// The book.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The position.
    #[command(flatten)]
    pub position: PositionChoice,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub const BOOK_EXAMPLES: &str = "\
Examples:
  chatura book make chess --pgn games.pgn --least 3 --out mine.bin
  chatura book make shogi --selfplay 200 --out shogi.book
  chatura book show mine.bin chess --moves e4 e5
  chatura match --engine ai:7 --engine ai:5 --book mine.bin
  chatura match --engine ai,book=mine.bin,name=booked --engine ai";
