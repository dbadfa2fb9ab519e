//! A game as plain data: what a definition file says, before anything is compiled.

pub(crate) mod army;
pub(crate) mod by_player;
mod capability;
mod check;
mod evaluation;
mod look;
mod problem;
mod reader;
mod spec;
mod value;
mod writing;

pub use capability::{Capability, MAX_CAPABILITIES, Moment};
pub(crate) use check::{Checker, Names};
pub use check::{check_known, check_table};
pub use evaluation::Evaluation;
pub use look::{Look, SCHEMES, SETS};
pub use problem::{Problem, Problems, suggestion};
pub use reader::Reader;
pub use spec::{Field, Kind, Spec};
pub use value::{Span, Spanned, Table, Value};
pub use writing::{OwnNotation, Signs, Written};

use crate::board::Board;
use crate::movement::Movement;
use crate::movement::steps::{FileRank, StepRule};

/// A complete game description. Readers make it, [`crate::Game::compile`] checks and compiles it.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// Who made it and what it is.
    pub about: About,
    /// Cells and links.
    pub board: BoardSource,
    /// Who plays, in the order of turns.
    pub players: Players,
    /// The types of pieces.
    pub pieces: Vec<PieceDefinition>,
    /// Named sets of cells, each an expression as [`crate::board::zone`] reads it, seen by the first player.
    pub zones: Vec<(Spanned<String>, Spanned<String>)>,
    /// The start.
    pub setup: SetupDefinition,
    /// The `[rules]` section: a table whose keys are rules' names.
    pub rules: Table,
    /// The `[end]` section: a table whose keys are rules' names.
    pub end: Table,
    /// The variables with the values chosen for them, for the record.
    pub variables: Vec<Variable>,
    /// How it looks.
    pub look: Look,
    /// The notation its players have of their own.
    pub notation: Option<OwnNotation>,
}

/// Metadata of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The catalogue name: the file's name without its ending.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// Who invented it.
    pub inventor: Option<String>,
    /// When, as text: "1972", "circa 600".
    pub year: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// A sentence or a few.
    pub description: String,
    /// Other names by which `[Variant]` tags and engines call it.
    pub aliases: Vec<String>,
    /// Where to read more.
    pub links: Vec<String>,
}

/// Where the board comes from.
#[derive(Clone, Debug)]
pub enum BoardSource {
    /// A shape by name, with its parameters; see [`crate::board::SHAPES`].
    Shape {
        /// The shape's name.
        shape: Spanned<String>,
        /// Every other key of the `[board]` section.
        parameters: Table,
    },
    /// A board given cell by cell.
    Cells(Box<Board>),
}

impl Default for BoardSource {
    fn default() -> Self {
        BoardSource::Shape { shape: Spanned::synthetic("rectangle".to_owned()), parameters: Table::default() }
    }
}

/// The players and how their views of the board relate.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// Names in the order of turns.
    pub names: Vec<Spanned<String>>,
    /// How player 2, 3, … see the board: a name as [`crate::board::Board::symmetries`] lists it, or `none`.
    pub symmetry: Option<Spanned<String>>,
    /// Who plays together, by name; everyone else plays alone.
    pub teams: Vec<Vec<Spanned<String>>>,
    /// For each player the files and ranks of the cells as [`StepRule`]s compare them; those of the board where
    /// nothing is given.
    pub places: Vec<Vec<FileRank>>,
}

/// A type of piece.
#[derive(Clone, Debug)]
pub struct PieceDefinition {
    /// The name, as rules refer to it.
    pub name: Spanned<String>,
    /// The letter in FEN, upper case; may carry a mark: `+P`.
    pub letter: Spanned<String>,
    /// The players who can have it, by name; everybody if empty. The same letter may mean another type for others.
    pub players: Vec<Spanned<String>>,
    /// How it moves from every cell.
    pub moves: Spanned<Movement>,
    /// How it moves besides, step by step.
    pub steps: Vec<StepRule>,
    /// What it says to rules that belong to pieces: a table whose keys are rules' names, its movements read.
    pub rules: Table,
    /// Further moves on its start cells.
    pub first: Option<Spanned<Movement>>,
    /// Where `first` (and `i` in the notation) applies, instead of the start cells; by player where they differ.
    pub first_zone: Option<ByPlayer<Spanned<String>>>,
    /// `first` applies only to a piece that never moved; FEN then carries who did.
    pub unmoved: bool,
    /// What it may do besides, under conditions.
    pub also: Vec<Capability>,
    /// Whether its loss, or danger, ends the game.
    pub royal: Royal,
    /// Whether it belongs to nobody, stays where it is and cannot be taken.
    pub wall: bool,
    /// It may only go to cells of this zone.
    pub within: Option<Spanned<String>>,
    /// Outside a zone it moves otherwise: (zone, movement there).
    pub beyond: Option<(Spanned<String>, Spanned<Movement>)>,
    /// Centipawns in the middle of the game and at its end, when the definition states it.
    pub value: Option<[i64; 2]>,
    /// What else the definition states of its evaluation.
    pub evaluation: Evaluation,
    /// An image's name, when the definition states it.
    pub image: Option<String>,
    /// How its players write it.
    pub written: Written,
    /// Other names it goes by: a board file names the pieces of each player apart.
    pub called: Vec<String>,
    /// The whole entry, for messages.
    pub span: Span,
}

/// Something that all players have alike, or each of some in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByPlayer<T> {
    /// All the same.
    All(T),
    /// Those who are named.
    Each(Vec<(Spanned<String>, T)>),
}

impl<T> ByPlayer<T> {
    /// What a player has.
    pub fn of(&self, player: &str) -> Option<&T> {
        match self {
            ByPlayer::All(value) => Some(value),
            ByPlayer::Each(each) => {
                each.iter().find(|(name, _)| name.value == player).map(|(_, value)| value)
            }
        }
    }

    /// Everything anybody has.
    pub fn values(&self) -> Vec<&T> {
        match self {
            ByPlayer::All(value) => vec![value],
            ByPlayer::Each(each) => each.iter().map(|(_, value)| value).collect(),
        }
    }

    /// The players who are named.
    pub fn players(&self) -> &[(Spanned<String>, T)] {
        match self {
            ByPlayer::All(_) => &[],
            ByPlayer::Each(each) => each,
        }
    }
}

/// Whether check is about this type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Royal {
    /// An ordinary piece.
    #[default]
    No,
    /// Every one of them must be kept safe.
    Yes,
    /// The last one left must be kept safe.
    Last,
}

/// The start position.
#[derive(Clone, Debug, Default)]
pub struct SetupDefinition {
    /// The placement part of a FEN, with `[hand]` if there is one.
    pub array: Spanned<String>,
    /// Instead of the array, one army that everybody has in their own place: rows of ranks, the last one rank 1.
    pub army: Option<Spanned<String>>,
    /// What follows the placement, if not the default (turn, castling rights …).
    pub state: Option<Spanned<String>>,
    /// The fields that follow the placement in FEN, by name and in this order; the usual ones where nothing is said.
    pub fields: Option<Vec<Spanned<String>>>,
    /// The pieces one by one, instead of the array.
    pub listed: Option<Vec<Placed>>,
    /// Whether a variable decides about it, so that another game of this name may begin elsewhere.
    pub varies: bool,
}

impl Players {
    /// The names, also where none are given.
    pub(crate) fn names(&self) -> Vec<String> {
        match self.names[..] {
            [] => vec!["White".into(), "Black".into()],
            _ => self.names.iter().map(|name| name.value.clone()).collect(),
        }
    }
}

impl SetupDefinition {
    /// Whether a piece is there at the start; on a board without any nothing can be missed.
    pub(crate) fn has(&self, piece: &PieceDefinition) -> bool {
        match &self.listed {
            Some(listed) => listed.is_empty() || listed.iter().any(|p| p.piece.value == piece.name.value),
            None => {
                let text = self.army.as_ref().unwrap_or(&self.array);
                text.value.to_uppercase().contains(&piece.letter.value)
            }
        }
    }
}

/// A piece on its cell at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The cell's name.
    pub cell: Spanned<String>,
    /// Whose it is, by the place in the order of turns.
    pub player: usize,
    /// The type's name.
    pub piece: Spanned<String>,
}

/// A choice made before the game: a number in a range, one of several words, or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// What it may be.
    pub range: VariableRange,
    /// What it is in this game.
    pub value: String,
    /// What it is when nobody chooses; without one it is drawn at random.
    pub usual: Option<String>,
    /// Whether it was drawn at random rather than set.
    pub drawn: bool,
    /// A sentence for the one who chooses.
    pub description: String,
}

impl std::fmt::Display for VariableRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VariableRange::Number(low, high) => write!(f, "{low} to {high}"),
            VariableRange::Choice(words) => write!(f, "{}", words.join(" or ")),
            VariableRange::Text(longest) => write!(f, "a text of at most {longest} letters"),
        }
    }
}

impl VariableRange {
    /// What somebody has chosen, as the range writes it: a word in whatever case, a number without blanks; nothing if
    /// it may not be that.
    pub fn value(&self, said: &str) -> Option<String> {
        let said = said.trim();
        match self {
            VariableRange::Number(low, high) => {
                let number = said.parse::<i64>().ok().filter(|number| (low..=high).contains(&number));
                number.map(|number| number.to_string())
            }
            VariableRange::Choice(words) => {
                words.iter().find(|word| word.eq_ignore_ascii_case(said)).cloned()
            }
            VariableRange::Text(longest) => {
                let fits = (1..=*longest).contains(&said.chars().count()) && !said.contains(['{', '}']);
                fits.then(|| said.to_owned())
            }
        }
    }
}

/// What a variable may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableRange {
    /// A whole number, both ends included.
    Number(i64, i64),
    /// One of these.
    Choice(Vec<String>),
    /// Any text of at most so many letters.
    Text(usize),
}
