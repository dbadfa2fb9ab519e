//! Values with the place they were written at.

use crate::movement::Movement;

/// A place in one of the files a definition was read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which file, counted by the reader; several take part when a game extends another.
    pub file: u16,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Something and where it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The thing.
    pub value: T,
    /// The place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Something read at a place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    /// Something nobody wrote: a default.
    pub fn synthetic(value: T) -> Self {
        Spanned { value, span: Span::default() }
    }

    /// The same place, another thing.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

impl Spanned<String> {
    /// The place of some bytes of a text, if it stands in plain quotes; else that of all of it.
    pub fn inside(&self, column: usize, length: usize) -> Span {
        let Span { file, start, end } = self.span;
        if (end as usize).checked_sub(start as usize) != Some(self.value.len() + 2) {
            return self.span;
        }
        let first = start + 1 + column.min(self.value.len()) as u32;
        Span { file, start: first, end: (first + length as u32).min(end - 1).max(first) }
    }
}

/// A value of a definition file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A string.
    Text(String),
    /// `[ … ]`
    List(Vec<Spanned<Value>>),
    /// `{ … }` or a section.
    Table(Table),
    /// A movement, as its notation was read.
    Moves(Movement),
}

impl Value {
    /// What it is, for messages.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Value::Flag(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Moves(_) => "a movement",
        }
    }
}

/// Keys and values in the order they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Each key once.
    pub entries: Vec<(Spanned<String>, Spanned<Value>)>,
}

impl Table {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Spanned<Value>> {
        self.entries.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }

    /// Sets a key, replacing its value if it is there.
    pub fn set(&mut self, key: Spanned<String>, value: Spanned<Value>) {
        match self.entries.iter_mut().find(|(k, _)| k.value == key.value) {
            Some(entry) => *entry = (key, value),
            None => self.entries.push((key, value)),
        }
    }
}
