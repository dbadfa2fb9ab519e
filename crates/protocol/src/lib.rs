//! The protocols by which programs play chess with each other.
//!
//! [`uci`] lets any program that knows the Universal Chess Interface play against the engine. Lines come in and go out
//! through what the caller hands over; nothing here opens anything.

pub mod uci;
