//! Which settings there are. They are specified like keys of a definition, and checked by the same checker.

use chatura_rules::definition::{Kind, Problem, Spanned, Spec, Table, Value, check_known};

/// Several texts; in one text they are parted by commas.
const LIST: Kind = Kind::Either(&[Kind::List(&Kind::Text), Kind::Text]);
/// A number, in quotes or not.
const SEED: Kind = Kind::Either(&[Kind::Text, Kind::Number(0, i64::MAX)]);

/// A setting: an option `--name`, a variable of the environment `CHATURA_NAME`, a line `name = …` of the file.
const fn setting(name: &'static str, kind: Kind, default: &'static str, documentation: &'static str) -> Spec {
    Spec { name, kind, default, documentation }
}

/// Every setting.
pub const SETTINGS: &[Spec] = &[
    setting("game", Kind::Text, "", "the game that is played if none is named"),
    setting("mode", Kind::Text, "", "who plays, by the abbreviation of a mode: pa, hot, aa"),
    setting("seat", LIST, "", "who plays at a seat: 1=human, 2=ai:5"),
    setting("white", Kind::Text, "", "who plays at the first seat"),
    setting("black", Kind::Text, "", "who plays at the second seat"),
    setting("name", LIST, "", "what a player is called: 1=Ada"),
    setting("ai", Kind::Text, "ai:5", "how the engine plays where a mode seats it"),
    setting("book", Kind::Text, "", "an opening book our engine plays from"),
    setting("clock", Kind::Text, "none", "how much time there is: 5+3, 2h, none"),
    setting("undo", Kind::Word(&["free", "ask", "off"]), "free", "whether moves can be taken back"),
    setting("variations", Kind::Flag, "false", "moves that are left stay as variations"),
    setting("set", LIST, "", "a variable of the game: position=518"),
    setting("seed", SEED, "", "the number what is left to chance is drawn from"),
    setting("ascii", Kind::Flag, "false", "letters instead of figures"),
    setting("no-color", Kind::Flag, "false", "no colours"),
    setting("flip", Kind::Flag, "false", "the board seen from the other side"),
    setting("mouse", Kind::Flag, "true", "clicks on cells make moves"),
    setting("fen", Kind::Text, "", "where a game begins"),
    setting("load", Kind::Text, "", "a game in PGN to go on with"),
    setting("resume", Kind::Flag, "false", "go on with the last game"),
    setting("record", Kind::Text, "", "a file to which moves are written as they are made"),
    setting("data", Kind::Text, "", "the folder for games and history; the platform's if empty"),
];

/// The variable of the environment for a setting.
pub fn variable(setting: &Spec) -> String {
    format!("CHATURA_{}", setting.name.to_uppercase().replace('-', "_"))
}

fn is_list(setting: &Spec) -> bool {
    matches!(setting.kind, Kind::Either([Kind::List(_), ..]))
}

/// What options say, as the value that a file would have.
pub fn options(setting: &Spec, texts: &[String]) -> Value {
    let text = |text: &String| Spanned::synthetic(Value::Text(text.clone()));
    match texts {
        [one] if !is_list(setting) => value(setting, one),
        several => Value::List(several.iter().map(text).collect()),
    }
}

/// A text of the environment as the value that a file would have.
pub fn value(setting: &Spec, text: &str) -> Value {
    let word = text.trim().to_lowercase();
    match (setting.kind, word.as_str()) {
        (Kind::Flag, "true" | "yes" | "on" | "1") => Value::Flag(true),
        (Kind::Flag, "false" | "no" | "off" | "0") => Value::Flag(false),
        (Kind::Word(_), _) => Value::Text(word),
        _ => Value::Text(text.trim().to_owned()),
    }
}

/// The texts of a value, or what would be right.
pub fn texts(setting: &Spec, value: &Value) -> Result<Vec<String>, String> {
    let entry = (Spanned::synthetic(setting.name.to_owned()), Spanned::synthetic(value.clone()));
    let mut problems = Vec::new();
    check_known(&Table { entries: vec![entry] }, &[*setting], &mut problems);
    match problems.first() {
        Some(problem) => Err(sentence(problem)),
        None => Ok(parts(setting, value)),
    }
}

/// The texts of a value that has the form it should have.
fn parts(setting: &Spec, value: &Value) -> Vec<String> {
    let all: Vec<String> = match value {
        Value::Flag(flag) => vec![flag.to_string()],
        Value::Number(number) => vec![number.to_string()],
        Value::Text(text) if is_list(setting) => text.split(',').map(|part| part.trim().to_owned()).collect(),
        Value::Text(text) => vec![text.clone()],
        Value::List(items) => items
            .iter()
            .filter_map(|item| match &item.value {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            })
            .collect(),
        Value::Table(_) | Value::Moves(_) => Vec::new(),
    };
    all.into_iter().filter(|part| !part.is_empty()).collect()
}

/// A problem with what would be right, in a line.
pub fn sentence(problem: &Problem) -> String {
    match &problem.help {
        Some(help) => format!("{problem}; {help}"),
        None => problem.to_string(),
    }
}
