//! A position as plain data, between its text and a [`crate::Position`]: nothing in it has been checked.

use crate::cell::{Cell, Piece, PieceType, Player};

/// Everything a FEN says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell, by number; as long as the board.
    pub cells: Vec<Piece>,
    /// What each player holds: how many of each type.
    pub hands: Vec<Vec<(PieceType, u8)>>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// Who may castle with the piece on which cell.
    pub castling: Vec<(Player, Cell)>,
    /// Cells from which a piece may still bring one out of the hand (gating).
    pub gates: Vec<Cell>,
    /// The cells passed over by each piece that may be taken en passant; where others could have passed there too,
    /// also the cells of those who did.
    pub en_passant: Vec<Cell>,
    /// Cells whose pieces have never moved, in games that need to know; `None` = those on their start cells.
    pub unmoved: Option<Vec<Cell>>,
    /// Moves of all players since the last capture or other progress.
    pub halfmoves: u16,
    /// The number of the round, from 1. It counts up when the turn comes past the first seat, whoever still plays.
    pub round: u16,
    /// Who is out, the first to leave first.
    pub out: Vec<Player>,
    /// Those of them who left at once with the one before.
    pub together: Vec<Player>,
    /// Those of them who left with a draw, in the order of turns.
    pub drawn: Vec<Player>,
    /// The points of each player, in games that count them.
    pub points: Vec<i16>,
    /// Moves made in this turn, where a turn has several.
    pub moved: u8,
    /// The bytes that rules keep; as at the start if empty.
    pub memory: Vec<u8>,
}
