//! Tables written as people would write them.

use chatura_rules::definition::{Table, Value};
use std::fmt::Write;

/// What fits on a line.
const WIDTH: usize = 110;

/// A definition's text.
pub fn write(table: &Table) -> String {
    let (mut plain, mut dotted, mut sections) = (String::new(), String::new(), String::new());
    let extends = table.get("extends").is_some();
    for (key, value) in &table.entries {
        match &value.value {
            Value::Table(section) if extends && section.entries.len() <= 3 => {
                for (name, value) in &section.entries {
                    dots(&format!("{}.{}", bare(&key.value), bare(&name.value)), &value.value, &mut dotted);
                }
            }
            Value::Table(section) => headed(&key.value, section, &mut sections),
            value => {
                let _ = writeln!(plain, "{} = {}", bare(&key.value), spread(value));
            }
        }
    }
    let parts = [plain.as_str(), dotted.as_str(), sections.trim_start()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A value under a dotted key; tables of one key go on with the dots.
fn dots(path: &str, value: &Value, text: &mut String) {
    match value {
        Value::Table(table) if table.entries.len() == 1 => {
            let (key, value) = &table.entries[0];
            dots(&format!("{path}.{}", bare(&key.value)), &value.value, text);
        }
        value => {
            let _ = writeln!(text, "{path} = {}", spread(value));
        }
    }
}

/// A section with its heading; tables too long for a line get one of their own.
fn headed(name: &str, section: &Table, text: &mut String) {
    let _ = writeln!(text, "\n[{}]", bare_path(name));
    let lines: Vec<(String, &Value, String)> = section
        .entries
        .iter()
        .map(|(key, value)| (bare(&key.value), &value.value, inline(&value.value)))
        .collect();
    let short = |line: &&(String, &Value, String)| {
        !matches!(line.1, Value::Table(_)) || line.0.len() + line.2.len() <= WIDTH
    };
    let tables = lines.iter().filter(short).filter(|line| matches!(line.1, Value::Table(_)));
    let width =
        if tables.clone().count() > 1 { tables.map(|line| line.0.len()).max().unwrap_or(0) } else { 0 };
    for (key, value, _) in lines.iter().filter(short) {
        let pad = if matches!(value, Value::Table(_)) { width } else { 0 };
        let _ = writeln!(text, "{key:pad$} = {}", spread(value));
    }
    for ((key, value), _) in section.entries.iter().zip(&lines).filter(|(_, line)| !short(line)) {
        if let Value::Table(table) = &value.value {
            headed(&format!("{name}.{}", bare(&key.value)), table, text);
        }
    }
}

fn bare_path(path: &str) -> String {
    path.to_owned()
}

fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}

/// A value, a list on several lines where it would be too long for one.
fn spread(value: &Value) -> String {
    let line = inline(value);
    match value {
        Value::List(items)
            if line.len() > WIDTH
                || items.len() > 1 && items.iter().all(|i| matches!(i.value, Value::Table(_))) =>
        {
            let items: String = items.iter().map(|item| format!("    {},\n", inline(&item.value))).collect();
            format!("[\n{items}]")
        }
        _ => line,
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => quoted(text),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| inline(&item.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(table) if table.entries.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let entry = |(key, value): &(
                chatura_rules::definition::Spanned<String>,
                chatura_rules::definition::Spanned<Value>,
            )| { format!("{} = {}", bare(&key.value), inline(&value.value)) };
            let entries: Vec<String> = table.entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        // A movement that was read already has no text of its own.
        Value::Moves(_) => quoted(""),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml::parse;

    #[test]
    fn what_is_written_is_read_again() {
        let mut problems = Vec::new();
        for entry in crate::catalogue::list() {
            let table = parse(entry.text, 0, &mut problems);
            let text = write(&table);
            let again = parse(&text, 0, &mut problems);
            assert!(problems.is_empty(), "{}: {problems:?}\n{text}", entry.about.id);
            assert_eq!(plain(&table), plain(&again), "{}\n{text}", entry.about.id);
        }
    }

    /// A table without places and order.
    fn plain(table: &Table) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (key, value) in &table.entries {
            match &value.value {
                Value::Table(inner) => {
                    lines.extend(plain(inner).iter().map(|l| format!("{}.{l}", key.value)));
                }
                value => lines.push(format!("{} = {}", key.value, inline(value))),
            }
        }
        lines.sort();
        lines
    }
}
