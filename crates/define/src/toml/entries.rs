//! Several games in one file: `[[entries]]`, each a game that differs from the file's by its name and by what its variables
//! are. An entry is a text of its own, so that whoever keeps texts keeps it like any other.

use super::values::{inner, text};
use super::{Input, parse};
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value};
use std::fmt::Write;

/// How many entries a file may have.
const MAX_ENTRIES: usize = 64;

/// The entries of a file, each as a definition that extends the file's game; those that cannot be read are left out, and
/// reported where the file itself is read.
pub fn entries(input: &Input) -> Vec<Input> {
    if input.is_board_file() || !input.text.contains("entries") {
        return Vec::new();
    }
    let table = parse(&input.text, 0, &mut Vec::new());
    tables(&table).filter_map(|(entry, _)| written(input, entry)).collect()
}

fn tables(table: &Table) -> impl Iterator<Item = (&Table, Span)> {
    let items = match table.get("entries").map(|value| &value.value) {
        Some(Value::List(items)) => &items[..],
        _ => &[],
    };
    items.iter().take(MAX_ENTRIES).filter_map(|item| match &item.value {
        Value::Table(entry) => Some((entry, item.span)),
        _ => None,
    })
}

/// An entry as a definition: its values are those bytes of the file.
fn written(input: &Input, entry: &Table) -> Option<Input> {
    let id = text(entry, "id").map(|id| id.value).filter(|id| is_id(id))?;
    let value = |value: &Spanned<Value>| input.text.get(value.span.start as usize..value.span.end as usize);
    // A file is named beside it, a game of the catalogue by its id.
    let parent = match input.path.as_ref().and_then(|path| path.file_name()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => input.id.clone(),
    };
    let mut text = format!("extends = {}\n", quoted(&parent));
    for (key, about) in &entry.entries {
        if !["id", "set"].contains(&key.value.as_str()) {
            let _ = writeln!(text, "{} = {}", key.value, value(about)?);
        }
    }
    let set = inner(entry, "set").map_or(&[][..], |set| &set.entries);
    for (name, given) in set {
        let _ = writeln!(text, "variables.{}.default = {}", quoted(&name.value), value(given)?);
    }
    let file = match &input.path {
        Some(path) => format!("{}#{id}", path.display()),
        None => format!("{id}.toml"),
    };
    Some(Input { id, file, text, path: input.path.clone(), section: None })
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a text can be the name of a game in the catalogue.
pub(crate) fn is_id(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=40).contains(&text.len()) && text.chars().all(letter)
}

/// What is wrong with the entries of a definition, besides their kinds.
pub(super) fn check(table: &Table, problems: &mut Vec<Problem>) {
    let Some(written) = table.get("entries") else { return };
    if let Value::List(items) = &written.value
        && let Some(item) = items.get(MAX_ENTRIES)
    {
        problems.push(Problem::new(
            item.span,
            format!("at most {MAX_ENTRIES} entries"),
            "the first too many",
        ));
    }
    let mut seen: Vec<String> = Vec::new();
    for (entry, span) in tables(table) {
        match text(entry, "id") {
            Some(id) if !is_id(&id.value) => {
                let problem = Problem::new(id.span, format!("\"{}\" cannot be an id", id.value), "not that");
                problems.push(problem.help("small letters, digits and hyphens: \"my-game-2\""));
            }
            Some(id) if seen.contains(&id.value) => {
                problems.push(Problem::new(
                    id.span,
                    format!("two entries are called \"{}\"", id.value),
                    "twice",
                ));
            }
            Some(id) => seen.push(id.value),
            None if entry.get("id").is_some() => {}
            None => {
                let problem = Problem::new(span, "an entry has no id", "incomplete");
                problems.push(problem.help("id = \"kinglet\", the name it is started by"));
            }
        }
        for (name, _) in inner(entry, "set").map_or(&[][..], |set| &set.entries) {
            let variables = inner(table, "variables").map_or(&[][..], |variables| &variables.entries);
            if !variables.iter().any(|(known, _)| known.value == name.value) {
                let message = format!("this game has no variable \"{}\"", name.value);
                let problem = Problem::new(name.span, message, "no such variable");
                problems.push(
                    problem.suggest(&name.value, variables.iter().map(|(known, _)| known.value.as_str())),
                );
            }
        }
    }
}
