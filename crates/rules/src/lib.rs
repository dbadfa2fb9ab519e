//! The rules of chess and its relatives, on any board, for any number of players.
//!
//! A [`Definition`] (plain data) compiles to a [`Game`] (immutable tables); a [`Position`] is one state of it, and a
//! [`Line`] a position with the moves that led to it.

pub mod arena;
pub mod board;
pub mod cell;
pub mod definition;
pub mod movement;
pub mod notation;
pub mod rule;
pub mod set;
pub mod zone;

mod arbiter;
mod army;
mod compile;
mod describe;
mod game;
mod generate;
mod line;
mod lookup;
mod moves;
mod outcome;
mod perft;
mod play;
mod position;
mod pseudo;
mod quick;
mod seats;
mod setup;
mod size;
mod state;
mod tables;
mod width;

pub use cell::{Cell, MAX_CELLS, MAX_PLAYERS, MAX_TYPES, NEUTRAL, Piece, PieceType, Player};
pub use definition::Definition;
pub use describe::Reach;
pub use game::{Game, TypeInfo};
pub use line::Line;
pub use moves::{Edit, Move, MoveKind};
pub use outcome::{Outcome, Reason, Standing};
pub use perft::{divide, perft, playouts};
pub use position::{Position, SetupError};
pub use setup::Setup;
