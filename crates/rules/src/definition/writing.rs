//! What a definition says about how a piece is written where the game's own notation does not use its letter in FEN.

use super::value::Spanned;

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
