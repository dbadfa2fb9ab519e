//! Moves that no table holds: tries are walked, and each move is tested.

use super::sink::Sink;
use super::{MoveGen, Wanted};
use crate::cell::Cell;
use crate::compile::tables::Mover;
use crate::movement::trie::{Class, Effect};
use crate::position::moves::{Move, MoveKind};
use crate::rule::shots;
use crate::set::CellSet;
use smallvec::SmallVec;

impl<const W: usize> MoveGen<'_, W> {
    /// Moves that no table holds: the trie is walked, each move tested.
    #[inline(never)]
    pub(crate) fn trie_moves<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        land: CellSet<W>,
        sink: &mut S,
    ) {
        let mut class = |cell: Cell| match cell.index() == from {
            true => Class::Empty,
            false => self.tables.class(self.state, self.us, cell.index()),
        };
        let (mut to, mut others) = (CellSet::EMPTY, SmallVec::<[Move; 8]>::new());
        let mut end = |cell: Cell, effect: Effect| {
            let cell = cell.index();
            let found = match effect {
                Effect::None => return,
                Effect::Go => return to.insert(cell),
                Effect::Sweep(list) => {
                    Some(Move { kind: MoveKind::Sweep, node: list, ..Move::step(from, cell) })
                }
                rule => self.passing_end(from, cell, rule).or_else(|| shots::end(from, cell, rule)),
            };
            others.extend(found.filter(|mv| !self.hits_spared(*mv) && !others.contains(mv)));
        };
        mover.more.tries[from].walk(&mut class, &mut end);
        if !mover.more.unmoved.is_empty() && self.state.marks.unmoved().has(from) {
            mover.more.unmoved[from].walk(&mut class, &mut end);
        }
        to &= land;
        if self.tables.safety {
            to = self.tested(from, to);
        }
        if let Some(restraint) = &self.restraint {
            to = restraint.allow(self, mover, from, to);
        }
        self.arrivals(mover, from, to, sink);
        for mv in others {
            let takes = mv.takes_if(false);
            let fits = match self.wanted {
                Wanted::All => true,
                Wanted::Captures => takes,
                Wanted::Quiet => !takes,
            };
            if !fits {
                continue;
            }
            for mv in self.turned(mover, mv) {
                if self.legal_by_play(mv) {
                    sink.one(mv);
                }
            }
        }
    }

    /// Whether a move would take what cannot be taken, at its goal or on its way.
    fn hits_spared(&self, mv: Move) -> bool {
        let mut taken = CellSet::of(mv.target().index());
        if mv.kind == MoveKind::Sweep {
            taken |= self.tables.sweeps[mv.node as usize];
        }
        taken.without(CellSet::of(mv.from.index())).meets(self.state.occupied.without(self.foes))
    }

    #[inline(never)]
    pub(crate) fn royal_trie_moves<S: Sink<W> + ?Sized>(&self, mover: &Mover<W>, from: usize, sink: &mut S) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().trie_moves(mover, from, self.targets, &mut moves);
        for mv in moves {
            if !self.tables.crowns(mv) && self.legal_by_play(mv) {
                sink.one(mv);
            }
        }
    }

    /// Of two attackers a plain move can take only one; a move that takes on its way may take both.
    #[inline(never)]
    pub(crate) fn sweeps_against_all<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for from in self.state.of_player(self.us).without(self.royals) {
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            if !mover.more.tries.is_empty() {
                self.trie_moves(mover, from, CellSet::EMPTY, sink);
            }
        }
    }
}
