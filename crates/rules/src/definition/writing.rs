//! What a definition says about how a piece is written where the game's own notation does not use its letter in FEN.

use super::value::Spanned;

/// The notation that the players of a game have of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnNotation {
    /// A style by its name: one of [`crate::notation::native::STYLES`].
    Style(Spanned<String>),
    /// Piece and cell, as in SAN, with these signs.
    Algebraic(Signs),
}

/// The signs of moves that are written by piece and cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Before the cell where something is taken: one of [`crate::notation::native::CAPTURES`].
    pub capture: Option<Spanned<String>>,
    /// Before the type promoted to: one of [`crate::notation::native::PROMOTIONS`].
    pub promotion: Option<Spanned<String>>,
    /// Whether pawns are written with their letter.
    pub pawns: bool,
}

/// A piece in moves as the players of the game write them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Its letter, if not the one in FEN.
    pub letter: Option<Spanned<String>>,
    /// Its character: one for everybody, or one for each player.
    pub characters: Vec<Spanned<String>>,
}

impl Written {
    /// The character a player writes.
    pub fn character(&self, player: usize) -> Option<&str> {
        self.characters.get(player).or(self.characters.first()).map(|written| written.value.as_str())
    }
}
