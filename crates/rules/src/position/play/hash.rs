//! The key of a position.

use crate::compile::tables::{Tables, mix};
use crate::position::state::State;
use crate::rule::drops;

impl<const W: usize> Tables<W> {
    /// The part of the key that pieces and hands make, from nothing.
    pub fn hash_afresh(&self, state: &State<W>) -> u64 {
        let mut hash = 0;
        for cell in state.occupied {
            hash ^= self.keys.piece(state.piece(cell), cell);
        }
        hash ^ drops::key(state)
    }

    /// The key of a position: equal for equal ones, whatever led to them.
    pub fn key(&self, state: &State<W>) -> u64 {
        let status = &state.status;
        let turn =
            u64::from(status.turn) << 8 | u64::from(status.alive) << 16 | u64::from(status.moved) << 24;
        let mut key = status.hash ^ mix(0x1000 | turn);
        for player in 0..self.players {
            let id = (player as u64) << 32;
            key ^= mix(0x2000 | id | status.rights.number(player) << 16);
            key ^= mix(0x3000 | id | status.passed.number(player) << 16);
        }
        for (salt, set) in (0x5000u64..).step_by(0x1000).zip(state.marks.0) {
            for (index, word) in set.0.iter().enumerate() {
                key ^= mix(mix(salt | index as u64) ^ word);
            }
        }
        if self.memory > 0 {
            for (index, byte) in state.memory[..self.memory].iter().enumerate() {
                key ^= mix(0x8000 | (index as u64) << 16 | u64::from(*byte) << 24);
            }
        }
        key
    }
}
