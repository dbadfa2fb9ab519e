//! The forms a definition may have, and how they are told apart.

use crate::toml::Input;
use std::path::Path;

/// A form of definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Our own: TOML.
    Toml,
    /// A board file: XML.
    Board,
    /// `variants.ini`.
    Ini,
    /// The parameters of an interactive diagram.
    Diagram,
}

/// The endings by which files of definitions are known.
pub const ENDINGS: [&str; 4] = [".toml", ".xml", ".ini", ".txt"];

impl Form {
    /// The form of a text, by the name of its file; where that says nothing, by its lines.
    pub fn of(input: &Input) -> Form {
        let ending = Path::new(&input.file).extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("xml") => Form::Board,
            Some("ini") => Form::Ini,
            _ if crate::ini::is_likely(&input.text) => Form::Ini,
            _ if crate::diagram::is_likely(&input.text) => Form::Diagram,
            _ => Form::Toml,
        }
    }

    /// Whether a text of this form becomes one of our own before it is kept.
    pub fn is_foreign(self) -> bool {
        matches!(self, Form::Ini | Form::Diagram)
    }
}
