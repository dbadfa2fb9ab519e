//! Why a command is refused.

use chatura_rules::IllegalMove;
use serde::{Deserialize, Serialize};

/// Why a command is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// For programs; stable.
    pub code: Code,
    /// For people.
    pub sentence: String,
}

/// The kinds of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Code {
    /// It is someone else's turn.
    NotYourTurn,
    /// The move may not be played, or is none.
    IllegalMove,
    /// The move was meant for another ply.
    Stale,
    /// The game is over.
    Over,
    /// The game has not begun: a seat is empty.
    NotStarted,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    NotPaused,
    /// A flag has fallen that `tick` was not told of.
    Time,
    /// This one may not give this command.
    NotAllowed,
    /// Who plays at this seat is out of the game.
    Out,
    /// Others have to agree first.
    NeedsConsent,
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move that was taken back.
    NothingToRedo,
    /// There is no such ply.
    NoSuchPly,
    /// There is no such move in the journal.
    NoSuchNode,
    /// There is no such seat.
    NoSuchSeat,
    /// Nothing was offered or asked.
    NoOffer,
    /// Something was offered or asked already.
    Pending,
    /// There is nothing to claim.
    NothingToClaim,
    /// A name, a time or a strategy is not one.
    BadValue,
    /// The position to start from is none.
    BadStart,
    /// The seats in a new order are not the seats.
    BadOrder,
    /// The clock of this seat is never used.
    NoClock,
    /// The session keeps no variations.
    NoVariations,
    /// A limit of the session is reached.
    Full,
}

impl From<IllegalMove> for Refusal {
    fn from(illegal: IllegalMove) -> Refusal {
        let code = match illegal {
            IllegalMove::Over => Code::Over,
            _ => Code::IllegalMove,
        };
        Refusal::new(code, illegal.to_string())
    }
}

impl Refusal {
    pub(crate) fn new(code: Code, sentence: impl Into<String>) -> Refusal {
        Refusal { code, sentence: sentence.into() }
    }
}
