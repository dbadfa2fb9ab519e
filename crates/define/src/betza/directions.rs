//! Which leaps direction letters pick.

use super::BetzaError;
use chatura_rules::board::{Lattice, Leap};

/// A direction letter and its place.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub letter: u8,
    pub column: usize,
}

/// One letter, or two side by side that belong together.
#[derive(Clone, Copy)]
struct Choice {
    first: u8,
    second: Option<u8>,
    column: usize,
}

/// The leaps of a first leg, in the player's frame.
pub(super) fn first_leaps(
    lattice: Lattice,
    bases: &[Leap],
    letters: &[Letter],
) -> Result<Vec<Leap>, BetzaError> {
    let choices = choices(letters)?;
    let mut leaps = Vec::new();
    for &base in bases {
        if let Some(half) = choices.iter().find(|c| c.second == Some(b'h') && !lattice.is_oblique(base)) {
            return Err(BetzaError::new(
                half.column,
                2,
                "\"h\" halves only the leaps of N, C and Z",
                format!("leave out the h: \"{}\"", half.first as char),
            ));
        }
        let all = lattice.all(base);
        let picked: Vec<Leap> = choices.iter().flat_map(|choice| pick(lattice, *choice, &all)).collect();
        leaps.extend(all.into_iter().filter(|leap| choices.is_empty() || picked.contains(leap)));
    }
    Ok(leaps)
}

/// The leaps of a later leg, in the frame in which the leg before went forward.
pub(super) fn later_leaps(
    lattice: Lattice,
    bases: &[Leap],
    letters: &[Letter],
    slanting: bool,
) -> Result<Vec<Leap>, BetzaError> {
    if bases.len() == 1 {
        let base = if slanting { turned(bases[0]) } else { bases[0] };
        return first_leaps(lattice, &[base], letters);
    }
    let choices = choices(letters)?;
    if let Some(half) = choices.iter().find(|c| c.second == Some(b'h')) {
        let message = "\"h\" halves only the leaps of N, C and Z";
        return Err(BetzaError::new(half.column, 2, message, "leave out the h"));
    }
    // Every direction is to be told apart: a letter is its own line, a pair is what lies between.
    let picked = |leap: &Leap| {
        let (right, forward) = lattice.extent(*leap);
        choices.is_empty()
            || choices.iter().any(|choice| match choice.second {
                None => right * forward == 0 && goes(lattice, choice.first, *leap),
                Some(second) => goes(lattice, choice.first, *leap) && goes(lattice, second, *leap),
            })
    };
    Ok(bases.iter().flat_map(|base| lattice.all(*base)).filter(picked).collect())
}

/// The same leap counted in a frame turned by one heading: what was straight slants and the reverse.
fn turned((short, long): Leap) -> Leap {
    (long - short, long)
}

fn is_lengthwise(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v')
}

fn choices(letters: &[Letter]) -> Result<Vec<Choice>, BetzaError> {
    let (mut choices, mut at) = (Vec::new(), 0);
    while let Some(&Letter { letter: first, column }) = letters.get(at) {
        if first == b'h' {
            let message = "\"h\" stands behind a direction";
            return Err(BetzaError::new(column, 1, message, "for example \"fh\": all forward leaps"));
        }
        let second = letters.get(at + 1).filter(|next| next.column == column + 1).map(|next| next.letter);
        let second = second.filter(|&s| s == b'h' || s == first || is_lengthwise(s) != is_lengthwise(first));
        at += 1 + usize::from(second.is_some());
        choices.push(Choice { first, second: second.filter(|s| *s != first), column });
    }
    Ok(choices)
}

/// How far a leap goes toward a letter's side; `v` and `s` have two sides.
fn toward(lattice: Lattice, letter: u8, leap: Leap) -> i16 {
    let (right, forward) = lattice.extent(leap);
    match letter {
        b'f' => forward,
        b'b' => -forward,
        b'l' => -right,
        b'r' => right,
        b'v' => forward.abs(),
        _ => right.abs(),
    }
}

fn goes(lattice: Lattice, letter: u8, leap: Leap) -> bool {
    toward(lattice, letter, leap) > 0
}

/// Those of the leaps that go farthest toward a letter.
fn farthest(lattice: Lattice, letter: u8, leaps: &[Leap]) -> Vec<Leap> {
    let most = leaps.iter().map(|leap| toward(lattice, letter, *leap)).max().unwrap_or(0);
    leaps.iter().copied().filter(|leap| toward(lattice, letter, *leap) == most).collect()
}

/// What a choice picks from the leaps of one kind.
fn pick(lattice: Lattice, choice: Choice, all: &[Leap]) -> Vec<Leap> {
    let first = choice.first;
    let only = |letters: &[u8]| -> Vec<Leap> {
        let goes = |leap: &&Leap| letters.iter().all(|letter| goes(lattice, *letter, **leap));
        all.iter().filter(goes).copied().collect()
    };
    match choice.second {
        None => farthest(lattice, first, all),
        Some(b'h') => only(&[first]),
        Some(second) => {
            let both = only(&[first, second]);
            if both.is_empty() {
                // Lines that cannot be crossed: both are meant.
                return [farthest(lattice, first, all), farthest(lattice, second, all)].concat();
            }
            if !lattice.is_oblique(both[0]) {
                return both;
            }
            // `s` and `v` behind another letter have no side of their own to give, so they give the axis.
            farthest(lattice, if matches!(second, b's' | b'v') { second } else { first }, &both)
        }
    }
}
