//! The commands, one in each file.

mod analyze;
mod bench;
mod board;
mod check;
mod eval;
mod games;
mod moves;
mod perft;
mod selfplay;
mod show;
mod uci;
mod welcome;

pub use analyze::analyze;
pub use bench::bench;
pub use board::board;
pub use check::check;
pub use eval::eval;
pub use games::games;
pub use moves::moves;
pub use perft::perft;
pub use selfplay::selfplay;
pub use show::show;
pub use uci::uci;
pub use welcome::welcome;
