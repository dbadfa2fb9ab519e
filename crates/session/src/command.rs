//! What a session can be told to do.

use crate::journal::NodeId;
use crate::player::Occupant;
use crate::seat::Seat;
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// What a session can be told to do. *Seated* is anyone who speaks for at least one seat; *playing* is who has not
/// been put out. While the game is on means: begun, not over, paused or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Command {
    /// Plays a move. *Who:* the seat to move. *When:* while the game is on and not paused.
    Move {
        /// In coordinates or SAN.
        text: String,
        /// How many plies were played when the move was decided; refused if that has changed meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// Takes the last move back, further if needed to a person's turn, with the clocks; also a resignation or an
    /// agreement. *Who:* anyone seated if nobody needs to be asked ([`crate::UndoPolicy`]), the host. *When:* a move
    /// was made; after the end only where undo is free, by the host, or against AI players alone.
    Undo,
    /// Plays again what was taken back, as far as one undo went, with the clocks. *Who:* as for undo. *When:*
    /// something was taken back and no other move made since.
    Redo,
    /// Undo or redo to a ply, 0 for the start. *Who:* as for undo. *When:* the journal has so many plies.
    Jump {
        /// How many plies are played then.
        ply: u32,
    },
    /// Asks the other persons who play to take back what was played since the own last turn. At once where nobody
    /// needs to be asked. *Who:* a seat that plays. *When:* while the game is on, undo is not off, and it has moved.
    RequestTakeback,
    /// Agrees to a takeback. *Who:* a seat that was asked. *When:* until anyone moves.
    AcceptTakeback,
    /// Refuses a takeback, or withdraws the own request. *Who:* a seat that was asked or asks. *When:* until anyone
    /// moves.
    DeclineTakeback,
    /// Gives up. Of two players the other wins; of more the game goes on without this one. *Who:* a seat that plays.
    /// *When:* while the game is on.
    Resign,
    /// Offers a draw to all who play. *Who:* a seat that plays, once a move. *When:* while the game is on and nothing
    /// is offered.
    OfferDraw,
    /// Agrees to a draw; it is one when all who play agree. *Who:* a seat that was asked. *When:* until it moves.
    AcceptDraw,
    /// Refuses a draw, or withdraws the own offer. *Who:* a seat that plays. *When:* a draw is offered.
    DeclineDraw,
    /// Ends the game as the rules allow now (repetition, no progress, a lead in points). *Who:* the seat to move.
    /// *When:* while the game is on and there is something to claim.
    ClaimDraw,
    /// Ends the game without a result. *Who:* anyone seated until every seat has moved once, the host at any time.
    /// *When:* before the end, also before the beginning.
    Abort,
    /// Stops the clocks; no moves until it goes on. *Who:* the host, and anyone seated where the terms say so.
    /// *When:* while the game is on.
    Pause,
    /// Goes on. *Who:* as for pause. *When:* paused.
    Resume,
    /// Gives a seat more time. *Who:* the host, or anyone seated to a seat that is not theirs. *When:* while the game
    /// is on and the seat has a clock.
    AddTime {
        /// To whom.
        seat: Seat,
        /// How much, up to a day.
        span: Span,
    },
    /// Two players change seats; the game, its clocks and colours stay. *Who:* the host. *When:* at any time.
    Swap {
        /// One seat.
        first: Seat,
        /// The other.
        second: Seat,
    },
    /// Someone else plays at a seat from now on, with a score of nothing; the game begins when the last empty seat is
    /// taken. *Who:* the host. *When:* at any time.
    Replace {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// Who plays at a seat gets another name. *Who:* that seat, the host. *When:* at any time.
    Rename {
        /// Where.
        seat: Seat,
        /// The name, up to 64 characters on one line.
        name: String,
    },
    /// Begins the next game; the score is kept, a game that is not over counts as aborted. *Who:* anyone seated after
    /// the end, the host at any time; only the host may name a position. *When:* always.
    NewGame {
        /// Who sits where.
        #[serde(default)]
        seating: Seating,
        /// Where to start, in FEN; as the last game did if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
    },
    /// Goes to a move of any variation. *Who:* as for undo. *When:* the session keeps variations.
    Visit {
        /// The move.
        node: NodeId,
    },
    /// Makes the variation a move belongs to the main line. *Who:* as for undo. *When:* the session keeps variations.
    Promote {
        /// The move.
        node: NodeId,
    },
    /// Removes a move and what follows it; if the game stands there, it goes back before it. *Who:* as for undo.
    /// *When:* the session keeps variations.
    Prune {
        /// The move.
        node: NodeId,
    },
    /// Says something about a move. *Who:* anyone seated, the host. *When:* the session keeps variations.
    Annotate {
        /// The move.
        node: NodeId,
        /// In words, up to 2000 characters; empty for nothing.
        comment: String,
        /// Numeric judgements as in PGN, up to 8: 1 is `!`.
        nags: Vec<u16>,
    },
}

/// Who sits where in the next game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// As before.
    #[default]
    Keep,
    /// Everybody moves one seat on; the last comes to the first.
    Rotate,
    /// In a given order, such as one drawn at random: for each seat the seat its player had.
    Order(Vec<Seat>),
}

impl Command {
    /// A move in coordinates or SAN, whatever was played meanwhile.
    pub fn play(text: impl Into<String>) -> Command {
        Command::Move { text: text.into(), ply: None }
    }
}
