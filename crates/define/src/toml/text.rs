//! TOML text to plain values, each with its place.

use ::toml::de::{DeTable, DeValue};
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value};
use std::ops::Range;

/// The longest text that is read.
pub const MAX_TEXT: usize = 256 * 1024;
/// How deep tables and lists may be nested.
pub const MAX_DEPTH: usize = 16;
/// How many keys a table may have; look-ups go through them one by one.
pub const MAX_KEYS: usize = 1024;

/// Reads a text; whatever is wrong is reported, the rest is returned. `file` is the number that places in it get.
pub fn parse(text: &str, file: u16, problems: &mut Vec<Problem>) -> Table {
    if text.len() > MAX_TEXT {
        let help = format!("at most {MAX_TEXT} bytes");
        problems.push(Problem::new(span(file, 0..0), "the file is too large", "begins here").help(help));
        return Table::default();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let place = error.span().unwrap_or(0..0);
        let (word, here) = (unquoted(text, place.start), span(file, place.clone()));
        problems.push(match word {
            Some(word) => {
                Problem::new(here, "a text stands in quotes", "no quotes").help(format!("write \"{word}\""))
            }
            None => Problem::new(here, error.message().trim(), "not TOML"),
        });
    }
    Converter { file, problems }.table(table.get_ref(), 0)
}

/// A word where a value should be, if one is there.
fn unquoted(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?.trim_end().chars().next_back()?;
    let rest = text.get(at..)?;
    let word = &rest
        [..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len())];
    let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !["true", "false"].contains(&word);
    (is_word && matches!(before, '=' | ',' | '[')).then_some(word)
}

/// A place in a file; texts are short enough for 32 bits.
pub(super) fn span(file: u16, range: Range<usize>) -> Span {
    Span { file, start: range.start as u32, end: range.end as u32 }
}

struct Converter<'a> {
    file: u16,
    problems: &'a mut Vec<Problem>,
}

impl Converter<'_> {
    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Table {
        let mut entries: Vec<_> = table.iter().collect();
        // The parser sorts keys by name; people read them in the order written.
        entries.sort_by_key(|(key, _)| key.span().start);
        if let Some((key, _)) = entries.get(MAX_KEYS) {
            let place = span(self.file, key.span());
            let help = format!("at most {MAX_KEYS}");
            self.problems
                .push(Problem::new(place, "a table has too many keys", "the first too many").help(help));
            entries.truncate(MAX_KEYS);
        }
        let mut converted = Table::default();
        for (key, value) in entries {
            let key_span = span(self.file, key.span());
            if let Some(new) = self.value(value.get_ref(), span(self.file, value.span()), depth + 1) {
                let name = Spanned::new(key.get_ref().to_string(), key_span);
                converted.entries.push((name, new));
            }
        }
        converted
    }

    fn value(&mut self, value: &DeValue<'_>, span: Span, depth: usize) -> Option<Spanned<Value>> {
        if depth > MAX_DEPTH {
            let help = format!("at most {MAX_DEPTH} levels");
            self.problems
                .push(Problem::new(span, "tables and lists are nested too deep", "too deep").help(help));
            return None;
        }
        let value = match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Number(number),
                Err(_) => {
                    return self.refuse(span, "the number is too large", "a number of at most 18 digits");
                }
            },
            DeValue::Array(items) => {
                let mut list = Vec::with_capacity(items.len());
                for item in items {
                    list.extend(self.value(item.get_ref(), self::span(self.file, item.span()), depth + 1));
                }
                Value::List(list)
            }
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
            // A word without quotes begins like a number that is none: told already.
            DeValue::Float(_)
                if self
                    .problems
                    .iter()
                    .any(|known| (known.span.file, known.span.start) == (span.file, span.start)) =>
            {
                return None;
            }
            DeValue::Float(_) => return self.refuse(span, "fractions have no use here", "a whole number"),
            DeValue::Datetime(_) => return self.refuse(span, "dates have no use here", "a text in quotes"),
        };
        Some(Spanned::new(value, span))
    }

    fn refuse(&mut self, span: Span, message: &str, help: &str) -> Option<Spanned<Value>> {
        self.problems.push(Problem::new(span, message, "not a value of definitions").help(help));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_written() {
        let mut problems = Vec::new();
        let table = parse("b = 1\na = 2\n[z]\nk = true\n[c]\n", 0, &mut problems);
        let keys: Vec<&str> = table.entries.iter().map(|(key, _)| key.value.as_str()).collect();
        assert_eq!(keys, ["b", "a", "z", "c"]);
        assert!(problems.is_empty());
    }

    #[test]
    fn several_errors_are_reported_at_once() {
        let mut problems = Vec::new();
        parse("a = \nb = 1\nc = 1.5\nd = 99999999999999999999\n", 0, &mut problems);
        assert!(problems.len() >= 3, "{problems:?}");
    }

    #[test]
    fn depth_is_bounded() {
        let mut problems = Vec::new();
        parse(&format!("a = {}{}", "[".repeat(20), "]".repeat(20)), 0, &mut problems);
        assert!(!problems.is_empty());
        let mut problems = Vec::new();
        parse(&format!("a = {}", "[".repeat(100_000)), 0, &mut problems);
        assert!(!problems.is_empty());
        parse(&"x".repeat(MAX_TEXT + 1), 0, &mut problems);
    }
}
