//! A move: twelve bytes that say what to do, and the edits that doing it made.

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
    /// Change places with the piece on a cell.
    Swap,
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
    /// The type promoted to, dropped or gated; [`Move::NO_TYPE`] for none.
    pub(crate) piece: PieceType,
    /// Where from; for a drop the same as `to`.
    pub(crate) from: Cell,
    /// Where to.
    pub(crate) to: Cell,
    /// A further cell; see [`MoveKind`].
    pub(crate) extra: Cell,
    /// What was chosen besides, where a rule gives a choice (a cell, as it may be); [`Move::NO_CHOICE`] for nothing.
    pub(crate) choice: u16,
    /// A further number; see [`MoveKind`].
    pub(crate) node: u16,
}

impl Move {
    /// Nothing chosen.
    pub const NO_CHOICE: u16 = u16::MAX;
    /// No type.
    pub(crate) const NO_TYPE: PieceType = PieceType(u8::MAX);

    /// A plain move.
    #[inline(always)]
    pub const fn step(from: usize, to: usize) -> Move {
        Move {
            kind: MoveKind::Step,
            from: Cell(from as u16),
            to: Cell(to as u16),
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
    pub const fn with_choice(mut self, choice: u16) -> Move {
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
        mv.extra = Cell(player.0 as u16);
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
            MoveKind::Castle | MoveKind::Drop | MoveKind::Swap | MoveKind::Pass | MoveKind::Retire => false,
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
        (self.kind == MoveKind::Retire)
            .then(|| (Player(self.extra.0 as u8), Reason::from_number(self.node as u8)))
    }

    /// Whether a player leaves the game by it.
    pub fn is_leaving(self) -> bool {
        self.kind == MoveKind::Retire
    }

    /// What a rule let one choose besides, if it did: the number of a cell, as it may be.
    pub fn chosen(self) -> Option<u16> {
        (self.choice != Move::NO_CHOICE).then_some(self.choice)
    }

    /// The move as a number of 52 bits, for tables; [`Move::from_bits`] is the way back. A choice takes the place of
    /// the further cell or of half the further number, whichever the move has no use for; where both are in use it is
    /// left out.
    #[inline(always)]
    pub const fn to_bits(self) -> u64 {
        let choice = if self.choice == Move::NO_CHOICE { 0 } else { self.choice };
        if (self.from.0 | self.to.0 | self.extra.0 | choice) > 255 {
            return self.to_far_bits();
        }
        let (place, extra, node) = match (self.choice, self.extra.0, self.node) {
            (Move::NO_CHOICE, extra, node) => (0, extra, node),
            (choice, 0, node) => (1, choice, node),
            (choice, extra, node @ ..=255) => (2, extra, node | choice << 8),
            (_, extra, node) => (0, extra, node),
        };
        let kind = self.kind as u64;
        if kind >= KINDS.len() as u64 {
            return Move::NO_BITS;
        }
        let piece = if self.piece.0 == Move::NO_TYPE.0 { MAX_TYPES as u64 } else { self.piece.0 as u64 };
        (kind + KINDS.len() as u64 * (piece + PIECES * place))
            | (self.from.0 as u64) << 12
            | (self.to.0 as u64) << 20
            | (extra as u64) << 28
            | (node as u64) << 36
    }

    /// The same where cells need ten bits. Room is left for two of type, further cell, further number and choice: a move
    /// that has more of them is no number.
    #[cold]
    const fn to_far_bits(self) -> u64 {
        let parts =
            [self.piece.0 as u64 ^ 255, self.extra.0 as u64, self.node as u64, self.choice as u64 ^ 65535];
        let (mut which, mut count, mut said, mut index) = (0, 0, 0, 0);
        while index < parts.len() {
            if parts[index] != 0 {
                which |= 1 << index;
                let part = if index == 3 { self.choice as u64 } else { parts[index] };
                if count > 1 || part > 1023 {
                    return Move::NO_BITS;
                }
                said |= part << (10 * count);
                count += 1;
            }
            index += 1;
        }
        if self.kind as usize >= KINDS.len() {
            return Move::NO_BITS;
        }
        (FAR + self.kind as u64 + KINDS.len() as u64 * which)
            | (self.from.0 as u64) << 12
            | (self.to.0 as u64) << 22
            | said << 32
    }

    /// The number of no move.
    pub const NO_BITS: u64 = (1 << 12) - 1;

    /// The move of a number. Any number may be asked for, and what comes back may be legal nowhere; leaving is never
    /// among it.
    #[inline(always)]
    pub fn from_bits(bits: u64) -> Option<Move> {
        let (kinds, head) = (KINDS.len() as u64, bits & Move::NO_BITS);
        let (piece, place) = (head / kinds % PIECES, head / kinds / PIECES);
        let (extra, node) = ((bits >> 28 & 255) as u16, (bits >> 36) as u16);
        let (extra, choice, node) = match place {
            0 => (extra, Move::NO_CHOICE, node),
            1 => (0, extra, node),
            2 => (extra, node >> 8, node & 255),
            _ => return Move::from_far_bits(bits),
        };
        Some(Move {
            kind: KINDS[(head % kinds) as usize],
            piece: if piece == MAX_TYPES as u64 { Move::NO_TYPE } else { PieceType(piece as u8) },
            from: Cell((bits >> 12 & 255) as u16),
            to: Cell((bits >> 20 & 255) as u16),
            extra: Cell(extra),
            choice,
            node,
        })
    }

    #[cold]
    fn from_far_bits(bits: u64) -> Option<Move> {
        let head = (bits & Move::NO_BITS) - FAR;
        let (kind, which) = (head % KINDS.len() as u64, head / KINDS.len() as u64);
        let cell = |at: u32| (bits >> at & 1023) as usize;
        let mut mv = Move { kind: KINDS[kind as usize], ..Move::step(cell(12), cell(22)) };
        let mut at = 32;
        for index in (0..4).filter(|index| which >> index & 1 != 0) {
            let part = cell(at) as u16;
            match index {
                0 => mv.piece = PieceType(part as u8 ^ 255),
                1 => mv.extra = Cell(part),
                2 => mv.node = part,
                _ => mv.choice = part,
            }
            at += 10;
        }
        (which < 16 && at <= 52).then_some(mv)
    }
}

/// Numbers from here on, in the part of a number that says the kind, are of moves on boards of more than 256 cells.
const FAR: u64 = (KINDS.len() * (MAX_TYPES + 1) * 3) as u64;

/// Kinds by their numbers, as tables keep them; leaving is not among them.
const KINDS: [MoveKind; 10] = [
    MoveKind::Step,
    MoveKind::Passing,
    MoveKind::EnPassant,
    MoveKind::Castle,
    MoveKind::Drop,
    MoveKind::Gate,
    MoveKind::Sweep,
    MoveKind::Shoot,
    MoveKind::Swap,
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
            assert!(mv.to_bits() < 1 << 52);
        }
        assert_eq!(Move::from_bits(Move::resign(Player(1)).to_bits()), None);
        assert_eq!(Move::from_bits(Move::NO_BITS), None);
    }

    #[test]
    fn moves_of_large_boards_come_back_too() {
        let plain = Move::step(675, 3);
        let castle = Move { kind: MoveKind::Castle, extra: Cell(675), node: 673, ..Move::step(671, 674) };
        let moves = [
            plain,
            Move::step(3, 256),
            plain.with_piece(PieceType(0)),
            plain.with_piece(PieceType(63)).with_choice(0),
            Move::drop(PieceType(5), 600),
            castle,
            Move { kind: MoveKind::EnPassant, extra: Cell(333), ..plain.with_piece(PieceType(7)) },
            Move { kind: MoveKind::Passing, node: 1023, ..plain },
            Move::step(1, 2).with_choice(675),
            Move { kind: MoveKind::Castle, extra: Cell(300), ..Move::step(4, 6) }.with_choice(299),
        ];
        for mv in moves {
            assert!(mv.to_bits() < 1 << 52 && mv.to_bits() != Move::NO_BITS, "{mv:?}");
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        // What there is no room for is no move, never another one.
        for mv in [
            castle.with_choice(9),
            Move { node: 1024, ..plain },
            Move { extra: Cell(256), ..Move::resign(Player(0)) },
        ] {
            assert_eq!(Move::from_bits(mv.to_bits()), None);
        }
    }

    #[test]
    fn a_castling_names_both_pieces() {
        let castle = Move { kind: MoveKind::Castle, extra: Cell(7), node: 5, ..Move::step(4, 6) };
        assert_eq!((castle.partner_from(), castle.partner_to()), (Some(Cell(7)), Some(Cell(5))));
        assert_eq!((castle.promotion(), castle.gated()), (None, None));
        assert!([4, 5, 6, 7].into_iter().all(|cell| castle.touches(Cell(cell))));
        assert!(!castle.touches(Cell(3)));
        let gated = Move { node: Move::AT_PARTNER | 5, ..castle.with_piece(PieceType(2)) };
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
