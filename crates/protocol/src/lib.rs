//! The protocols by which programs play chess with each other.
//!
//! [`uci`] lets any program that knows the Universal Chess Interface play against the engine. Lines come in and go out
//! through what the caller hands over; nothing there opens anything. [`drive`] is the other side: it starts engines of
//! others, UCI or XBoard, and lets them play.

pub mod drive;
pub mod uci;
