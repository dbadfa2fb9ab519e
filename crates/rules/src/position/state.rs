//! The state of a position: flat, copied as it is, changed only by edits.

use crate::cell::{MAX_PLAYERS, MAX_TYPES, Piece};
use crate::position::outcome::Reason;
use crate::rule::Verdict;
use crate::rule::elimination::Seats;
use crate::rule::ends::End;
use crate::rule::{castling, en_passant};
use crate::set::{CellSet, word_of};

/// The most types that can be held in hand.
pub(crate) const MAX_HAND: usize = 16;
/// The most bytes that rules can keep in a position.
pub(crate) const MAX_MEMORY: usize = 32;
/// No cell, no player, no side.
pub(crate) const NONE: u8 = u8::MAX;

/// Everything about a position but its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<const W: usize> {
    /// The cells of each player's pieces, and of nobody's. More than there can be owners, so that an owner's four
    /// bits never lie outside.
    pub owner: [CellSet<W>; 16],
    /// Cells with a piece.
    pub occupied: CellSet<W>,
    /// Cells that rules mark.
    pub marks: Marks<W>,
    /// What is not about single cells.
    pub status: Status,
    /// How the players stand, in games for more than two.
    pub seats: Seats,
    /// How many of each type that can be held a player holds.
    pub hands: [[u8; MAX_HAND]; MAX_PLAYERS],
    /// What rules keep for themselves; see [`crate::rule::behaviour::Memory`].
    pub memory: [u8; MAX_MEMORY],
    /// The cells of each type, whoever owns them.
    pub kind: [CellSet<W>; MAX_TYPES],
    /// What stands on each cell.
    pub cells: [[Piece; 64]; W],
}

/// Cells that are marked until something moves there; saved and restored as a whole. The first set are pieces that never
/// moved, where a game needs it ([`UNMOVED`]); the second one belongs to a rule.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks<const W: usize>(pub [CellSet<W>; 2]);

/// Which marks are those of pieces that never moved.
pub(crate) const UNMOVED: usize = 0;

impl<const W: usize> Marks<W> {
    /// Whether any cell is marked.
    #[inline(always)]
    pub fn any(&self) -> bool {
        (self.0[0] | self.0[1]).any()
    }

    /// Pieces that never moved.
    #[inline(always)]
    pub fn unmoved(&self) -> CellSet<W> {
        self.0[UNMOVED]
    }

    /// Something else stands on a cell now.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0.iter_mut().for_each(|marks| marks.remove(cell));
    }
}

/// The part of a state that is saved and restored as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Status {
    /// The key of the position.
    pub hash: u64,
    /// Whose turn it is.
    pub turn: u8,
    /// Who still plays, a bit each.
    pub alive: u8,
    /// How the game ended, if it has by what was just played.
    pub ending: Ending,
    /// Moves since the last progress.
    pub halfmoves: u16,
    /// Seats the turn has gone past, those of players who are out included.
    pub ply: u16,
    /// Who has just passed by where.
    pub passed: en_passant::Passed,
    /// Who may still castle with whom.
    pub rights: castling::Rights,
    /// Moves made in this turn, where a turn has several.
    pub moved: u8,
}

/// An end that a rule declared when a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// One more than the reason's number; 0 while the game goes on. What a rule of its own says counts on from there.
    pub reason: u8,
    /// Whom it concerns.
    pub player: u8,
    /// What it means for that player.
    pub verdict: Verdict,
}

impl Default for Ending {
    fn default() -> Self {
        Ending::GOING_ON
    }
}

impl Ending {
    pub const GOING_ON: Ending = Ending { reason: 0, player: NONE, verdict: Verdict::None };

    /// An end that happened to a player.
    pub const fn new(reason: Reason, player: usize, verdict: Verdict) -> Ending {
        Ending { reason: reason as u8 + 1, player: player as u8, verdict }
    }

    /// The end that a rule found, which has a number among those that take part.
    pub fn of(end: End, number: u8) -> Ending {
        let mut ending = Ending::new(end.reason, end.player, end.verdict);
        if end.reason == Reason::Rule {
            ending.reason += number;
        }
        ending
    }

    /// Why.
    pub fn why(self) -> Reason {
        Reason::from_number(self.reason - 1)
    }

    /// Which of the rules that take part declared it, if the reason is its own.
    pub fn declared_by(self) -> Option<usize> {
        self.reason.checked_sub(Reason::Rule as u8 + 1).map(usize::from)
    }

    /// Whether the game is over.
    #[inline(always)]
    pub const fn is_over(self) -> bool {
        self.reason != 0
    }
}

impl<const W: usize> State<W> {
    /// An empty board, the first player to move.
    pub fn empty(players: usize) -> Self {
        State {
            owner: [CellSet::EMPTY; 16],
            occupied: CellSet::EMPTY,
            marks: Marks::default(),
            status: Status { alive: ((1u16 << players) - 1) as u8, ..Status::default() },
            seats: Seats::default(),
            hands: [[0; MAX_HAND]; MAX_PLAYERS],
            memory: [0; MAX_MEMORY],
            kind: [CellSet::EMPTY; MAX_TYPES],
            cells: [[Piece::NONE; 64]; W],
        }
    }

    /// What stands on a cell.
    #[inline(always)]
    pub fn piece(&self, cell: usize) -> Piece {
        self.cells[word_of::<W>(cell)][cell & 63]
    }

    /// Sets what stands on a cell, in the array alone.
    #[inline(always)]
    pub fn write(&mut self, cell: usize, piece: Piece) {
        self.cells[word_of::<W>(cell)][cell & 63] = piece;
    }

    /// Adds the cells of a piece to its sets, or takes them away.
    #[inline(always)]
    pub fn toggle(&mut self, piece: Piece, cells: CellSet<W>) {
        self.owner[piece.owner().index() & 15] ^= cells;
        self.kind[piece.kind().index() & (MAX_TYPES - 1)] ^= cells;
    }

    /// Puts a piece on an empty cell.
    #[inline(always)]
    pub fn put(&mut self, cell: usize, piece: Piece) {
        self.toggle(piece, CellSet::of(cell));
        self.occupied.insert(cell);
        self.write(cell, piece);
    }

    /// Takes the piece off an occupied cell.
    #[inline(always)]
    pub fn take(&mut self, cell: usize) -> Piece {
        let piece = self.piece(cell);
        self.toggle(piece, CellSet::of(cell));
        self.occupied.remove(cell);
        self.write(cell, Piece::NONE);
        piece
    }

    /// The pieces of a type, whoever owns them.
    #[inline(always)]
    pub fn of_type(&self, kind: u8) -> CellSet<W> {
        self.kind[kind as usize & (MAX_TYPES - 1)]
    }

    /// A player's pieces.
    #[inline(always)]
    pub fn of_player(&self, player: usize) -> CellSet<W> {
        self.owner[player & 15]
    }

    /// A player's pieces of a type.
    #[inline(always)]
    pub fn of(&self, player: usize, kind: usize) -> CellSet<W> {
        self.owner[player & 15] & self.kind[kind & (MAX_TYPES - 1)]
    }
}
