//! The `[pieces]` section.

use super::merge;
use super::moves::movement;
use super::sections::PIECE;
use super::values::{inner, text, texts};
use super::{Context, none};
use chatura_rules::MAX_TYPES;
use chatura_rules::definition::{
    ByPlayer, Capability, Evaluation, Moment, PieceDefinition, Problem, Royal, Spanned, Spec, Table, Value,
    Written, check_table,
};
use chatura_rules::movement::{Movement, Way};
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
        let needless = key == "moves" && (wall || entry.get("also").is_some_and(|also| !none(also)));
        if entry.get(key).is_none() && old.is_none() && !needless {
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
    let (rules, beyond, also) = match sound {
        true => (rule_keys(entry, context), beyond(entry, context), capabilities(entry, context)),
        false => (Table::default(), None, Vec::new()),
    };
    context.incomplete |= letter.as_ref().is_none_or(|letter| !is_letter(&letter.value, wall));
    let plain = PieceDefinition {
        name: name.clone(),
        letter: letter?,
        players: entry.get("players").map_or(Vec::new(), |_| texts(entry, "players")),
        moves: moves.clone().unwrap_or_else(|| {
            // An empty list is no mistake by itself: then there is no movement at all.
            let empty = |also: &Spanned<Value>| matches!(&also.value, Value::List(items) if items.is_empty());
            let is_said = wall || !also.is_empty() || entry.get("also").is_some_and(empty);
            let moves = if is_said { Movement::default() } else { stand_in() };
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
        also,
        evaluation: evaluation(entry, context),
        value: entry.get("value").and_then(|value| one_or_two(value, WORTH, context)),
        image: text(entry, "image").map(|text| text.value),
        written: written(entry),
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
        also: if says("also") { new.also } else { old.also.clone() },
        first_zone: if says("first-zone") { new.first_zone } else { old.first_zone.clone() },
        players: if says("players") { new.players } else { old.players.clone() },
        royal: if says("royal") { new.royal } else { old.royal },
        image: new.image.or_else(|| old.image.clone()),
        written: if says("written") { new.written } else { old.written.clone() },
        called: old.called.clone(),
        ..new
    }
}

/// The movements under conditions; one that cannot be read has been reported.
fn capabilities(entry: &Table, context: &mut Context<'_>) -> Vec<Capability> {
    let Some(Value::List(items)) = entry.get("also").map(|also| &also.value) else { return Vec::new() };
    let table = |item: &Spanned<Value>| match &item.value {
        Value::Table(table) => Some((table.clone(), item.span)),
        _ => None,
    };
    let mut found = Vec::new();
    for (table, span) in items.iter().filter_map(table) {
        let Some(written) = table.get("moves") else {
            let problem = Problem::new(span, "a movement under conditions has no moves", "incomplete");
            context.problems.push(problem.help("write { moves = \"R\", zone = \"last 3 ranks\" }"));
            continue;
        };
        let Some(moves) = movement(written, context).and_then(|moves| limited(moves, &table, context)) else {
            continue;
        };
        found.push(Capability {
            moves,
            zone: text(&table, "zone"),
            when: match text(&table, "when").as_ref().map(|word| word.value.as_str()) {
                Some("start") => Moment::Start,
                Some("unmoved") => Moment::Unmoved,
                _ => Moment::Always,
            },
        });
    }
    found
}

/// A movement that takes no fewer steps than `least` and no more than `most`.
fn limited(moves: Spanned<Movement>, table: &Table, context: &mut Context<'_>) -> Option<Spanned<Movement>> {
    let number = |key: &str| match table.get(key).map(|value| &value.value) {
        Some(Value::Number(number)) => u8::try_from(*number).ok(),
        _ => None,
    };
    let (least, most) = (number("least"), number("most"));
    let Some(key) = ["least", "most"].into_iter().find(|key| table.get(key).is_some()) else {
        return Some(moves);
    };
    let span = table.get(key).map_or(moves.span, |value| value.span);
    let mut limited = moves;
    for part in &mut limited.value.parts {
        let [leg] = &mut part.legs[..] else {
            let problem = Problem::new(
                span,
                format!("\"{key}\" counts the steps of a walk that goes straight on"),
                "this one turns",
            );
            context.problems.push(problem.help("write the number into the notation of its legs: \"R4\""));
            return None;
        };
        if !matches!(leg.way, Way::Leap | Way::Lame) {
            let problem =
                Problem::new(span, format!("\"{key}\" counts the steps of a plain walk"), "this one jumps");
            context.problems.push(problem.help("leave it out, or take the hoppers to another entry"));
            return None;
        }
        // A step that must be taken several times is a walk.
        let walks = leg.most == Some(1) && least.is_some_and(|least| least > 1);
        leg.least = least.unwrap_or(leg.least);
        leg.most = most.or(leg.most.filter(|_| !walks));
        if leg.most.is_some_and(|most| most < leg.least) {
            let problem =
                Problem::new(span, "the least number of steps is greater than the most", "nothing is left");
            context.problems.push(problem.help("least = 2, most = 4"));
            return None;
        }
    }
    Some(limited)
}

/// How its players write a piece.
fn written(entry: &Table) -> Written {
    let Some(table) = inner(entry, "written") else { return Written::default() };
    let one = text(table, "characters").into_iter();
    Written { letter: text(table, "letter"), characters: one.chain(texts(table, "characters")).collect() }
}

/// What an inventor says of a piece's evaluation.
fn evaluation(entry: &Table, context: &mut Context<'_>) -> Evaluation {
    let Some(Value::Table(table)) = entry.get("evaluation").map(|written| &written.value) else {
        return Evaluation::default();
    };
    let mut parameter = |key: &str| {
        let said = one_or_two(table.get(key)?, PARAMETER, context)?;
        Some([i32::try_from(said[0]).ok()?, i32::try_from(said[1]).ok()?])
    };
    Evaluation {
        forward: parameter("forward"),
        centre: parameter("centre"),
        shelter: parameter("shelter"),
        mobility: parameter("mobility"),
        attack: parameter("attack"),
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

/// What is wrong with a list of none or many, and an example of two.
type OneOrTwo = (&'static str, &'static str);

const WORTH: OneOrTwo =
    ("a piece has one value or two", "[325, 350]: in the middle of the game and at its end");
const PARAMETER: OneOrTwo = (
    "a parameter of the evaluation has one value or two",
    "[6, 12]: in the middle of the game and at its end",
);

/// One value, or one in the middle of the game and one at its end.
fn one_or_two(
    value: &Spanned<Value>,
    (message, help): OneOrTwo,
    context: &mut Context<'_>,
) -> Option<[i64; 2]> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    match &value.value {
        Value::List(items) => match &items[..] {
            [middle, end] => Some([number(&middle.value)?, number(&end.value)?]),
            _ => {
                context.problems.push(Problem::new(value.span, message, "neither").help(help));
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
