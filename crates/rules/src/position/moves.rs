//! A move: eight bytes that say what to do, and the edits that doing it made.

use crate::cell::{Cell, MAX_TYPES, Piece, PieceType, Player};
use crate::position::Position;
use crate::position::outcome::Reason;

/// What kind of thing a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Go to a cell, taking what stands there.
    Step,
    /// Go to a cell, leaving cells passed over in which the piece can be taken en passant.
    Passing,
    /// Go to a passed-over cell and take the piece that passed it; see [`Move::target`].
    EnPassant,
    /// A king goes and its partner with it; see [`Move::partner_from`].
    Castle,
    /// Put a piece from the hand on the board.
    Drop,
    /// Go to a cell and put a piece from the hand on the cell left.
    Gate,
    /// Go to a cell, removing pieces met on the way.
    Sweep,
    /// Remove a piece from afar and stay.
    Shoot,
    /// Do nothing.
    Pass,
    /// A player leaves the game, whoever's turn it is; see [`Move::leaving`]. Never among the legal moves.
    Retire,
}

impl MoveKind {
    /// Whether one piece goes from cell to cell, and that is all that happens on the board.
    #[inline(always)]
    pub(crate) const fn is_step(self) -> bool {
        matches!(self, MoveKind::Step | MoveKind::Passing)
    }
}

/// A move, to be read together with the position it is made in.
///
/// How it is stored is nobody's business: a move is taken from [`crate::Position::legal_moves`] or read from text, and
/// then asked.
///
/// ```
/// use chatura_rules::{Move, MoveKind, PieceType};
///
/// // On a board of 64 cells a pawn goes from cell 52 to cell 60 and becomes the fifth type of its game.
/// let mv = Move::step(52, 60).with_piece(PieceType(4));
/// assert_eq!(mv.kind(), MoveKind::Step);
/// assert_eq!((mv.from().index(), mv.to().index()), (52, 60));
/// assert_eq!(mv.promotion(), Some(PieceType(4)));
///
/// // What a move does not do is told by nothing instead of by a number that means nothing.
/// let drop = Move::drop(PieceType(1), 20);
/// assert_eq!((drop.origin(), drop.goal().map(|cell| cell.index())), (None, Some(20)));
/// assert_eq!((drop.dropped(), drop.promotion()), (Some(PieceType(1)), None));
/// assert_eq!(Move::PASS.goal(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What it does.
    pub(crate) kind: MoveKind,
    /// Where from; for a drop the same as `to`.
    pub(crate) from: Cell,
    /// Where to.
    pub(crate) to: Cell,
    /// The type promoted to, dropped or gated; [`Move::NO_TYPE`] for none.
    pub(crate) piece: PieceType,
    /// A further cell; see [`MoveKind`].
    pub(crate) extra: Cell,
    /// What was chosen besides, where a rule gives a choice (a cell, as it may be); [`Move::NO_CHOICE`] for nothing.
    pub(crate) choice: u8,
    /// A further number; see [`MoveKind`].
    pub(crate) node: u16,
}

impl Move {
    /// Nothing chosen.
    pub const NO_CHOICE: u8 = u8::MAX;
    /// No type.
    pub(crate) const NO_TYPE: PieceType = PieceType(u8::MAX);

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

    /// What it does.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Where the piece comes from; of a drop the cell it is put on. Means nothing of a pass or of leaving:
    /// [`Move::origin`] says so.
    #[inline(always)]
    pub const fn from(self) -> Cell {
        self.from
    }

    /// Where the piece goes, is put, or shoots. Means nothing of a pass or of leaving: [`Move::goal`] says so.
    #[inline(always)]
    pub const fn to(self) -> Cell {
        self.to
    }

    /// The cell of the piece that moves or shoots, if one on the board does.
    pub fn origin(self) -> Option<Cell> {
        let moves = !matches!(self.kind, MoveKind::Drop | MoveKind::Pass | MoveKind::Retire);
        moves.then_some(self.from)
    }

    /// Where a piece goes, is put, or shoots, if it does any of these.
    pub fn goal(self) -> Option<Cell> {
        (!matches!(self.kind, MoveKind::Pass | MoveKind::Retire)).then_some(self.to)
    }

    /// The type chosen with it: promoted to, dropped, or brought in from the hand.
    #[inline(always)]
    pub fn chosen_type(self) -> Option<PieceType> {
        (self.piece != Move::NO_TYPE).then_some(self.piece)
    }

    /// Whether it takes something in the position it is made in.
    pub fn takes(self, position: &Position) -> bool {
        self.takes_if(position.piece(self.to).is_some())
    }

    /// Whether it takes something, given whether its goal is occupied.
    #[inline(always)]
    pub(crate) fn takes_if(self, occupied: bool) -> bool {
        match self.kind {
            MoveKind::Step | MoveKind::Passing | MoveKind::Gate => occupied && self.to != self.from,
            MoveKind::EnPassant | MoveKind::Sweep | MoveKind::Shoot => true,
            MoveKind::Castle | MoveKind::Drop | MoveKind::Pass | MoveKind::Retire => false,
        }
    }

    /// The cell of the one piece that it takes directly; nothing if it takes none, or sweeps.
    pub fn captured_cell(self, position: &Position) -> Option<Cell> {
        let takes = self.takes(position) && position.piece(self.target()).is_some();
        (takes && self.kind != MoveKind::Sweep).then_some(self.target())
    }

    /// Whether it names a cell: where it comes from, where it goes, where it takes, and of a castling where the partner
    /// stands and goes.
    pub fn touches(self, cell: Cell) -> bool {
        let target = self.goal().map(|_| self.target());
        let named = [self.origin(), self.goal(), target, self.partner_from(), self.partner_to()];
        named.contains(&Some(cell))
    }

    /// Who leaves the game by it and why, if it is that.
    pub fn leaving(self) -> Option<(Player, Reason)> {
        (self.kind == MoveKind::Retire).then(|| (Player(self.extra.0), Reason::from_number(self.node as u8)))
    }

    /// Whether a player leaves the game by it.
    pub fn is_leaving(self) -> bool {
        self.kind == MoveKind::Retire
    }

    /// What a rule let one choose besides, if it did: the number of a cell, as it may be.
    pub fn chosen(self) -> Option<u8> {
        (self.choice != Move::NO_CHOICE).then_some(self.choice)
    }

    /// The move as a number of 51 bits, for tables; [`Move::from_bits`] is the way back. A choice takes the place of
    /// the further cell or of half the further number, whichever the move has no use for; where both are in use it is
    /// left out.
    #[inline(always)]
    pub const fn to_bits(self) -> u64 {
        let (place, extra, node) = match (self.choice, self.extra.0, self.node) {
            (Move::NO_CHOICE, extra, node) => (0, extra, node),
            (choice, 0, node) => (1, choice, node),
            (choice, extra, node @ ..=255) => (2, extra, node | (choice as u16) << 8),
            (_, extra, node) => (0, extra, node),
        };
        let kind = self.kind as u64;
        if kind >= KINDS.len() as u64 {
            return Move::NO_BITS;
        }
        let piece = if self.piece.0 == Move::NO_TYPE.0 { MAX_TYPES as u64 } else { self.piece.0 as u64 };
        (kind + KINDS.len() as u64 * (piece + PIECES * place))
            | (self.from.0 as u64) << 11
            | (self.to.0 as u64) << 19
            | (extra as u64) << 27
            | (node as u64) << 35
    }

    /// The number of no move.
    pub const NO_BITS: u64 = (1 << 11) - 1;

    /// The move of a number. Any number may be asked for, and what comes back may be legal nowhere; leaving is never
    /// among it.
    #[inline(always)]
    pub fn from_bits(bits: u64) -> Option<Move> {
        let (kinds, head) = (KINDS.len() as u64, bits & Move::NO_BITS);
        let (piece, place) = (head / kinds % PIECES, head / kinds / PIECES);
        let (extra, node) = ((bits >> 27) as u8, (bits >> 35) as u16);
        let (extra, choice, node) = match place {
            0 => (extra, Move::NO_CHOICE, node),
            1 => (0, extra, node),
            2 => (extra, (node >> 8) as u8, node & 255),
            _ => return None,
        };
        Some(Move {
            kind: KINDS[(head % kinds) as usize],
            from: Cell((bits >> 11) as u8),
            to: Cell((bits >> 19) as u8),
            piece: if piece == MAX_TYPES as u64 { Move::NO_TYPE } else { PieceType(piece as u8) },
            extra: Cell(extra),
            choice,
            node,
        })
    }
}

/// Kinds by their numbers, as tables keep them; leaving is not among them.
const KINDS: [MoveKind; 9] = [
    MoveKind::Step,
    MoveKind::Passing,
    MoveKind::EnPassant,
    MoveKind::Castle,
    MoveKind::Drop,
    MoveKind::Gate,
    MoveKind::Sweep,
    MoveKind::Shoot,
    MoveKind::Pass,
];
/// How many types a move can name, none included.
const PIECES: u64 = MAX_TYPES as u64 + 1;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_the_moves_they_were() {
        let sweep = Move {
            kind: MoveKind::Sweep,
            extra: Cell(200),
            node: u16::MAX,
            ..Move::step(255, 3).with_piece(PieceType(63))
        };
        let castle = Move { kind: MoveKind::Castle, extra: Cell(7), node: 5, ..Move::step(4, 6) };
        let passing = Move { kind: MoveKind::Passing, node: 300, ..Move::step(8, 24) };
        let en_passant = Move { kind: MoveKind::EnPassant, extra: Cell(33), ..Move::step(32, 41) };
        let chosen = [Move::step(1, 2), Move::drop(PieceType(5), 9), castle, passing, en_passant, Move::PASS]
            .map(|mv| mv.with_choice(200));
        for mv in [sweep, castle, Move::step(1, 2), Move::drop(PieceType(5), 9), Move::PASS]
            .into_iter()
            .chain(chosen)
        {
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            assert!(mv.to_bits() < 1 << 51);
        }
        assert_eq!(Move::from_bits(Move::resign(Player(1)).to_bits()), None);
        assert_eq!(Move::from_bits(Move::NO_BITS), None);
    }

    #[test]
    fn a_castling_names_both_pieces() {
        let castle = Move { kind: MoveKind::Castle, extra: Cell(7), node: 5, ..Move::step(4, 6) };
        assert_eq!((castle.partner_from(), castle.partner_to()), (Some(Cell(7)), Some(Cell(5))));
        assert_eq!((castle.promotion(), castle.gated()), (None, None));
        assert!([4, 5, 6, 7].into_iter().all(|cell| castle.touches(Cell(cell))));
        assert!(!castle.touches(Cell(3)));
        let gated = Move { node: 256 + 5, ..castle.with_piece(PieceType(2)) };
        assert_eq!(gated.gated(), Some((PieceType(2), Cell(7))));
        assert_eq!(gated.partner_to(), Some(Cell(5)));
    }

    #[test]
    fn who_leaves_says_why() {
        let left = Move::time_out(Player(2));
        assert_eq!(left.leaving(), Some((Player(2), Reason::Time)));
        assert_eq!((left.origin(), left.goal()), (None, None));
        assert!(!left.touches(Cell(0)));
    }
}
