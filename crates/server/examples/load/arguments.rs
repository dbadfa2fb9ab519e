//! What the client is asked to do.

use std::net::SocketAddr;
use std::time::Duration;

/// What the client is asked to do.
pub struct Arguments {
    /// How many games.
    pub games: usize,
    /// How long.
    pub seconds: u64,
    /// The time between two moves of a game.
    pub every: Duration,
    /// A service elsewhere; one of its own if missing.
    pub address: Option<SocketAddr>,
}

impl Arguments {
    /// Reads `--games N --seconds S --every MILLISECONDS --address ADDRESS`.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments =
            Arguments { games: 100, seconds: 10, every: Duration::from_secs(1), address: None };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value}"));
            match word.as_str() {
                "--games" => arguments.games = number()? as usize,
                "--seconds" => arguments.seconds = number()?,
                "--every" => arguments.every = Duration::from_millis(number()?.max(1)),
                "--address" => {
                    arguments.address = Some(value.parse().map_err(|_| format!("{value} is no address"))?);
                }
                _ => {
                    return Err(format!(
                        "there is no {word}; there are --games, --seconds, --every and --address"
                    ));
                }
            }
        }
        Ok(arguments)
    }
}
