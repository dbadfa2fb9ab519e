//! What a session tells.

use crate::clock::ClockView;
use crate::conclusion::Conclusion;
use crate::journal::Record;
use crate::score::Score;
use crate::seat::Seat;
use crate::session::SeatView;
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// What a session tells everybody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// A game begins: the last empty seat was taken, or the next game was asked for.
    Started {
        /// Which game of the session, from 1.
        number: u32,
        /// Where it starts.
        fen: String,
        /// Who sits where.
        seats: Vec<SeatView>,
        /// How things stand.
        table: Table,
    },
    /// A new game was set up, but a seat is empty.
    Waiting {
        /// Which game of the session, from 1.
        number: u32,
        /// Where it will start.
        fen: String,
        /// Who sits where.
        seats: Vec<SeatView>,
        /// How things stand.
        table: Table,
    },
    /// A move was played.
    Moved(Moved),
    /// A player left: gave up, or ran out of time.
    Left(Moved),
    /// Play went back or on without a new move.
    Navigated(Navigated),
    /// The game is over.
    Ended {
        /// How.
        conclusion: Conclusion,
        /// The score of each seat, this game included.
        score: Vec<Score>,
        /// How things stand.
        table: Table,
    },
    /// The clocks stopped, or go on.
    Paused {
        /// Whether they stopped.
        paused: bool,
        /// How things stand.
        table: Table,
    },
    /// A seat was given time.
    TimeAdded {
        /// Which.
        seat: Seat,
        /// How much.
        span: Span,
        /// How things stand.
        table: Table,
    },
    /// Others sit at the table, or have other names.
    Seated {
        /// Who sits where.
        seats: Vec<SeatView>,
    },
    /// Something about a draw.
    Draw(Notice),
    /// Something about a takeback.
    Takeback(Notice),
    /// The tree of variations or what is said in it has changed otherwise than by a move; see
    /// [`crate::Session::tree`].
    Tree,
}

/// A move with all that came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The move in the journal.
    #[serde(flatten)]
    pub record: Record,
    /// The cells that changed.
    pub edits: Vec<CellEdit>,
    /// The hands that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandEdit>,
    /// Who was put out by it, with the reason in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<(Seat, String)>,
    /// How things stand.
    pub table: Table,
}

/// A change of place in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Navigated {
    /// How it came about.
    pub way: Navigation,
    /// How many plies had been played before.
    pub from: u32,
    /// The cells that changed.
    pub edits: Vec<CellEdit>,
    /// The hands that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandEdit>,
    /// How things stand.
    pub table: Table,
}

/// How play came to another place in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Navigation {
    /// Moves were taken back.
    Undo,
    /// They were played again.
    Redo,
    /// To a ply by its number.
    Jump,
    /// To a move of the tree, or off one that was removed.
    Visit,
}

/// What is said about an offer or a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
pub enum Notice {
    /// It was made.
    Asked {
        /// By whom.
        by: Seat,
        /// Who has to answer.
        of: Vec<Seat>,
    },
    /// One agreed.
    Accepted {
        /// Who.
        by: Seat,
        /// Who still has to answer; if nobody, it is done.
        of: Vec<Seat>,
    },
    /// One refused, or the one who asked withdrew it.
    Declined {
        /// Who.
        by: Seat,
    },
    /// It no longer stands: someone moved or left.
    Lapsed,
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// How many plies have been played.
    pub ply: u32,
    /// Whose turn it is; nobody's before the beginning and after the end.
    pub turn: Option<Seat>,
    /// Whether the game is paused.
    pub paused: bool,
    /// The cells of royal pieces that are attacked.
    pub check: Vec<String>,
    /// The clock of each seat.
    pub clocks: Vec<ClockView>,
    /// How each seat stands.
    pub statuses: Vec<Status>,
    /// The points of each seat, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<i32>>,
    /// The place each seat has by its points, 1 for the best; equals share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
}

/// How one seat stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// In one word.
    pub state: State,
    /// Whether a royal piece of its is attacked.
    pub check: bool,
    /// In words, with the reason: "to move, in check", "out by resignation", "won by checkmate".
    pub words: String,
}

/// How one seat stands, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is its turn.
    ToMove,
    /// It is someone else's turn, or the game has not begun or was aborted.
    Waiting,
    /// Out of a game that goes on.
    Out,
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drew.
    Drew,
}

/// A cell that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellEdit {
    /// Its name.
    pub cell: String,
    /// What stood there.
    pub before: Option<PieceView>,
    /// What stands there now.
    pub after: Option<PieceView>,
}

/// A hand that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandEdit {
    /// Whose.
    pub seat: Seat,
    /// The letter of the piece.
    pub letter: String,
    /// How many there are now.
    pub count: u8,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PieceView {
    /// Whose it is; nobody's for walls and dead armies.
    pub seat: Option<Seat>,
    /// The letter of its type in FEN, upper case: `N`, `+P`.
    pub letter: String,
}
