//! What both protocols must be able to say and to understand.

use super::fault::Fault;
use super::identity::Identity;
use super::launch::Patience;
use super::pace::Pace;
use super::process::Process;
pub(super) use crate::wire::is_shuffled_chess;
use chatura_rules::{Game, Line, Move, Position, notation};
use chatura_search::{Report, Score, Variation};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A protocol as the side of the board speaks it.
pub(super) trait Dialect: Send {
    /// Lets the engine introduce itself.
    fn introduce(&mut self, process: &mut Process, patience: &Patience) -> Result<Identity, Fault>;

    /// Sets an option to a value that fits it.
    fn set_option(&mut self, process: &mut Process, name: &str, value: &str);

    /// What it calls a game, if it plays it.
    fn variant(&self, identity: &Identity, game: &Game) -> Option<String>;

    /// Whether a game can begin elsewhere than at its usual start.
    fn sets_up(&self) -> bool;

    /// Begins a game of a variant.
    fn begin(&mut self, process: &mut Process, opening: &Opening<'_>) -> Result<(), Fault>;

    /// Asks for a move where a line stands; when that was.
    fn ask(&mut self, process: &mut Process, line: &Line, pace: &Pace) -> Result<Instant, Fault>;

    /// What a line means.
    fn hear(&mut self, line: &str) -> Heard;

    /// How it is told to answer now.
    fn interruption(&self) -> &'static str;

    /// Reads the move it answers with.
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, notation::MoveError>;

    /// Its answer is played.
    fn answered(&mut self, process: &mut Process, mv: Move);
}

/// What an engine is told when a game begins.
pub(super) struct Opening<'a> {
    pub identity: &'a Identity,
    pub game: &'a Arc<Game>,
    /// What the engine calls it.
    pub variant: &'a str,
    /// A file that tells the engine of the game, which must then show that it knows it.
    pub file: Option<&'a Path>,
    pub patience: &'a Patience,
}

/// What a line of an engine means while it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing that matters.
    Nothing,
    /// What it has found so far.
    Info(Info),
    /// Its move, as it writes it.
    Move(String),
    /// There is no move, it says.
    NoMove,
    /// It gives up.
    Resigns,
    /// It says that the game is over, or that a move was illegal.
    Claims(String),
}

/// What an engine has found so far, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub depth: u32,
    pub deepest: u32,
    /// Which of several lines, from 1.
    pub number: usize,
    pub score: Option<Score>,
    pub nodes: u64,
    pub time: Duration,
    pub full: u32,
    pub moves: Vec<String>,
}

/// What was told last of each line.
#[derive(Default)]
pub(super) struct Told {
    lines: Vec<Info>,
}

/// More lines than anybody asks for.
const MAX_LINES: usize = 256;

impl Told {
    pub fn add(&mut self, info: Info) {
        let index = info.number.clamp(1, MAX_LINES) - 1;
        if self.lines.len() <= index {
            self.lines.resize(index + 1, Info::default());
        }
        // Some tell how many positions they have seen without saying anything about a line.
        let known = &mut self.lines[index];
        let kept = if info.score.is_none() { std::mem::take(known) } else { Info::default() };
        *known = Info {
            depth: info.depth.max(kept.depth),
            deepest: info.deepest.max(kept.deepest),
            score: info.score.or(kept.score),
            moves: if info.moves.is_empty() { kept.moves } else { info.moves },
            nodes: info.nodes.max(kept.nodes),
            full: info.full.max(kept.full),
            ..info
        };
    }

    /// All of it, with moves that can be played from a position.
    pub fn report(&self, dialect: &dyn Dialect, position: &Position) -> Option<Report> {
        let first = self.lines.first()?;
        let scored = self.lines.iter().filter_map(|info| Some((info, info.score?)));
        let lines: Vec<Variation> = scored
            .map(|(info, score)| Variation { moves: played(dialect, position, &info.moves), score })
            .collect();
        (!lines.is_empty()).then(|| Report {
            depth: first.depth,
            deepest: first.deepest.max(first.depth),
            lines,
            nodes: self.lines.iter().map(|info| info.nodes).max().unwrap_or(0),
            time: first.time,
            full: first.full,
            table_hits: 0,
        })
    }
}

/// The moves of a line as far as they can be played.
fn played(dialect: &dyn Dialect, position: &Position, texts: &[String]) -> Vec<Move> {
    /// Nobody looks further.
    const LONGEST: usize = 60;
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in texts.iter().take(LONGEST) {
        let Ok(mv) = dialect.read_move(&position, text) else { break };
        if position.play(mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    moves
}

/// A line of moves as text, kept so that each move is written once.
pub(super) struct Written {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    pub texts: Vec<String>,
}

impl Written {
    pub fn new(start: Position) -> Written {
        Written { position: start.clone(), start, moves: Vec::new(), texts: Vec::new() }
    }

    /// Where the line begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Whether a line goes on from here: same start, these moves first.
    pub fn leads_to(&self, line: &Line) -> bool {
        Arc::ptr_eq(self.start.game(), line.position().game())
            && line.moves().starts_with(&self.moves)
            && line.first().hash() == self.start.hash()
    }

    /// Writes what a line has more than this.
    pub fn follow(&mut self, line: &Line, write: impl Fn(&Position, Move) -> String) {
        for mv in &line.moves()[self.moves.len()..] {
            self.texts.push(write(&self.position, *mv));
            self.play(*mv);
        }
    }

    fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.moves.push(mv);
    }

    /// One more move, whose text is known.
    pub fn push(&mut self, mv: Move, text: String) {
        self.play(mv);
        self.texts.push(text);
    }
}

/// Whether a line begins where its game always does.
pub(super) fn begins_as_usual(start: &Position) -> bool {
    let game = start.game();
    let usual = game.variables().iter().all(|variable| variable.usual.as_ref() == Some(&variable.value));
    usual
        && !game.start_varies()
        && notation::format_usual_fen(start) == notation::format_usual_fen(&Position::start(game))
}

/// The name by which an engine knows a game: its own, or another it goes by.
pub(super) fn offered<'a>(game: &Game, names: &'a [String]) -> Option<&'a String> {
    let about = game.about();
    let known = |name: &&String| {
        about.id.eq_ignore_ascii_case(name)
            || about.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    };
    // The name it has in the catalogue first: another game of the engine may go by an alias.
    names.iter().find(|name| about.id.eq_ignore_ascii_case(name)).or_else(|| names.iter().find(known))
}
