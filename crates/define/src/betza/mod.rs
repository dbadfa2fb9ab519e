//! Betza notation: how a piece moves, in a few letters.
//!
#![doc = include_str!("notation.md")]

mod directions;
mod named;
mod text;

pub use named::{NAMED, NamedPiece, named};

use chatura_rules::board::Lattice;
use chatura_rules::movement::{Leg, Movement, Part};
use directions::{first_leaps, later_leaps};
use std::fmt;
use text::{Group, LegText, groups};

/// The notation explained, in Markdown.
pub const DOCUMENTATION: &str = include_str!("notation.md");
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

/// Reads Betza notation for boards of squares.
///
/// ```
/// let knight = chatura_define::betza::parse("N").unwrap();
/// assert_eq!(knight.parts[0].legs[0].leaps.len(), 8);
/// ```
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    path(Lattice::Squares, &[text]).map_err(|(_, error)| error)
}

/// Reads legs in turn, each text one leg (or alternatives for it); the number is that of the text with the error.
pub fn path(lattice: Lattice, texts: &[&str]) -> Result<Movement, (usize, BetzaError)> {
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
        let written_out = sequence.write_out(lattice, 0, false)?;
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
    fn write_out(
        &self,
        lattice: Lattice,
        at: usize,
        slanting: bool,
    ) -> Result<Vec<Vec<Leg>>, (usize, BetzaError)> {
        let Some((index, text)) = self.legs.get(at) else { return Ok(vec![Vec::new()]) };
        let leaps = match at {
            0 => first_leaps(lattice, text.atom.bases, &text.directions),
            _ => later_leaps(lattice, text.atom.bases, &text.directions, slanting),
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
        let (turning, straight): (Vec<_>, Vec<_>) =
            leaps.iter().copied().partition(|leap| lattice.slants(*leap));
        let cases = match (told_apart, turning.is_empty(), straight.is_empty()) {
            (true, false, false) => vec![(straight, slanting), (turning, !slanting)],
            (_, _, true) => vec![(leaps, !slanting)],
            _ => vec![(leaps, slanting)],
        };
        let mut sequences = Vec::new();
        for (leaps, slanting) in cases {
            for rest in self.write_out(lattice, at + 1, slanting)? {
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
