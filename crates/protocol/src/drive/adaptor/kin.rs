//! Whether one game can be told as another.

use chatura_rules::definition::{BoardSource, ByPlayer, Definition, PieceDefinition, Spanned, Table, Value};
use chatura_rules::movement::Movement;

/// Ends that only count what was played: whoever does not know them plays the same moves.
const COUNTED: [&str; 3] = ["repetition", "no-progress", "material"];

/// The names of pieces, here and there, if a game can be told as another.
pub(super) fn names(here: &Definition, there: &Definition) -> Option<Vec<(String, String)>> {
    let names = pieces(here, there)?;
    let plain = |_: &str| None;
    let mapped = |name: &str| names.iter().find(|(one, _)| one == name).map(|(_, other)| other.clone());
    let board = match (&here.board, &there.board) {
        (
            BoardSource::Shape { shape, parameters },
            BoardSource::Shape { shape: other, parameters: others },
        ) => shape.value == other.value && same_tables(parameters, others, &plain),
        _ => false,
    };
    let symmetry =
        |definition: &Definition| definition.players.symmetry.as_ref().map(|word| word.value.clone());
    let players = [here, there].iter().all(|one| {
        one.players.names.len() == 2 && one.players.teams.is_empty() && one.players.places.is_empty()
    });
    let rules = keys(&here.rules, &there.rules).all(|key| {
        let (one, other) = (get(&here.rules, key), get(&there.rules, key));
        // Rights to castle are part of the position: where there are none nobody castles.
        (key == "castling" && is_off(one)) || same_values(one, other, &mapped)
    });
    let ends = keys(&here.end, &there.end)
        .all(|key| COUNTED.contains(&key) || same_values(get(&here.end, key), get(&there.end, key), &mapped));
    let zones = |definition: &Definition| -> Vec<(String, String)> {
        definition.zones.iter().map(|(name, cells)| (name.value.clone(), cells.value.clone())).collect()
    };
    let same =
        board && players && symmetry(here) == symmetry(there) && rules && ends && zones(here) == zones(there);
    same.then_some(names)
}

/// Each piece with one that moves the same, with the name it has if there is such a one.
fn pieces(here: &Definition, there: &Definition) -> Option<Vec<(String, String)>> {
    let mut free: Vec<&PieceDefinition> = there.pieces.iter().collect();
    let mut names = Vec::new();
    for piece in &here.pieces {
        let named = free.iter().position(|other| other.name.value == piece.name.value && alike(piece, other));
        let at = named.or_else(|| free.iter().position(|other| alike(piece, other)))?;
        names.push((piece.name.value.clone(), free.remove(at).name.value.clone()));
    }
    Some(names)
}

fn alike(one: &PieceDefinition, other: &PieceDefinition) -> bool {
    let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    let names = |all: &[Spanned<String>]| all.iter().map(|name| name.value.clone()).collect::<Vec<_>>();
    let zones = |own: &Option<ByPlayer<Spanned<String>>>| {
        own.as_ref().map(|own| {
            let players = own.players().iter().map(|(name, _)| name.value.clone()).collect::<Vec<_>>();
            (players, own.values().into_iter().map(|zone| zone.value.clone()).collect::<Vec<_>>())
        })
    };
    let first = match (&one.first, &other.first) {
        (Some(one), Some(other)) => same_moves(&one.value, &other.value),
        (None, None) => true,
        _ => false,
    };
    let beyond = match (&one.beyond, &other.beyond) {
        (Some((zone, moves)), Some((place, others))) => {
            zone.value == place.value && same_moves(&moves.value, &others.value)
        }
        (None, None) => true,
        _ => false,
    };
    let also = one.also.len() == other.also.len()
        && one.also.iter().zip(&other.also).all(|(one, other)| {
            same_moves(&one.moves.value, &other.moves.value)
                && text(&one.zone) == text(&other.zone)
                && one.when == other.when
        });
    same_moves(&one.moves.value, &other.moves.value)
        && also
        && one.steps.is_empty()
        && other.steps.is_empty()
        && same_tables(&one.rules, &other.rules, &|_| None)
        && (first && beyond)
        && zones(&one.first_zone) == zones(&other.first_zone)
        && names(&one.players) == names(&other.players)
        && text(&one.within) == text(&other.within)
        && (one.unmoved, one.royal, one.wall) == (other.unmoved, other.royal, other.wall)
}

/// Whether two movements have the same alternatives, in whatever order.
fn same_moves(one: &Movement, other: &Movement) -> bool {
    let has = |movement: &Movement, part| movement.parts.contains(part);
    one.parts.len() == other.parts.len()
        && one.parts.iter().all(|part| has(other, part))
        && other.parts.iter().all(|part| has(one, part))
}

fn keys<'a>(one: &'a Table, other: &'a Table) -> impl Iterator<Item = &'a str> {
    one.entries.iter().chain(&other.entries).map(|(key, _)| key.value.as_str())
}

fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    table.get(key).map(|value| &value.value)
}

/// What is not there, and what says that it is not.
fn is_off(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Flag(false)) => true,
        Some(Value::Text(text)) => text == "none",
        _ => false,
    }
}

fn same_tables(one: &Table, other: &Table, name: &dyn Fn(&str) -> Option<String>) -> bool {
    keys(one, other).all(|key| same_values(get(one, key), get(other, key), name))
}

/// Whether two values say the same, names of pieces being those of the other game.
fn same_values(one: Option<&Value>, other: Option<&Value>, name: &dyn Fn(&str) -> Option<String>) -> bool {
    match (one, other) {
        (one, other) if is_off(one) && is_off(other) => true,
        (Some(one), Some(other)) => same(one, other, name),
        _ => false,
    }
}

fn same(one: &Value, other: &Value, name: &dyn Fn(&str) -> Option<String>) -> bool {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => name(one).as_ref().unwrap_or(one) == other,
        (Value::List(one), Value::List(other)) => {
            let found =
                |item: &Spanned<Value>| other.iter().any(|known| same(&item.value, &known.value, name));
            one.len() == other.len() && one.iter().all(found)
        }
        (Value::Table(one), Value::Table(other)) => same_tables(one, other, name),
        (Value::Moves(one), Value::Moves(other)) => same_moves(one, other),
        (one, other) => one == other,
    }
}
