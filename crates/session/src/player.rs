//! Who plays at a seat.

use crate::time::Span;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who sits at a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupant {
    /// What it is called; may be empty.
    pub name: String,
    /// What plays.
    pub kind: PlayerKind,
}

/// What plays at a seat. The session treats all alike: they get events and give commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PlayerKind {
    /// Nobody yet.
    #[default]
    Nobody,
    /// A person.
    Person,
    /// A program: our own, or one of others.
    Ai(Ai),
}

/// Which program plays, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ai {
    /// By level; 0 is whatever the front end takes for usual.
    Level(u8),
    /// To a fixed depth.
    Depth(u8),
    /// With so many positions for each move.
    Nodes(u64),
    /// With so much time for each move.
    Time(Span),
    /// By a strategy, by its name: `one-ply`, `fixed-depth=4`.
    Strategy(String),
    /// A program of others, by the name it has where the game is played.
    Program(String),
}

/// Why a text names no kind of player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no player: write human, nobody, ai, ai:5 (a level), ai:depth=4, ai:nodes=10000, ai:time=500 (ms), ai:one-ply, ai:fixed-depth=4 or engine:NAME"
)]
pub struct PlayerKindError(pub String);

impl Occupant {
    /// Someone by name and kind.
    pub fn new(name: impl Into<String>, kind: PlayerKind) -> Occupant {
        Occupant { name: name.into(), kind }
    }
}

impl PlayerKind {
    /// Whether it is a program.
    pub fn is_ai(&self) -> bool {
        matches!(self, PlayerKind::Ai(_))
    }
}

impl FromStr for PlayerKind {
    type Err = PlayerKindError;

    fn from_str(text: &str) -> Result<PlayerKind, PlayerKindError> {
        let shown = || PlayerKindError(text.chars().take(40).collect());
        let word = text.trim().to_lowercase();
        let described = match word.as_str() {
            "human" | "person" => return Ok(PlayerKind::Person),
            "nobody" | "empty" => return Ok(PlayerKind::Nobody),
            "ai" => return Ok(PlayerKind::Ai(Ai::Level(0))),
            _ => match word.strip_prefix("engine:") {
                Some(name) if is_program_name(name) => {
                    return Ok(PlayerKind::Ai(Ai::Program(name.to_owned())));
                }
                _ => word.strip_prefix("ai:").ok_or_else(shown)?,
            },
        };
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let small = |text: &str| number(text).and_then(|number| u8::try_from(number).ok());
        let ai = match described.split_once('=') {
            Some(("level", level)) => Ai::Level(small(level).ok_or_else(shown)?),
            Some(("depth", depth)) => Ai::Depth(small(depth).ok_or_else(shown)?),
            Some(("nodes", nodes)) => Ai::Nodes(number(nodes).ok_or_else(shown)?),
            Some(("time", time)) => Ai::Time(Span(number(time).ok_or_else(shown)?)),
            Some(_) if is_name(described) => Ai::Strategy(described.to_owned()),
            Some(_) => return Err(shown()),
            None if described.starts_with(|c: char| c.is_ascii_digit()) => {
                Ai::Level(small(described).ok_or_else(shown)?)
            }
            None if is_name(described) => Ai::Strategy(described.to_owned()),
            None => return Err(shown()),
        };
        Ok(PlayerKind::Ai(ai))
    }
}

/// Whether a text can be the name of a strategy, perhaps with a number: `fixed-depth=5`.
pub(crate) fn is_name(text: &str) -> bool {
    let (text, number) = text.split_once('=').unwrap_or((text, "1"));
    if number.is_empty() || number.len() > 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() <= 40 && text.chars().all(fits)
}

/// Whether a text can be the name of a program: small letters, digits, `-`, `_` and `.`, beginning with a letter or a
/// digit, 40 at most.
pub fn is_program_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.starts_with(plain) && text.len() <= 40 && text.chars().all(|c| plain(c) || "-_.".contains(c))
}

/// As it is read: `ai:depth=4`.
impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Nobody => f.write_str("nobody"),
            PlayerKind::Person => f.write_str("human"),
            PlayerKind::Ai(Ai::Level(0)) => f.write_str("ai"),
            PlayerKind::Ai(Ai::Level(level)) => write!(f, "ai:{level}"),
            PlayerKind::Ai(Ai::Depth(depth)) => write!(f, "ai:depth={depth}"),
            PlayerKind::Ai(Ai::Nodes(nodes)) => write!(f, "ai:nodes={nodes}"),
            PlayerKind::Ai(Ai::Time(Span(time))) => write!(f, "ai:time={time}"),
            PlayerKind::Ai(Ai::Strategy(name)) => write!(f, "ai:{name}"),
            PlayerKind::Ai(Ai::Program(name)) => write!(f, "engine:{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_written_as_they_are_read() {
        let programs =
            ["ai", "ai:5", "ai:depth=4", "ai:nodes=10000", "ai:time=500", "ai:one-ply", "ai:fixed-depth"];
        for text in ["human", "nobody", "engine:stockfish-15.1"].into_iter().chain(programs) {
            assert_eq!(text.parse::<PlayerKind>().unwrap().to_string(), text);
        }
        assert_eq!("AI:Level=3".parse(), Ok(PlayerKind::Ai(Ai::Level(3))));
        assert_eq!("person".parse(), Ok(PlayerKind::Person));
    }

    #[test]
    fn what_is_no_player_is_refused_with_what_would_be() {
        for text in [
            "",
            "robot",
            "ai:",
            "ai:300",
            "ai:0",
            "ai:depth=",
            "ai:depth=x",
            "ai:né",
            "ai:-",
            "engine:",
            "engine:a/b",
        ] {
            let error = text.parse::<PlayerKind>().unwrap_err().to_string();
            assert!(error.contains("ai:depth=4"), "{error}");
        }
        assert!("x".repeat(1000).parse::<PlayerKind>().unwrap_err().to_string().len() < 200);
    }
}
