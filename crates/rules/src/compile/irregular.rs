//! Lines that cannot be turned round. The reverse tables take it that whoever stands on a line of attack, nearer to
//! the victim, attacks along the rest of it. Where straight on depends on the cell one came from, and links lead one
//! way, that may fail; such lines are taken apart into single leaps over cells that must be empty.

use super::features::Feature;
use super::work::{WalkError, Work};
use crate::cell::Cell;

/// Takes the irregular lines of a type apart; `features` are those from each cell.
pub(super) fn take_apart(features: &mut [Vec<Feature>], work: &Work) -> Result<(), WalkError> {
    // A line taken apart no longer makes others regular, so this goes on until all that are left are.
    loop {
        let found = irregular(features, work)?;
        if found.is_empty() {
            return Ok(());
        }
        // From the last to the first, so that places stay what they are.
        for (from, index) in found.into_iter().rev() {
            let Feature::Ray(line, mode) = features[from].remove(index) else { continue };
            for (passed, to) in line.iter().enumerate() {
                let leap = match passed {
                    0 => Feature::Leap(*to, mode),
                    _ => Feature::LameLeap(line[..passed].to_vec(), *to, mode, None),
                };
                work.spend(passed + features[from].len())?;
                if !features[from].contains(&leap) {
                    features[from].push(leap);
                }
            }
        }
    }
}

/// Where irregular lines stand among the features.
fn irregular(features: &[Vec<Feature>], work: &Work) -> Result<Vec<(usize, usize)>, WalkError> {
    let attacks = |from: Cell, rest: &[Cell]| {
        let along = |feature: &Feature| match feature {
            Feature::Ray(line, mode) => mode.capture && line.starts_with(rest),
            _ => false,
        };
        features[from.index()].iter().any(along)
    };
    let mut found = Vec::new();
    for (from, list) in features.iter().enumerate() {
        for (index, feature) in list.iter().enumerate() {
            let Feature::Ray(line, mode) = feature else { continue };
            if !mode.capture {
                continue;
            }
            let ways = line.iter().map(|passed| features[passed.index()].len()).sum();
            work.spend(ways)?;
            let regular = (1..line.len()).all(|passed| attacks(line[passed - 1], &line[passed..]));
            if !regular {
                found.push((from, index));
            }
        }
    }
    Ok(found)
}
