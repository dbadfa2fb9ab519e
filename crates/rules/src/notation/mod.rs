//! Positions and moves as text: FEN, moves in coordinates, SAN, PGN. Lenient in, canonical out.

pub mod coordinate;
pub mod fen;
pub mod kif;
pub mod native;
pub mod pgn;
pub mod san;

#[doc(hidden)]
pub mod fuzz;

pub(crate) mod context;
mod either;
mod error;
pub(crate) mod language;
mod leaving;
pub(crate) mod spelling;

pub use coordinate::{format_move, format_moves, parse_move};
pub use either::{format_written, read_move};
pub use error::MoveError;
pub use fen::{FenError, format_fen, format_fen4, format_usual_fen, parse_fen};
pub use language::Language;
pub use native::{Script, Style, format_both, format_native};
pub use pgn::{Pgn, PgnError};
pub use san::{format_long, format_san, parse_san};
