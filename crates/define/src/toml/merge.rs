//! Taking a game over: the child's tables laid over the parent's.

use chatura_rules::definition::{Table, Value};

/// Keys that describe one game and are not taken over by games that extend it.
const OWN: &[&str] = &["name", "inventor", "year", "tags", "about", "aliases", "links", "extends"];

/// The parent with everything that the child says otherwise.
pub(super) fn extend(mut parent: Table, child: Table) -> Table {
    parent.entries.retain(|(key, _)| !OWN.contains(&key.value.as_str()));
    let shape = |table: &Table| match table.get("board").map(|board| &board.value) {
        Some(Value::Table(board)) => board.get("shape").map(|shape| shape.value.clone()),
        _ => None,
    };
    // Parameters belong to a shape: another shape begins anew.
    if shape(&child).is_some() && shape(&child) != shape(&parent) {
        parent.entries.retain(|(key, _)| key.value != "board");
    }
    // What is drawn on a board belongs to it.
    if child.get("board").is_some() {
        parent.entries.retain(|(key, _)| key.value != "look");
    }
    merge(&mut parent, child);
    parent
}

/// A table with everything that another says otherwise.
pub(super) fn over(mut under: Table, over: Table) -> Table {
    merge(&mut under, over);
    under
}

/// Tables merge by key, everything else is replaced; the place in the order is the parent's.
fn merge(parent: &mut Table, child: Table) {
    for (key, value) in child.entries {
        let old = parent.entries.iter_mut().find(|(k, _)| k.value == key.value);
        match (old, value) {
            (Some((_, old)), new) if is_table(&old.value) && is_table(&new.value) => {
                if let (Value::Table(old), Value::Table(new)) = (&mut old.value, new.value) {
                    merge(old, new);
                }
            }
            (_, value) => parent.set(key, value),
        }
    }
}

fn is_table(value: &Value) -> bool {
    matches!(value, Value::Table(_))
}
