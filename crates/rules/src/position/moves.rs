//! A move: eight bytes that say what to do, and the edits that doing it made.

use crate::cell::{Cell, Piece, PieceType, Player};
use crate::position::outcome::Reason;

/// What kind of thing a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Go to a cell, taking what stands there.
    Step,
    /// Go to a cell, leaving cells passed over in which the piece can be taken en passant; `node` names the path.
    Passing,
    /// Go to a passed-over cell and take the piece on `extra` that passed it.
    EnPassant,
    /// `from` is the king's cell, `to` where it goes, `extra` the partner's cell; `node` where the partner
    /// goes, plus 256 if a gated piece comes to the partner's cell instead of the king's.
    Castle,
    /// Put a piece from the hand on `to`.
    Drop,
    /// Go to a cell and put a piece from the hand on the cell left.
    Gate,
    /// Go to a cell, removing pieces met on the way; `node` names the list of their cells.
    Sweep,
    /// Remove the piece on `to` and stay.
    Shoot,
    /// Do nothing.
    Pass,
    /// A player leaves the game, whoever's turn it is: `extra` says who, `node` why. Never among the legal moves.
    Retire,
}

/// A move, to be read together with the position it is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What it does.
    pub kind: MoveKind,
    /// Where from; for a drop the same as `to`.
    pub from: Cell,
    /// Where to.
    pub to: Cell,
    /// The type promoted to, dropped or gated; [`Move::NO_TYPE`] for none.
    pub piece: PieceType,
    /// A further cell; see [`MoveKind`].
    pub extra: Cell,
    /// What was chosen besides, where a rule gives a choice (a cell, as it may be); [`Move::NO_CHOICE`] for nothing.
    pub choice: u8,
    /// A further number; see [`MoveKind`].
    pub node: u16,
}

impl Move {
    /// Nothing chosen.
    pub const NO_CHOICE: u8 = u8::MAX;
    /// No type.
    pub const NO_TYPE: PieceType = PieceType(u8::MAX);

    /// A plain move.
    #[inline(always)]
    pub const fn step(from: usize, to: usize) -> Move {
        Move {
            kind: MoveKind::Step,
            from: Cell(from as u8),
            to: Cell(to as u8),
            piece: Move::NO_TYPE,
            extra: Cell(0),
            choice: Move::NO_CHOICE,
            node: 0,
        }
    }

    /// The same move with a promotion, or the gated piece.
    #[inline(always)]
    #[must_use]
    pub const fn with_piece(mut self, kind: PieceType) -> Move {
        self.piece = kind;
        self
    }

    /// The same move with what a rule lets one choose besides.
    #[inline(always)]
    #[must_use]
    pub const fn with_choice(mut self, choice: u8) -> Move {
        self.choice = choice;
        self
    }

    /// A piece put on the board from the hand.
    #[inline(always)]
    pub const fn drop(kind: PieceType, to: usize) -> Move {
        let mut mv = Move::step(to, to).with_piece(kind);
        mv.kind = MoveKind::Drop;
        mv
    }

    /// Doing nothing.
    pub const PASS: Move = {
        let mut mv = Move::step(0, 0);
        mv.kind = MoveKind::Pass;
        mv
    };

    /// A player gives up.
    pub const fn resign(player: Player) -> Move {
        Move::retire(player, Reason::Resignation)
    }

    /// A player has run out of time.
    pub const fn time_out(player: Player) -> Move {
        Move::retire(player, Reason::Time)
    }

    const fn retire(player: Player, reason: Reason) -> Move {
        let mut mv = Move::step(0, 0);
        mv.kind = MoveKind::Retire;
        mv.extra = Cell(player.0);
        mv.node = reason as u16;
        mv
    }

    /// The type the moving piece changes into, if it does.
    pub fn promotion(self) -> Option<PieceType> {
        let promotes = !matches!(self.kind, MoveKind::Drop | MoveKind::Gate | MoveKind::Castle);
        (promotes && self.piece != Move::NO_TYPE).then_some(self.piece)
    }

    /// The cell a castling leaves to a piece from the hand, the king's or the partner's, if it brings one in.
    pub(crate) fn castling_gate(self) -> Option<Cell> {
        let gates = self.kind == MoveKind::Castle && self.piece != Move::NO_TYPE;
        gates.then_some(if self.node >> 8 == 0 { self.from } else { self.extra })
    }
}

/// One thing that playing a move changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// What stands on a cell.
    Cell {
        /// Which.
        cell: Cell,
        /// What stood there.
        before: Piece,
        /// What stands there now.
        after: Piece,
    },
    /// What a player holds in hand.
    Hand {
        /// Whose hand.
        player: Player,
        /// Of which type.
        kind: PieceType,
        /// One more or one less.
        by: i8,
    },
}
