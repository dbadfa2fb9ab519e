//! Which line of a file is to blame for what does not fit in a game it extends.

use crate::diagnostics::Sources;
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value};

/// What a file says itself, of a game that extends another.
#[derive(Clone, Debug, Default)]
pub struct OwnWords {
    table: Table,
    /// What each of the games it extends says, the nearest first.
    parents: Vec<Table>,
}

impl OwnWords {
    /// What a file says, and what the games it extends say.
    pub(super) fn new(table: Table, parents: Vec<Table>) -> OwnWords {
        OwnWords { table, parents }
    }

    /// A problem in a game that is right by itself was made by the file that extends it: it is shown where that file
    /// says something else, and what does not fit is told besides.
    pub fn blame(&self, problem: Problem, sources: &Sources) -> Problem {
        let inherited = (1..=self.parents.len()).contains(&usize::from(problem.span.file));
        let Some(span) = self.cause(&problem).filter(|_| inherited) else { return problem };
        let place = sources.finding(&problem);
        let note = format!("what does not fit is in {}:{}:{}", place.file, place.line, place.column);
        let help = match &problem.help {
            Some(help) => format!("{help}; {note}"),
            None => note,
        };
        Problem::new(span, problem.message, "because of this").help(help)
    }

    /// The words most likely to be the cause: what the problem names, else the same section, else the game extended.
    fn cause(&self, problem: &Problem) -> Option<Span> {
        let named: Vec<&str> = problem.message.split('"').skip(1).step_by(2).collect();
        let section = self.section(problem.span);
        let changed = [section, Some("pieces"), Some("board"), Some("setup"), Some("extends")];
        names(&self.table, &named)
            .or_else(|| changed.into_iter().flatten().find_map(|section| place(&self.table, section)))
    }

    /// The section of a parent in which something stands.
    fn section(&self, span: Span) -> Option<&str> {
        let parent = self.parents.get(usize::from(span.file).checked_sub(1)?)?;
        let found = parent.entries.iter().find(|(_, value)| holds(value, span));
        found.map(|(name, _)| name.value.as_str())
    }
}

/// Whether a value, or something in it, encloses a place.
fn holds(value: &Spanned<Value>, span: Span) -> bool {
    let Span { file, start, end } = value.span;
    let encloses = file == span.file && start <= span.start && span.end <= end && start < end;
    encloses
        || match &value.value {
            Value::Table(table) => {
                table.entries.iter().any(|(key, value)| key.span == span || holds(value, span))
            }
            Value::List(items) => items.iter().any(|item| holds(item, span)),
            _ => false,
        }
}

/// The first key or text that is one of these names.
fn names(table: &Table, named: &[&str]) -> Option<Span> {
    table.entries.iter().find_map(|(key, value)| {
        if named.contains(&key.value.as_str()) {
            return Some(key.span);
        }
        match &value.value {
            Value::Table(inner) => names(inner, named),
            Value::Text(text) if named.contains(&text.as_str()) => Some(value.span),
            _ => None,
        }
    })
}

/// Where a section begins to say something.
fn place(table: &Table, section: &str) -> Option<Span> {
    let (key, value) = table.entries.iter().find(|(key, _)| key.value == section)?;
    match &value.value {
        Value::Table(inner) => inner.entries.first().map(|(key, _)| key.span),
        Value::Text(_) => Some(value.span),
        _ => Some(key.span),
    }
}
