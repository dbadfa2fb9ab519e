//! What is asked for.

use std::path::PathBuf;
use std::time::Duration;

/// What is asked for.
pub struct Arguments {
    /// The program that serves.
    pub program: PathBuf,
    /// How many games.
    pub games: usize,
    /// How many times the service is ended.
    pub rounds: u32,
    /// How long it runs each time.
    pub round: Duration,
    /// The time between two moves of a game.
    pub every: Duration,
    /// The folder for the data; one of its own if missing. To fill the disk, name one on a small file system.
    pub data: Option<PathBuf>,
    /// Whether the disk is filled instead.
    pub fill: bool,
}

impl Arguments {
    /// Reads the words of the command.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            program: PathBuf::from("target/release/chatura"),
            games: 20,
            rounds: 5,
            round: Duration::from_secs(2),
            every: Duration::from_millis(100),
            data: None,
            fill: false,
        };
        while let Some(word) = words.next() {
            if word == "--fill" {
                arguments.fill = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value}"));
            match word.as_str() {
                "--program" => arguments.program = value.into(),
                "--games" => arguments.games = number()? as usize,
                "--rounds" => arguments.rounds = number()? as u32,
                "--seconds" => arguments.round = Duration::from_secs(number()?),
                "--every" => arguments.every = Duration::from_millis(number()?.max(1)),
                "--data" => arguments.data = Some(value.into()),
                _ => {
                    let known = "--program, --games, --rounds, --seconds, --every, --data and --fill";
                    return Err(format!("there is no {word}; there are {known}"));
                }
            }
        }
        match arguments.fill && arguments.data.is_none() {
            true => Err("--fill needs --data, a folder on a small file system".to_owned()),
            false => Ok(arguments),
        }
    }
}
