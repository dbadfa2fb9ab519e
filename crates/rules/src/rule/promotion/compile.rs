//! Promotion as tables, by player and type.

use super::{Promotion, PromotionTable};
use crate::arena::Arena;
use crate::cell::{Cell, Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::game::Game;
use crate::compile::tables::{Bulk, Mover, RuleTables, Tables};
use crate::rule::RuleSet;
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::set::CellSet;
use smallvec::SmallVec;

/// The promotions of a type.
fn of_type(rules: &RuleSet, kind: usize) -> impl Iterator<Item = &Promotion> {
    rules.promotions.iter().filter(move |promotion| promotion.of.contains(&PieceType(kind as u8)))
}

/// Makes the tables.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.promotions = all(making.checked, making.counts);
        for (mover, promotions) in tables.movers.iter_mut().zip(&tables.rules.promotions) {
            promotions.iter().for_each(|promotion| apply(promotion, mover));
        }
        let royal = tables.royal.chain(tables.last_royal).filter(|kind| tables.become_type(PieceType(*kind)));
        if tables.safety {
            tables.rules.crowned = royal.collect();
        }
        tables.orthodox &= tables.rules.crowned.is_empty();
    }

    fn bytes(&self, rules: &RuleTables<W>) -> usize {
        size_of_val(&rules.promotions[..])
    }

    /// Who inherits an army may find pieces where the own ones would have promoted.
    fn cannot_stand(&self, at: &Placing<'_, W>, piece: Piece, cell: Cell) -> Option<&'static str> {
        (!at.tables.armies_pass_on() && must_have(at, piece, cell)).then_some("would have promoted")
    }
}

impl Game {
    /// Whether a type can become another by where it goes.
    pub fn promotes(&self, kind: PieceType) -> bool {
        self.checked().rules.each().any(|rules| of_type(rules, kind.index()).next().is_some())
    }

    /// Whether a type becomes another on its last rank and nowhere else, and must, as pawns of chess do.
    pub fn promotes_at_last_rank(&self, kind: PieceType) -> bool {
        let board = self.board();
        let last = |cell: usize| board.cells[cell].rank == board.ranks;
        let usual = |promotion: &Promotion| {
            !promotion.optional
                && !promotion.leaving
                && promotion.taking.is_none()
                && (0..board.len()).all(|cell| promotion.zone.has(cell) == last(cell))
        };
        let mut each = self.checked().rules.each();
        self.promotes(kind) && each.all(|rules| of_type(rules, kind.index()).all(usual))
    }
}

/// How types promote, by player and type; `counts` are how many of each the players begin with.
fn all<const W: usize>(
    checked: &CheckedDefinition,
    counts: &[Vec<u16>],
) -> Vec<SmallVec<[PromotionTable<W>; 1]>> {
    let players = checked.views.iter().zip(counts).enumerate();
    let all = players.flat_map(|(player, (view, count))| {
        (0..checked.types.len()).map(move |kind| {
            let own = of_type(checked.rules.of(player), kind);
            own.map(|p| p.table(view, count, |kind| checked.alike(kind)).of_army(checked, player)).collect()
        })
    });
    all.collect()
}

impl<const W: usize> PromotionTable<W> {
    /// The same without what this player cannot have.
    fn of_army(mut self, checked: &CheckedDefinition, player: usize) -> Self {
        let has = |kind: &PieceType| checked.types[kind.index()].owners >> player & 1 != 0;
        let limited = !self.limits.is_empty();
        let kept = self.choices.iter().map(has).collect::<Vec<_>>();
        let mut kept_limits = kept.iter();
        if limited {
            self.limits.retain(|_| kept_limits.next().is_some_and(|kept| *kept));
        }
        self.choices.retain(|kind| has(kind));
        self
    }
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

impl<const W: usize> Tables<W> {
    /// Whether a piece can become one of this type.
    pub fn become_type(&self, kind: PieceType) -> bool {
        self.rules.promotions.iter().flatten().any(|promotion| promotion.choices.contains(&kind))
    }
}

/// Whether a piece cannot stand on a cell because it would have promoted there.
fn must_have<const W: usize>(at: &Placing<'_, W>, piece: Piece, cell: Cell) -> bool {
    let Placing { game, tables } = at;
    let promotions = &tables.rules.promotions[piece.owner().index() * tables.types + piece.kind().index()];
    let promoted =
        !promotions.is_empty() && promotions.iter().all(|promotion| promotion.must_at(cell.index()));
    let begins = || game.start().cells[cell.index()] == piece;
    promoted && !begins() && !comes_otherwise(game, tables, piece.kind())
}

/// Whether a piece of this type may come to stand somewhere without having moved there as what it is: from a hand, by
/// a promotion, by a shot, or by castling.
fn comes_otherwise<const W: usize>(game: &Game, tables: &Tables<W>, kind: PieceType) -> bool {
    tables.rules.drops.as_ref().is_some_and(|drops| drops.held.contains(&kind))
        || tables.become_type(kind)
        || tables.rules.castling.as_ref().is_some_and(|castling| castling.concerns_type(kind.0))
        || game.checked().rules.shots.make(kind)
}

impl<const W: usize> Arena<'_, W> {
    /// Where a player's type promotes, and to what; several where there are several ways.
    pub fn promotion_zones(&self, player: usize, kind: usize) -> Vec<(CellSet<W>, Vec<PieceType>)> {
        let tables = &self.tables.rules.promotions[player * self.tables.types + kind];
        let by_place = tables.iter().filter(|table| table.taking.is_none());
        by_place.map(|table| (table.zone, table.choices.to_vec())).collect()
    }
}
