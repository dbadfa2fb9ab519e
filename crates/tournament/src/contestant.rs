//! Who plays in a match.

use chatura_book::Book;
use chatura_players::{Choice, Chooser, EngineSettings, OwnEngine, Question};
use chatura_protocol::drive::{Answer, Driver, Fault, Launch, Pace};
use chatura_rules::{Line, Move};
use chatura_search::{Clock, Limits, Report, Stop};
use chatura_session::{ClockView, Span};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// What it is called in tables; no two are called the same.
    pub name: String,
    /// What plays.
    pub kind: Kind,
    /// Its own limits for a move, instead of those of the match.
    pub pace: Option<Pace>,
    /// The book one of ours plays from.
    pub book: Option<PathBuf>,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Our engine.
    Own(EngineSettings),
    /// A program of others.
    Program(Launch),
}

/// A move, and what it took.
pub(crate) struct Reply {
    /// None if it gives up.
    pub mv: Option<Move>,
    pub report: Option<Report>,
    pub spent: Duration,
}

/// An engine on one thread, running as long as it behaves.
pub(crate) struct Player {
    contestant: Contestant,
    engine: Engine,
    /// Its book, once it is read.
    book: Option<Arc<Book>>,
    /// How often it had to be started again.
    pub restarts: u32,
    /// Whether it was started at this table before.
    started: bool,
    /// Whether it has begun a game at any table.
    able: Arc<AtomicBool>,
}

enum Engine {
    None,
    Own(Box<OwnEngine>),
    Program(Box<Driver>),
}

impl Player {
    fn new(contestant: Contestant, able: Arc<AtomicBool>) -> Player {
        Player { contestant, engine: Engine::None, book: None, restarts: 0, started: false, able }
    }

    /// Whether it can play: it has begun a game. One that could does not end the match when it cannot for once.
    pub fn is_able(&self) -> bool {
        self.able.load(Ordering::Relaxed)
    }

    /// Gets ready for a game that begins with a line.
    pub fn begin(&mut self, line: &Line, seed: u64) -> Result<(), Fault> {
        self.set_up(line, seed)?;
        self.able.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn set_up(&mut self, line: &Line, seed: u64) -> Result<(), Fault> {
        let game = line.position().game();
        match &mut self.contestant.kind {
            Kind::Own(settings) => {
                let mut settings = settings.clone();
                settings.options.seed = seed;
                // What it has learned in another game would make this one depend on who played it.
                let mut engine = OwnEngine::new(game, settings);
                if let (Some(path), None) = (&self.contestant.book, &self.book) {
                    let book = Book::open(game, path).map_err(|error| Fault::Refused(error.to_string()))?;
                    self.book = Some(Arc::new(book));
                }
                engine.set_book(self.book.clone());
                self.engine = Engine::Own(Box::new(engine));
                Ok(())
            }
            Kind::Program(launch) => {
                if !matches!(&self.engine, Engine::Program(driver) if driver.is_usable()) {
                    self.restarts += u32::from(std::mem::replace(&mut self.started, true));
                    self.engine = Engine::None;
                    let driver = Driver::start(launch)?;
                    // What it speaks is not found out again.
                    launch.protocol = Some(driver.identity().protocol);
                    self.engine = Engine::Program(Box::new(driver));
                }
                match &mut self.engine {
                    Engine::Program(driver) => driver.begin(game),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Chooses a move.
    pub fn choose(
        &mut self,
        line: &Line,
        pace: &Pace,
        clocks: &[Clock],
        stop: &Stop,
    ) -> Result<Reply, Fault> {
        let pace = self.contestant.pace.as_ref().unwrap_or(pace);
        match &mut self.engine {
            Engine::None => Err(Fault::Refused("it was not begun".to_owned())),
            Engine::Program(driver) => {
                let clocks = clocks.first_chunk().copied();
                let thought = driver.think(line, &Pace { clocks, ..pace.clone() }, stop, &mut |_| {})?;
                let mv = match thought.answer {
                    Answer::Move(mv) => Some(mv),
                    Answer::Resign => None,
                };
                Ok(Reply { mv, report: thought.report, spent: thought.spent })
            }
            Engine::Own(engine) => {
                let Kind::Own(settings) = &self.contestant.kind else {
                    return Err(Fault::Refused("it is none of ours".to_owned()));
                };
                let options = engine.engine().options().clone();
                let limits = own_limits(&settings.limits, pace);
                engine.set_settings(EngineSettings { options, limits });
                let views: Vec<ClockView> = clocks.iter().map(view).collect();
                let question = Question { clocks: &views, ..Question::new(line) };
                let begun = Instant::now();
                let decision = engine.choose(&question, stop, &mut |_| {});
                let spent = begun.elapsed();
                let decision = decision.map_err(|error| Fault::Refused(error.to_string()))?;
                // Ours are judged as others are.
                let fixed = Pace { clocks: None, ..pace.clone() };
                if let Some(allowed) = fixed.allowed(0, Duration::ZERO).filter(|allowed| spent > *allowed) {
                    return Err(Fault::Overstepped { spent, allowed });
                }
                let mv = match decision.choice {
                    Choice::Move(mv) => Some(mv),
                    Choice::Resign => None,
                };
                Ok(Reply { mv, report: decision.report, spent })
            }
        }
    }
}

/// The limits of a match where a player of ours has none of its own.
fn own_limits(own: &Limits, pace: &Pace) -> Limits {
    Limits {
        depth: own.depth.or(pace.depth),
        nodes: own.nodes.or(pace.nodes),
        time: own.time.or(pace.time),
        ..own.clone()
    }
}

fn view(clock: &Clock) -> ClockView {
    let span = |time: Duration| Span(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    ClockView {
        left: Some(span(clock.left)),
        running: true,
        delay: Span(0),
        increment: span(clock.increment),
        turns_left: clock.moves_to_go,
    }
}

/// The players of so many tables, by table and number.
pub(crate) fn players(contestants: &[Contestant], tables: usize) -> Vec<Vec<Player>> {
    let able: Vec<Arc<AtomicBool>> = contestants.iter().map(|_| Arc::default()).collect();
    let table = || contestants.iter().cloned().zip(able.iter().cloned());
    (0..tables).map(|_| table().map(|(contestant, able)| Player::new(contestant, able)).collect()).collect()
}
