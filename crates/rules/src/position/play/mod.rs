//! Playing a move and taking it back: exact inverses, by edits.

mod hash;
mod turn;
mod undo;

pub(crate) use undo::{Step, Undo};

use crate::cell::Piece;
use crate::compile::tables::Tables;
use crate::position::moves::{Move, MoveKind};
use crate::position::outcome::Reason;
use crate::position::state::State;
use crate::rule::behaviour::Play;
use crate::set::CellSet;

impl<const W: usize> Tables<W> {
    /// Plays a legal move.
    #[inline(always)]
    pub fn play<const HASH: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        let mut undo = Undo::new(state);
        self.play_noting::<HASH>(state, mv, &mut undo);
        undo
    }

    /// The same, noted where it is wanted: what takes a move back is not small.
    #[inline(always)]
    pub fn play_noting<const HASH: bool>(&self, state: &mut State<W>, mv: Move, undo: &mut Undo<W>) {
        self.play_on::<HASH, true>(state, mv, undo);
    }

    /// Plays a move to see what it leaves behind. Whether the next one can move at all is not asked: that would ask
    /// for moves again.
    #[inline(never)]
    pub fn try_out(&self, state: &mut State<W>, mv: Move) {
        let mut undo = Undo::new(state);
        self.play_on::<false, false>(state, mv, &mut undo);
    }

    #[inline(always)]
    fn play_on<const HASH: bool, const TURN: bool>(
        &self,
        state: &mut State<W>,
        mv: Move,
        undo: &mut Undo<W>,
    ) {
        let us = state.status.turn as usize;
        let (from, to) = (mv.from.index(), mv.to.index());
        let mut progress = false;
        match mv.kind {
            kind if kind.is_step() => {
                let (piece, victim) = (state.piece(from), state.piece(to));
                progress = self.rules.progress >> piece.kind().0 & 1 != 0;
                if mv.piece != Move::NO_TYPE || victim.is_some() && self.explodes() {
                    progress |= self.play_changing::<HASH>(state, undo, mv, us);
                } else {
                    undo.step = Some(Step { from: mv.from.0, to: mv.to.0, piece, victim });
                    let there = CellSet::of(to);
                    if victim.is_some() {
                        progress = true;
                        state.toggle(victim, there);
                        if HASH {
                            state.status.hash ^= self.keys.piece(victim, to);
                        }
                        self.captured::<HASH>(state, undo, us, victim);
                    }
                    state.toggle(piece, CellSet::of(from) | there);
                    state.occupied.remove(from);
                    state.occupied.insert(to);
                    state.write(from, Piece::NONE);
                    state.write(to, piece);
                    if HASH {
                        state.status.hash ^= self.keys.piece(piece, from) ^ self.keys.piece(piece, to);
                    }
                }
            }
            MoveKind::Retire => {
                let reason = Reason::from_number(mv.node as u8);
                self.retire::<HASH>(state, undo, mv.extra.index(), reason);
                return;
            }
            _ => self.play_special::<HASH>(state, undo, mv, us, &mut progress),
        }
        if !self.orthodox {
            self.listen::<HASH>(state, undo, mv, us);
        }
        self.finish::<HASH, TURN>(state, undo, mv, us, progress);
    }

    /// Lets rules add to a move whose pieces have gone.
    #[inline(never)]
    fn listen<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, mv: Move, us: usize) {
        if self.rules.listeners.any {
            Play::new(self, state, undo, mv, us, HASH).after_move();
        }
    }

    /// The same, not inlined: where it is asked now and then.
    #[inline(never)]
    pub fn play_apart<const HASH: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        self.play::<HASH>(state, mv)
    }

    /// A step after which the piece is another, or explodes; says whether it took something.
    #[inline(never)]
    pub fn play_changing<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, to) = (mv.from.index(), mv.to.index());
        let piece = state.piece(from);
        self.set::<HASH>(state, undo, from, Piece::NONE);
        // What becomes another where it stands takes nothing.
        let victim = state.piece(to);
        if victim.is_some() {
            self.captured::<HASH>(state, undo, us, victim);
        }
        let kind = mv.chosen_type().unwrap_or(piece.kind());
        self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
        if victim.is_some() {
            self.explode::<HASH>(state, undo, to);
        }
        victim.is_some()
    }

    /// Whatever is no plain step.
    #[inline(never)]
    fn play_special<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
        progress: &mut bool,
    ) {
        *progress = match mv.kind {
            MoveKind::EnPassant => self.play_en_passant::<HASH>(state, undo, mv, us),
            MoveKind::Castle => self.play_castle::<HASH>(state, undo, mv, us),
            MoveKind::Drop => self.play_drop::<HASH>(state, undo, mv, us),
            MoveKind::Gate => self.play_gate::<HASH>(state, undo, mv, us),
            MoveKind::Sweep => self.play_sweep::<HASH>(state, undo, mv, us),
            MoveKind::Shoot => self.play_shot::<HASH>(state, undo, mv, us),
            MoveKind::Swap => self.play_swap::<HASH>(state, undo, mv),
            _ => false,
        };
    }

    /// A piece goes and takes what it met on the way; says that this was progress.
    fn play_sweep<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, to) = (mv.from.index(), mv.to.index());
        let piece = state.piece(from);
        self.set::<HASH>(state, undo, from, Piece::NONE);
        for cell in self.sweeps[mv.node as usize] {
            self.remove::<HASH>(state, undo, us, cell);
        }
        if to != from {
            self.remove::<HASH>(state, undo, us, to);
        }
        let kind = mv.chosen_type().unwrap_or(piece.kind());
        self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
        self.explode::<HASH>(state, undo, to);
        true
    }

    /// Rights, counters, the next player, and the ends that rules look for.
    #[inline(always)]
    fn finish<const HASH: bool, const TURN: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
        progress: bool,
    ) {
        self.end_rights(state, undo);
        let status = &mut state.status;
        status.halfmoves = if progress { 0 } else { status.halfmoves.saturating_add(1) };
        if self.orthodox {
            status.ply = status.ply.saturating_add(1);
            status.turn = 1 - us as u8;
            status.passed.forget_both();
        } else {
            self.finish_turn::<HASH, TURN>(state, undo, mv, us);
        }
        self.leave_open(state, us, mv);
        if self.rules.listeners.has_judges() {
            self.judge(state, undo, us);
        }
        if !self.orthodox && TURN && self.players > 2 {
            self.settle::<HASH>(state, undo, mv, us);
        }
    }

    /// Changes a cell.
    #[inline(always)]
    pub fn set<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, cell: usize, piece: Piece) {
        let before = state.piece(cell);
        undo.edits.push((cell as u16, before));
        if before.is_some() {
            state.take(cell);
            if HASH {
                state.status.hash ^= self.keys.piece(before, cell);
            }
        }
        if piece.is_some() {
            state.put(cell, piece);
            if HASH {
                state.status.hash ^= self.keys.piece(piece, cell);
            }
        }
    }

    /// Takes what stands on a cell, if anything does.
    #[inline(never)]
    pub fn remove<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, us: usize, cell: usize) {
        let victim = state.piece(cell);
        if victim.is_some() {
            self.set::<HASH>(state, undo, cell, Piece::NONE);
            self.captured::<HASH>(state, undo, us, victim);
        }
    }
}
