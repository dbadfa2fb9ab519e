//! The rules of chess and its variants, on any board, for any number of players.
//!
//! A [`Definition`] (plain data) compiles to a [`Game`] (immutable tables); a [`Position`] is one state of it, and a
//! [`Line`] a position with the moves that led to it.

pub mod arena;
pub mod board;
pub mod cell;
pub mod definition;
pub mod movement;
pub mod notation;
pub mod random;
pub mod rule;
pub mod set;

mod compile;
mod describe;
mod position;

pub use cell::{Cell, MAX_CELLS, MAX_PLAYERS, MAX_TYPES, NEUTRAL, Piece, PieceType, Player};
pub use compile::game::{Game, TypeInfo};
pub use compile::work::{MAX_WORK, Patience};
pub use definition::Definition;
pub use describe::Reach;
pub use describe::refusal::Refusal;
pub use position::legality::IllegalMove;
pub use position::line::Line;
pub use position::moves::{Edit, Move, MoveKind};
pub use position::outcome::{Outcome, Reason, Standing};
pub use position::perft::{divide, perft, playouts};
pub use position::ply::{Changed, Exit, PieceAt, Ply};
pub use position::setup::Setup;
pub use position::{Position, SetupError};
