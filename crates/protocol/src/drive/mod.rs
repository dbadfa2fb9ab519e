//! Others' engines, driven: started, identified, set up, asked for moves, stopped, and certainly ended.
//!
//! A [`Launch`] says what to start; [`Driver::start`] finds out whether it speaks UCI or XBoard; [`Driver::begin`] sets up
//! a game and [`Driver::think`] asks for a move. Whatever an engine does instead of answering is a [`Fault`], told apart:
//! it hangs, crashes, floods, lies, plays illegal moves, oversteps its time. With the driver ends the engine, and every
//! process that it has started.
//!
//! ```
//! use chatura_protocol::drive::{Answer, Driver, Launch, Pace};
//! use chatura_rules::{Line, Position};
//! use chatura_search::Stop;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # if cfg!(not(unix)) { return Ok(()); }
//! let game = chatura_define::load("chess", &[], 0)?;
//! // An engine that is a script; `Launch::new("stockfish").with_option("Hash", "16")` is a better one.
//! let script = "while read w x; do case $w in uci) echo uciok;; isready) echo readyok;; go) echo bestmove e2e4; esac; done";
//! let mut engine = Driver::start(&Launch::of_command(&format!("sh -c '{script}'"))?)?;
//! let mut line = Line::new(Position::start(&game));
//! match engine.think(&line, &Pace::depth(4), &Stop::new(), &mut |_| {})?.answer {
//!     Answer::Move(mv) => drop(line.play(mv)?),
//!     Answer::Resign => println!("it gives up"),
//! }
//! assert_eq!(line.moves().len(), 1);
//! # Ok(())
//! # }
//! ```

mod adaptor;
mod dialect;
mod fault;
pub(crate) mod fuzz;
mod handed;
mod identity;
mod launch;
mod pace;
mod process;
mod tree;
mod uci;
mod xboard;

pub use fault::Fault;
pub use identity::{EngineOption, Identity, OptionKind};
pub use launch::{Launch, Patience, Protocol};
pub use pace::Pace;

use adaptor::Adaptor;
use chatura_rules::{Game, Line, Move, Position};
use chatura_search::{Report, Stop};
use dialect::{Dialect, Heard, Opening, Told};
use fault::shown;
use handed::Handed;
use process::{Process, Silence};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nobody says more than this in one answer, and so much more for each second of it.
const MAX_ANSWER: usize = 8 << 20;
const MAX_A_SECOND: usize = 4 << 20;
/// So many games of an engine are named where it does not play another one.
const MANY: usize = 12;
/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(10);
/// Progress is told at most so often: an engine may report faster than anybody can read.
const TELL: Duration = Duration::from_millis(50);

/// An engine of others, running.
pub struct Driver {
    process: Process,
    dialect: Box<dyn Dialect>,
    identity: Identity,
    patience: Patience,
    playing: Option<Playing>,
    /// The game it was told of last, and the same in the coordinates that engines know.
    plain: Option<(Arc<Game>, Arc<Game>)>,
    usable: bool,
}

/// The game that was begun, and how the engine is told of it.
struct Playing {
    game: Arc<Game>,
    adaptor: Option<Adaptor>,
    /// Where its definition is as long as the engine may read it.
    handed: Option<Handed>,
}

/// What an engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It plays this, which is legal.
    Move(Move),
    /// It gives up.
    Resign,
}

/// An answer, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What to do.
    pub answer: Answer,
    /// What it has told of its search.
    pub report: Option<Report>,
    /// How long it took, from the question to the first byte of nothing else but the answer: our own work is not in it.
    pub spent: Duration,
}

impl Driver {
    /// Starts an engine, lets it introduce itself and sets its options.
    pub fn start(launch: &Launch) -> Result<Driver, Fault> {
        let mut driver = match launch.protocol {
            Some(protocol) => Driver::introduced(launch, protocol)?,
            // It is started anew for each: what it was asked in the other one may have confused it.
            None => match Driver::introduced(launch, Protocol::Uci) {
                Err(Fault::Unidentified | Fault::Hung { .. } | Fault::Crashed { .. }) => {
                    Driver::introduced(launch, Protocol::XBoard).map_err(|fault| match fault {
                        Fault::Hung { .. } => Fault::Unidentified,
                        other => other,
                    })?
                }
                found => found?,
            },
        };
        for (name, value) in &launch.options {
            driver.set_option(name, value)?;
        }
        Ok(driver)
    }

    fn introduced(launch: &Launch, protocol: Protocol) -> Result<Driver, Fault> {
        let mut process = Process::start(launch)?;
        let mut dialect: Box<dyn Dialect> = match protocol {
            Protocol::Uci => Box::new(uci::Uci::default()),
            Protocol::XBoard => Box::new(xboard::XBoard::default()),
        };
        let identity = dialect.introduce(&mut process, &launch.patience)?;
        Ok(Driver {
            process,
            dialect,
            identity,
            patience: launch.patience,
            playing: None,
            plain: None,
            usable: true,
        })
    }

    /// Who it says it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether it can still be asked; after most faults it cannot.
    pub fn is_usable(&self) -> bool {
        self.usable
    }

    /// Sets an option, which it must have, to a value that fits.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let Some(option) = self.identity.option(name) else {
            let names: Vec<&str> = self.identity.options.iter().map(|option| option.name.as_str()).collect();
            let known = match names.is_empty() {
                true => "nothing can be set".to_owned(),
                false => format!("there are {}", names.join(", ")),
            };
            return Err(Fault::Refused(format!("it has no option \"{}\": {known}", shown(name))));
        };
        let value = option.check(value).map_err(Fault::Refused)?;
        let name = option.name.clone();
        self.dialect.set_option(&mut self.process, &name, &value);
        Ok(())
    }

    /// Whether it plays a game, as it says.
    pub fn plays(&self, game: &Arc<Game>) -> bool {
        self.identity.plays(game)
    }

    /// Begins a game; what it remembers of others is forgotten.
    pub fn begin(&mut self, game: &Arc<Game>) -> Result<(), Fault> {
        let game = &self.in_plain_coordinates(game);
        let name = &game.about().id;
        if game.players().len() != 2 {
            return Err(Fault::Refused(format!("{name} is not for two: the protocols know no more players")));
        }
        // What was found for a game holds for the next one of it.
        let again = self.playing.take().filter(|playing| Arc::ptr_eq(&playing.game, game));
        let playing = match again {
            Some(playing) => playing,
            None => self.way_to_play(game)?,
        };
        let told = playing.adaptor.as_ref().map_or(game, |adaptor| &adaptor.game);
        let handed = playing.handed.as_ref();
        let known = self.dialect.variant(&self.identity, told);
        let variant = handed.map(|handed| handed.variant.clone()).or(known).unwrap_or_default();
        let opening = Opening {
            identity: &self.identity,
            game: told,
            variant: &variant,
            file: handed.map(|handed| handed.path.as_path()),
            patience: &self.patience,
        };
        self.process.forget();
        let begun = self.dialect.begin(&mut self.process, &opening);
        self.playing = Some(playing);
        self.judged(begun)
    }

    /// A game with its cells called as engines know them; the same one as before for the same game.
    fn in_plain_coordinates(&mut self, game: &Arc<Game>) -> Arc<Game> {
        match &self.plain {
            Some((own, plain)) if [own, plain].iter().any(|known| Arc::ptr_eq(known, game)) => plain.clone(),
            _ => {
                let plain = game.in_plain_coordinates();
                self.plain = Some((game.clone(), plain.clone()));
                plain
            }
        }
    }

    /// How it can play a game: as it is, told as another one, or with its definition handed over.
    fn way_to_play(&self, game: &Arc<Game>) -> Result<Playing, Fault> {
        let mut playing = Playing { game: game.clone(), adaptor: None, handed: None };
        if self.dialect.variant(&self.identity, game).is_some() {
            return Ok(playing);
        }
        playing.adaptor = self.dialect.sets_up().then(|| adaptor::find(&self.identity, game)).flatten();
        if playing.adaptor.is_some() {
            return Ok(playing);
        }
        let known = match &self.identity.variants[..] {
            [] => "chess alone".to_owned(),
            few if few.len() <= MANY => few.join(", "),
            many => format!("{} and {} more", many[..MANY].join(", "), many.len() - MANY),
        };
        let unknown = format!("it does not play {}, but {known}", game.about().id);
        if self.identity.option(uci::PATH).is_none() {
            return Err(Fault::Refused(unknown));
        }
        let handed = Handed::new(game).map_err(|words| Fault::Refused(format!("{unknown}; {words}")))?;
        Ok(Playing { handed: Some(handed), ..playing })
    }

    /// Asks for a move where a line stands. `stop` makes it answer at once; `progress` is told what it found so far.
    ///
    /// The line must be one of the game that was begun.
    pub fn think(
        &mut self,
        line: &Line,
        pace: &Pace,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Thought, Fault> {
        let game = &self.in_plain_coordinates(line.position().game());
        let retold;
        let line = match Arc::ptr_eq(game, line.position().game()) {
            true => line,
            // Only the names of its cells are others: the moves are the same.
            false => {
                retold = told_in(game, line)?;
                &retold
            }
        };
        if !self.playing.as_ref().is_some_and(|playing| Arc::ptr_eq(&playing.game, game)) {
            self.begin(&game.clone())?;
        }
        let thought = match self.playing.as_mut().and_then(|playing| playing.adaptor.take()) {
            None => self.ask(line, pace, stop, progress),
            Some(mut adaptor) => {
                let thought = self.ask_adapted(&mut adaptor, line, pace, stop, progress);
                if let Some(playing) = &mut self.playing {
                    playing.adaptor = Some(adaptor);
                }
                thought
            }
        };
        self.judged(thought)
    }

    /// Asks about a line of the game the engine knows, and tells the answer as one of ours.
    fn ask_adapted(
        &mut self,
        adaptor: &mut Adaptor,
        line: &Line,
        pace: &Pace,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Thought, Fault> {
        let untold = || Fault::Untold("this line cannot be told as one of a game it knows".to_owned());
        let told = adaptor.line(line).ok_or_else(untold)?.clone();
        let own = |report: &Report| adaptor.own_report(line, report);
        let thought = self.ask(&told, pace, stop, &mut |report| progress(&own(report)))?;
        let answer = match thought.answer {
            Answer::Resign => Answer::Resign,
            Answer::Move(mv) => {
                let text = chatura_rules::notation::format_move(told.position(), mv);
                Answer::Move(adaptor.own_move(line, mv).ok_or(Fault::Illegal(text))?)
            }
        };
        Ok(Thought { answer, report: thought.report.as_ref().map(own), spent: thought.spent })
    }

    fn judged<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.usable &= fault.leaves_it_usable();
        }
        result
    }

    fn ask(
        &mut self,
        line: &Line,
        pace: &Pace,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Thought, Fault> {
        self.process.forget();
        let position = line.position();
        let asked = self.dialect.ask(&mut self.process, line, pace)?;
        let allowed = pace.allowed(position.turn().index(), self.patience.margin);
        let mut told = Told::default();
        let mut told_at = asked;
        let mut heard = 0;
        // When it was told to answer at once.
        let mut stopped: Option<Instant> = None;
        loop {
            let said = match self.process.hear(LOOK) {
                Ok(said) => said,
                Err(Silence::Late) => {
                    let over = asked.elapsed() > allowed.unwrap_or(self.patience.thought);
                    match stopped {
                        None if over || stop.is_stopped() => {
                            self.process.say(self.dialect.interruption());
                            stopped = Some(Instant::now());
                        }
                        Some(since) if since.elapsed() > self.patience.stop => {
                            return Err(Fault::Hung { doing: "go", waited: asked.elapsed() });
                        }
                        _ => {}
                    }
                    continue;
                }
                Err(silence) => return Err(self.process.fault(silence, "go", asked.elapsed())),
            };
            heard += said.text.len() + 1;
            let most = MAX_ANSWER + asked.elapsed().as_secs() as usize * MAX_A_SECOND;
            if heard > most {
                return Err(Fault::Flooded(most));
            }
            let text = match self.dialect.hear(&said.text) {
                Heard::Nothing => continue,
                Heard::Info(info) => {
                    told.add(info);
                    if told_at.elapsed() > TELL {
                        told_at = Instant::now();
                        told.report(&*self.dialect, position).iter().for_each(&mut *progress);
                    }
                    continue;
                }
                Heard::Move(text) => Some(text),
                Heard::Resigns => None,
                Heard::NoMove => return Err(Fault::Lied("it says that it has no move".to_owned())),
                Heard::Claims(words) => return Err(Fault::Lied(words)),
            };
            let spent = said.at.saturating_duration_since(asked);
            let report = told.report(&*self.dialect, position);
            let answer = match text {
                Some(text) => Answer::Move(self.checked(line, &text)?),
                None => Answer::Resign,
            };
            if let Answer::Move(mv) = answer {
                self.dialect.answered(&mut self.process, mv);
            }
            return match allowed {
                Some(allowed) if spent > allowed => Err(Fault::Overstepped { spent, allowed }),
                _ => Ok(Thought { answer, report, spent }),
            };
        }
    }

    /// The move of a text, if it may be played; nonsense is no move at all.
    fn checked(&self, line: &Line, text: &str) -> Result<Move, Fault> {
        let position = line.position();
        match self.dialect.read_move(position, text) {
            Ok(mv) if position.is_legal(mv) => Ok(mv),
            Ok(_) => Err(Fault::Illegal(shown(text))),
            Err(_) if looks_like_a_move(text) => Err(Fault::Illegal(shown(text))),
            Err(_) => Err(Fault::Nonsense(shown(text))),
        }
    }
}

/// A line as one of the same game under other names.
fn told_in(game: &Arc<Game>, line: &Line) -> Result<Line, Fault> {
    let untold = |error: &dyn std::fmt::Display| Fault::Untold(format!("this line cannot be told: {error}"));
    let first = Position::new(game, &line.first().setup()).map_err(|error| untold(&error))?;
    let mut told = Line::new(first);
    for mv in line.moves() {
        told.play(*mv).map_err(|error| untold(&error))?;
    }
    Ok(told)
}

/// Whether a text has the form of a move: short, with a cell in it, or castling.
fn looks_like_a_move(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let cell = letters.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit());
    let fits = |c: &char| c.is_ascii_alphanumeric() || "@+=-x*,&#".contains(*c);
    letters.len() <= 12 && letters.iter().all(fits) && (cell || text.starts_with("O-O") || text == "0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_told_spoils_one_game_only() {
        let game = |name: &str| chatura_define::load(name, &[], 0).unwrap();
        let (chess, other) = (game("chess"), game("minishogi"));
        let line = Line::new(Position::start(&other));
        let fault = told_in(&chess, &line).err().unwrap();
        assert_eq!(fault.word(), "not told");
        assert!(fault.leaves_it_usable(), "{fault}");
        // One that only goes by other names can be told.
        assert_eq!(told_in(&game("minishogi"), &line).map(|told| told.moves().len()), Ok(0));
    }
}
