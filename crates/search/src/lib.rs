//! The engine: evaluation and search for every variant that compiles, none of which it knows by name.
//!
//! What it must know to play well (what pieces are worth, where they stand well, what wins) is worked out from the
//! compiled game when an [`Engine`] is made. The engine then thinks about a [`chatura_rules::Line`] within [`Limits`], tells
//! what it found so far, and answers with a move. It reads and writes nothing else.

mod answer;
mod by_name;
mod engine;
mod knowledge;
mod level;
mod limits;
mod mobility;
pub mod net;
mod play;

pub use chatura_tables as tables;

pub use answer::{Answer, Report, Score, Variation};
pub use by_name::UnknownStrategy;
pub use engine::{Algorithm, Engine, Options, Strategy, WrongGame};
pub use knowledge::{Evaluation, Term};
pub use level::Level;
pub use limits::{Clock, Limits, Progress, Stop};
pub use mobility::{Mobility, Reach, mobility};

/// Games whose starts a benchmark thinks about: every kind of rule and of search is in one of them.
pub const BENCH_GAMES: &[&str] = &[
    "chess",
    "crazyhouse",
    "atomic",
    "antichess",
    "3check",
    "racingkings",
    "xiangqi",
    "shogi",
    "makruk",
    "capablanca",
    "glinski",
    "four-player-teams",
    "three-player",
    "four-player",
];
