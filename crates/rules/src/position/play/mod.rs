//! Playing a move and taking it back: exact inverses, by edits.

mod hash;
mod turn;
mod undo;

pub(crate) use undo::{Step, Undo};

use crate::cell::{Piece, Player};
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
        self.play_on::<HASH, true>(state, mv)
    }

    /// Plays a move to see what it leaves behind. Whether the next one can move at all is not asked: that would ask
    /// for moves again.
    #[inline(never)]
    pub fn try_out(&self, state: &mut State<W>, mv: Move) {
        self.play_on::<false, false>(state, mv);
    }

    #[inline(always)]
    fn play_on<const HASH: bool, const TURN: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        let us = state.status.turn as usize;
        let mut undo = Undo::new(state);
        let (from, to) = (mv.from.index(), mv.to.index());
        let mut progress = false;
        match mv.kind {
            MoveKind::Step | MoveKind::Passing => {
                let (piece, victim) = (state.piece(from), state.piece(to));
                progress = self.rules.progress >> piece.kind().0 & 1 != 0;
                if mv.piece != Move::NO_TYPE || victim.is_some() && self.rules.blast.is_some() {
                    progress |= self.play_changing::<HASH>(state, &mut undo, mv, us);
                } else {
                    undo.step = Some(Step { from: mv.from.0, to: mv.to.0, piece, victim });
                    let there = CellSet::of(to);
                    if victim.is_some() {
                        progress = true;
                        state.toggle(victim, there);
                        if HASH {
                            state.status.hash ^= self.keys.piece(victim, to);
                        }
                        self.captured::<HASH>(state, &mut undo, us, victim);
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
                self.retire::<HASH>(state, &mut undo, mv.extra.index(), reason);
                return undo;
            }
            _ => self.play_special::<HASH>(state, &mut undo, mv, us, &mut progress),
        }
        if !self.orthodox {
            self.listen::<HASH>(state, &mut undo, mv, us);
        }
        self.finish::<HASH, TURN>(state, &mut undo, mv, us, progress);
        undo
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

    /// A step that promotes or explodes; says whether that was progress.
    #[inline(never)]
    fn play_changing<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, to) = (mv.from.index(), mv.to.index());
        let (piece, victim) = (state.piece(from), state.piece(to));
        self.set::<HASH>(state, undo, from, Piece::NONE);
        if victim.is_some() {
            self.captured::<HASH>(state, undo, us, victim);
        }
        let kind = if mv.piece == Move::NO_TYPE { piece.kind() } else { mv.piece };
        self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
        if victim.is_some() {
            self.blast::<HASH>(state, undo, to);
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
        let (from, to) = (mv.from.index(), mv.to.index());
        let piece = state.piece(from);
        match mv.kind {
            MoveKind::EnPassant => {
                self.play_en_passant::<HASH>(state, undo, mv, us);
                *progress = true;
            }
            MoveKind::Castle => self.play_castle::<HASH>(state, undo, mv, us),
            MoveKind::Drop => {
                self.hand::<HASH>(state, undo, us, mv.piece, -1);
                self.set::<HASH>(state, undo, to, Piece::new(Player(us as u8), mv.piece));
                *progress = true;
            }
            MoveKind::Gate => {
                let victim = state.piece(to);
                self.set::<HASH>(state, undo, from, Piece::NONE);
                if victim.is_some() {
                    self.captured::<HASH>(state, undo, us, victim);
                }
                self.set::<HASH>(state, undo, to, piece);
                if victim.is_some() {
                    self.blast::<HASH>(state, undo, to);
                }
                self.bring_in::<HASH>(state, undo, us, mv.piece, from);
                *progress = victim.is_some() || self.rules.progress >> piece.kind().0 & 1 != 0;
            }
            MoveKind::Sweep => {
                self.set::<HASH>(state, undo, from, Piece::NONE);
                for cell in self.sweeps[mv.node as usize] {
                    self.remove::<HASH>(state, undo, us, cell);
                }
                if to != from {
                    self.remove::<HASH>(state, undo, us, to);
                }
                let kind = if mv.piece == Move::NO_TYPE { piece.kind() } else { mv.piece };
                self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
                self.blast::<HASH>(state, undo, to);
                *progress = true;
            }
            MoveKind::Shoot => {
                self.remove::<HASH>(state, undo, us, to);
                *progress = true;
            }
            MoveKind::Pass | MoveKind::Step | MoveKind::Passing | MoveKind::Retire => {}
        }
    }

    /// Rights, counters, the next player, and what rules watch for.
    #[inline(always)]
    fn finish<const HASH: bool, const TURN: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
        progress: bool,
    ) {
        if let Some(castling) = &self.rules.castling {
            castling.after_move(state, undo);
        }
        let status = &mut state.status;
        status.halfmoves = if progress { 0 } else { status.halfmoves.saturating_add(1) };
        if self.orthodox {
            status.ply = status.ply.saturating_add(1);
            status.turn = 1 - us as u8;
            status.passing[0] = 0;
            status.passing[1] = 0;
        } else {
            self.finish_turn::<HASH, TURN>(state, undo, mv, us);
        }
        if mv.kind == MoveKind::Passing {
            self.leave_open(state, us, mv.node);
        } else if !self.orthodox && mv.kind == MoveKind::Gate && mv.node > 0 {
            self.leave_open(state, us, mv.node - 1);
        }
        if self.rules.watch.is_active() {
            let others = |piece: Piece| piece.is_some() && piece.owner().index() != us;
            let lost = match undo.step {
                Some(step) if undo.edits.is_empty() => others(step.victim),
                _ => undo.changes().any(|(_, piece)| others(piece)),
            };
            let step = undo.step.filter(|_| undo.edits.is_empty());
            self.rules.watch.after(self, state, us, lost, step.map(|step| [step.from, step.to]));
        }
        if !self.orthodox {
            self.rules.listeners.outcome(self, state);
            if TURN && self.rules.seats.is_some() {
                self.settle::<HASH>(state, undo, mv, us);
            }
        }
    }

    /// Changes a cell.
    #[inline(always)]
    pub fn set<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, cell: usize, piece: Piece) {
        let before = state.piece(cell);
        undo.edits.push((cell as u8, before));
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

    #[inline(never)]
    fn remove<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, us: usize, cell: usize) {
        let victim = state.piece(cell);
        if victim.is_some() {
            self.set::<HASH>(state, undo, cell, Piece::NONE);
            self.captured::<HASH>(state, undo, us, victim);
        }
    }
}
