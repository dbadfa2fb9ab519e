//! Which leaps direction letters pick.

use super::BetzaError;

/// A direction letter and its place.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub letter: u8,
    pub column: usize,
}

type Leap = (i8, i8);

/// One letter, or two side by side that belong together.
#[derive(Clone, Copy)]
struct Choice {
    first: u8,
    second: Option<u8>,
    column: usize,
}

/// The leaps of a first leg, in the player's frame.
pub(super) fn first_leaps(bases: &[Leap], letters: &[Letter]) -> Result<Vec<Leap>, BetzaError> {
    let choices = choices(letters)?;
    let mut leaps = Vec::new();
    for &base in bases {
        if let Some(half) = choices.iter().find(|c| c.second == Some(b'h') && !is_oblique(base)) {
            return Err(BetzaError::new(
                half.column,
                2,
                "\"h\" halves only the eight leaps of N, C and Z",
                format!("leave out the h: \"{}\"", half.first as char),
            ));
        }
        let picked = |leap: &Leap| choices.is_empty() || choices.iter().any(|c| picks(*c, *leap));
        leaps.extend(all(base).into_iter().filter(picked));
    }
    Ok(leaps)
}

/// The leaps of a later leg, in the frame in which the leg before went forward.
pub(super) fn later_leaps(
    bases: &[Leap],
    letters: &[Letter],
    slanting: bool,
) -> Result<Vec<Leap>, BetzaError> {
    if bases.len() == 1 {
        let base = if slanting { turned(bases[0]) } else { bases[0] };
        return first_leaps(&[base], letters);
    }
    let choices = choices(letters)?;
    if let Some(half) = choices.iter().find(|c| c.second == Some(b'h')) {
        let message = "\"h\" halves only the eight leaps of N, C and Z";
        return Err(BetzaError::new(half.column, 2, message, "leave out the h"));
    }
    // Eight directions to tell apart: a letter is straight, a pair slants.
    let picked = |leap: &Leap| {
        choices.is_empty()
            || choices.iter().any(|choice| match choice.second {
                None => leap.0 * leap.1 == 0 && toward(choice.first, *leap),
                Some(second) => leap.0 * leap.1 != 0 && toward(choice.first, *leap) && toward(second, *leap),
            })
    };
    Ok(bases.iter().flat_map(|base| all(*base)).filter(picked).collect())
}

/// The same leap counted in a frame turned by half a right angle: what was straight slants and the reverse.
fn turned((short, long): Leap) -> Leap {
    (long - short, long)
}

fn is_oblique((x, y): Leap) -> bool {
    x != 0 && y != 0 && x.unsigned_abs() != y.unsigned_abs()
}

/// A leap in all its directions.
fn all((short, long): Leap) -> Vec<Leap> {
    let mut leaps = Vec::with_capacity(8);
    for (x, y) in [(short, long), (long, short)] {
        for leap in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !leaps.contains(&leap) {
                leaps.push(leap);
            }
        }
    }
    leaps
}

fn is_lengthwise(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v')
}

fn choices(letters: &[Letter]) -> Result<Vec<Choice>, BetzaError> {
    let (mut choices, mut at) = (Vec::new(), 0);
    while let Some(&Letter { letter: first, column }) = letters.get(at) {
        if first == b'h' {
            let message = "\"h\" stands behind a direction";
            return Err(BetzaError::new(column, 1, message, "for example \"fh\": all four forward leaps"));
        }
        let second = letters.get(at + 1).filter(|next| next.column == column + 1).map(|next| next.letter);
        let second = second.filter(|&s| s == b'h' || s == first || is_lengthwise(s) != is_lengthwise(first));
        at += 1 + usize::from(second.is_some());
        choices.push(Choice { first, second: second.filter(|s| *s != first), column });
    }
    Ok(choices)
}

/// Whether a leap goes toward a letter's side at all.
fn toward(letter: u8, (x, y): Leap) -> bool {
    match letter {
        b'f' => y > 0,
        b'b' => y < 0,
        b'l' => x < 0,
        b'r' => x > 0,
        b'v' => y != 0,
        _ => x != 0,
    }
}

/// Whether a leap goes mainly along the axis of a letter.
fn mainly(letter: u8, (x, y): Leap) -> bool {
    (y.unsigned_abs() > x.unsigned_abs()) == is_lengthwise(letter)
}

fn picks(choice: Choice, leap: Leap) -> bool {
    let (first, second) = (choice.first, choice.second);
    match second {
        Some(second) if is_oblique(leap) => {
            // `s` and `v` behind another letter have no side of their own to give, so they give the axis.
            let axis = if matches!(second, b's' | b'v') { second } else { first };
            second == b'h' && toward(first, leap)
                || second != b'h' && toward(first, leap) && toward(second, leap) && mainly(axis, leap)
        }
        None if is_oblique(leap) => toward(first, leap) && mainly(first, leap),
        // Orthogonal directions cannot be crossed: both are meant.
        Some(second) if leap.0 == 0 || leap.1 == 0 => toward(first, leap) || toward(second, leap),
        Some(second) => toward(first, leap) && toward(second, leap),
        None => toward(first, leap),
    }
}
