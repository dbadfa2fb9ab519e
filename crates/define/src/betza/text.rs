//! Splits Betza notation into groups of modifiers, atom and range.

use super::directions::Letter;
use super::{BetzaError, MAX_LEGS, MAX_LENGTH, MAX_PARTS, too_many_parts};
use chatura_rules::movement::{Ends, Leg, Way};

/// An atom: its leaps up to symmetry, and whether it rides without a number.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    pub bases: &'static [(i8, i8)],
    unlimited: bool,
}

fn atom(letter: u8) -> Option<Atom> {
    let (bases, unlimited): (&'static [(i8, i8)], bool) = match letter {
        b'W' => (&[(0, 1)], false),
        b'F' => (&[(1, 1)], false),
        b'D' => (&[(0, 2)], false),
        b'N' => (&[(1, 2)], false),
        b'A' => (&[(2, 2)], false),
        b'H' => (&[(0, 3)], false),
        b'C' | b'L' => (&[(1, 3)], false),
        b'Z' | b'J' => (&[(2, 3)], false),
        b'G' => (&[(3, 3)], false),
        b'K' => (&[(0, 1), (1, 1)], false),
        b'R' => (&[(0, 1)], true),
        b'B' => (&[(1, 1)], true),
        b'Q' => (&[(0, 1), (1, 1)], true),
        _ => return None,
    };
    Some(Atom { bases, unlimited })
}

/// A group as written: legs of one atom.
pub(super) struct Group {
    pub legs: Vec<LegText>,
    pub initial: bool,
}

/// The modifiers of one leg.
#[derive(Clone)]
pub(super) struct LegText {
    pub column: usize,
    pub length: usize,
    pub atom: Atom,
    most: Option<u8>,
    pub directions: Vec<Letter>,
    /// `m`, `c`, `e`, or nothing said.
    ends: Option<Ends>,
    way: Option<(u8, Way)>,
    crooked: bool,
}

impl LegText {
    fn new(column: usize) -> Self {
        let nothing = Atom { bases: &[], unlimited: false };
        LegText {
            column,
            length: 0,
            atom: nothing,
            most: None,
            directions: Vec::new(),
            ends: None,
            way: None,
            crooked: false,
        }
    }

    fn modify(&mut self, letter: u8, column: usize) -> Result<(), BetzaError> {
        let ends = self.ends.get_or_insert(Ends { empty: false, enemy: false, passed: false });
        match letter {
            b'm' => ends.empty = true,
            b'c' => ends.enemy = true,
            b'e' => ends.passed = true,
            _ if *ends == (Ends { empty: false, enemy: false, passed: false }) => self.ends = None,
            _ => {}
        }
        let way = match letter {
            b'f' | b'b' | b'l' | b'r' | b'v' | b's' | b'h' => {
                self.directions.push(Letter { letter, column });
                None
            }
            b'z' => {
                self.crooked = true;
                None
            }
            b'n' => Some(Way::Lame),
            b'j' => Some(Way::Jump),
            b'p' => Some(Way::Hop),
            b'g' => Some(Way::HopShort),
            _ => None,
        };
        match (way, self.way) {
            (Some(_), Some((before, _))) if before != letter => Err(BetzaError::new(
                column,
                1,
                format!("\"{}\" and \"{}\" contradict each other", before as char, letter as char),
                "one of n (lame), j (jumps), p (hops on) and g (hops over one) for each leg",
            )),
            (Some(way), _) => {
                self.way = Some((letter, way));
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    pub fn leg(&self, leaps: Vec<(i8, i8)>, last: bool) -> Leg {
        Leg {
            leaps,
            least: 1,
            most: self.most,
            ends: self.ends.unwrap_or(if last { Ends::BOTH } else { Ends::EMPTY }),
            way: self.way.map_or(Way::Leap, |(_, way)| way),
            crooked: self.crooked,
        }
    }
}

/// Splits a text into its groups.
pub(super) fn groups(text: &str) -> Result<Vec<Group>, BetzaError> {
    if text.len() > MAX_LENGTH {
        let help = format!("at most {MAX_LENGTH} letters");
        return Err(BetzaError::new(
            text.floor_char_boundary(MAX_LENGTH),
            0,
            "the movement is too long",
            help,
        ));
    }
    let bytes = text.as_bytes();
    let (mut groups, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let group = group(text, &mut at)?;
        groups.push(group);
        if groups.len() > MAX_PARTS {
            return Err(too_many_parts(text));
        }
    }
    if groups.is_empty() {
        return Err(BetzaError::new(
            0,
            0,
            "the movement is empty",
            "write how it moves, for example \"N\" or \"WF\"",
        ));
    }
    Ok(groups)
}

fn group(text: &str, at: &mut usize) -> Result<Group, BetzaError> {
    let bytes = text.as_bytes();
    let start = *at;
    let mut legs = vec![LegText::new(start)];
    let mut initial = false;
    while let Some(&letter) = bytes.get(*at).filter(|byte| byte.is_ascii_lowercase()) {
        let column = *at;
        match letter {
            b'a' if legs.len() == MAX_LEGS => {
                let help = format!("a move has at most {MAX_LEGS} legs");
                return Err(BetzaError::new(column, 1, "too many legs", help));
            }
            b'a' => legs.push(LegText::new(column + 1)),
            b'i' => initial = true,
            _ if b"fblrvshmcenjpgz".contains(&letter) => {
                let leg = legs.len() - 1;
                legs[leg].modify(letter, column)?;
            }
            _ => return Err(unknown_letter(text, column)),
        }
        *at += 1;
    }
    let Some(&letter) = bytes.get(*at) else {
        let message = format!("no atom follows \"{}\"", &text[start..*at]);
        return Err(BetzaError::new(start, *at - start, message, ATOMS_HELP));
    };
    let Some(atom) = atom(letter) else { return Err(unknown_letter(text, *at)) };
    *at += 1;
    let doubled = bytes.get(*at) == Some(&letter);
    *at += usize::from(doubled);
    let most = match range(text, at)? {
        Some(0) => None,
        Some(most) => Some(most),
        None if atom.unlimited || doubled => None,
        None => Some(1),
    };
    for leg in &mut legs {
        (leg.atom, leg.most, leg.length) = (atom, most, *at - leg.column);
    }
    Ok(Group { legs, initial })
}

/// The number behind an atom.
fn range(text: &str, at: &mut usize) -> Result<Option<u8>, BetzaError> {
    let start = *at;
    let digits = text.as_bytes()[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    *at += digits;
    if digits == 0 {
        return Ok(None);
    }
    let number = text[start..*at].parse::<u8>();
    number.map(Some).map_err(|_| {
        BetzaError::new(start, digits, "the range is too large", "a number up to 255; 0 means no limit")
    })
}

const ATOMS_HELP: &str = "the atoms are W F D N A H C (or L) Z (or J) G and K R B Q";

fn unknown_letter(text: &str, column: usize) -> BetzaError {
    let letter = text[column..].chars().next().unwrap_or(' ');
    let upper = letter.to_ascii_uppercase();
    let help = match letter {
        'O' => "castling is a rule, not a movement: see castling in [rules]".to_owned(),
        '0'..='9' => "a range stands behind its atom, as in \"R4\"".to_owned(),
        'a'..='z' if atom(upper as u8).is_some() && !"fb".contains(letter) => {
            format!("atoms are capital letters: did you mean \"{upper}\"?")
        }
        'a'..='z' => "the modifiers are f b l r v s h, m c e, i n j p g z and a".to_owned(),
        _ => ATOMS_HELP.to_owned(),
    };
    BetzaError::new(column, letter.len_utf8(), format!("\"{letter}\" means nothing here"), help)
}
