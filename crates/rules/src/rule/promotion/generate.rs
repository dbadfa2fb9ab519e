//! Moves after which a piece becomes another.

use super::PromotionTable;
use crate::arena::Arena;
use crate::cell::PieceType;
use crate::compile::tables::{Mover, Tables, Types};
use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::{Move, MoveKind};
use crate::position::state::State;
use crate::set::CellSet;
use smallvec::SmallVec;

impl Move {
    /// The type the moving piece changes into, if it does.
    #[inline(always)]
    pub fn promotion(self) -> Option<PieceType> {
        let from_hand = matches!(self.kind, MoveKind::Drop | MoveKind::Gate | MoveKind::Castle);
        self.chosen_type().filter(|_| !from_hand)
    }
}

impl<const W: usize> Mover<W> {
    /// Those of its goals where a move may make it another piece.
    #[inline(always)]
    pub fn turning(&self, to: CellSet<W>) -> CellSet<W> {
        if self.leaves { to } else { to & self.promotion_zone }
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a move makes a royal piece of another.
    #[inline(always)]
    pub fn crowns(&self, mv: Move) -> bool {
        mv.promotion().is_some_and(|kind| self.rules.crowned.has(kind.index()))
    }

    /// Promotions that take nothing, of these pieces.
    #[inline(never)]
    fn quiet_promotions(&self, state: &State<W>, pieces: CellSet<W>, list: &mut Vec<Move>) {
        let us = state.status.turn as usize;
        let pieces = pieces & state.of_player(us);
        if pieces.is_empty() || state.status.ending.is_over() || self.rules.listeners.any {
            return;
        }
        let here = MoveGen::new::<false>(self, state, Wanted::Quiet);
        let before = list.len();
        for from in pieces.without(here.royals) {
            let mover = self.mover(us, state.piece(from).kind().index());
            for to in mover.promotion_zone & here.empty {
                here.moves_from(from, to, list);
            }
        }
        let mut kept = before;
        for index in before..list.len() {
            if list[index].promotion().is_some() {
                list[kept] = list[index];
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}

impl<const W: usize> Arena<'_, W> {
    /// Adds promotions that take nothing, of the pieces on these cells.
    pub fn promotions(&self, pieces: CellSet<W>, moves: &mut Vec<Move>) {
        self.tables.quiet_promotions(&self.state, pieces, moves);
    }

    /// Whether a move is tactical, as programs for chess say: it takes something, or makes its piece another.
    #[inline(always)]
    pub fn is_tactical(&self, mv: Move) -> bool {
        self.takes(mv) || mv.promotion().is_some()
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Moves that make a royal piece: it must be safe where it stands, and where only the last one counts, those there
    /// were need not be safe any more. No mask says that.
    #[inline(never)]
    pub(crate) fn crownings<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        if self.loose || self.tables.rules.crowned.is_empty() {
            return;
        }
        let mut loose = self.loose();
        let mut moves: Vec<Move> = Vec::new();
        if self.wanted != Wanted::Quiet {
            // Where captures explode they are no plain moves otherwise.
            loose.targets |= self.foes;
            loose.en_passant(&mut moves);
        }
        loose.plain::<Vec<Move>, false>(&mut moves);
        for mv in moves.into_iter().filter(|mv| self.tables.crowns(*mv) && self.legal_by_play(*mv)) {
            sink.one(mv);
        }
    }

    /// Moves of a piece to these cells, with whatever it becomes there.
    #[inline(always)]
    pub(crate) fn arrivals<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        match mover.promotes {
            true => self.promoting(mover, from, to, sink),
            false => sink.steps(from, to),
        }
    }

    #[inline(never)]
    fn promoting<S: Sink<W> + ?Sized>(&self, mover: &Mover<W>, from: usize, to: CellSet<W>, sink: &mut S) {
        if self.restraint.is_some() {
            return self.promoting_without_check(mover, from, to, sink);
        }
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let turn = self.taking(table, table.turning(from, to));
            stay = stay.without(turn & table.forced);
            if turn.any() {
                sink.each_as(turn, &self.choices(table), &|to| Move::step(from, to));
            }
        }
        sink.steps(from, stay);
    }

    /// The same where check may not be given: what a piece becomes decides whether it gives check.
    #[inline(never)]
    fn promoting_without_check<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().promoting(mover, from, to, &mut moves);
        for mv in moves.into_iter().filter(|mv| !self.tables.crowns(*mv) && self.legal_by_play(*mv)) {
            sink.one(mv);
        }
    }

    /// The same for many pieces that go the same way.
    #[inline(always)]
    pub(crate) fn shifted_to<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        delta: i32,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        if mover.turning(to).any() {
            self.shifted_promoting(mover, delta, to, sink);
        } else {
            sink.shifted(delta, to);
        }
    }

    #[inline(never)]
    fn shifted_promoting<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        delta: i32,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let zone = if table.leaving { table.zone | table.zone.shifted(delta) } else { table.zone };
            let turn = self.taking(table, to & zone);
            if turn.any() {
                sink.each_as(turn, &self.choices(table), &|to| Move::step((to as i32 - delta) as usize, to));
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
            let taken = table.taking.is_none() || self.takes_one_of(mv, table);
            if taken && table.turning(from, CellSet::of(to)).any() {
                moves.extend(self.choices(table).into_iter().map(|kind| mv.closed().with_piece(kind)));
                stays &= !table.forced.has(to);
            }
        }
        if stays {
            moves.push(mv);
        }
        moves
    }

    /// Those of a plain move's goals where it takes what it must to promote.
    #[inline(always)]
    fn taking(&self, table: &PromotionTable<W>, to: CellSet<W>) -> CellSet<W> {
        match table.taking {
            None => to,
            Some(kinds) => to & kinds.fold(CellSet::EMPTY, |all, kind| all | self.state.of_type(kind)),
        }
    }

    /// Whether a move takes a piece of the types that a promotion asks for.
    fn takes_one_of(&self, mv: Move, table: &PromotionTable<W>) -> bool {
        let mut taken = CellSet::of(mv.target().index());
        if mv.kind == MoveKind::Sweep {
            taken |= self.tables.sweeps[mv.node as usize];
        }
        self.taking(table, taken).without(self.state.of_player(self.us)).any()
    }

    /// What a piece may become now.
    #[inline(always)]
    fn choices(&self, table: &PromotionTable<W>) -> SmallVec<[PieceType; 6]> {
        let mut choices = table.choices.clone();
        // What becomes royal is left to `crownings`, unless everything is tested anyway.
        if !self.tables.rules.crowned.is_empty() && !self.loose {
            choices.retain(|kind| !self.tables.rules.crowned.has(kind.index()));
        }
        if table.limits.is_empty() {
            return choices;
        }
        let has = |kinds: Types| self.tables.owned(self.state, self.us, kinds);
        let mut pairs = table.choices.iter().zip(&table.limits);
        choices.retain(|kind| {
            let limit = pairs.find(|(named, _)| **named == *kind).map(|(_, limit)| limit);
            limit.is_none_or(|(kinds, limit)| has(*kinds) < usize::from(*limit))
        });
        choices
    }
}
