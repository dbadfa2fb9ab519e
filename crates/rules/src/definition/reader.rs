//! Reads a table against its specification: everything wrong is reported, the rest can be trusted.

use super::{Field, Kind, Problem, Problems, Span, Spanned, Table, Value};
use crate::board::Board;
use crate::board::zone;
use crate::cell::{Cell, PieceType};
use crate::set::CellSet;

/// What names in a definition refer to; parts are missing while they are not yet known, and what refers to them is
/// not checked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Names<'a> {
    /// Piece types by number.
    pub pieces: Option<&'a [String]>,
    /// The board.
    pub board: Option<&'a Board>,
    /// Named zones as the first player sees them.
    pub zones: &'a [(String, CellSet<4>)],
}

/// A checked view of a table.
pub struct Reader<'a> {
    table: &'a Table,
    span: Span,
    names: Names<'a>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// Checks a table against the keys it may have.
    pub(crate) fn new(table: &'a Table, fields: &[Field], span: Span, names: Names<'a>) -> Self {
        let mut reader = Reader { table, span, names, problems: Vec::new() };
        reader.check_table(table, fields);
        reader
    }

    /// A view of a table that has been checked before, or of one that need not be.
    pub(crate) fn unchecked(table: &'a Table, span: Span, names: Names<'a>) -> Self {
        Reader { table, span, names, problems: Vec::new() }
    }

    /// A zone that a rule takes when none is written.
    pub(crate) fn default_zone(&self, text: &str) -> CellSet<4> {
        self.zone_of(text, self.span).unwrap_or_default()
    }

    fn check_table(&mut self, table: &Table, fields: &[Field]) {
        for (key, value) in &table.entries {
            match fields.iter().find(|f| f.name == key.value) {
                Some(field) => self.check(&key.value, value, &field.kind),
                None => self.problem(
                    Problem::new(key.span, format!("unknown key \"{}\"", key.value), "not a key here")
                        .suggest(&key.value, fields.iter().map(|f| f.name)),
                ),
            }
        }
    }

    /// Checks one value, of whatever kind it should be.
    pub(crate) fn check(&mut self, key: &str, value: &Spanned<Value>, kind: &Kind) {
        let span = value.span;
        match (kind, &value.value) {
            (Kind::Flag, Value::Flag(_)) | (Kind::Text, Value::Text(_)) => {}
            (Kind::Number(low, high), Value::Number(n)) => {
                if !(low..=high).contains(&n) {
                    self.problem(
                        Problem::new(span, format!("\"{key}\" is {n}"), "out of range")
                            .help(format!("a number from {low} to {high}")),
                    );
                }
            }
            (Kind::Word(words), Value::Text(text)) => {
                if !words.contains(&text.as_str()) {
                    self.problem(
                        Problem::new(span, format!("\"{text}\" is no choice for \"{key}\""), "unknown word")
                            .suggest(text, words.iter().copied()),
                    );
                }
            }
            (Kind::Piece | Kind::Pieces, Value::Text(text)) => {
                if let Err(problem) = self.piece_type(text, span) {
                    self.problem(problem);
                }
            }
            (Kind::Pieces, Value::List(items)) => {
                items.iter().for_each(|item| self.check(key, item, &Kind::Piece));
            }
            (Kind::Zone, Value::Text(text)) => {
                if let Err(problem) = self.zone_of(text, span) {
                    self.problem(problem);
                }
            }
            (Kind::Cell, Value::Text(text)) => {
                if let Err(problem) = self.cell_of(text, span) {
                    self.problem(problem);
                }
            }
            (Kind::List(kind), Value::List(items)) => {
                items.iter().for_each(|item| self.check(key, item, kind));
            }
            (Kind::Table(fields), Value::Table(table)) => self.check_table(table, fields),
            (Kind::PerPiece(kind), Value::Table(table)) => {
                for (name, value) in &table.entries {
                    if let Err(problem) = self.piece_type(&name.value, name.span) {
                        self.problem(problem);
                    }
                    self.check(&name.value, value, kind);
                }
            }
            (Kind::Either(kinds), value_) => match kinds.iter().find(|k| fits(k, value_)) {
                Some(kind) => self.check(key, value, kind),
                None => self.mismatch(key, value, &Kind::Either(kinds)),
            },
            (kind, _) => self.mismatch(key, value, kind),
        }
    }

    fn mismatch(&mut self, key: &str, value: &Spanned<Value>, kind: &Kind) {
        let message = format!("\"{key}\" takes {}", kind.describe());
        self.problem(Problem::new(value.span, message, format!("this is {}", value.value.kind_name())));
    }

    fn piece_type(&self, name: &str, span: Span) -> Result<PieceType, Problem> {
        let Some(pieces) = self.names.pieces else { return Ok(PieceType(0)) };
        pieces.iter().position(|p| p == name).map(|i| PieceType(i as u8)).ok_or_else(|| {
            Problem::new(span, format!("unknown piece \"{name}\""), "no piece of this name")
                .suggest(name, pieces.iter().map(String::as_str))
        })
    }

    fn cell_of(&self, name: &str, span: Span) -> Result<Cell, Problem> {
        let Some(board) = self.names.board else { return Ok(Cell(0)) };
        board
            .cell(name)
            .ok_or_else(|| Problem::new(span, format!("there is no cell \"{name}\""), "no such cell"))
    }

    fn zone_of(&self, text: &str, span: Span) -> Result<CellSet<4>, Problem> {
        let Some(board) = self.names.board else { return Ok(CellSet::EMPTY) };
        zone::parse(text, board, self.names.zones)
            .map_err(|wrong| Problem::new(span, wrong.message, "not a zone").help(wrong.help))
    }

    /// Reports something.
    pub fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// The place of the whole table.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The place of a key's value, or of the table if it is not there.
    pub fn span_of(&self, key: &str) -> Span {
        self.table.get(key).map_or(self.span, |v| v.span)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// A key's value as it stands.
    pub fn value(&self, key: &str) -> Option<&'a Spanned<Value>> {
        self.table.get(key)
    }

    /// A flag.
    pub fn flag(&self, key: &str, default: bool) -> bool {
        match self.table.get(key).map(|v| &v.value) {
            Some(Value::Flag(flag)) => *flag,
            _ => default,
        }
    }

    /// A number.
    pub fn number(&self, key: &str, default: i64) -> i64 {
        match self.table.get(key).map(|v| &v.value) {
            Some(Value::Number(number)) => *number,
            _ => default,
        }
    }

    /// A list of numbers; empty if it is not there.
    pub fn numbers(&self, key: &str) -> Vec<i64> {
        let number = |v: &Spanned<Value>| match v.value {
            Value::Number(n) => Some(n),
            _ => None,
        };
        self.list(key).iter().filter_map(number).collect()
    }

    /// A word or text.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        match self.table.get(key).map(|v| &v.value) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; a single value counts as a list of one; empty if it is not there.
    pub fn list(&self, key: &str) -> Vec<Spanned<Value>> {
        match self.table.get(key) {
            Some(Spanned { value: Value::List(items), .. }) => items.clone(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        }
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Vec<Spanned<String>> {
        let text = |v: Spanned<Value>| match v.value {
            Value::Text(text) => Some(Spanned::new(text, v.span)),
            _ => None,
        };
        self.list(key).into_iter().filter_map(text).collect()
    }

    /// The types a key names, in the order written; empty if it is not there.
    pub fn pieces(&self, key: &str) -> Vec<PieceType> {
        self.texts(key).iter().filter_map(|t| self.piece_type(&t.value, t.span).ok()).collect()
    }

    /// The types a key of pieces maps, with the values.
    pub fn per_piece(&self, key: &str) -> Vec<(PieceType, Spanned<Value>)> {
        match self.table.get(key).map(|v| &v.value) {
            Some(Value::Table(table)) => table
                .entries
                .iter()
                .filter_map(|(name, value)| {
                    Some((self.piece_type(&name.value, name.span).ok()?, value.clone()))
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A zone as the first player sees it.
    pub fn zone(&self, key: &str) -> Option<CellSet<4>> {
        self.text(key).and_then(|text| self.zone_of(text, self.span).ok())
    }

    /// A zone written in a value.
    pub fn zone_in(&self, value: &Spanned<Value>) -> Option<CellSet<4>> {
        match &value.value {
            Value::Text(text) => self.zone_of(text, value.span).ok(),
            _ => None,
        }
    }

    /// A cell, as the first player sees it.
    pub fn cell(&self, key: &str) -> Option<Cell> {
        self.text(key).and_then(|text| self.cell_of(text, self.span).ok())
    }

    /// Ends reading: everything that was wrong.
    pub fn done(&mut self) -> Result<(), Problems> {
        if self.problems.is_empty() { Ok(()) } else { Err(Problems(std::mem::take(&mut self.problems))) }
    }
}

/// Whether a value has the outer form of a kind, so that its details can be checked against it.
fn fits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Flag, Value::Flag(_))
        | (Kind::Number(..), Value::Number(_))
        | (Kind::Text | Kind::Zone | Kind::Cell | Kind::Piece | Kind::Pieces, Value::Text(_))
        | (Kind::Pieces, Value::List(_))
        | (Kind::Table(_) | Kind::PerPiece(_), Value::Table(_)) => true,
        (Kind::Word(_), Value::Text(_)) => true,
        (Kind::List(kind), Value::List(items)) => items.iter().all(|item| fits(kind, &item.value)),
        (Kind::Either(kinds), value) => kinds.iter().any(|k| fits(k, value)),
        _ => false,
    }
}
