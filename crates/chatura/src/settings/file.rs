//! The file of settings: TOML, one line a setting.

use super::table::{SETTINGS, sentence};
use crate::failure::Failure;
use chatura_rules::definition::{Span, Spanned, Table, Value, check_table};
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

/// The longest file that is read.
const MAX_TEXT: usize = 64 * 1024;

/// What a file says.
#[derive(Debug, Default)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    text: String,
    table: Table,
}

impl Written {
    /// The value of a setting, with its line.
    pub fn get(&self, name: &str) -> Option<(&Value, usize)> {
        let Spanned { value, span } = self.table.get(name)?;
        Some((value, line(&self.text, *span)))
    }
}

/// The line of a place in a text.
fn line(text: &str, place: Span) -> usize {
    1 + text.bytes().take(place.start as usize).filter(|byte| *byte == b'\n').count()
}

/// Reads the file; a missing one says nothing.
pub fn read(path: Option<PathBuf>) -> Result<Written, Failure> {
    let Some(path) = path else { return Ok(Written::default()) };
    let file = match std::fs::File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Written::default()),
        Err(error) => return Err(Failure::input(format!("cannot read {}: {error}", path.display()), None)),
    };
    let mut text = String::new();
    let read = file.take(MAX_TEXT as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display()), None))?;
    parse(path, text)
}

/// Reads the text of a file.
pub fn parse(path: PathBuf, text: String) -> Result<Written, Failure> {
    let wrong = |line: usize, reason: &str| {
        let help = "`chatura config` lists the settings".to_owned();
        Failure::input(format!("{}:{line}: {reason}", path.display()), Some(help))
    };
    if text.len() > MAX_TEXT {
        return Err(wrong(1, "the file is too large"));
    }
    let mut problems = Vec::new();
    let table = chatura_define::toml::parse(&text, 0, &mut problems);
    check_table(&table, SETTINGS, &mut problems);
    match problems.first() {
        Some(problem) => Err(wrong(line(&text, problem.span), &sentence(problem))),
        None => Ok(Written { path, text, table }),
    }
}
