//! What can be asked of `chatura tables`.

use super::{GameChoice, megabytes};
use clap::Args;
use std::path::PathBuf;

pub(super) const TABLES_EXAMPLES: &str = "\
Examples:
  chatura tables knightmate --pieces 3
  chatura tables chess --only KBNvK
  chatura tables chess --stats
  chatura analyze chess --fen '8/8/8/3k4/8/8/8/KBN5 w - - 0 1' --tables tables-chess

An endgame table says of every position with the same few pieces who wins and how soon, if nobody
errs. It is made from the rules alone. What depends on the way to a position is left out:
repetition, and draws for want of progress. Each table is a file in the folder as soon as it is
done; called again, it goes on with those that are not there yet.";

/// `chatura tables`
#[derive(Debug, Args)]
pub struct MakeTables {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// Make every table with at most so many pieces, kings included.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub pieces: u8,
    /// Make only these and what they lead to, by letters: KQvK; several with commas between.
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "pieces")]
    pub only: Vec<String>,
    /// The folder of the tables; tables-GAME here without this.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// How much memory making a table may take, in millions of bytes.
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = megabytes)]
    pub memory: usize,
    /// Make nothing; show what the tables say that are there.
    #[arg(long)]
    pub stats: bool,
    /// Print JSON, a table on each line.
    #[arg(long)]
    pub json: bool,
}
