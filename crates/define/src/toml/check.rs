//! Checks tables against their keys and takes values out of them.

use chatura_rules::definition::{Kind, Problem, Spanned, Spec, Table, Value};

/// Reports unknown keys and values of the wrong kind; whether every known key has a value of its kind.
pub(super) fn check(table: &Table, specs: &[Spec], problems: &mut Vec<Problem>) -> bool {
    let sound = check_known(table, specs, problems);
    for (key, _) in &table.entries {
        if !specs.iter().any(|spec| spec.name == key.value) {
            problems.push(
                Problem::new(key.span, format!("unknown key \"{}\"", key.value), "not a key here")
                    .suggest(&key.value, specs.iter().map(|spec| spec.name)),
            );
        }
    }
    sound
}

/// Reports values of the wrong kind, letting other keys pass; whether there were none.
pub(super) fn check_known(table: &Table, specs: &[Spec], problems: &mut Vec<Problem>) -> bool {
    let before = problems.len();
    for spec in specs {
        if let Some(value) = table.get(spec.name) {
            check_value(spec.name, value, &spec.kind, problems);
        }
    }
    problems.len() == before
}

fn check_value(key: &str, value: &Spanned<Value>, kind: &Kind, problems: &mut Vec<Problem>) {
    if fits(kind, &value.value) {
        return;
    }
    let message = format!("\"{key}\" takes {}", kind.describe());
    let mut problem = Problem::new(value.span, message, format!("this is {}", value.value.kind_name()));
    match (kind, &value.value) {
        (Kind::List(inner), Value::List(items)) => {
            // The whole list is fine but for some items: mark those.
            for item in items.iter().filter(|item| !fits(inner, &item.value)) {
                check_value(key, item, inner, problems);
            }
            return;
        }
        (Kind::Number(low, high), Value::Number(number)) => {
            problem = Problem::new(value.span, format!("\"{key}\" is {number}"), "out of range")
                .help(format!("a number from {low} to {high}"));
        }
        (Kind::Word(words), Value::Text(text)) => problem = problem.suggest(text, words.iter().copied()),
        (Kind::Text, Value::Number(number)) => problem = problem.help(format!("write \"{number}\"")),
        _ => {}
    }
    problems.push(problem);
}

fn fits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Flag, Value::Flag(_))
        | (Kind::Text | Kind::Zone | Kind::Cell | Kind::Piece | Kind::Pieces, Value::Text(_))
        | (Kind::Table(_) | Kind::PerPiece(_), Value::Table(_)) => true,
        (Kind::Number(low, high), Value::Number(number)) => (low..=high).contains(&number),
        (Kind::Word(words), Value::Text(text)) => words.contains(&text.as_str()),
        (Kind::Pieces, Value::List(items)) => items.iter().all(|item| fits(&Kind::Text, &item.value)),
        (Kind::List(kind), Value::List(items)) => items.iter().all(|item| fits(kind, &item.value)),
        (Kind::Either(kinds), value) => kinds.iter().any(|kind| fits(kind, value)),
        _ => false,
    }
}

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
