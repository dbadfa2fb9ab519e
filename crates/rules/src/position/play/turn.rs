//! Whose turn it is after a move, and which rights end with it.

use super::undo::{Step, Undo};
use crate::cell::Piece;
use crate::compile::tables::Tables;
use crate::position::moves::Move;
use crate::position::state::{NONE, State};
use crate::rule::behaviour::Play;
use crate::rule::castling::CastlingTable;
use crate::rule::elimination::seats::SeatTable;

impl<const W: usize> Tables<W> {
    /// Whose turn it is next, and which pieces have now moved, in games that are not orthodox.
    #[inline(never)]
    pub(super) fn finish_turn<const HASH: bool, const TURN: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) {
        if self.rules.unmoved {
            for (cell, _) in undo.changes() {
                state.unmoved.remove(cell as usize);
            }
        }
        if self.rules.gating.is_some() {
            for (cell, _) in undo.changes() {
                state.gates.remove(cell as usize);
            }
        }
        state.status.passing[us & 7] = 0;
        if TURN && !self.rules.listeners.moves_again.is_empty() {
            // Whether there is another move depends on who is put out by this one.
            if self.rules.seats.is_none() {
                self.pass_turn_or_go_on::<HASH>(state, undo, mv, us);
            }
        } else {
            self.pass_turn(state, us);
        }
    }

    /// The turn goes on where a turn has several moves, or passes to the next.
    #[inline(never)]
    pub fn pass_turn_or_go_on<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) {
        if Play::new(self, state, undo, mv, us, HASH).moves_again() && self.has_move(state) {
            state.status.moved = state.status.moved.saturating_add(1);
        } else {
            self.pass_turn(state, us);
        }
    }

    /// The turn passes from a player to the next, who can no longer be taken en passant.
    #[inline(always)]
    pub fn pass_turn(&self, state: &mut State<W>, us: usize) {
        let next = self.next_player(state.status.alive, us);
        let seats = if next > us { next - us } else { next + self.players - us };
        let status = &mut state.status;
        status.ply = status.ply.saturating_add(seats as u16);
        status.turn = next as u8;
        status.moved = 0;
        status.passing[next & 7] = 0;
    }

    /// Who moves after a player.
    #[inline(always)]
    pub fn next_player(&self, alive: u8, player: usize) -> usize {
        if self.players == 2 {
            return 1 - player;
        }
        let mut next = player;
        for _ in 0..self.players {
            next = if next + 1 == self.players { 0 } else { next + 1 };
            if alive >> next & 1 != 0 {
                break;
            }
        }
        next
    }

    /// Whether someone stands so that the piece could be taken en passant.
    #[inline(never)]
    pub fn can_be_taken(&self, state: &State<W>, us: usize, path: u16) -> bool {
        // Someone may come to stand there before the piece is out of danger.
        let again = !self.rules.listeners.moves_again.is_empty();
        if again || self.rules.seats.as_ref().is_some_and(SeatTable::inherits) {
            return true;
        }
        self.foes[us].iter().any(|&foe| {
            self.attackers[foe as usize].en_passant.iter().any(|(kind, from)| {
                let takers = state.of(foe as usize, *kind as usize);
                self.passings[path as usize].over.into_iter().any(|cell| from[cell].meets(takers))
            })
        })
    }

    /// A right ends when the king or its partner moves or is taken.
    #[inline(always)]
    pub(super) fn forget_castling(&self, state: &mut State<W>, undo: &Undo<W>) {
        if state.status.castle == [[NONE; 2]; 8] {
            return;
        }
        let Some(castling) = &self.rules.castling else { return };
        if let Some(Step { from, to, piece, victim }) = undo.step {
            if castling.concerns(piece) {
                self.forget(state, undo, castling, from, piece);
            }
            if victim.is_some() && castling.concerns(victim) {
                self.forget(state, undo, castling, to, victim);
            }
        }
        for &(cell, before) in &undo.edits {
            if before.is_some() {
                self.forget(state, undo, castling, cell, before);
            }
        }
    }

    /// A piece left its cell: rights that need it there are gone.
    #[inline(always)]
    fn forget(
        &self,
        state: &mut State<W>,
        undo: &Undo<W>,
        castling: &CastlingTable<W>,
        cell: u8,
        piece: Piece,
    ) {
        let owner = piece.owner().index() & 7;
        if piece.kind().0 == castling.king {
            // Of several kings only one has the rights; the others come and go.
            let kings = state.of(owner, castling.king as usize);
            let keeps = kings.any()
                && castling.home(owner).is_some_and(|home| {
                    let touched = undo.step.is_some_and(|step| step.from == home || step.to == home)
                        || undo.edits.iter().any(|(edited, _)| *edited == home);
                    kings.has(home as usize) && !touched
                });
            if !keeps {
                state.status.castle[owner] = [NONE; 2];
            }
            return;
        }
        for right in state.status.castle[owner].iter_mut().filter(|right| **right == cell) {
            *right = NONE;
        }
    }
}
