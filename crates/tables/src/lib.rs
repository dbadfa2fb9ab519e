//! Exact endgame tables for two players, by retrograde analysis.
//!
//! A table says of every position with the same few pieces who wins and in how many plies, if nobody errs. It is made from
//! nothing but what the rules allow: each position is set up, its moves are played, and where they lead is written down; then
//! what is lost and won is followed back from where games end. So it is right for any definition: what captures, promotes,
//! explodes or moves twice is never asked.
//!
//! Left out is what depends on the way to a position: repetition and the counting of moves without progress.

mod build;
mod explore;
mod file;
mod fitness;
#[doc(hidden)]
pub mod fuzz;
mod graph;
mod index;
mod material;
mod probe;
mod solve;
mod symmetry;
mod table;

pub use build::{Builder, Progress, TableError, Wish};
pub use file::WrongTable;
pub use fitness::fingerprint;
pub use material::{MOST_PIECES, Material};
pub use probe::{Tables, TablesError, usual_folder};
pub use table::{Longest, Statistics, Verdict};
