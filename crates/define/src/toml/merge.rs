//! Taking a game over: the child's tables laid over the parent's.

use super::without;
use chatura_rules::definition::{Spanned, Table, Value};

/// Keys that describe one game and are not taken over by games that extend it.
const OWN: &[&str] = &["name", "inventor", "year", "tags", "about", "aliases", "links", "extends", "entries"];

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
    let look =
        parent.entries.iter_mut().find(|(key, _)| key.value == "look").map(|(_, look)| &mut look.value);
    if let (Some(Value::Table(look)), true) = (look, child.get("board").is_some()) {
        look.entries.retain(|(key, _)| !["points", "lines", "dots"].contains(&key.value.as_str()));
    }
    // What the parent says of a piece that is no more is said of nothing.
    for name in without::removed_pieces(&child) {
        without::forget_piece(&mut parent, name);
    }
    merge(&mut parent, child);
    without::settle(&mut parent);
    parent
}

/// A table with everything that another says otherwise.
pub(super) fn over(mut under: Table, over: Table) -> Table {
    merge(&mut under, over);
    under
}

/// Tables merge by key, everything else is replaced; the place in the order is the parent's. `false` takes away what
/// is no flag.
fn merge(parent: &mut Table, child: Table) {
    for (key, value) in child.entries {
        let old = parent.entries.iter().position(|(known, _)| known.value == key.value);
        let Some(old) = old else {
            parent.entries.push((key, value));
            continue;
        };
        let known = &mut parent.entries[old].1.value;
        let is_flag = matches!(known, Value::Flag(_));
        match (known, value.value) {
            (Value::Table(known), Value::Table(new)) if key.value == "pieces" => merge_pieces(known, new),
            (Value::Table(known), Value::Table(new)) => merge(known, new),
            (_, Value::Flag(false)) if !is_flag => {
                parent.entries.remove(old);
            }
            (_, new) => parent.entries[old] = (key, Spanned::new(new, value.span)),
        }
    }
}

/// A piece that is taken away stays known as such: it may also come from a board file.
fn merge_pieces(parent: &mut Table, child: Table) {
    for (name, piece) in child.entries {
        let old = parent.entries.iter_mut().find(|(known, _)| known.value == name.value);
        match (old.map(|(_, old)| &mut old.value), piece.value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, new) => parent.set(name, Spanned::new(new, piece.span)),
        }
    }
}
