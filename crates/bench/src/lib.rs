//! Measuring Chatura beside other programs: clocks, tables, and the peers that run as processes of their own.
//!
//! Peers that are libraries live in `benches/`, where dev-dependencies reach and nothing else does.

pub mod clock;
pub mod fairy;
pub mod ours;
pub mod row;
