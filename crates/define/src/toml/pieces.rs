//! The `[pieces]` section.

use super::merge;
use super::moves::movement;
use super::sections::PIECE;
use super::values::{inner, text, texts};
use super::{Context, none};
use chatura_rules::MAX_TYPES;
use chatura_rules::definition::{
    ByPlayer, PieceDefinition, Problem, Royal, Spanned, Spec, Table, Value, check_table,
};
use chatura_rules::movement::Movement;
use chatura_rules::rule::piece_keys;

/// Reads every piece that is not taken away, over those that are there already.
pub(super) fn pieces(
    table: &Table,
    base: Vec<PieceDefinition>,
    context: &mut Context<'_>,
) -> Vec<PieceDefinition> {
    let mut pieces = base;
    for (name, value) in inner(table, "pieces").map_or(&[][..], |table| &table.entries) {
        match &value.value {
            Value::Flag(false) => pieces.retain(|known| known.name.value != name.value),
            Value::Table(entry) => {
                let known = pieces.iter().position(|known| known.name.value == name.value);
                let old = known.map(|known| pieces[known].clone());
                match (piece(name, entry, old.as_ref(), context), known) {
                    (Some(piece), Some(known)) => pieces[known] = piece,
                    (piece, _) => pieces.extend(piece),
                }
            }
            other => {
                context.incomplete = true;
                let message = format!("the piece \"{}\" is {}", name.value, other.kind_name());
                let help = "write { letter = \"N\", moves = \"N\" }, or false to take the piece away";
                context.problems.push(Problem::new(value.span, message, "not a piece").help(help));
            }
        }
    }
    if let Some(piece) = pieces.get(MAX_TYPES) {
        let message =
            format!("a game has at most {MAX_TYPES} types of pieces, this one has {}", pieces.len());
        context.problems.push(Problem::new(piece.span, message, "the first too many"));
        context.incomplete = true;
    }
    pieces
}

fn piece(
    name: &Spanned<String>,
    entry: &Table,
    old: Option<&PieceDefinition>,
    context: &mut Context<'_>,
) -> Option<PieceDefinition> {
    let keys: Vec<Spec> = PIECE.iter().chain(piece_keys()).copied().collect();
    let sound = check_table(entry, &keys, &mut context.problems);
    let wall = match entry.get("wall") {
        Some(value) => value.value == Value::Flag(true),
        None => old.is_some_and(|old| old.wall),
    };
    for (key, example) in [("letter", "letter = \"N\""), ("moves", "moves = \"N\"")] {
        if entry.get(key).is_none() && old.is_none() && !(wall && key == "moves") {
            let message = format!("the piece \"{}\" has no {key}", name.value);
            context
                .problems
                .push(Problem::new(name.span, message, "incomplete").help(format!("add {example}")));
        }
    }
    let letter = text(entry, "letter").or_else(|| old.map(|old| old.letter.clone()));
    if let Some(letter) = letter.as_ref().filter(|letter| !is_letter(&letter.value, wall)) {
        let message = format!("\"{}\" cannot be a piece's letter", letter.value);
        let help = "a capital letter, with + before it if the piece is a promoted one, or * for a wall";
        context.problems.push(Problem::new(letter.span, message, "not a letter").help(help));
    }
    let mut moves_at = |key: &str| -> Option<Spanned<Movement>> {
        entry.get(key).filter(|value| !none(value)).and_then(|value| movement(value, context))
    };
    // A movement that cannot be read has been reported; any other lets the rest of the piece be checked.
    let moves = moves_at("moves");
    let first = moves_at("first");
    let (rules, beyond) = match sound {
        true => (rule_keys(entry, context), beyond(entry, context)),
        false => (Table::default(), None),
    };
    context.incomplete |= letter.as_ref().is_none_or(|letter| !is_letter(&letter.value, wall));
    let plain = PieceDefinition {
        name: name.clone(),
        letter: letter?,
        players: entry.get("players").map_or(Vec::new(), |_| texts(entry, "players")),
        moves: moves.clone().unwrap_or_else(|| {
            let moves = if wall { Movement::default() } else { stand_in() };
            Spanned::new(moves, name.span)
        }),
        steps: Vec::new(),
        rules,
        first,
        first_zone: first_zone(entry),
        unmoved: entry.get("unmoved").is_some_and(|value| value.value == Value::Flag(true)),
        royal: match entry.get("royal").map(|value| &value.value) {
            Some(Value::Flag(true)) => Royal::Yes,
            Some(Value::Text(_)) => Royal::Last,
            _ => Royal::No,
        },
        wall,
        within: text(entry, "within"),
        beyond,
        value: entry.get("value").and_then(|value| worth(value, context)),
        image: text(entry, "image").map(|text| text.value),
        called: Vec::new(),
        span: name.span,
    };
    Some(match old {
        Some(old) => changed(old, plain, moves.is_some(), entry),
        None => plain,
    })
}

/// A piece with what an entry says otherwise. A movement replaces the rules of steps it had, and what rules said of them.
fn changed(old: &PieceDefinition, new: PieceDefinition, moves: bool, entry: &Table) -> PieceDefinition {
    let says = |key: &str| entry.get(key).is_some();
    PieceDefinition {
        moves: if moves { new.moves } else { old.moves.clone() },
        steps: if moves { Vec::new() } else { old.steps.clone() },
        rules: if moves { new.rules } else { merge::over(old.rules.clone(), new.rules) },
        first: if says("first") { new.first } else { old.first.clone() },
        first_zone: if says("first-zone") { new.first_zone } else { old.first_zone.clone() },
        players: if says("players") { new.players } else { old.players.clone() },
        royal: if says("royal") { new.royal } else { old.royal },
        image: new.image.or_else(|| old.image.clone()),
        called: old.called.clone(),
        ..new
    }
}

/// Where first moves apply: for all, or by player.
fn first_zone(entry: &Table) -> Option<ByPlayer<Spanned<String>>> {
    match &entry.get("first-zone")?.value {
        Value::Table(each) => {
            let own = |(name, _): &(Spanned<String>, Spanned<Value>)| {
                Some((name.clone(), text(each, &name.value)?))
            };
            Some(ByPlayer::Each(each.entries.iter().filter_map(own).collect()))
        }
        _ => text(entry, "first-zone").map(ByPlayer::All),
    }
}

/// One value, or one in the middle of the game and one at its end.
fn worth(value: &Spanned<Value>, context: &mut Context<'_>) -> Option<[i64; 2]> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    match &value.value {
        Value::List(items) => match &items[..] {
            [middle, end] => Some([number(&middle.value)?, number(&end.value)?]),
            _ => {
                let problem = Problem::new(value.span, "a piece has one value or two", "neither");
                context.problems.push(problem.help("[325, 350]: in the middle of the game and at its end"));
                None
            }
        },
        value => number(value).map(|value| [value; 2]),
    }
}

fn stand_in() -> Movement {
    crate::betza::parse("W").unwrap_or_default()
}

/// One capital letter, perhaps with `+` before it or `~` or `'` behind; a wall may have `*`.
fn is_letter(text: &str, wall: bool) -> bool {
    if wall && text == "*" {
        return true;
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    let text = text.strip_suffix(['~', '\'']).unwrap_or(text);
    matches!(text.as_bytes(), [b'A'..=b'Z'])
}

/// What an entry says to rules that belong to pieces; movements among it are read.
fn rule_keys(entry: &Table, context: &mut Context<'_>) -> Table {
    let mut table = Table::default();
    for (key, value) in &entry.entries {
        let Some(spec) = piece_keys().find(|spec| spec.name == key.value) else { continue };
        let written = matches!(value.value, Value::Text(_) | Value::List(_));
        let value = match spec.kind.takes_moves() && written {
            true => movement(value, context).map(|moves| moves.map(Value::Moves)),
            false => Some(value.clone()),
        };
        table.entries.extend(value.map(|value| (key.clone(), value)));
    }
    table
}

fn beyond(entry: &Table, context: &mut Context<'_>) -> Option<(Spanned<String>, Spanned<Movement>)> {
    let value = entry.get("beyond").filter(|value| !none(value))?;
    match &value.value {
        Value::Table(table) if table.entries.len() == 1 => {
            let (zone, moves) = &table.entries[0];
            if !matches!(moves.value, Value::Text(_) | Value::List(_)) {
                let message =
                    format!("the movement beyond \"{}\" is {}", zone.value, moves.value.kind_name());
                context
                    .problems
                    .push(Problem::new(moves.span, message, "not a movement").help("write \"fsW\""));
                return None;
            }
            Some((zone.clone(), movement(moves, context)?))
        }
        _ => {
            let problem = Problem::new(value.span, "\"beyond\" names one zone", "not one zone");
            context.problems.push(problem.help("write { home = \"fsW\" }: outside home it moves as fsW"));
            None
        }
    }
}
