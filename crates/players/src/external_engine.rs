//! An engine of others as one who chooses.

use crate::chooser::{Choice, Chooser, Decision, PlayerError, Question};
use chatura_protocol::drive::{Answer, Driver, Fault, Identity, Launch, Pace};
use chatura_rules::{Game, Line, Move};
use chatura_search::{Clock, Report, Stop};
use chatura_session::{ClockView, Span};
use std::sync::Arc;
use std::time::Duration;

/// So often an engine is started again before it is given up.
const MAX_RESTARTS: u32 = 5;

/// A program that speaks UCI or XBoard. It is started when it is first asked, and again if it fails.
pub struct ExternalEngine {
    launch: Launch,
    pace: Pace,
    driver: Option<Driver>,
    /// The game and the moves it was asked about last.
    last: Option<(Arc<Game>, Vec<Move>)>,
    restarts: u32,
}

impl ExternalEngine {
    /// An engine that thinks so long about a move where no clock says less.
    pub fn new(launch: Launch, pace: Pace) -> ExternalEngine {
        ExternalEngine { launch, pace, driver: None, last: None, restarts: 0 }
    }

    /// Who it says it is; it is started for that if it does not run.
    pub fn identity(&mut self) -> Result<&Identity, PlayerError> {
        let launch = self.launch.short_name();
        self.driver().map(|driver| driver.identity()).map_err(|fault| named(&launch, &fault))
    }

    /// How often it had to be started again.
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    fn driver(&mut self) -> Result<&mut Driver, Fault> {
        if self.driver.as_ref().is_none_or(|driver| !driver.is_usable()) {
            if self.driver.take().is_some() {
                if self.restarts == MAX_RESTARTS {
                    return Err(Fault::Refused(format!(
                        "it failed {} times and is given up",
                        MAX_RESTARTS + 1
                    )));
                }
                self.restarts += 1;
            }
            self.last = None;
            self.driver = Some(Driver::start(&self.launch)?);
        }
        self.driver.as_mut().ok_or(Fault::Unidentified)
    }

    /// Whether a line goes on from what it was asked last.
    fn goes_on(&self, line: &Line) -> bool {
        self.last.as_ref().is_some_and(|(game, moves)| {
            Arc::ptr_eq(game, line.position().game()) && line.moves().starts_with(moves)
        })
    }

    fn ask(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Decision, Fault> {
        let line = question.line;
        let pace = pace_for(&self.pace, question);
        self.driver()?;
        let game = line.position().game();
        let fresh = !self.goes_on(line);
        let driver = self.driver()?;
        if fresh {
            driver.begin(game)?;
        }
        let thought = driver.think(line, &pace, stop, progress)?;
        self.last = Some((game.clone(), line.moves().to_vec()));
        let choice = match thought.answer {
            Answer::Move(mv) => Choice::Move(mv),
            Answer::Resign => Choice::Resign,
        };
        Ok(Decision { choice, report: thought.report })
    }
}

impl Chooser for ExternalEngine {
    fn choose(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Decision, PlayerError> {
        self.ask(question, stop, progress).map_err(|fault| named(&self.launch.short_name(), &fault))
    }
}

fn named(name: &str, fault: &Fault) -> PlayerError {
    PlayerError(format!("{name}: {fault}"))
}

/// The clocks of a question where it has them, else the engine's own pace; at most what the question allows.
fn pace_for(own: &Pace, question: &Question<'_>) -> Pace {
    let clocks = match question.clocks {
        [white, black] => clock(white).zip(clock(black)).map(|(white, black)| [white, black]),
        _ => None,
    };
    let time = own.time.into_iter().chain(question.max_time).min();
    Pace { time: if clocks.is_some() { question.max_time } else { time }, clocks, ..own.clone() }
}

fn clock(view: &ClockView) -> Option<Clock> {
    let duration = |span: Span| Duration::from_millis(span.0);
    let clock = Clock::new(duration(view.left?), duration(view.increment) + duration(view.delay));
    Some(Clock { moves_to_go: view.turns_left, ..clock })
}
