//! Sessions as PGN, with clocks and variations, for any number of players.

mod read;
mod write;

pub use read::LoadError;
