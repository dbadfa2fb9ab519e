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
mod serve;
mod show;
mod uci;

pub use analyze::analyze;
pub use bench::bench;
pub use board::board;
pub use check::check;
pub use eval::eval;
pub use games::games;
pub use moves::moves;
pub use perft::perft;
pub use selfplay::selfplay;
pub use serve::serve;
pub use show::show;
pub use uci::uci;
