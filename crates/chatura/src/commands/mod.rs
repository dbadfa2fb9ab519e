//! The commands, one in each file.

mod board;
mod check;
mod config;
mod games;
mod moves;
mod perft;
mod play;
mod show;
mod text;
mod welcome;

pub use board::board;
pub use check::check;
pub use config::config;
pub use games::games;
pub use moves::moves;
pub use perft::perft;
pub use play::{play, watch};
pub use show::show;
pub use text::text;
pub use welcome::welcome;
