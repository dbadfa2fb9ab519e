//! What can be asked of `chatura learn`.

use super::GameChoice;
use clap::Args;
use std::path::PathBuf;

pub(super) const LEARN_EXAMPLES: &str = "\
Examples:
  chatura learn my-game.toml --hours 8 --threads 2
  chatura learn makruk --generations 3
  chatura learn my-game.toml --hours 8 --resume

The engine plays against itself, a net is fitted to what it saw and how the games ended, and the
net is kept if it then wins against the engine without it. Everything is in the folder, from one
game to the next: Ctrl-C stops, --resume goes on. report.md in it tells what came of it. With one
thread and --generations the same seed learns the same.";

/// `chatura learn`
#[derive(Debug, Args)]
pub struct Learn {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// How many hours it goes on at most.
    #[arg(long, value_name = "HOURS", value_parser = hours, conflicts_with = "generations")]
    pub hours: Option<f64>,
    /// How many generations are played and learnt; one without this and without --hours.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub generations: Option<u32>,
    /// How many threads work; all there are without this.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Go on where an earlier run stopped.
    #[arg(long)]
    pub resume: bool,
    /// The folder for games, nets and the report; learn-GAME here without this.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Where the best net goes; GAME.net here without this.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Positions looked at for each move of the games it learns from.
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    pub nodes: u64,
    /// How many positions a generation plays.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000))]
    pub positions: u64,
    /// How large the net is, in sixteens of its inner sums.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub hidden: u8,
}

impl Learn {
    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

fn hours(text: &str) -> Result<f64, String> {
    let wrong = || "write hours from 0.01 to 1000, as in 0.5".to_owned();
    text.parse().ok().filter(|hours: &f64| (0.01..=1000.0).contains(hours)).ok_or_else(wrong)
}
