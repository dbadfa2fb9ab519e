//! What is wrong with a move as it was written.

use crate::position::legality::IllegalMove;

/// Why a text is not a move that can be played here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It does not have the form of a move.
    #[error("\"{text}\" is not a move: write it like {example}")]
    Form {
        /// What was written.
        text: String,
        /// What moves look like here.
        example: String,
    },
    /// Nothing stands on the cell it starts from.
    #[error("there is no piece on {cell}")]
    NoPiece {
        /// The empty cell.
        cell: String,
    },
    /// The piece belongs to someone else.
    #[error("the piece on {cell} is not yours")]
    NotYours {
        /// Where it stands.
        cell: String,
    },
    /// A piece is to be put on the board that is not in the hand.
    #[error("there is no {piece} in your hand")]
    NotInHand {
        /// Its letter.
        piece: String,
    },
    /// Someone leaves who has left already.
    #[error("{player} is out already")]
    Left {
        /// The player's name.
        player: String,
    },
    /// It has the form of a move, but may not be played.
    #[error("{text} is not legal{}", nearest(.legal))]
    Illegal {
        /// What was written.
        text: String,
        /// Legal moves that are closest to it, as the same notation writes them.
        legal: Vec<String>,
    },
    /// Several legal moves fit.
    #[error("{text} can be {}", .candidates.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// Those that fit, written in full.
        candidates: Vec<String>,
    },
    /// It is understood, but may not be played.
    #[error("{0}")]
    Refused(IllegalMove),
    /// Nothing can be played: the game is over.
    #[error("the game is over")]
    Over,
}

fn nearest(legal: &[String]) -> String {
    if legal.is_empty() { String::new() } else { format!("; legal are {}", legal.join(", ")) }
}

impl From<IllegalMove> for MoveError {
    fn from(illegal: IllegalMove) -> MoveError {
        match illegal {
            IllegalMove::Over => MoveError::Over,
            _ => MoveError::Refused(illegal),
        }
    }
}

impl MoveError {
    /// A text of hostile length is cut before it is shown.
    pub(super) fn shown(text: &str) -> String {
        match text.char_indices().nth(40) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text.to_owned(),
        }
    }
}
