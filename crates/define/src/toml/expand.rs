//! Puts the values of variables where their names stand in braces, anywhere in a definition.

use super::expression;
use super::formats::{Written, Wrong, format};
use super::variables::{Chosen, Settled};
use crate::diagnostics::Sources;
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value, suggestion};

/// The sections in which names of variables are replaced.
const SECTIONS: &[&str] = &["board", "players", "pieces", "zones", "look", "setup", "rules", "end"];
/// The longest text that a replacement may make.
const MAX_LENGTH: usize = 8 * 1024;
/// How much all replacements of a definition may make together.
const MAX_TOTAL: usize = 1024 * 1024;

/// Replaces names by what they stand for.
pub(super) struct Expander<'a> {
    settled: &'a Settled,
    sources: &'a Sources,
    problems: &'a mut Vec<Problem>,
    /// How much may still be made.
    left: usize,
    /// How many names were replaced.
    made: usize,
}

/// A value as it stands in the middle of a text; lists and tables cannot.
pub(super) fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Flag(flag) => Some(flag.to_string()),
        _ => None,
    }
}

impl<'a> Expander<'a> {
    pub fn new(settled: &'a Settled, sources: &'a Sources, problems: &'a mut Vec<Problem>) -> Self {
        Expander { settled, sources, problems, left: MAX_TOTAL, made: 0 }
    }

    /// A definition with every name replaced; what stands for a broken variable is left out. Whether the start depends
    /// on a variable.
    pub fn definition(mut self, table: &mut Table) -> bool {
        let mut start_varies = false;
        for (name, section) in &mut table.entries {
            if let Value::Table(section) = &mut section.value
                && SECTIONS.contains(&name.value.as_str())
            {
                let before = self.made;
                self.table(section);
                start_varies |= name.value == "setup" && self.made > before;
            }
        }
        start_varies
    }

    fn table(&mut self, table: &mut Table) {
        table.entries.retain_mut(|(key, value)| {
            let named = !key.value.contains('{')
                || self.text(key).and_then(|new| plain(&new)).map(|new| key.value = new).is_some();
            named && self.value(value)
        });
    }

    /// A value with every name replaced; whether it stands for something.
    fn value(&mut self, value: &mut Spanned<Value>) -> bool {
        let span = value.span;
        match &mut value.value {
            Value::Text(text) if text.contains(['{', '}']) => {
                let new = self.text(&Spanned::new(std::mem::take(text), span));
                let stands = new.is_some();
                value.value = new.unwrap_or(Value::Flag(false));
                stands
            }
            Value::Table(table) => {
                self.table(table);
                true
            }
            Value::List(items) => {
                for mut item in std::mem::take(items) {
                    let is_name = matches!(&item.value, Value::Text(_));
                    match (self.value(&mut item), is_name) {
                        (false, _) => {}
                        // A name that stands for a list stands for its items.
                        (true, true) if matches!(item.value, Value::List(_)) => {
                            let Value::List(inner) = item.value else { continue };
                            items.extend(inner.into_iter().map(|inner| Spanned::new(inner.value, item.span)));
                        }
                        (true, _) => items.push(item),
                    }
                }
                true
            }
            _ => true,
        }
    }

    /// What a text stands for: a name alone for its value, whatever that is, one among other words for a text.
    /// Nothing if that cannot be told, which has been reported.
    pub fn text(&mut self, written: &Spanned<String>) -> Option<Value> {
        let text = &written.value;
        let (mut made, mut rest) = (String::new(), text.as_str());
        while let Some(open) = rest.find('{') {
            let column = text.len() - rest.len() + open;
            made.push_str(&rest[..open]);
            let Some(length) = rest[open..].find('}') else {
                let place = self.sources.within(written.span, text, column, 1);
                let problem = Problem::new(place, "\"{\" is never closed", "begins here");
                self.problems.push(problem.help("write {NAME} for the value of a variable"));
                return None;
            };
            let place = self.sources.within(written.span, text, column, length + 1);
            let value = self.replacement(&rest[open + 1..open + length], place)?;
            rest = &rest[open + length + 1..];
            let alone = made.is_empty() && rest.is_empty() && column == 0;
            match (plain(&value), alone) {
                (_, true) => return self.spend(&value, place).then(|| placed(value, written.span)),
                (Some(text), false) => made.push_str(&text),
                (None, false) => {
                    let message = format!("{} cannot stand in the middle of a text", value.kind_name());
                    let problem = Problem::new(place, message, "stands for that");
                    self.problems.push(problem.help("let the name in braces stand alone: \"{NAME}\""));
                    return None;
                }
            }
            if made.len() > MAX_LENGTH {
                return self.too_long(place);
            }
        }
        made.push_str(rest);
        let made = Value::Text(made);
        self.spend(&made, written.span).then_some(made)
    }

    fn too_long<T>(&mut self, place: Span) -> Option<T> {
        let problem = Problem::new(place, "what variables stand for is too long", "here");
        self.problems.push(problem.help(format!("at most {MAX_LENGTH} bytes a text, {MAX_TOTAL} together")));
        None
    }

    /// Counts what was made; whether there was room for it.
    fn spend(&mut self, value: &Value, place: Span) -> bool {
        let Some(left) = self.left.checked_sub(size(value)) else {
            self.left = 0;
            self.too_long::<()>(place);
            return false;
        };
        self.left = left;
        true
    }

    fn replacement(&mut self, inside: &str, place: Span) -> Option<Value> {
        self.made += 1;
        let words: Vec<&str> = inside.split(':').collect();
        let head = words[0].trim();
        if self.settled.broken.iter().any(|name| name == head) {
            return None;
        }
        let found = self.head(head).and_then(|head| format(head, &words[1..], &self.settled.letters));
        found
            .map_err(|(message, help)| {
                self.problems.push(Problem::new(place, message, "stands for nothing").help(help));
            })
            .ok()
    }

    /// The value of a name, or of a sum of names and numbers.
    fn head(&self, head: &str) -> Result<Written, Wrong> {
        let find = |name: &str| self.settled.chosen.iter().find(|chosen| chosen.name == name);
        if let Some(Chosen { meaning, low, count, .. }) = find(head) {
            return Ok(Written { value: meaning.clone(), low: *low, count: *count });
        }
        let number = |name: &str| match find(name).map(|chosen| &chosen.meaning) {
            Some(Value::Number(number)) => Ok(*number),
            Some(other) => {
                Err((format!("\"{name}\" is {}", other.kind_name()), "only numbers are added up".into()))
            }
            None => Err(self.unknown(name)),
        };
        expression::evaluate(head, &number).map(|value| Written {
            value: Value::Number(value),
            low: 0,
            count: 0,
        })
    }

    fn unknown(&self, name: &str) -> Wrong {
        let names: Vec<&str> = self.settled.chosen.iter().map(|chosen| chosen.name.as_str()).collect();
        let help = match suggestion(name, names.iter().copied()) {
            Some(name) => format!("did you mean \"{name}\"?"),
            None if names.is_empty() => "this game has no variables: add [variables]".to_owned(),
            None => format!("one of: {}", names.join(", ")),
        };
        (format!("there is no variable \"{name}\""), help)
    }
}

/// A value that is told to be wrong, if it is, where its name stands.
fn placed(value: Value, span: Span) -> Value {
    let here = |item: Spanned<Value>| Spanned::new(placed(item.value, span), span);
    match value {
        Value::List(items) => Value::List(items.into_iter().map(here).collect()),
        Value::Table(table) => {
            let entries = table.entries.into_iter();
            let entries = entries.map(|(key, value)| (Spanned::new(key.value, span), here(value)));
            Value::Table(Table { entries: entries.collect() })
        }
        value => value,
    }
}

/// About how many bytes a value takes.
fn size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::List(items) => items.iter().map(|item| 8 + size(&item.value)).sum(),
        Value::Table(table) => {
            table.entries.iter().map(|(key, value)| key.value.len() + size(&value.value)).sum()
        }
        _ => 8,
    }
}
