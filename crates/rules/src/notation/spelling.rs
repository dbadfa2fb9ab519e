//! How moves are spelled: those of pieces, and those of rules that have a kind of move of their own.
//!
//! A rule whose `Rule` constant has a [`Spelling`] writes and reads its kind of move itself, in both notations. What it
//! does not say otherwise is as for a piece that goes from a cell to another.

use super::context::MoveContext;
use super::error::MoveError;
use super::leaving::LEAVING;
use crate::cell::Cell;
use crate::position::moves::{Move, MoveKind};
use crate::rule;

/// The two ways to write a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `e7e8q`
    Coordinates,
    /// `e8=Q`
    San,
}

/// A text that is to be read as a move.
pub(crate) struct Said<'t> {
    /// All of it but judgements.
    pub text: &'t str,
    /// Without marks of check and without a choice.
    pub bare: &'t str,
    /// What it says of a choice, from the comma on.
    pub choice: &'t str,
}

/// What a rule makes of a text that has the form of its moves.
pub(crate) enum Reading {
    /// The legal moves it may mean, and those that come near if it means none.
    Moves { found: Vec<Move>, near: Vec<Move> },
    /// It means something that cannot be.
    Wrong(MoveError),
    /// It only looks like one.
    Formless,
}

/// The cells that a text in coordinates names.
pub(crate) struct Named {
    pub from: Cell,
    /// What stands between the two cells, if it is some rule's mark.
    pub mark: Option<&'static str>,
    pub to: Cell,
    /// A third cell behind them.
    pub third: Option<Cell>,
}

/// How moves of a kind are spelled.
pub(crate) trait Spelling: Sync {
    /// The kind; none for whatever no rule calls its own.
    fn kind(&self) -> Option<MoveKind>;

    /// The whole text, where it has a form of its own.
    fn whole(&self, _context: &MoveContext<'_>, _mv: Move, _notation: Notation) -> Option<String> {
        None
    }

    /// What stands before the goal.
    fn mark(&self) -> Option<&'static str> {
        None
    }

    /// What stands behind the goal: the type the move comes with.
    fn suffix(&self, context: &MoveContext<'_>, mv: Move, notation: Notation) -> String {
        context.suffix(mv, notation)
    }

    /// Reads a text of a form of its own; nothing if it has another form.
    fn read(&self, _context: &MoveContext<'_>, _said: &Said<'_>, _notation: Notation) -> Option<Reading> {
        None
    }

    /// Whether these cells name a move, in coordinates.
    fn is_named(&self, mv: Move, named: &Named) -> bool {
        let marked = named.mark.is_none() || named.mark == self.mark();
        named.third.is_none() && (named.from, named.to) == (mv.from, mv.to) && marked
    }

    /// Whether a move of a piece to a cell, with this mark before it, can be this one, in SAN. `exact` if the cell it
    /// comes from is named.
    fn goes_to(&self, mv: Move, to: Cell, mark: Option<&'static str>, _exact: bool) -> bool {
        to == mv.to && (mark.is_none() || mark == self.mark())
    }

    /// Whether a move that is written with this mark rather means another, if another fits: who castles or shoots
    /// can say so.
    fn yields(&self, _mark: Option<&'static str>) -> bool {
        false
    }
}

/// Moves of pieces, which no rule calls its own.
struct OfPieces;

impl Spelling for OfPieces {
    fn kind(&self) -> Option<MoveKind> {
        None
    }
}

/// Everybody who has a kind of move to spell.
fn spellings() -> impl Iterator<Item = &'static dyn Spelling> {
    std::iter::once(&LEAVING as &dyn Spelling).chain(rule::spellings())
}

/// The marks that rules set before a goal.
pub(super) fn marks() -> impl Iterator<Item = &'static str> {
    spellings().filter_map(Spelling::mark)
}

impl Move {
    /// Who spells it.
    pub(crate) fn spelling(self) -> &'static dyn Spelling {
        spellings().find(|spelling| spelling.kind() == Some(self.kind)).unwrap_or(&OfPieces)
    }
}

/// Reads a text that has a form of its own. One that only looks like a rule's may be another's.
pub(super) fn read(context: &MoveContext<'_>, said: &Said<'_>, notation: Notation) -> Option<Reading> {
    let mut formless = None;
    for spelling in spellings() {
        match spelling.read(context, said, notation) {
            Some(Reading::Formless) => formless = Some(Reading::Formless),
            None => {}
            read => return read,
        }
    }
    formless
}
