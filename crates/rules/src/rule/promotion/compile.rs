//! Promotion as tables, by player and type.

use super::{Promotion, PromotionTable};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::game::Game;
use crate::compile::tables::{Bulk, Mover, Tables};
use smallvec::SmallVec;

/// The promotions of a type.
fn of_type(checked: &CheckedDefinition, kind: usize) -> impl Iterator<Item = &Promotion> {
    checked.rules.promotions.iter().filter(move |promotion| promotion.of.contains(&PieceType(kind as u8)))
}

/// How types promote, by player and type; `counts` are how many of each the players begin with.
pub(crate) fn tables<const W: usize>(
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

/// Tells a mover of a player that it promotes, if it does.
pub(crate) fn apply<const W: usize>(
    checked: &CheckedDefinition,
    player: usize,
    count: &[u8],
    mover: &mut Mover<W>,
) {
    for promotion in of_type(checked, mover.kind.into()) {
        let table = promotion.table::<W>(&checked.views[player], count, |kind| checked.alike(kind));
        mover.promotes = true;
        mover.leaves |= table.leaving;
        if mover.bulk != Bulk::Shifts {
            mover.bulk = Bulk::Single;
        }
        mover.promotion_zone |= table.zone;
    }
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
    promoted && !comes_otherwise(game, tables, PieceType(kind as u8))
}

/// Whether a piece of this type may come to stand somewhere without having moved there as what it is: from a hand, by
/// a promotion, or by a shot.
fn comes_otherwise<const W: usize>(game: &Game, tables: &Tables<W>, kind: PieceType) -> bool {
    tables.rules.drops.as_ref().is_some_and(|drops| drops.held.contains(&kind))
        || tables.rules.promotions.iter().flatten().any(|promotion| promotion.choices.contains(&kind))
        || game.types().iter().any(|info| info.shot == Some(kind))
}
