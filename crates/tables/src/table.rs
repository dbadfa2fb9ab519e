//! What a table says of its positions.

use crate::explore::{Ground, Man};
use crate::index::Index;
use crate::material::Material;
use chatura_rules::notation::format_fen;

/// Who wins, for the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won in so many plies.
    Win(u16),
    /// Lost in so many plies.
    Loss(u16),
    /// Nobody can force anything.
    Draw,
}

/// What is kept of a position: nought for a draw, one more than the plies to a win, less than nought for a loss.
pub(crate) type Code = i16;
/// No position has this number.
pub(crate) const NOBODY: Code = Code::MIN;

/// A verdict of a code.
#[inline(always)]
pub(crate) fn verdict(code: Code) -> Option<Verdict> {
    match code {
        NOBODY => None,
        0 => Some(Verdict::Draw),
        1.. => Some(Verdict::Win(code as u16 - 1)),
        _ => Some(Verdict::Loss(code.unsigned_abs() - 1)),
    }
}

/// The table of a material.
pub(crate) struct Table {
    pub material: Material,
    pub index: Index,
    pub codes: Codes,
}

/// Codes in as little room as they need.
pub(crate) enum Codes {
    /// A byte each.
    Short(Vec<i8>),
    /// Two bytes each.
    Long(Vec<Code>),
}

impl Codes {
    /// Kept in as little room as possible.
    pub fn new(codes: &[Code]) -> Codes {
        let fits = |code: &Code| *code == NOBODY || i8::try_from(*code).is_ok_and(|code| code != i8::MIN);
        match codes.iter().all(fits) {
            true => Codes::Short(codes.iter().map(|code| i8::try_from(*code).unwrap_or(i8::MIN)).collect()),
            false => Codes::Long(codes.to_vec()),
        }
    }

    /// The code at a number; that of nobody if there is none.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Code {
        match self {
            Codes::Short(codes) => match codes.get(number) {
                Some(&i8::MIN) | None => NOBODY,
                Some(code) => (*code).into(),
            },
            Codes::Long(codes) => codes.get(number).copied().unwrap_or(NOBODY),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Codes::Short(codes) => codes.len(),
            Codes::Long(codes) => codes.len(),
        }
    }
}

/// The longest win of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// How many moves of its own it takes, where a turn is one move.
    pub moves: u16,
    /// How many plies.
    pub plies: u16,
    /// A position in which the player is to move and needs so many.
    pub fen: String,
}

/// What a table says as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// What it is about.
    pub name: String,
    /// By whose turn it is: how many positions are won, drawn and lost for that player.
    pub counts: [[u64; 3]; 2],
    /// By player: the longest win, with that player to move.
    pub longest: [Option<Longest>; 2],
    /// How many symmetries of the board were used.
    pub symmetries: usize,
}

impl Table {
    /// What the table says of a position of its material.
    #[inline(always)]
    pub fn verdict(&self, turn: u8, men: &[Man]) -> Option<Verdict> {
        verdict(self.codes.get(self.index.number(turn, men)))
    }

    /// What it says as a whole.
    pub fn statistics(&self, ground: &Ground) -> Statistics {
        let mut counts = [[0; 3]; 2];
        let mut longest: [Option<(u16, usize)>; 2] = [None; 2];
        for number in 0..self.codes.len() {
            let turn = usize::from(self.index.turn(number));
            let place = match verdict(self.codes.get(number)) {
                None => continue,
                Some(Verdict::Draw) => 1,
                Some(Verdict::Loss(_)) => 2,
                Some(Verdict::Win(plies)) => {
                    if longest[turn].is_none_or(|(most, _)| plies > most) {
                        longest[turn] = Some((plies, number));
                    }
                    0
                }
            };
            counts[turn][place] += 1;
        }
        let told = |(plies, number): (u16, usize)| {
            let position = self.index.position(number).and_then(|(turn, men)| ground.position(&men, turn));
            let fen = position.map_or_else(String::new, |position| format_fen(&position));
            Longest { moves: plies.div_ceil(2), plies, fen }
        };
        Statistics {
            name: self.material.name(ground.game()),
            counts,
            longest: longest.map(|longest| longest.map(told)),
            symmetries: self.index.maps().len(),
        }
    }
}
