//! The small things that are counted: cells, players, piece types, pieces.

use std::fmt;

/// The most cells a board may have.
pub const MAX_CELLS: usize = 26 * 26;
/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;
/// The most piece types a game may have.
pub const MAX_TYPES: usize = 64;
/// The owner of walls, ducks and dead armies.
pub const NEUTRAL: Player = Player(MAX_PLAYERS as u8);

/// A cell of the board, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

/// A player, by the place in the order of turns; `NEUTRAL` is nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u8);

/// A type of piece, by its place in the definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

/// What stands on a cell: nothing (0), or the highest bit, four bits of the owner and six of the type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Piece(u16);

impl Cell {
    /// The number as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Player {
    /// The number as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl PieceType {
    /// The number as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Piece {
    /// The empty cell.
    pub const NONE: Piece = Piece(0);

    /// A piece of this owner and type.
    #[inline(always)]
    pub const fn new(owner: Player, kind: PieceType) -> Piece {
        Piece(1 << 15 | (owner.0 as u16) << 6 | kind.0 as u16)
    }

    /// Whether nothing stands here.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether something stands here.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The type; meaningless for an empty cell.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType((self.0 & 63) as u8)
    }

    /// The owner; meaningless for an empty cell.
    #[inline(always)]
    pub const fn owner(self) -> Player {
        Player((self.0 >> 6 & 15) as u8)
    }

    /// A number below 1024 that names this piece; meaningless for an empty cell.
    #[inline(always)]
    pub const fn code(self) -> usize {
        (self.0 & 1023) as usize
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return write!(f, "-");
        }
        write!(f, "{}:{}", self.owner().0, self.kind().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_owner_and_type() {
        for owner in 0..=MAX_PLAYERS as u8 {
            for kind in 0..MAX_TYPES as u8 {
                let piece = Piece::new(Player(owner), PieceType(kind));
                assert_eq!((piece.owner().0, piece.kind().0), (owner, kind));
                assert!(piece.is_some());
            }
        }
        assert!(Piece::NONE.is_none());
    }
}
