//! Readers of game definitions: TOML with Betza notation, board files, the catalogue of games, and what is wrong with a
//! text.
//!
//! [`load`] turns a name of the catalogue or the path of a file into a [`chatura_rules::Game`].

pub mod advice;
pub mod betza;
pub mod card;
pub mod catalogue;
pub mod diagnostics;
pub mod diagram;
pub mod form;
#[doc(hidden)]
pub mod fuzz;
pub mod ini;
pub mod kind;
pub mod toml;
pub mod xml;

pub use catalogue::{check, definition, load, load_text, load_text_within, load_within};
pub use diagnostics::{Finding, LoadError, Report, Severity};
