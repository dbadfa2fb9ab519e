//! Checks tables against their specification: every key known, every value of its kind, every name known. This is the
//! one place where that is decided, for sections of a file, shapes and rules alike.

use super::by_player::Split;
use super::{Kind, Problem, Span, Spanned, Spec, Table, Value, suggestion};
use crate::board::{Board, zone};
use crate::cell::{Cell, PieceType};
use crate::set::{CellSet, Zone};

/// What names in a definition refer to; parts are missing while they are not yet known, and what refers to them is
/// not checked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Names<'a> {
    /// Piece types by number.
    pub pieces: Option<&'a [String]>,
    /// The board.
    pub board: Option<&'a Board>,
    /// The players' names.
    pub players: &'a [String],
    /// Named zones as the first player sees them.
    pub zones: &'a [(String, Zone)],
}

impl Names<'_> {
    /// The type of this name.
    pub fn piece_type(&self, name: &str, span: Span) -> Result<PieceType, Problem> {
        let Some(pieces) = self.pieces else { return Ok(PieceType(0)) };
        pieces.iter().position(|p| p == name).map(|i| PieceType(i as u8)).ok_or_else(|| {
            Problem::new(span, format!("unknown piece \"{name}\""), "no piece of this name")
                .suggest(name, pieces.iter().map(String::as_str))
        })
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str, span: Span) -> Result<Cell, Problem> {
        let Some(board) = self.board else { return Ok(Cell(0)) };
        board
            .cell(name)
            .ok_or_else(|| Problem::new(span, format!("there is no cell \"{name}\""), "no such cell"))
    }

    /// The cells that a text means.
    pub fn zone(&self, text: &str, span: Span) -> Result<Zone, Problem> {
        let Some(board) = self.board else { return Ok(CellSet::EMPTY) };
        zone::parse(text, board, self.zones)
            .map_err(|wrong| Problem::new(span, wrong.message, "not a zone").help(wrong.help))
    }
}

/// Reports unknown keys and values of the wrong kind; what names refer to is not looked at. Whether every known key has
/// a value of its kind.
pub fn check_table(table: &Table, specs: &[Spec], problems: &mut Vec<Problem>) -> bool {
    let mut checker = Checker { names: Names::default(), problems };
    checker.unknown_keys(table, specs);
    checker.known_keys(table, specs)
}

/// Reports values of the wrong kind, letting other keys pass; whether there were none.
pub fn check_known(table: &Table, specs: &[Spec], problems: &mut Vec<Problem>) -> bool {
    Checker { names: Names::default(), problems }.known_keys(table, specs)
}

/// Checks, and collects what is wrong.
pub(crate) struct Checker<'a> {
    /// What names refer to.
    pub names: Names<'a>,
    /// What was wrong so far.
    pub problems: &'a mut Vec<Problem>,
}

impl Checker<'_> {
    /// Checks a table against the keys it may have.
    pub fn table(&mut self, table: &Table, specs: &[Spec]) {
        self.unknown_keys(table, specs);
        self.known_keys(table, specs);
    }

    fn unknown_keys(&mut self, table: &Table, specs: &[Spec]) {
        for (key, _) in &table.entries {
            if !specs.iter().any(|spec| spec.name == key.value) {
                self.problems.push(
                    Problem::new(key.span, format!("unknown key \"{}\"", key.value), "not a key here")
                        .suggest(&key.value, specs.iter().map(|spec| spec.name)),
                );
            }
        }
    }

    fn known_keys(&mut self, table: &Table, specs: &[Spec]) -> bool {
        let before = self.problems.len();
        for (key, value) in &table.entries {
            if let Some(spec) = specs.iter().find(|spec| spec.name == key.value) {
                self.value(&key.value, value, &spec.kind);
            }
        }
        self.problems.len() == before
    }

    /// Checks one value, of whatever kind it should be.
    pub fn value(&mut self, key: &str, value: &Spanned<Value>, kind: &Kind) {
        let span = value.span;
        match (kind, &value.value) {
            (Kind::Flag, Value::Flag(_)) | (Kind::Text, Value::Text(_)) => {}
            (Kind::Number(low, high), Value::Number(n)) => {
                if !(low..=high).contains(&n) {
                    self.problems.push(
                        Problem::new(span, format!("\"{key}\" is {n}"), "out of range")
                            .help(format!("a number from {low} to {high}")),
                    );
                }
            }
            (Kind::Word(words), Value::Text(text)) => {
                if !words.contains(&text.as_str()) {
                    self.problems.push(
                        Problem::new(span, format!("\"{text}\" is no choice for \"{key}\""), "unknown word")
                            .suggest(text, words.iter().copied()),
                    );
                }
            }
            (Kind::Piece | Kind::Pieces, Value::Text(text)) => {
                self.problems.extend(self.names.piece_type(text, span).err());
            }
            (Kind::Pieces, Value::List(items)) => {
                items.iter().for_each(|item| self.value(key, item, &Kind::Piece));
            }
            (Kind::Zone, Value::Text(text)) => self.problems.extend(self.names.zone(text, span).err()),
            (Kind::Cell, Value::Text(text)) => self.problems.extend(self.names.cell(text, span).err()),
            (Kind::Moves, value) if is_movement(value) => {}
            (Kind::List(kind), Value::List(items)) => {
                items.iter().for_each(|item| self.value(key, item, kind));
            }
            // Its keys are checked where it is read: they are names that people choose, or there are too many kinds.
            (Kind::Table([]), Value::Table(_)) => {}
            (Kind::Table(specs), Value::Table(table)) => self.table(table, specs),
            (Kind::PerPiece(kind), Value::Table(table)) => {
                for (name, value) in &table.entries {
                    self.problems.extend(self.names.piece_type(&name.value, name.span).err());
                    self.value(&name.value, value, kind);
                }
            }
            (Kind::ByPlayer(kind), Value::Table(table)) => self.by_player(key, value, kind, table),
            (Kind::ByPlayer(kind), _) => self.value(key, value, kind),
            (Kind::Either(kinds), written) => match kinds.iter().find(|kind| kind.fits(written)) {
                Some(kind) => self.value(key, value, kind),
                None => self.mismatch(key, value, kind),
            },
            (kind, _) => self.mismatch(key, value, kind),
        }
    }

    /// A table by player, a table for all, or one for all that says what differs.
    fn by_player(&mut self, key: &str, value: &Spanned<Value>, kind: &Kind, table: &Table) {
        let Split { players, others } = Split::of(table, self.names.players);
        let common = Value::Table(Table { entries: others.iter().copied().cloned().collect() });
        if players.is_empty() && (kind.fits(&common) || self.names.players.is_empty()) {
            if kind.fits(&common) {
                self.value(key, value, kind);
            }
            return;
        }
        if !others.is_empty() {
            if kind.fits(&common) {
                self.value(key, &Spanned::new(common, value.span), kind);
            } else {
                for (name, _) in &others {
                    let message = format!("there is no player \"{}\"", name.value);
                    let known = self.names.players.iter().map(String::as_str);
                    self.problems
                        .push(Problem::new(name.span, message, "no such player").suggest(&name.value, known));
                }
            }
        }
        players.into_iter().for_each(|(_, own)| self.value(key, own, kind));
    }

    fn mismatch(&mut self, key: &str, value: &Spanned<Value>, kind: &Kind) {
        let message = format!("\"{key}\" takes {}", kind.describe());
        let mut problem = Problem::new(value.span, message, format!("this is {}", value.value.kind_name()));
        match (kind, &value.value) {
            (Kind::Text, Value::Number(number)) => problem = problem.help(format!("write \"{number}\"")),
            (Kind::Either(kinds), Value::Text(text)) => {
                let words = kinds.iter().filter_map(|kind| match kind {
                    Kind::Word(words) => Some(*words),
                    _ => None,
                });
                if let Some(word) = suggestion(text, words.flatten().copied()) {
                    let message = format!("\"{text}\" is no choice for \"{key}\"");
                    problem = Problem::new(value.span, message, "unknown word");
                    problem = problem.help(format!("did you mean \"{word}\"?"));
                }
            }
            _ => {}
        }
        self.problems.push(problem);
    }
}

/// Whether a value has the form of a movement: a text, or a list of texts and of lists of them; or is one already.
pub(super) fn is_movement(value: &Value) -> bool {
    let text = |value: &Value| matches!(value, Value::Text(_));
    let alternative = |value: &Value| match value {
        Value::List(legs) => legs.iter().all(|leg| text(&leg.value)),
        value => text(value),
    };
    match value {
        Value::Moves(_) => true,
        Value::List(items) => items.iter().all(|item| alternative(&item.value)),
        value => text(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::Movement;

    const SPECS: &[Spec] = &[
        key("flag", Kind::Flag),
        key("number", Kind::Number(1, 8)),
        key("royal", Kind::Either(&[Kind::Flag, Kind::Word(&["last"])])),
        key("tags", Kind::List(&Kind::Text)),
        key("inner", Kind::Table(&[key("name", Kind::Text)])),
        key("any", Kind::Table(&[])),
        key("moves", Kind::Moves),
    ];

    const fn key(name: &'static str, kind: Kind) -> Spec {
        Spec { name, kind, default: "", documentation: "" }
    }

    fn entry(name: &str, value: Value) -> (Spanned<String>, Spanned<Value>) {
        (Spanned::synthetic(name.to_owned()), Spanned::synthetic(value))
    }

    /// An alternative of one leg.
    fn legs(leg: Value) -> Value {
        let list = |value| Value::List(vec![Spanned::synthetic(value)]);
        list(list(leg))
    }

    fn told(name: &str, value: Value) -> Vec<String> {
        let (table, mut problems) = (Table { entries: vec![entry(name, value)] }, Vec::new());
        let known = SPECS.iter().any(|spec| spec.name == name);
        assert_eq!(check_table(&table, SPECS, &mut problems), problems.is_empty() || !known);
        let told = |problem: &Problem| match &problem.help {
            Some(help) => format!("{problem} ({help})"),
            None => problem.to_string(),
        };
        problems.iter().map(told).collect()
    }

    #[test]
    fn what_fits_is_not_mentioned() {
        let table = |name: &str| Value::Table(Table { entries: vec![entry(name, Value::Text("x".into()))] });
        for (name, value) in [
            ("flag", Value::Flag(true)),
            ("number", Value::Number(8)),
            ("royal", Value::Flag(false)),
            ("royal", Value::Text("last".into())),
            ("tags", Value::List(vec![Spanned::synthetic(Value::Text("old".into()))])),
            ("inner", table("name")),
            ("any", table("whatever")),
            ("moves", Value::Text("N".into())),
            ("moves", legs(Value::Text("N".into()))),
            ("moves", Value::Moves(Movement::default())),
        ] {
            assert_eq!(told(name, value), Vec::<String>::new());
        }
    }

    #[test]
    fn what_does_not_fit_is_told_with_what_would() {
        let list = Value::List(vec![Spanned::synthetic(Value::Number(3))]);
        let inner = Value::Table(Table { entries: vec![entry("nmae", Value::Flag(true))] });
        for (name, value, expected) in [
            ("flga", Value::Flag(true), "unknown key \"flga\" (did you mean \"flag\"?)"),
            ("flag", Value::Number(1), "\"flag\" takes true or false"),
            ("number", Value::Number(9), "\"number\" is 9 (a number from 1 to 8)"),
            ("royal", Value::Text("first".into()), "\"royal\" takes true or false, or \"last\""),
            (
                "royal",
                Value::Text("lats".into()),
                "\"lats\" is no choice for \"royal\" (did you mean \"last\"?)",
            ),
            ("tags", list, "\"tags\" takes a text (write \"3\")"),
            ("moves", Value::Flag(true), "\"moves\" takes a movement"),
            ("moves", legs(Value::Number(1)), "\"moves\" takes a movement"),
            ("inner", inner, "unknown key \"nmae\" (did you mean \"name\"?)"),
        ] {
            assert_eq!(told(name, value), [expected]);
        }
    }
}
