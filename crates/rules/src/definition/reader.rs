//! Takes values out of a table that was checked against its specification: they can be trusted.

use super::check::{Checker, Names};
use super::{Problem, Problems, Span, Spanned, Spec, Table, Value};
use crate::cell::{Cell, PieceType};
use crate::set::Zone;

/// A checked view of a table.
pub struct Reader<'a> {
    table: &'a Table,
    span: Span,
    names: Names<'a>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// Checks a table against the keys it may have.
    pub(crate) fn new(table: &'a Table, specs: &[Spec], span: Span, names: Names<'a>) -> Self {
        let mut problems = Vec::new();
        Checker { names, problems: &mut problems }.table(table, specs);
        Reader { table, span, names, problems }
    }

    /// A view of a table that has been checked before, or of one that need not be.
    pub(crate) fn unchecked(table: &'a Table, span: Span, names: Names<'a>) -> Self {
        Reader { table, span, names, problems: Vec::new() }
    }

    /// A zone that a rule takes when none is written.
    pub(crate) fn default_zone(&self, text: &str) -> Zone {
        self.names.zone(text, self.span).unwrap_or_default()
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
        self.texts(key).iter().filter_map(|t| self.names.piece_type(&t.value, t.span).ok()).collect()
    }

    /// The types a key of pieces maps, with the values.
    pub fn per_piece(&self, key: &str) -> Vec<(PieceType, Spanned<Value>)> {
        match self.table.get(key).map(|v| &v.value) {
            Some(Value::Table(table)) => table
                .entries
                .iter()
                .filter_map(|(name, value)| {
                    Some((self.names.piece_type(&name.value, name.span).ok()?, value.clone()))
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A zone as the first player sees it.
    pub fn zone(&self, key: &str) -> Option<Zone> {
        self.text(key).and_then(|text| self.names.zone(text, self.span).ok())
    }

    /// A zone written in a value.
    pub fn zone_in(&self, value: &Spanned<Value>) -> Option<Zone> {
        match &value.value {
            Value::Text(text) => self.names.zone(text, value.span).ok(),
            _ => None,
        }
    }

    /// A cell, as the first player sees it.
    pub fn cell(&self, key: &str) -> Option<Cell> {
        self.text(key).and_then(|text| self.names.cell(text, self.span).ok())
    }

    /// Ends reading: everything that was wrong.
    pub fn done(&mut self) -> Result<(), Problems> {
        if self.problems.is_empty() { Ok(()) } else { Err(Problems(std::mem::take(&mut self.problems))) }
    }
}
