//! How pieces move, as plain data: what Betza notation and explicit paths say, before any board.
//!
//! A [`Movement`] is a set of [`Part`]s; a part is a sequence of [`Leg`]s walked one after the other. [`trie`]
//! gives it its one meaning on a board. [`steps`] is another way to write it, that of board files.

pub mod steps;
pub mod trie;
mod walk;

pub use crate::compile::work::WalkError;
pub use walk::build;
pub(crate) use walk::build_within;

use crate::board::Leap;

/// A piece's moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// Each alternative.
    pub parts: Vec<Part>,
}

/// One alternative: legs in turn, the last one ends the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// At least one.
    pub legs: Vec<Leg>,
    /// Only on the start cells (`i`).
    pub initial: bool,
}

/// A straight (or crooked) walk of equal leaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The leaps it may begin with, as (to the right, forward) on squares. The first leg reads them in the player's frame, a
    /// later one in the frame whose forward is the way the leg before it went (for an oblique leap: its longer
    /// side). After a slanting leg that frame stands askew: its (1, 1) is then a straight step.
    pub leaps: Vec<Leap>,
    /// The fewest leaps.
    pub least: u8,
    /// The most leaps; `None` = until the board ends.
    pub most: Option<u8>,
    /// What it may end on.
    pub ends: Ends,
    /// What it does about pieces in the way.
    pub way: Way,
    /// Turns to the next line of its kind after each leap, to and fro (`z`).
    pub crooked: bool,
}

/// What a leg may end on. In a leg that is not the last, an enemy piece it ends on is taken in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// An empty cell (`m`).
    pub empty: bool,
    /// An enemy's piece (`c`).
    pub enemy: bool,
    /// A cell just passed over by an enemy's piece that can be taken there (`e`).
    pub passed: bool,
}

impl Ends {
    /// Move or capture, the usual.
    pub const BOTH: Ends = Ends { empty: true, enemy: true, passed: false };
    /// Only to empty cells.
    pub const EMPTY: Ends = Ends { empty: true, enemy: false, passed: false };
    /// Only captures.
    pub const ENEMY: Ends = Ends { empty: false, enemy: true, passed: false };
}

/// What a leg does about pieces in the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Each leap ignores what lies under it; the cells landed on in between must be empty.
    #[default]
    Leap,
    /// The cells under each leap must be empty too (`n`): straight first, then slanting.
    Lame,
    /// The cells under a single leap must be occupied; a rider passes its first cell whatever is there (`j`).
    Jump,
    /// Exactly one piece must be jumped, at any distance, then any distance on (`p`: the cannon).
    Hop,
    /// Exactly one piece must be jumped, landing on the cell right behind it (`g`: the grasshopper).
    HopShort,
}
