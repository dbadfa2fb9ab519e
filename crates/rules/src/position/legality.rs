//! Playing a move, after asking whether it may be played.

use crate::compile::width::with_width;
use crate::position::Position;
use crate::position::moves::Move;
use crate::position::ply::Ply;

/// Why a move is not played. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// It is none of the legal moves.
    #[error("this move is not legal here")]
    NotHere,
    /// Nothing can be played.
    #[error("the game is over")]
    Over,
    /// Who is to leave the game has left it, or never was in it.
    #[error("who is to leave the game does not play in it")]
    NotPlaying,
}

impl Position {
    /// Whether a move is one of the legal moves; cheaper than listing them. Any move may be asked for.
    pub fn is_legal(&self, mv: Move) -> bool {
        with_width!(self.game, &self.state, |tables, state| {
            tables.is_legal_move(state, mv, &mut Vec::new())
        })
    }

    /// Whether a move may be played, or a player may leave by it; if not, why.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        if !self.has_moves() {
            return Err(IllegalMove::Over);
        }
        match mv.leaving() {
            None => Err(IllegalMove::NotHere),
            Some((player, _)) if self.playing().any(|playing| playing == player) => Ok(()),
            Some(_) => Err(IllegalMove::NotPlaying),
        }
    }

    /// Plays a move, or lets a player leave, and tells what happened. What may not be played is refused and changes
    /// nothing.
    ///
    /// Ends that only a [`crate::Line`] knows, and too little material, do not forbid to play on: ask for the outcome.
    pub fn play(&mut self, mv: Move) -> Result<Ply, IllegalMove> {
        self.check(mv)?;
        let undo = self.advance(mv);
        Ok(self.tell(&undo, mv))
    }

    /// Plays a move without asking whether it is legal: for those who have it from [`Position::legal_moves`] of this very
    /// position, or have checked it. Trusts that [`Position::check`] would say yes; any other move leaves a position
    /// that no game leads to, or panics.
    pub fn play_unchecked(&mut self, mv: Move) {
        with_width!(self.game, &mut self.state, |tables, state| {
            tables.play_apart::<true>(state, mv);
        });
    }
}
