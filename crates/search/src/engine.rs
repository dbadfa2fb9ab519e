//! The engine: what is known of one game, and how it is asked.

use crate::answer::{Answer, Report, Score};
use crate::knowledge::{Evaluation, Knowledge, Sides, TEMPO, Term};
use crate::level::Level;
use crate::limits::{Limits, Stop};
use crate::net::{Net, Sums};
use crate::play::{self, History, SearchContext, TranspositionTable};
use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::{Game, Line, Position};
use chatura_tables::Tables;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much memory the transposition table takes, in millions of bytes.
    pub hash_mb: usize,
    /// How many threads think.
    pub threads: usize,
    /// How it thinks.
    pub strategy: Strategy,
    /// How strong it is to be.
    pub level: Level,
    /// Where a weak level errs: with another number it errs elsewhere.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { hash_mb: 16, threads: 1, strategy: Strategy::Full, level: Level::HIGHEST, seed: 0 }
    }
}

/// How an engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// It plays the move after which it likes the position best, and looks no further.
    OnePly,
    /// It looks so many plies ahead, always the same, and likes what it sees then.
    FixedDepth(u32),
    /// Everything it can.
    Full,
    /// The same, with a way of its own to think about more than two sides.
    Many(Algorithm),
}

/// How more than two sides are thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// All others play against oneself alone.
    Paranoid,
    /// Everybody plays for itself.
    MaxN,
    /// All others move in turn: one of them as badly for oneself as it can, the rest as looks best at first sight.
    BestReply,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Algorithm; 3] = [Algorithm::Paranoid, Algorithm::MaxN, Algorithm::BestReply];
    /// The one that won when they played each other.
    pub const BEST: Algorithm = Algorithm::Paranoid;

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Paranoid => "paranoid",
            Algorithm::MaxN => "max-n",
            Algorithm::BestReply => "best-reply",
        }
    }
}

/// An engine was asked about another game than the one it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongGame {
    /// What the engine's game is called.
    pub known: String,
    /// What the other game is called.
    pub asked: String,
}

impl fmt::Display for WrongGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known == self.asked {
            true => write!(f, "the engine was made for another {} than this one", self.known),
            false => write!(f, "the engine knows {} and was asked about {}", self.known, self.asked),
        }
    }
}

impl std::error::Error for WrongGame {}

/// An opponent for one game.
pub struct Engine {
    game: Arc<Game>,
    options: Options,
    /// `Knowledge<W>` of the game's width.
    knowledge: Box<dyn Any + Send + Sync>,
    table: TranspositionTable,
    history: Option<Box<History>>,
    net: Option<Arc<Net>>,
    tables: Option<Arc<Tables>>,
}

impl Engine {
    /// Works out what there is to know of a game; that takes a moment.
    pub fn new(game: &Arc<Game>, options: Options) -> Engine {
        let knowledge = Position::start(game).enter(Learn);
        Engine {
            game: game.clone(),
            table: TranspositionTable::new(options.hash_mb),
            options,
            knowledge,
            history: None,
            net: None,
            tables: None,
        }
    }

    /// The game it plays.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets it up in another way.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_mb != self.options.hash_mb {
            self.table = TranspositionTable::new(options.hash_mb);
        }
        self.options = options;
    }

    /// The net that corrects the hand-made evaluation, if there is one.
    pub fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref()
    }

    /// Takes a net, or goes without one. The net must have been made for this engine's game.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.net = net;
        self.clear();
    }

    /// The endgame tables it looks at, if there are any.
    pub fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref()
    }

    /// Takes endgame tables, or goes without. They must have been opened for this engine's game.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables.filter(|tables| Arc::ptr_eq(tables.game(), &self.game));
        self.clear();
    }

    /// Forgets what it thought about, before another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = None;
    }

    /// Thinks about where a line stands, tells what it found so far, and answers; there is an answer wherever there is
    /// a legal move. A line of another game than this engine's is an error.
    pub fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answer, WrongGame> {
        self.require(line.position())?;
        if line.outcome().is_some() {
            return Ok(Answer { best: None, ponder: None, report: Report::empty() });
        }
        let mut history = self.history.take();
        let thought = Thought { engine: self, line, limits, stop, history: &mut history, report };
        let answer = line.first().enter(thought);
        self.history = history;
        Ok(answer)
    }

    /// What a position of this engine's game is worth without looking ahead, in its parts.
    pub fn evaluate(&self, position: &Position) -> Result<Evaluation, WrongGame> {
        self.require(position)?;
        Ok(position.enter(Evaluate(self)))
    }

    /// What everybody can expect of a position with more than two sides, without looking ahead; nothing with two.
    pub fn outlook(&self, position: &Position) -> Result<Vec<Score>, WrongGame> {
        self.require(position)?;
        Ok(position.enter(Outlook(self)))
    }

    /// Refuses positions of other games: what is known of one game says nothing about another.
    fn require(&self, position: &Position) -> Result<(), WrongGame> {
        match Arc::ptr_eq(position.game(), &self.game) {
            true => Ok(()),
            false => {
                let name = |game: &Game| game.about().name.clone();
                Err(WrongGame { known: name(&self.game), asked: name(position.game()) })
            }
        }
    }

    pub(crate) fn knowledge<const W: usize>(&self) -> &Knowledge<W> {
        self.knowledge.downcast_ref().unwrap_or_else(|| unreachable!("knowledge has the width of its game"))
    }
}

struct Learn;

impl Visitor for Learn {
    type Output = Box<dyn Any + Send + Sync>;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Self::Output {
        Box::new(Knowledge::new(&arena))
    }
}

struct Thought<'a> {
    engine: &'a Engine,
    line: &'a Line,
    limits: &'a Limits,
    stop: &'a Stop,
    history: &'a mut Option<Box<History>>,
    report: &'a mut dyn FnMut(&Report),
}

impl Visitor for Thought<'_> {
    type Output = Answer;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Answer {
        let context = SearchContext {
            knowledge: self.engine.knowledge(),
            options: &self.engine.options,
            net: self.engine.net.as_deref(),
            tables: self.engine.tables.as_deref(),
            table: &self.engine.table,
            moves: self.line.moves(),
            limits: self.limits,
            stop: self.stop,
        };
        play::think(arena, &context, self.history, self.report)
    }
}

struct Outlook<'a>(&'a Engine);

impl Visitor for Outlook<'_> {
    type Output = Vec<Score>;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Vec<Score> {
        play::outlook(&arena, self.0.knowledge(), self.0.net.as_deref(), &self.0.table)
    }
}

struct Evaluate<'a>(&'a Engine);

impl Visitor for Evaluate<'_> {
    type Output = Evaluation;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Evaluation {
        let knowledge: &Knowledge<W> = self.0.knowledge();
        let sides = Sides::new(knowledge, arena.turn(), arena.alive());
        let mut terms = vec![Vec::new(); knowledge.players];
        for player in 0..knowledge.players {
            knowledge.told_material(&arena, player, &mut terms);
        }
        let sum = knowledge.accumulate(&arena, &sides);
        let value = knowledge.evaluate_traced(&arena, &sum, &sides, &mut terms);
        terms[arena.turn()].push((Term::Tempo, [TEMPO; 2]));
        let worth = knowledge.worth[..knowledge.types].iter().map(|pair| [pair.middle, pair.end]).collect();
        let net = self.0.net().map(|net| Sums::new(net, &arena).correction(net, &arena, &sides));
        let value = value + net.unwrap_or(0);
        Evaluation { value, net, terms, phase: knowledge.phase(&sum) * 100 / 256, worth }
    }
}
