//! What the clients are asked to do.
#![allow(dead_code, reason = "each client uses its part")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What the clients are asked to do.
pub struct Arguments {
    /// The program that serves.
    pub program: PathBuf,
    /// How many games.
    pub games: usize,
    /// How long, or how long each round.
    pub seconds: u64,
    /// The time between two moves of a game.
    pub every: Duration,
    /// A server that runs already; one of its own if missing.
    pub address: Option<SocketAddr>,
    /// The folder for the data; one of its own if missing. To fill the disk, name one on a small file system.
    pub data: Option<PathBuf>,
    /// Whether people lose their connections now and then, for up to half a minute.
    pub drop: bool,
    /// How many malformed things others send meanwhile.
    pub rubbish: usize,
    /// Whether the program plays Black.
    pub ai: bool,
    /// How many times the server is ended, or the disk filled.
    pub rounds: u32,
    /// Whether the disk is filled instead of the server ended.
    pub fill: bool,
    /// Of the attacks only those whose name contains this.
    pub only: Option<String>,
}

const KNOWN: &str = "--program, --games, --seconds, --every, --address, --data, --drop, --rubbish, --ai, --rounds, --fill and --only";

impl Arguments {
    /// Reads the words of the command.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            program: PathBuf::from("target/release/chatura"),
            games: 100,
            seconds: 10,
            every: Duration::from_secs(1),
            address: None,
            data: None,
            drop: false,
            rubbish: 0,
            ai: false,
            rounds: 5,
            fill: false,
            only: None,
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--fill" => arguments.fill = true,
                "--drop" => arguments.drop = true,
                "--ai" => arguments.ai = true,
                _ => {
                    let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
                    arguments.set(&word, &value)?;
                }
            }
        }
        match arguments.fill && arguments.data.is_none() {
            true => Err("--fill needs --data, a folder on a small file system".to_owned()),
            false => Ok(arguments),
        }
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value}"));
        match word {
            "--program" => self.program = value.into(),
            "--games" => self.games = number()? as usize,
            "--seconds" => self.seconds = number()?,
            "--every" => self.every = Duration::from_millis(number()?.max(1)),
            "--address" => self.address = Some(value.parse().map_err(|_| format!("{value} is no address"))?),
            "--only" => self.only = Some(value.to_owned()),
            "--data" => self.data = Some(value.into()),
            "--rubbish" => self.rubbish = number()? as usize,
            "--rounds" => self.rounds = number()? as u32,
            _ => return Err(format!("there is no {word}; there are {KNOWN}")),
        }
        Ok(())
    }
}
