//! The file of settings: TOML, one line a setting.

use super::table::{Form, SETTINGS, Setting};
use crate::failure::Failure;
use chatura_rules::definition::suggestion;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};

/// The longest file that is read.
const MAX_TEXT: usize = 64 * 1024;

/// What a file says.
#[derive(Debug, Default)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Its lines.
    pub entries: Vec<Entry>,
}

/// One setting of a file.
#[derive(Debug)]
pub struct Entry {
    /// Which.
    pub name: &'static str,
    /// Its values.
    pub values: Vec<String>,
    /// Where it stands.
    pub line: usize,
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
    parse(path, &text)
}

/// Reads the text of a file.
pub fn parse(path: PathBuf, text: &str) -> Result<Written, Failure> {
    let wrong = |line: usize, reason: &str| {
        let help = "`chatura config` lists the settings".to_owned();
        Failure::input(format!("{}:{line}: {reason}", path.display()), Some(help))
    };
    if text.len() > MAX_TEXT {
        return Err(wrong(1, "the file is too large"));
    }
    let line_of = |place: usize| 1 + text.bytes().take(place).filter(|byte| *byte == b'\n').count();
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        wrong(line_of(place), error.message().trim())
    })?;
    let mut entries = Vec::new();
    for (key, value) in table.get_ref() {
        let (name, line) = (key.get_ref().as_ref(), line_of(key.span().start));
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
            let near = suggestion(name, SETTINGS.iter().map(|setting| setting.name));
            let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            let name: String = name.chars().take(60).collect();
            return Err(wrong(line, &format!("there is no setting \"{name}\"{near}")));
        };
        let values = values(setting, value.get_ref()).map_err(|reason| wrong(line, &reason))?;
        entries.push(Entry { name: setting.name, values, line });
    }
    Ok(Written { path, entries })
}

fn values(setting: &Setting, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    let texts = match (setting.form, value) {
        (Form::Flag, DeValue::Boolean(flag)) => vec![flag.to_string()],
        (Form::Flag, _) => return Err(format!("{} is true or false", setting.name)),
        (Form::List, DeValue::Array(items)) => {
            let texts = items.iter().map(|item| text(item.get_ref()));
            texts.collect::<Option<Vec<_>>>().ok_or_else(|| format!("{} is a list of texts", setting.name))?
        }
        (Form::List, other) => setting.split(&text(other).ok_or_else(|| needs_text(setting))?),
        (Form::Text, DeValue::Integer(number)) => vec![number.as_str().to_owned()],
        (_, other) => vec![text(other).ok_or_else(|| needs_text(setting))?],
    };
    texts.iter().map(|text| setting.checked(text)).collect()
}

fn needs_text(setting: &Setting) -> String {
    format!("{} is a text in quotes", setting.name)
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}
