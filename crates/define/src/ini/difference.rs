//! What a game says otherwise than the one it extends.

use chatura_rules::definition::{Span, Spanned, Table, Value};

/// The child's tables as a difference from the catalogue's game. `before` is what the parent is in the other form: only what has
/// changed from there is said, so that whatever the catalogue knows better stays.
pub(super) fn difference(catalogue: &Table, before: &Table, now: &Table, head: Span) -> Table {
    let mut said = Table::default();
    for section in ["board", "players", "pieces", "setup", "rules", "end"] {
        let [known, old, new] = [catalogue, before, now].map(|table| inner(table, section));
        let changed = changes(known, old, new, head);
        if !changed.entries.is_empty() {
            said.entries
                .push((Spanned::new(section.to_owned(), head), Spanned::new(Value::Table(changed), head)));
        }
    }
    said
}

const NOTHING: &Table = &Table { entries: Vec::new() };

fn inner<'a>(table: &'a Table, key: &str) -> &'a Table {
    match table.get(key).map(|value| &value.value) {
        Some(Value::Table(table)) => table,
        _ => NOTHING,
    }
}

/// What changed, key by key: tables in tables are looked into where all three have one.
fn changes(known: &Table, old: &Table, new: &Table, head: Span) -> Table {
    let mut said = Table::default();
    for (key, value) in &new.entries {
        let before = old.get(&key.value);
        if before.is_some_and(|before| same(&before.value, &value.value)) {
            continue;
        }
        let there = known.get(&key.value).map(|value| &value.value);
        let value = match (there, before.map(|value| &value.value), &value.value) {
            // Where the catalogue says it in the same way, only what changed is said.
            (Some(Value::Table(known)), Some(Value::Table(old)), Value::Table(new)) if within(old, known) => {
                let changed = changes(known, old, new, head);
                if changed.entries.is_empty() {
                    continue;
                }
                Spanned::new(Value::Table(changed), value.span)
            }
            (Some(Value::Table(known)), _, Value::Table(new)) => {
                Spanned::new(Value::Table(instead(known, new, head)), value.span)
            }
            _ => value.clone(),
        };
        said.entries.push((key.clone(), value));
    }
    for (key, _) in &old.entries {
        let gone = new.get(&key.value).is_none();
        if gone && known.get(&key.value).is_some() {
            said.entries.push((Spanned::new(key.value.clone(), head), off(head)));
        }
    }
    said
}

/// Whether every key of a table is in another; what is only a default may be left out there.
fn within(old: &Table, known: &Table) -> bool {
    let plain = ["zone", "radius", "result", "captured", "demote"];
    old.entries.iter().all(|(key, _)| known.get(&key.value).is_some() || plain.contains(&key.value.as_str()))
}

/// A table that is laid over another so that nothing of that one is left.
fn instead(known: &Table, new: &Table, head: Span) -> Table {
    let mut said = new.clone();
    for (key, _) in &known.entries {
        if new.get(&key.value).is_none() {
            said.entries.push((Spanned::new(key.value.clone(), head), off(head)));
        }
    }
    said
}

fn off(span: Span) -> Spanned<Value> {
    Spanned::new(Value::Flag(false), span)
}

/// Whether two values say the same, wherever they stand.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(&a.value, &b.value))
        }
        (Value::Table(one), Value::Table(other)) => {
            one.entries.len() == other.entries.len()
                && one.entries.iter().all(|(key, value)| {
                    other.get(&key.value).is_some_and(|known| same(&known.value, &value.value))
                })
        }
        (one, other) => one == other,
    }
}
