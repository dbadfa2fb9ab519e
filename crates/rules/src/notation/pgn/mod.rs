//! PGN: whole games as text, with comments, judgements and variations.
//!
//! [`games`] cuts a text into [`Pgn`] trees without knowing any rules, `Display` writes them; [`read_game`] plays a
//! tree by a game's rules, [`write_game`] makes one from a line of play.
//!
//! Games of more than two players write one field for each, ` .. ` between them:
//! `1. e2-e4 .. a7-b7 .. h7-h6 2. …`. Players who are out have none. A turn of several moves has them all in its
//! field: `1. e2-e4 d2-d4 .. a7-b7 …`. A player who leaves is told of in the field of the turn it happens in:
//! `3. b-resigns Ng1-f3 .. …`; in a player's own field some files have `R` and `T` for resigning and running out of
//! time, which are read.

mod parse;
mod play;
mod print;
mod token;

pub use parse::{Games, games};
pub use play::{PlayError, Played, Record, read_game, spellings, turn, write_game, write_head};

/// The longest game that is read, in bytes.
pub const MAX_GAME: usize = 4 << 20;
/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 64;

/// One game as it was written, not yet checked against any rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// Comments before the tags.
    pub head: Vec<Comment>,
    /// Names and values.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub line: PgnLine,
    /// `1-0`, `1/2-1/2`, `*` …
    pub result: String,
    /// Whether turns have fields with ` .. ` between them, as in games for more than two.
    pub divided: bool,
}

/// Moves one after the other: the game itself or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnLine {
    /// The moves.
    pub nodes: Vec<PgnNode>,
    /// Comments that follow no move and precede none.
    pub end: Vec<Comment>,
}

/// One move with everything that was said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnNode {
    /// The move as it was written, without `!` and `?`.
    pub san: String,
    /// Numeric judgements: `$1` is `!`.
    pub nags: Vec<u16>,
    /// Comments before the move.
    pub before: Vec<Comment>,
    /// Comments after it.
    pub after: Vec<Comment>,
    /// What could have been played instead.
    pub variations: Vec<PgnLine>,
    /// The turn it belongs to.
    pub turn: Turn,
    /// Where it was written.
    pub place: TextPlace,
}

/// The turn of a move: which round, and which field of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of the round.
    pub round: u32,
    /// The field, from 0; of two players 0 for the first and 1 for the second.
    pub field: usize,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn { round: 1, field: 0 }
    }
}

impl Turn {
    /// The next turn of two players.
    fn next_of_two(self) -> Turn {
        match self.field {
            0 => Turn { field: 1, ..self },
            _ => Turn { round: self.round.saturating_add(1), field: 0 },
        }
    }
}

/// Something said in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What it says; spaces and line breaks are one space each, except in an escape.
    pub text: String,
    /// How it is marked.
    pub form: CommentForm,
}

/// How a comment is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentForm {
    /// `{ … }`
    Braces,
    /// `;` to the end of the line.
    Line,
    /// `%` at the beginning of a line, to its end.
    Escape,
}

/// A line and a column of a text, both from 1; in a text that nobody wrote both are 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextPlace {
    /// The line.
    pub line: u32,
    /// The column in characters.
    pub column: u32,
}

/// Where a move was written does not make it another one.
impl PartialEq for TextPlace {
    fn eq(&self, _: &TextPlace) -> bool {
        true
    }
}

impl Eq for TextPlace {}

/// What is wrong with a PGN text and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {problem}", .place.line, .place.column)]
pub struct PgnError {
    /// Where.
    pub place: TextPlace,
    /// What.
    pub problem: PgnProblem,
}

/// What can be wrong with a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnProblem {
    /// A tag is not `[Name "value"]`.
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    /// A comment has no end.
    #[error("the comment is not closed: a }} is missing")]
    OpenComment,
    /// A variation has no end.
    #[error("the variation is not closed: a ) is missing")]
    OpenVariation,
    /// A bracket closes nothing.
    #[error("this {0} closes nothing")]
    Unopened(char),
    /// A variation or judgement stands before any move.
    #[error("there is no move before this")]
    NoMove,
    /// A character that means nothing in PGN.
    #[error("{0:?} means nothing here")]
    Character(char),
    /// Too many variations inside each other.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// A game is too long.
    #[error("the game is longer than {MAX_GAME} bytes")]
    TooLong,
}

impl Default for Pgn {
    fn default() -> Pgn {
        Pgn {
            head: Vec::new(),
            tags: Vec::new(),
            line: PgnLine::default(),
            result: "*".to_owned(),
            divided: false,
        }
    }
}

impl Pgn {
    /// The value of a tag, whose name is compared in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its value if it is there.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

impl Comment {
    /// A comment in braces.
    pub fn new(text: impl Into<String>) -> Comment {
        Comment { text: text.into(), form: CommentForm::Braces }
    }
}

/// Whether a word is a result: scores with `-` between them, not all of them nothing (`0-0` is castling).
fn is_result(word: &str) -> bool {
    let scores: Vec<&str> = word.split('-').collect();
    word == "*"
        || (scores.len() >= 2
            && scores.iter().all(|s| matches!(*s, "0" | "1" | "1/2" | "½"))
            && scores.iter().any(|s| *s != "0"))
}
