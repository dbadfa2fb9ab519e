//! Takes values out of tables.

use chatura_rules::definition::{Spanned, Table, Value};

/// A text, if there is one.
pub(super) fn text(table: &Table, key: &str) -> Option<Spanned<String>> {
    match table.get(key) {
        Some(Spanned { value: Value::Text(text), span }) => Some(Spanned::new(text.clone(), *span)),
        _ => None,
    }
}

/// The texts of a list.
pub(super) fn texts(table: &Table, key: &str) -> Vec<Spanned<String>> {
    match table.get(key).map(|value| &value.value) {
        Some(Value::List(items)) => items
            .iter()
            .filter_map(|item| match &item.value {
                Value::Text(text) => Some(Spanned::new(text.clone(), item.span)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Texts without their places.
pub(super) fn plain_texts(table: &Table, key: &str) -> Vec<String> {
    texts(table, key).into_iter().map(|text| text.value).collect()
}

/// A table inside a table, with its place; nothing if it is not there or no table.
pub(super) fn inner<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    match table.get(key).map(|value| &value.value) {
        Some(Value::Table(inner)) => Some(inner),
        _ => None,
    }
}
