//! Betza notation: how a piece moves, in a few letters.
//!
//! A text is a row of *groups*; each is an upper-case *atom*, lower-case *modifiers* before it and perhaps a
//! *range* after it. The piece may move by any of its groups: `WF` is the king, `mRcpR` the cannon.
//!
//! | atom | leap | atom | leap | atom | leap |
//! | --- | --- | --- | --- | --- | --- |
//! | `W` | (1, 0) | `F` | (1, 1) | `N` | (2, 1) |
//! | `D` | (2, 0) | `A` | (2, 2) | `C` or `L` | (3, 1) |
//! | `H` | (3, 0) | `G` | (3, 3) | `Z` or `J` | (3, 2) |
//!
//! `K` = `WF`; `R`, `B` and `Q` are `W`, `F` and `WF` without limit. A number gives the most leaps (`R4`, `K2`,
//! `N3`; 0 = no limit); a doubled letter is a rider (`NN` = `N0`).
//!
//! **Directions** `f b l r`, `v` = `f` and `b`, `s` = `l` and `r`; none = all.
//! - On `W D H` each letter is one direction, several are alternatives: `fsW` goes forward or sideways.
//! - On `F A G` a letter is half of the diagonals (`f` both forward ones, `l` both to the left; `v` and `s` all
//!   four), two letters for crossing directions side by side mean both at once: `flF` is forward-left only.
//! - On `N C Z` a letter means the two leaps nearest to that direction: `fN` (or `ffN`) is the knight of shogi.
//!   `fhN` is all four forward; `fsN` the two forward ones that go mainly sideways (and `lvN` the two to the left
//!   that go mainly lengthwise); `flN` the narrow forward one to the left, `lfN` the flat left one forward: the
//!   first letter is the main direction.
//! - On `K` and `Q` the letters apply to the orthogonal and to the diagonal half: `fK` = `fWfF`, `sK` = `sWF`.
//!
//! **Modes** `m` to empty cells only, `c` captures only, `e` takes en passant; none = `mc`, `ce` = captures also
//! en passant, `e` alone = nothing else.
//!
//! **Other modifiers** `i` only on the start cells; `n` lame: cells passed under a leap must be empty; `j` must
//! jump; `p` hops over exactly one piece and goes on (cannon); `g` hops over one and lands right behind it
//! (grasshopper); `z` crooked: turns a right angle after each leap, to and fro.
//!
//! **Legs** `a` ends one leg and begins another with the same atom and range: letters before it modify the first
//! leg, letters behind it the next. A leg that is not the last has mode `m` unless it says otherwise. Directions of
//! a later leg are relative to the leg before: `f` is straight on, `b` back, none = all. There `K` and `Q` have
//! eight directions, one letter or two each: `fK` straight on, `flK` half a right angle to the left. After a
//! slanting leap like `N` forward is the side the leap went mainly to.
//!
//! [`path`] joins legs of different atoms: `["F", "fR"]` goes one step diagonally, then outward like a rook. A
//! later leg keeps its kind of lines whatever the leg before was, so `fR` behind `F` has two directions, each half
//! a right angle from straight on.

mod directions;
mod named;
mod text;

pub use named::{NAMED, NamedPiece, named};

use directions::{first_leaps, later_leaps};
use rules::movement::{Leg, Movement, Part};
use std::fmt;
use text::{Group, LegText, groups};

/// The longest text.
pub const MAX_LENGTH: usize = 256;
/// The most alternatives, counted after shorthands of legs are written out.
pub const MAX_PARTS: usize = 64;
/// The most legs of one alternative.
pub const MAX_LEGS: usize = 8;

/// What is wrong with a text in Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The first wrong byte.
    pub column: usize,
    /// How many bytes are wrong; 0 = something is missing here.
    pub length: usize,
    /// A sentence that names it.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl BetzaError {
    fn new(column: usize, length: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        BetzaError { column, length, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (column {})", self.message, self.column + 1)
    }
}

impl std::error::Error for BetzaError {}

/// Reads Betza notation.
///
/// ```
/// let knight = define::betza::parse("N").unwrap();
/// assert_eq!(knight.parts[0].legs[0].leaps.len(), 8);
/// ```
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    path(&[text]).map_err(|(_, error)| error)
}

/// Reads legs in turn, each text one leg (or alternatives for it); the number is that of the text with the error.
pub fn path(texts: &[&str]) -> Result<Movement, (usize, BetzaError)> {
    if texts.is_empty() {
        return Err((
            0,
            BetzaError::new(0, 0, "the path has no legs", "write at least one leg, for example [\"F\"]"),
        ));
    }
    let mut sequences: Vec<Sequence> = vec![Sequence::default()];
    for (index, text) in texts.iter().enumerate() {
        let groups = groups(text).map_err(|error| (index, error))?;
        if sequences.len() * groups.len() > MAX_PARTS {
            return Err((index, too_many_parts(text)));
        }
        sequences = sequences
            .iter()
            .flat_map(|sequence| groups.iter().map(move |group| sequence.then(index, group)))
            .collect();
    }
    let mut movement = Movement::default();
    for sequence in &sequences {
        if sequence.legs.len() > MAX_LEGS {
            let error = BetzaError::new(0, 0, "too many legs", format!("a move has at most {MAX_LEGS} legs"));
            return Err((texts.len().saturating_sub(1), error));
        }
        let written_out = sequence.write_out(0, false)?;
        let parts = written_out.into_iter().map(|legs| Part { legs, initial: sequence.initial });
        movement.parts.extend(parts);
        if movement.parts.len() > MAX_PARTS {
            let last = texts.len() - 1;
            return Err((last, too_many_parts(texts[last])));
        }
    }
    Ok(movement)
}

fn too_many_parts(text: &str) -> BetzaError {
    let help = format!("a movement has at most {MAX_PARTS} alternatives");
    BetzaError::new(0, text.len(), "too many alternatives", help)
}

/// Legs in turn, each with the number of the text it came from.
#[derive(Clone, Default)]
struct Sequence {
    legs: Vec<(usize, LegText)>,
    initial: bool,
}

impl Sequence {
    fn then(&self, index: usize, group: &Group) -> Sequence {
        let mut next = self.clone();
        next.legs.extend(group.legs.iter().map(|leg| (index, leg.clone())));
        next.initial |= group.initial;
        next
    }

    /// The legs from number `at` on. `slanting` tells whether the walk so far ended along a diagonal: the frame is
    /// turned by half a right angle then, so a leap has other numbers in it. Where a leg has leaps of both kinds and
    /// a later one must tell them apart, there are two sequences.
    fn write_out(&self, at: usize, slanting: bool) -> Result<Vec<Vec<Leg>>, (usize, BetzaError)> {
        let Some((index, text)) = self.legs.get(at) else { return Ok(vec![Vec::new()]) };
        let leaps = match at {
            0 => first_leaps(text.atom.bases, &text.directions),
            _ => later_leaps(text.atom.bases, &text.directions, slanting),
        };
        let leaps = leaps.map_err(|error| (*index, error))?;
        if leaps.is_empty() {
            let error = BetzaError::new(
                text.column,
                text.length,
                "no direction is left",
                "leave out a direction letter",
            );
            return Err((*index, error));
        }
        let last = at + 1 == self.legs.len();
        let told_apart = self.legs[at + 1..].iter().any(|(_, later)| later.atom.bases.len() == 1);
        let turns = |leap: &(i8, i8)| leap.0.unsigned_abs() == leap.1.unsigned_abs();
        let (turning, straight): (Vec<_>, Vec<_>) = leaps.iter().copied().partition(turns);
        let cases = match (told_apart, turning.is_empty(), straight.is_empty()) {
            (true, false, false) => vec![(straight, slanting), (turning, !slanting)],
            (_, _, true) => vec![(leaps, !slanting)],
            _ => vec![(leaps, slanting)],
        };
        let mut sequences = Vec::new();
        for (leaps, slanting) in cases {
            for rest in self.write_out(at + 1, slanting)? {
                let mut legs = vec![text.leg(leaps.clone(), last)];
                legs.extend(rest);
                sequences.push(legs);
            }
        }
        Ok(sequences)
    }
}

#[cfg(test)]
mod tests;
