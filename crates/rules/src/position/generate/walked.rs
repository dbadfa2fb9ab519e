//! Moves that no table holds: tries are walked, and each move is tested.

use super::sink::Sink;
use super::{MoveGen, Wanted};
use crate::cell::Cell;
use crate::compile::tables::Mover;
use crate::movement::trie::{Class, Effect};
use crate::position::moves::{Move, MoveKind};
use crate::rule::en_passant::passing_move;
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
            let (cell, mut mv) = (cell.index(), Move::step(from, cell.index()));
            match effect {
                Effect::None => return,
                Effect::Go => return to.insert(cell),
                Effect::GoTrailing(path) => mv = passing_move(from, cell, path + 1),
                Effect::TakePassed => match self.passed_by(cell) {
                    Some(victim) => {
                        mv.kind = MoveKind::EnPassant;
                        mv.extra = victim;
                    }
                    None => return,
                },
                Effect::Sweep(list) => {
                    mv.kind = MoveKind::Sweep;
                    mv.node = list;
                }
                Effect::RifleCapture => mv.kind = MoveKind::Shoot,
            }
            if self.hits_wall(mv) {
                return;
            }
            if !others.contains(&mv) {
                others.push(mv);
            }
        };
        mover.more.tries[from].walk(&mut class, &mut end);
        if !mover.more.unmoved.is_empty() && self.state.unmoved.has(from) {
            mover.more.unmoved[from].walk(&mut class, &mut end);
        }
        to &= land;
        if self.tables.safety {
            to = self.tested(from, to);
        }
        if let Some(restraint) = &self.restraint {
            to = restraint.allow(self, mover, from, to);
        }
        self.promoting(mover, from, to, sink);
        for mv in others {
            let takes = matches!(mv.kind, MoveKind::Sweep | MoveKind::EnPassant | MoveKind::Shoot);
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

    /// Whether a shot or a capture on the way would take a wall.
    fn hits_wall(&self, mv: Move) -> bool {
        let taken = match mv.kind {
            MoveKind::Shoot => CellSet::of(mv.to.index()),
            MoveKind::Sweep => self.tables.sweeps[mv.node as usize] | CellSet::of(mv.to.index()),
            _ => return false,
        };
        self.tables.walls.into_iter().any(|wall| taken.meets(self.state.of_type(wall)))
    }

    #[inline(never)]
    pub(crate) fn royal_trie_moves<S: Sink<W> + ?Sized>(&self, mover: &Mover<W>, from: usize, sink: &mut S) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().trie_moves(mover, from, self.targets, &mut moves);
        for mv in moves {
            if self.legal_by_play(mv) {
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
