//! Shots in walks, and how they are played.

use crate::compile::tables::Tables;
use crate::movement::trie::Effect;
use crate::position::moves::{Move, MoveKind};
use crate::position::play::Undo;
use crate::position::state::State;

/// How a walk ends that shoots.
pub(crate) fn end(from: usize, to: usize, effect: Effect) -> Option<Move> {
    (effect == Effect::RifleCapture).then(|| Move { kind: MoveKind::Shoot, ..Move::step(from, to) })
}

impl<const W: usize> Tables<W> {
    /// Removes a piece from afar; says that this is progress.
    pub fn play_shot<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        self.remove::<HASH>(state, undo, us, mv.to.index());
        true
    }
}
