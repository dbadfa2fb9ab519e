//! Moves after which a piece becomes another.

use super::PromotionTable;
use crate::cell::PieceType;
use crate::compile::tables::{Mover, Types};
use crate::position::generate::MoveGen;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::set::CellSet;
use smallvec::SmallVec;

impl<const W: usize> MoveGen<'_, W> {
    #[inline(never)]
    pub(crate) fn promoting<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        if self.restraint.is_some() {
            return self.promoting_without_check(mover, from, to, sink);
        }
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let turn = table.turning(from, to);
            stay = stay.without(turn & table.forced);
            if turn.any() {
                sink.promotions(from, turn, &self.choices(table));
            }
        }
        sink.steps(from, stay);
    }

    /// The same where check may not be given: what a piece becomes decides whether it gives check.
    #[inline(never)]
    pub(crate) fn promoting_without_check<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().promoting(mover, from, to, &mut moves);
        for mv in moves.into_iter().filter(|mv| self.legal_by_play(*mv)) {
            sink.one(mv);
        }
    }

    #[inline(never)]
    pub(crate) fn shifted_promoting<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        delta: i32,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let zone = if table.leaving { table.zone | table.zone.shifted(delta) } else { table.zone };
            let turn = to & zone;
            if turn.any() {
                sink.shifted_promotions(delta, turn, &self.choices(table));
            }
            stay = stay.without(turn & table.forced);
        }
        sink.shifted(delta, stay);
    }

    /// A move with every promotion it allows.
    pub(crate) fn turned(&self, mover: &Mover<W>, mv: Move) -> SmallVec<[Move; 8]> {
        let (from, to) = (mv.from.index(), mv.to.index());
        let (mut moves, mut stays) = (SmallVec::new(), true);
        if mv.kind == MoveKind::Shoot {
            moves.push(mv);
            return moves;
        }
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            if table.turning(from, CellSet::of(to)).any() {
                // Who promotes is no longer what could be taken in passing.
                let plain = if mv.kind == MoveKind::Passing { Move::step(from, to) } else { mv };
                moves.extend(self.choices(table).into_iter().map(|kind| plain.with_piece(kind)));
                stays &= !table.forced.has(to);
            }
        }
        if stays {
            moves.push(mv);
        }
        moves
    }

    /// What a piece may become now.
    #[inline(always)]
    pub(crate) fn choices(&self, table: &PromotionTable<W>) -> SmallVec<[PieceType; 6]> {
        if table.limits.is_empty() {
            return table.choices.clone();
        }
        let held = |kind: u8| {
            let place = self.tables.rules.drops.as_ref().map(|drops| drops.place[kind as usize] as usize);
            place.and_then(|place| self.state.hands[self.us].get(place)).map_or(0, |held| usize::from(*held))
        };
        let has = |kinds: Types| -> usize {
            kinds.map(|kind| self.state.of(self.us, kind as usize).len() + held(kind)).sum()
        };
        let pairs = table.choices.iter().zip(&table.limits);
        pairs.filter(|(_, (kinds, limit))| has(*kinds) < usize::from(*limit)).map(|(kind, _)| *kind).collect()
    }
}
