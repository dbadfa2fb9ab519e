//! Promotion in moves as text: `q`, `=Q`, `+`, `-`. A type that comes in with a move is named in the same place.

use crate::notation::context::MoveContext;
use crate::notation::language::Language;
use crate::notation::spelling::Notation;
use crate::position::moves::Move;

/// What a move turns its piece into, as notation shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change<'a> {
    /// Nothing, and it could not.
    None,
    /// The marked form of the same letter: `+`.
    Promotes,
    /// Back from the marked form: `-`.
    Demotes,
    /// A type by its letter.
    To(&'a str),
}

/// What a text says about the type promoted to or gated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want<'t> {
    /// Nothing.
    Unsaid,
    /// No change, explicitly.
    Stay,
    /// `+`
    Promotes,
    /// `-`
    Demotes,
    /// A letter.
    Letter(&'t str),
}

impl<'t> Want<'t> {
    /// Reads what follows the last cell: nothing, `q`, `=Q`, `(Q)`, `/H`, `+`, `=`, `-`.
    pub fn read(language: &Language<'_>, text: &'t str) -> Option<Want<'t>> {
        match text {
            "" => return Some(Want::Unsaid),
            "=" => return Some(Want::Stay),
            "+" | "=+" => return Some(Want::Promotes),
            "-" => return Some(Want::Demotes),
            _ => {}
        }
        let letter = text.strip_prefix(['=', '/']).unwrap_or(text);
        let letter = letter.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(letter);
        language.type_of(letter).map(|_| Want::Letter(letter))
    }

    /// The same as coordinates write it.
    pub fn in_coordinates(self) -> String {
        match self {
            Want::Promotes => "+".to_owned(),
            Want::Demotes => "-".to_owned(),
            Want::Letter(letter) => letter.to_lowercase(),
            Want::Unsaid | Want::Stay => String::new(),
        }
    }
}

impl<'a> MoveContext<'a> {
    fn change(&self, mv: Move) -> Change<'a> {
        if mv.promotion().is_none() {
            return Change::None;
        }
        let (before, after) = (self.mover(mv), self.chosen_letter(mv));
        if after.strip_prefix('+') == Some(before) {
            Change::Promotes
        } else if before.strip_prefix('+') == Some(after) {
            Change::Demotes
        } else {
            Change::To(after)
        }
    }

    /// Whether a move fits what a text says about its type.
    pub fn fits(&self, mv: Move, want: Want<'_>) -> bool {
        let change = self.change(mv);
        match want {
            Want::Unsaid => true,
            Want::Stay => mv.piece == Move::NO_TYPE,
            Want::Promotes => change == Change::Promotes,
            Want::Demotes => change == Change::Demotes,
            Want::Letter(letter) => mv.piece != Move::NO_TYPE && self.language.is_called(mv.piece, letter),
        }
    }

    /// What stands behind the goal of a piece.
    pub fn suffix(&self, mv: Move, notation: Notation) -> String {
        match (self.change(mv), notation) {
            (Change::Promotes, _) => "+".to_owned(),
            (Change::Demotes, _) => "-".to_owned(),
            (Change::To(letter), Notation::Coordinates) => letter.to_lowercase(),
            (Change::To(letter), Notation::San) => format!("={letter}"),
            (Change::None, Notation::San) if self.could_promote(mv) => "=".to_owned(),
            (Change::None, _) => String::new(),
        }
    }

    /// Whether the same move could also turn the piece into its marked form.
    fn could_promote(&self, mv: Move) -> bool {
        let same = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
        self.legal().iter().filter(same).any(|other| self.change(*other) == Change::Promotes)
    }

    /// A plus behind the cell promotes where that is possible, and only marks a check elsewhere.
    pub fn heed_plus(&self, found: &mut Vec<Move>) {
        let promotes = |mv: &Move| self.change(*mv) == Change::Promotes;
        if found.iter().any(promotes) {
            found.retain(promotes);
        }
    }
}
