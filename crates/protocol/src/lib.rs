//! The protocols by which programs play chess with each other.
//!
//! [`uci`] and [`xboard`] let any program that knows one of them play against the engine; [`engine`] finds out which it
//! is. Lines come in and go out through what the caller hands over; nothing there opens anything. [`drive`] is the other
//! side: it starts engines of others, UCI or XBoard, and lets them play.

pub mod drive;
pub mod engine;
pub mod fuzz;
pub mod uci;
pub mod xboard;

mod host;
mod wire;

pub use host::{Games, Load, Within};
