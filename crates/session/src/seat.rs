//! Places at the table, and for which of them someone speaks.

use chatura_rules::Player;
use serde::{Deserialize, Serialize};

/// A place at the table, by the order of turns: seat 0 has the first move. Players may change seats, colours do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// From whom a command comes.
///
/// Someone who speaks for several seats and says something that is for one of them (resign, offer a draw) means the
/// one to move if it is among them, else the first that still plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Whoever plays at one seat.
    Seat(Seat),
    /// Someone who plays at several: a hot seat.
    Seats(Vec<Seat>),
    /// Who keeps the table: an arbiter, the program itself. Speaks for no seat.
    Host,
}

impl Seat {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat of a player of the game.
    pub const fn of(player: Player) -> Seat {
        Seat(player.0)
    }

    /// The player of the game who sits here.
    pub const fn player(self) -> Player {
        Player(self.0)
    }
}
