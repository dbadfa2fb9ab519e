//! KIF: whole games of shogi as text, with comments and variations.
//!
//! [`read`] makes a [`Pgn`](super::Pgn) of one, with moves in SAN, so that whatever takes PGN takes KIF; [`write()`] makes KIF of
//! such a tree. Any game can be written so whose notation is that of shogi.
//!
//! Players, date, event and place become the tags that PGN has for them, other headers tags of their own names. A start that
//! is not the usual one is a handicap or a diagram. How long moves took is not kept.

mod diagram;
mod header;
mod read;
mod write;

use super::pgn::{MAX_DEPTH, MAX_GAME, PlayError};
use crate::position::SetupError;

pub use header::{is_kif, variant};
pub use read::read;
pub use write::write;

/// The most moves that are read, those of variations among them.
const MAX_MOVES: usize = 20_000;
/// The most variations that are read.
const MAX_PARTS: usize = 2_000;

/// What is wrong with a text in KIF, and in which line; or why a game cannot be written so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KifError {
    /// Moves of the game are not written as in shogi.
    #[error("{0} is not written as shogi is: KIF has no words for its moves")]
    NotShogi(String),
    /// A piece of a start that has to be drawn has no character of its own.
    #[error("the {0} has no single character that a diagram could show")]
    NoCharacter(String),
    /// A line means nothing, or something that cannot be.
    #[error("line {line}: {problem}")]
    Line {
        /// Which line, from 1.
        line: u32,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// The start is no position of the game.
    #[error("the start cannot be: {0}")]
    Start(#[from] SetupError),
    /// A tree that is to be written cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A game is too long.
    #[error("the game is longer than {MAX_GAME} bytes, {MAX_MOVES} moves or {MAX_PARTS} variations")]
    TooLong,
    /// Too many variations inside each other.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
}

impl KifError {
    fn at(line: u32, problem: impl Into<String>) -> KifError {
        KifError::Line { line, problem: problem.into() }
    }
}
