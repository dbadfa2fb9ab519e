//! Promotion as tables, by player and type.

use super::{Promotion, PromotionTable};
use crate::cell::{Piece, PieceType, Player};
use crate::compile::CheckedDefinition;
use crate::compile::game::Game;
use crate::compile::tables::{Bulk, Mover, RuleTables, Tables};
use crate::rule::tables::{Making, TableMaker};
use smallvec::SmallVec;

/// The promotions of a type.
fn of_type(checked: &CheckedDefinition, kind: usize) -> impl Iterator<Item = &Promotion> {
    checked.rules.promotions.iter().filter(move |promotion| promotion.of.contains(&PieceType(kind as u8)))
}

/// Makes the tables.
pub(super) struct Maker;

impl<const W: usize> TableMaker<W> for Maker {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.promotions = all(making.checked, making.counts);
        for (mover, promotions) in tables.movers.iter_mut().zip(&tables.rules.promotions) {
            promotions.iter().for_each(|promotion| apply(promotion, mover));
        }
        let royal = tables.royal.chain(tables.last_royal).filter(|kind| becomes(tables, PieceType(*kind)));
        if tables.safety {
            tables.rules.crowned = royal.collect();
        }
        tables.orthodox &= tables.rules.crowned.is_empty();
    }

    fn bytes(&self, rules: &RuleTables<W>) -> usize {
        size_of_val(&rules.promotions[..])
    }
}

impl Game {
    /// Whether a type can become another by where it goes.
    pub fn promotes(&self, kind: PieceType) -> bool {
        of_type(self.checked(), kind.index()).next().is_some()
    }
}

/// How types promote, by player and type; `counts` are how many of each the players begin with.
fn all<const W: usize>(
    checked: &CheckedDefinition,
    counts: &[Vec<u8>],
) -> Vec<SmallVec<[PromotionTable<W>; 1]>> {
    let players = checked.views.iter().zip(counts);
    let all = players.flat_map(|(view, count)| {
        (0..checked.types.len()).map(move |kind| {
            of_type(checked, kind).map(|p| p.table(view, count, |kind| checked.alike(kind))).collect()
        })
    });
    all.collect()
}

/// Tells a mover that it promotes so.
fn apply<const W: usize>(promotion: &PromotionTable<W>, mover: &mut Mover<W>) {
    mover.promotes = true;
    mover.leaves |= promotion.leaving;
    if mover.bulk != Bulk::Shifts {
        mover.bulk = Bulk::Single;
    }
    mover.promotion_zone |= promotion.zone;
}

/// Whether a piece can become one of this type.
pub(crate) fn becomes<const W: usize>(tables: &Tables<W>, kind: PieceType) -> bool {
    tables.rules.promotions.iter().flatten().any(|promotion| promotion.choices.contains(&kind))
}

/// Whether a piece cannot stand on a cell because it would have promoted there.
pub(crate) fn must_have<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    owner: usize,
    kind: usize,
    cell: usize,
) -> bool {
    let promotions = &tables.rules.promotions[owner * tables.types + kind];
    let promoted = !promotions.is_empty() && promotions.iter().all(|promotion| promotion.must_at(cell));
    let begins = || game.start().cells[cell] == Piece::new(Player(owner as u8), PieceType(kind as u8));
    promoted && !begins() && !comes_otherwise(game, tables, PieceType(kind as u8))
}

/// Whether a piece of this type may come to stand somewhere without having moved there as what it is: from a hand, by
/// a promotion, by a shot, or by castling.
fn comes_otherwise<const W: usize>(game: &Game, tables: &Tables<W>, kind: PieceType) -> bool {
    tables.rules.drops.as_ref().is_some_and(|drops| drops.held.contains(&kind))
        || becomes(tables, kind)
        || tables.rules.castling.as_ref().is_some_and(|castling| castling.concerns_type(kind.0))
        || game.checked().rules.shots.make(kind)
}
