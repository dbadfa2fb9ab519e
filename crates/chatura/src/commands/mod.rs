//! The commands, one in each file.

mod analyze;
mod bench;
mod board;
mod check;
mod config;
mod eval;
mod games;
mod learn;
mod matches;
mod mobility;
mod moves;
mod perft;
mod play;
mod selfplay;
mod serve;
mod show;
mod text;
mod uci;

pub use analyze::analyze;
pub use bench::bench;
pub use board::board;
pub use check::check;
pub use config::config;
pub use eval::eval;
pub use games::games;
pub use learn::learn;
pub use matches::match_engines;
pub use mobility::mobility;
pub use moves::moves;
pub use perft::perft;
pub use play::{play, watch};
pub use selfplay::selfplay;
pub use serve::serve;
pub use show::show;
pub use text::text;
pub use uci::uci;
