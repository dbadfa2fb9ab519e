//! Whose turn it is after a move, and which rights end with it.

use super::undo::Undo;
use crate::compile::tables::Tables;
use crate::position::moves::Move;
use crate::position::state::State;
use crate::rule::behaviour::Play;

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
        if state.marks.any() {
            for (cell, _) in undo.changes() {
                state.marks.remove(cell as usize);
            }
        }
        state.status.passed.forget(us);
        if TURN && !self.rules.listeners.moves_again.is_empty() {
            // Whether there is another move depends on who is put out by this one.
            if self.players <= 2 {
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
            // What passed by may just have been taken.
            self.forget_passed(state);
        } else {
            self.pass_turn(state, us);
        }
    }

    /// The turn passes from a player to the next, who can no longer be taken en passant.
    #[inline(always)]
    pub fn pass_turn(&self, state: &mut State<W>, us: usize) {
        let next = self.next_player(state.status.alive, us);
        let past = if next > us { next - us } else { next + self.players - us };
        let status = &mut state.status;
        status.ply = status.ply.saturating_add(past as u16);
        status.turn = next as u8;
        status.moved = 0;
        status.passed.forget(next);
    }

    /// Who moved last, as far as a position tells: within a turn of several moves the player to move.
    pub fn moved_last(&self, state: &State<W>) -> usize {
        let turn = usize::from(state.status.turn);
        let first = usize::from(state.status.moved == 0);
        let mut before = (first..self.players).map(|back| (turn + self.players - back) % self.players);
        before.find(|player| state.status.alive >> player & 1 != 0).unwrap_or(turn)
    }

    /// Who moves after a player.
    #[inline(always)]
    pub fn next_player(&self, alive: u8, player: usize) -> usize {
        if self.players <= 2 {
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
}
