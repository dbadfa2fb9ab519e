//! What can be asked of `chatura data`.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

pub(super) const DATA_EXAMPLES: &str = "\
Examples:
  chatura data backup games-2026-11-18.sqlite3         also while the server runs
  chatura data verify games-2026-11-18.sqlite3         every game played again from its log
  chatura data restore games-2026-11-18.sqlite3        what was there before is moved aside
  chatura data verify                                  the data the server uses
  chatura data prune --older-than 2y --dry-run         how many games that would be
  chatura data openings match.pgn                      what was played is counted in the explorer

Without --data the folder is the one `chatura serve` uses. Exit status: 0 done and in order,
1 something is wrong with the data.";

const DAY: u64 = 24 * 60 * 60;

/// `chatura data`
#[derive(Debug, Args)]
pub struct Data {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", global = true)]
    pub data: Option<PathBuf>,
    /// What to do with them.
    #[command(subcommand)]
    pub task: DataTask,
}

/// What can be done with data.
#[derive(Debug, Subcommand)]
pub enum DataTask {
    /// Copy everything into a new file, of one moment, also while the server runs; the copy is looked over.
    Backup {
        /// The file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Put a copy into the folder, while no server runs; what was there is moved aside.
    Restore {
        /// A file that `backup` wrote.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Play every game again from its log and compare how it then stands with what is kept.
    Verify {
        /// A file that `backup` wrote; without it the data in the folder, also while the server runs.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Count the openings of finished games in PGN or KIF among those of the service, while no server runs: what `chatura
    /// selfplay` and `chatura match` write, or games from elsewhere. Counted again, they count twice.
    Openings {
        /// The files.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The game of texts that do not name one.
        #[arg(long, value_name = "GAME", default_value = "chess")]
        game: String,
    },
    /// Take away games that are over and in which nothing has happened for long, while no server runs.
    Prune {
        /// For how long, as in 90d, 26w or 2y.
        #[arg(long, value_name = "AGE", value_parser = age)]
        older_than: Duration,
        /// Also games that never came to an end.
        #[arg(long)]
        unfinished: bool,
        /// Only say how many games that would be.
        #[arg(long)]
        dry_run: bool,
    },
}

/// A time in days, weeks or years.
fn age(text: &str) -> Result<Duration, String> {
    let wrong = || "write days, weeks or years, as in 90d, 26w or 2y".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let days = match unit {
        'd' => 1,
        'w' => 7,
        'y' => 365,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let seconds =
        number.checked_mul(days * DAY).filter(|seconds| (DAY..=1_000 * 365 * DAY).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_a_unit_and_are_a_day_at_least() {
        let days = |text| age(text).map(|age| age.as_secs() / DAY);
        assert_eq!((days("90d"), days("2w"), days("3y")), (Ok(90), Ok(14), Ok(1095)));
        for wrong in ["", "90", "d", "-1d", "0d", "1h", "2é", "99999999999999999999y", "2000y"] {
            assert!(days(wrong).is_err(), "{wrong}");
        }
    }
}
