//! `"all"` where rules name types: every piece of the definition that is no wall.

use super::values::inner;
use super::without;
use chatura_rules::definition::{Kind, Spanned, Spec, Table, Value};

/// The word.
const ALL: &str = "all";

/// Writes the list wherever the word stands.
pub(super) fn spell_out(table: &mut Table) {
    let named = inner(table, "pieces").map_or(&[][..], |pieces| &pieces.entries);
    let wall = |piece: &Spanned<Value>| match &piece.value {
        Value::Table(piece) => piece.get("wall").is_some_and(|wall| wall.value == Value::Flag(true)),
        _ => true,
    };
    let names: Vec<String> =
        named.iter().filter(|(_, piece)| !wall(piece)).map(|(name, _)| name.value.clone()).collect();
    // A piece of this name is meant where it is named.
    if names.iter().any(|name| name == ALL) {
        return;
    }
    without::each_section(table, |section, specs| in_table(section, specs, &names));
}

fn in_table(table: &mut Table, specs: &[Spec], names: &[String]) {
    for (key, value) in &mut table.entries {
        if let Some(spec) = specs.iter().find(|spec| spec.name == key.value) {
            in_value(value, &spec.kind, names);
        }
    }
}

fn in_value(value: &mut Spanned<Value>, kind: &Kind, names: &[String]) {
    let span = value.span;
    match (kind, &mut value.value) {
        (Kind::Either(kinds), _) => kinds.iter().for_each(|kind| in_value(value, kind, names)),
        (Kind::ByPlayer(kind), written) => {
            if let Value::Table(table) = written {
                table.entries.iter_mut().for_each(|(_, value)| in_value(value, kind, names));
            }
            in_value(value, kind, names);
        }
        (Kind::Pieces, Value::Text(text)) if text == ALL => {
            let name = |name: &String| Spanned::new(Value::Text(name.clone()), span);
            value.value = Value::List(names.iter().map(name).collect());
        }
        (Kind::List(kind), Value::List(items)) => {
            items.iter_mut().for_each(|item| in_value(item, kind, names));
        }
        (Kind::Table(specs), Value::Table(table)) => in_table(table, specs, names),
        (Kind::PerPiece(kind), Value::Table(table)) => {
            table.entries.iter_mut().for_each(|(_, value)| in_value(value, kind, names));
        }
        _ => {}
    }
}
