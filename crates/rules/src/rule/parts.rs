//! What a rule has on boards of every width: tables of its own beside the others', and its part of a position.

use crate::cell::{Cell, Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::game::{Game, TypeInfo};
use crate::compile::tables::{RuleTables, Tables};
use crate::position::setup::Setup;
use crate::position::state::State;

/// What a rule may look at while its tables are made.
pub(crate) struct Making<'a> {
    pub checked: &'a CheckedDefinition,
    /// The start position.
    pub start: &'a Setup,
    /// How many pieces of each type each player begins with, in hand or on the board.
    pub counts: &'a [Vec<u16>],
    /// Which players begin with a royal piece.
    pub has_royal: &'a [bool],
}

/// A rule on boards of a width.
pub(crate) trait RuleParts<const W: usize>: Sync {
    /// Puts what the rule needs into the tables of a game; those of the movements are there.
    fn make(&self, _making: &Making<'_>, _tables: &mut Tables<W>) {}

    /// How many bytes its tables point to, where that grows with the game.
    fn bytes(&self, _rules: &RuleTables<W>) -> usize {
        0
    }

    /// Why a piece cannot stand on a cell, as the rest of a sentence about the two: "would have promoted".
    fn cannot_stand(&self, _at: &Placing<'_, W>, _piece: Piece, _cell: Cell) -> Option<&'static str> {
        None
    }

    /// Puts what a setup says of the rule into a state; the pieces are there, and whose turn it is. Or says what cannot
    /// be.
    fn set_up(&self, _at: &Placing<'_, W>, _setup: &Setup, _state: &mut State<W>) -> Result<(), String> {
        Ok(())
    }

    /// Puts what a state says of the rule into a setup.
    fn tell(&self, _tables: &Tables<W>, _state: &State<W>, _setup: &mut Setup) {}
}

/// The game whose position is set up.
pub(crate) struct Placing<'a, const W: usize> {
    pub game: &'a Game,
    pub tables: &'a Tables<W>,
}

/// A rule on boards of every width.
#[derive(Clone, Copy)]
pub(crate) struct AnyParts {
    one: &'static dyn RuleParts<1>,
    two: &'static dyn RuleParts<2>,
    three: &'static dyn RuleParts<3>,
    four: &'static dyn RuleParts<4>,
    eleven: &'static dyn RuleParts<11>,
}

impl AnyParts {
    /// One that does the same on each.
    pub const fn new<P>(parts: &'static P) -> AnyParts
    where
        P: RuleParts<1> + RuleParts<2> + RuleParts<3> + RuleParts<4> + RuleParts<11>,
    {
        AnyParts { one: parts, two: parts, three: parts, four: parts, eleven: parts }
    }
}

/// A rule with nothing of its own.
pub(crate) struct NoParts;

impl<const W: usize> RuleParts<W> for NoParts {}

/// Gives a rule on one of the widths; the constant tells which.
pub(crate) trait PartsOf<const W: usize> {
    /// The rule on boards of this width.
    fn of_width(&self) -> &'static dyn RuleParts<W>;
}

macro_rules! widths {
    ($($width:literal $field:ident),*) => {
        $(impl PartsOf<$width> for AnyParts {
            fn of_width(&self) -> &'static dyn RuleParts<$width> {
                self.$field
            }
        })*
    };
}
widths!(1 one, 2 two, 3 three, 4 four, 11 eleven);

/// Types that look like others and are types of their own because of their past. What a rule says of a type it says of
/// these, too.
pub(crate) struct LookAlikes<'a>(pub &'a [TypeInfo]);

impl LookAlikes<'_> {
    /// Each of them, with the type it looks like.
    pub fn pairs(&self) -> impl Iterator<Item = (PieceType, PieceType)> + '_ {
        let pair = |(kind, info): (usize, &TypeInfo)| (PieceType(kind as u8), PieceType(info.base as u8));
        self.0.iter().enumerate().map(pair).filter(|(kind, base)| kind != base)
    }

    /// Adds to a list of types those that look like one of them.
    pub fn add_to(&self, list: &mut Vec<PieceType>) {
        for (kind, base) in self.pairs() {
            if list.contains(&base) && !list.contains(&kind) {
                list.push(kind);
            }
        }
    }
}
