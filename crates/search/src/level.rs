//! How strong the engine is to be.

use std::fmt;

/// A strength, from 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// As strong as it gets.
    pub const HIGHEST: Level = Level(20);

    /// The level of a number from 1 to 20.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=20 => Some(Level(number)),
            _ => None,
        }
    }

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=20).map(Level)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// A name for it.
    pub fn name(self) -> &'static str {
        match self.0 {
            1 | 2 => "beginner",
            3..=5 => "novice",
            6..=8 => "casual player",
            9..=11 => "club player",
            12..=14 => "strong club player",
            15..=17 => "expert",
            18 | 19 => "master",
            _ => "as strong as it can",
        }
    }

    /// About how strong a chess player it is like, measured in games against another engine that plays as if it had a
    /// rating; above level 16 it is told by what more time brings.
    pub fn elo(self) -> u32 {
        1000 + 112 * u32::from(self.0 - 1)
    }

    /// The level that comes nearest to such a strength.
    pub fn of_elo(elo: u32) -> Level {
        Level::all().min_by_key(|level| level.elo().abs_diff(elo)).unwrap_or(Level::HIGHEST)
    }

    /// The most positions it looks at; none for all it has time for.
    pub(crate) fn nodes(self) -> Option<u64> {
        (self.0 < 20).then(|| (40.0 * (0.75 * f64::from(self.0)).exp2()) as u64)
    }

    /// By how much, in hundredths of a pawn, it misjudges moves: it takes one for the best that is a little worse.
    pub(crate) fn blur(self) -> i32 {
        match self.0 {
            0..=9 => 5 * (10 - i32::from(self.0)).pow(2),
            _ => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, about {} Elo)", self.0, self.name(), self.elo())
    }
}
