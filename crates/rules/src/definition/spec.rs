//! What keys there are and what they take, as data: readers check against it, the reference is printed from it.

use super::Value;
use super::check::is_movement;

/// A key of a definition with everything there is to know about it.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What holds when it is left out, in words.
    pub default: &'static str,
    /// What it does: Markdown, the first sentence stands alone.
    pub documentation: &'static str,
}

/// A key of a table inside a definition; the same thing as a [`Spec`], one level down.
pub type Field = Spec;

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number in a range, both ends included.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// The name of a piece type.
    Piece,
    /// One name of a piece type or a list of them.
    Pieces,
    /// A zone expression.
    Zone,
    /// The name of a cell.
    Cell,
    /// A movement: notation, the name of a known piece, or a list of alternatives, each one of these or a list of legs.
    Moves,
    /// A list of values of one kind.
    List(&'static Kind),
    /// A table with these keys.
    Table(&'static [Field]),
    /// A table whose keys are piece names.
    PerPiece(&'static Kind),
    /// This, or a table from names of players to it.
    ByPlayer(&'static Kind),
    /// Any of these.
    Either(&'static [Kind]),
}

impl Kind {
    /// Whether a value has the outer form of a kind, so that its details can be checked against it.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Flag, Value::Flag(_))
            | (Kind::Number(..), Value::Number(_))
            | (Kind::Text | Kind::Zone | Kind::Cell | Kind::Piece | Kind::Pieces, Value::Text(_))
            | (Kind::Pieces, Value::List(_))
            | (Kind::Table(_) | Kind::PerPiece(_) | Kind::ByPlayer(_), Value::Table(_)) => true,
            (Kind::Word(words), Value::Text(text)) => words.contains(&text.as_str()),
            (Kind::Moves, value) => is_movement(value),
            (Kind::List(kind), Value::List(items)) => items.iter().all(|item| kind.fits(&item.value)),
            (Kind::ByPlayer(kind), value) => kind.fits(value),
            (Kind::Either(kinds), value) => kinds.iter().any(|kind| kind.fits(value)),
            _ => false,
        }
    }

    /// Whether a value of it may be a movement.
    pub fn takes_moves(&self) -> bool {
        match self {
            Kind::Moves => true,
            Kind::Either(kinds) => kinds.iter().any(Kind::takes_moves),
            Kind::ByPlayer(kind) => kind.takes_moves(),
            _ => false,
        }
    }

    /// What it takes, in words.
    pub fn describe(&self) -> String {
        match self {
            Kind::Flag => "true or false".into(),
            Kind::Number(low, high) => format!("a number from {low} to {high}"),
            Kind::Word(words) => words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", "),
            Kind::Text => "a text".into(),
            Kind::Piece => "a piece's name".into(),
            Kind::Pieces => "a piece's name, a list of them, or \"all\"".into(),
            Kind::Zone => "a zone".into(),
            Kind::Cell => "a cell's name".into(),
            Kind::Moves => "a movement".into(),
            Kind::List(kind) => format!("a list, each {}", kind.describe()),
            Kind::Table(_) => "a table".into(),
            Kind::PerPiece(kind) => format!("a table from piece names to {}", kind.describe()),
            Kind::ByPlayer(kind) => format!("{} (or a table by player)", kind.describe()),
            Kind::Either(kinds) => kinds.iter().map(Kind::describe).collect::<Vec<_>>().join(", or "),
        }
    }
}
