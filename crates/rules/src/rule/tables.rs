//! What a rule compiles to: tables of its own beside the others', for boards of every width.

use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::game::TypeInfo;
use crate::compile::tables::{RuleTables, Tables};
use crate::position::setup::Setup;

/// What a rule may look at while its tables are made.
pub(crate) struct Making<'a> {
    pub checked: &'a CheckedDefinition,
    /// The start position.
    pub start: &'a Setup,
    /// How many pieces of each type each player begins with, in hand or on the board.
    pub counts: &'a [Vec<u8>],
    /// Which players begin with a royal piece.
    pub has_royal: &'a [bool],
}

/// Makes a rule's tables for boards of a width.
pub(crate) trait TableMaker<const W: usize>: Sync {
    /// Puts what the rule needs into the tables of a game; those of the movements are there.
    fn make(&self, _making: &Making<'_>, _tables: &mut Tables<W>) {}

    /// How many bytes its tables point to, where that grows with the game.
    fn bytes(&self, _rules: &RuleTables<W>) -> usize {
        0
    }
}

/// A maker of tables for boards of every width.
#[derive(Clone, Copy)]
pub(crate) struct AnyMaker {
    one: &'static dyn TableMaker<1>,
    two: &'static dyn TableMaker<2>,
    three: &'static dyn TableMaker<3>,
    four: &'static dyn TableMaker<4>,
}

impl AnyMaker {
    /// One that does the same for boards of every width.
    pub const fn new<M>(maker: &'static M) -> AnyMaker
    where
        M: TableMaker<1> + TableMaker<2> + TableMaker<3> + TableMaker<4>,
    {
        AnyMaker { one: maker, two: maker, three: maker, four: maker }
    }
}

/// Makes nothing.
pub(crate) struct NoTables;

impl<const W: usize> TableMaker<W> for NoTables {}

/// Gives the maker for one of the four widths; the constant tells which.
pub(crate) trait MakerOf<const W: usize> {
    /// The maker for boards of this width.
    fn of_width(&self) -> &'static dyn TableMaker<W>;
}

macro_rules! widths {
    ($($width:literal $field:ident),*) => {
        $(impl MakerOf<$width> for AnyMaker {
            fn of_width(&self) -> &'static dyn TableMaker<$width> {
                self.$field
            }
        })*
    };
}
widths!(1 one, 2 two, 3 three, 4 four);

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
