//! Readers of game definitions: TOML with Betza notation, the catalogue of games, and what is wrong with a text.
//!
//! [`load`] turns a name of the catalogue or the path of a file into a [`rules::Game`].

pub mod betza;
pub mod catalogue;
pub mod diagnostics;
#[doc(hidden)]
pub mod fuzz;
pub mod toml;

pub use catalogue::{check, definition, load, load_text};
pub use diagnostics::{Finding, LoadError};
