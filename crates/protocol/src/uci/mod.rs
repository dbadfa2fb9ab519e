//! The Universal Chess Interface: the engine for other programs' boards.

mod command;
mod info;
mod options;

use chatura_rules::{Game, Line, Move, Position, notation};
use chatura_search::{Clock, Engine, Limits, Stop};
use command::{Command, Go};
use options::Settings;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nothing is counted deeper.
const MAX_DEPTH: u32 = 64;
/// No line of the protocol is longer.
const MAX_LINE: u64 = 1 << 20;

/// How long a thought may go on when nobody can stop it any more.
const PATIENCE: Duration = Duration::from_secs(60);

/// The games that can be asked for.
pub struct Games<'a> {
    /// The names of those that are offered.
    pub names: Vec<String>,
    /// Those that are not, because boards cannot know them, but can be asked for by name: games for more than two.
    pub unlisted: Vec<String>,
    /// Makes the game of a name, with what is set for its variables and the rest always the same; the error says why
    /// not.
    pub load: &'a Load,
}

/// Makes the game of a name with these settings.
pub type Load = dyn Fn(&str, &[(String, String)]) -> Result<Arc<Game>, String>;

/// Where answers go; a thought goes on while commands are read.
type Out<W> = Arc<Mutex<W>>;

/// Speaks the protocol until `quit` or the end of the input.
pub fn run<W: Write + Send + 'static>(games: &Games<'_>, input: impl BufRead, output: W) -> io::Result<()> {
    let mut session = Session {
        games,
        out: Arc::new(Mutex::new(output)),
        settings: Settings::default(),
        engine: None,
        at: At::Start,
        stop: Stop::new(),
        thought: None,
        endless: false,
        loaded: Vec::new(),
    };
    let mut input = input;
    loop {
        let mut bytes = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            // Whoever asked may still be listening: a thought that ends by itself is finished.
            session.finish_thought();
            break;
        }
        if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            skip_line(&mut input)?;
            session.say(&format!("info string a line of more than {MAX_LINE} bytes is not read"))?;
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        if !session.obey(Command::read(text.trim()))? {
            break;
        }
    }
    session.end_thought();
    Ok(())
}

/// Reads the rest of a line and forgets it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (length, end) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}

/// Where the next thought begins.
enum At {
    /// No position has been told yet: where the game begins.
    Start,
    /// There.
    Line(Box<Line>),
    /// What was told last is no position, and to answer for another would be wrong.
    Nowhere,
}

struct Session<'a, W> {
    games: &'a Games<'a>,
    out: Out<W>,
    settings: Settings,
    engine: Option<Engine>,
    at: At,
    stop: Stop,
    thought: Option<JoinHandle<Engine>>,
    /// Whether the thought goes on until it is stopped.
    endless: bool,
    /// Games of the user: name and path.
    loaded: Vec<(String, String)>,
}

impl<W: Write + Send + 'static> Session<'_, W> {
    /// Does what a line says; whether to go on.
    fn obey(&mut self, command: Command<'_>) -> io::Result<bool> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => {
                // Ready means that nothing is left to be worked out; a thought may go on meanwhile.
                if self.thought.is_none()
                    && let Err(problem) = self.engine()
                {
                    self.say(&format!("info string {problem}"))?;
                }
                self.say("readyok")?;
            }
            Command::NewGame => {
                self.end_thought();
                self.settings.begin_game();
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                    engine.set_options(self.settings.engine());
                }
                self.at = At::Start;
            }
            Command::SetOption { name, value } => {
                self.end_thought();
                self.set_option(name, value)?;
            }
            Command::Position { fen, moves } => {
                self.end_thought();
                if let Err(problem) = self.set_position(fen.as_deref(), &moves) {
                    self.at = At::Nowhere;
                    self.say(&format!("info string {problem}"))?;
                }
            }
            Command::Go(go) => {
                self.end_thought();
                self.go(&go)?;
            }
            Command::Stop => self.end_thought(),
            Command::PonderHit => self.stop.ponder_hit(),
            Command::Show => self.show()?,
            Command::Eval => {
                self.end_thought();
                self.evaluate()?;
            }
            Command::Load(path) => {
                self.end_thought();
                self.load(path)?;
            }
            Command::Quit => return Ok(false),
            Command::Nothing => {}
            Command::Unknown(word) => {
                self.say(&format!("info string unknown command {}", command::shown(word)))?;
            }
        }
        Ok(true)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!("id name Chatura {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Chatura authors")?;
        for line in options::describe(&self.games.names) {
            self.say(&line)?;
        }
        self.say("uciok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match name.to_ascii_lowercase().as_str() {
            "clear hash" => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
                return Ok(());
            }
            "variantpath" => return self.load(value),
            _ => {}
        }
        let before = self.settings.game_name().to_owned();
        let loaded = self.loaded.iter().map(|(name, _)| name);
        let games = loaded.chain(&self.games.names).chain(&self.games.unlisted);
        if let Err(problem) = self.settings.set(name, value, games) {
            return self.say(&format!("info string {problem}"));
        }
        if let Some(remark) = self.settings.remark() {
            self.say(&format!("info string {remark}"))?;
        }
        if self.settings.game_name() != before {
            self.engine = None;
            self.at = At::Start;
        } else if let Some(engine) = &mut self.engine {
            engine.set_options(self.settings.engine());
        }
        if name.eq_ignore_ascii_case("UCI_Variant") {
            self.describe_variant()?;
        }
        Ok(())
    }

    /// Tells boards what they must know of the game.
    fn describe_variant(&mut self) -> io::Result<()> {
        let told = self.engine().map(|engine| engine.game().clone());
        let line = match told {
            Ok(game) => info::variant(self.settings.game_name(), &game),
            Err(problem) => format!("info string {problem}"),
        };
        self.say(&line)
    }

    /// Takes a definition of the user into the games that can be asked for.
    fn load(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() || path == "<empty>" {
            return Ok(());
        }
        match (self.games.load)(path, &[]) {
            Ok(game) => {
                let name = game.about().id.clone();
                self.loaded.retain(|(other, _)| *other != name);
                self.loaded.push((name.clone(), path.to_owned()));
                if self.settings.game_name() == name {
                    self.engine = None;
                    self.at = At::Start;
                }
                self.say(&format!(
                    "info string {name} can be played now: setoption name UCI_Variant value {name}"
                ))
            }
            Err(problem) => self.say(&format!("info string {}", problem.replace('\n', " "))),
        }
    }

    /// What the position is worth without looking ahead, term by term.
    fn evaluate(&mut self) -> io::Result<()> {
        if matches!(self.at, At::Start)
            && let Err(problem) = self.set_position(None, &[])
        {
            return self.say(&format!("info string {problem}"));
        }
        let At::Line(line) = &self.at else { return self.say("info string there is no position") };
        let position = line.position().clone();
        let Ok(evaluation) = self.engine().map(|engine| engine.evaluate(&position)) else { return Ok(()) };
        let Ok(evaluation) = evaluation else { return Ok(()) };
        for (player, terms) in position.game().players().iter().zip(&evaluation.terms) {
            for (term, [middle, end]) in terms {
                self.say(&format!("info string {player} {} {middle} {end}", term.name()))?;
            }
        }
        self.say(&format!("info string evaluation {} centipawns for the side to move", evaluation.value))
    }

    /// The engine of the game asked for.
    fn engine(&mut self) -> Result<&mut Engine, String> {
        if self.engine.is_none() {
            let name = self.settings.game_name();
            // Who says `startpos` means chess, whatever is shuffled elsewhere.
            let usual = ("position".to_owned(), "518".to_owned());
            let settings = if name == options::SHUFFLED { &[usual][..] } else { &[] };
            let own = self.loaded.iter().find(|(own, _)| own == name).map(|(_, path)| path.as_str());
            let game = (self.games.load)(own.unwrap_or(name), settings)?;
            self.engine = Some(Engine::new(&game, self.settings.engine()));
        }
        self.engine.as_mut().ok_or_else(|| "there is no engine".to_owned())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let game = self.engine()?.game().clone();
        let position = match fen {
            None => Position::start(&game),
            Some(fen) => {
                let setup = notation::parse_fen(&game, fen).map_err(|error| format!("no FEN: {error}"))?;
                Position::new(&game, &setup).map_err(|error| format!("no position: {error}"))?
            }
        };
        let mut line = Line::new(position);
        for text in moves {
            let read = notation::parse_move(line.position(), text);
            read.and_then(|mv| Ok(line.play(mv)?)).map_err(|error| error.to_string())?;
        }
        self.at = At::Line(Box::new(line));
        Ok(())
    }

    fn go(&mut self, go: &Go<'_>) -> io::Result<()> {
        if matches!(self.at, At::Start)
            && let Err(problem) = self.set_position(None, &[])
        {
            self.say(&format!("info string {problem}"))?;
        }
        let At::Line(line) = &self.at else { return self.say(info::NO_MOVE) };
        let mut line = line.as_ref().clone();
        if line.outcome().is_some() && line.position().outcome().is_none() {
            // Others may count repetitions in another way, and wait for a move.
            line = Line::new(line.position().clone());
        }
        let only = self.searchmoves(go, line.position())?;
        let Some(engine) = self.engine.take() else { return self.say(info::NO_MOVE) };
        let (out, stop) = (self.out.clone(), Stop::new());
        self.stop = stop.clone();
        self.endless = go.infinite;
        if let Some(depth) = go.perft {
            let count = move || {
                let _ = perft(line.position(), depth.min(MAX_DEPTH), &stop, &out);
                engine
            };
            self.thought = Some(std::thread::spawn(count));
            return Ok(());
        }
        let limits = Limits { only, ..self.limits(go, &line) };
        if go.ponder {
            stop.ponder();
        }
        let chances = self.settings.chances;
        self.thought = Some(std::thread::spawn(move || think(engine, &line, &limits, chances, &stop, &out)));
        Ok(())
    }

    /// The moves a thought is kept to; what is none is told.
    fn searchmoves(&mut self, go: &Go<'_>, position: &Position) -> io::Result<Vec<Move>> {
        let mut only = Vec::new();
        for wrong in &go.wrong {
            self.say(&format!("info string {wrong}"))?;
        }
        for text in &go.searchmoves {
            match notation::parse_move(position, text) {
                Ok(mv) => only.push(mv),
                Err(problem) => self.say(&format!("info string {problem}"))?,
            }
        }
        Ok(only)
    }

    fn limits(&self, go: &Go<'_>, line: &Line) -> Limits {
        let first = line.position().turn().0 == 0;
        let (left, increment) = if first { (go.wtime, go.winc) } else { (go.btime, go.binc) };
        let overhead = self.settings.overhead();
        let clock = left.map(|left| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment.unwrap_or(0)),
            moves_to_go: go.movestogo,
            overhead,
        });
        // What a fixed time costs on the way is a small part of it.
        let exact = |time: Duration| time.saturating_sub(overhead.min(time / 25));
        let time = go.movetime.map(|time| exact(Duration::from_millis(time)));
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: time.map(|time| time.max(Duration::from_millis(1))),
            clock,
            infinite: go.infinite,
            lines: self.settings.lines,
            only: Vec::new(),
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let fen = match &self.at {
            At::Line(line) => notation::format_fen(line.position()),
            At::Start | At::Nowhere => String::new(),
        };
        self.say(&format!("info string {} {fen}", self.settings.game_name()))
    }

    /// Ends a thought, if there is one; it still answers.
    fn end_thought(&mut self) {
        if let Some(thought) = self.thought.take() {
            self.stop.stop();
            self.engine = thought.join().ok();
        }
    }

    /// Waits for a thought that ends by itself, and ends one that does not.
    fn finish_thought(&mut self) {
        let begun = Instant::now();
        let ends = !self.endless && !self.stop.is_pondering();
        while ends
            && begun.elapsed() < PATIENCE
            && self.thought.as_ref().is_some_and(|thought| !thought.is_finished())
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end_thought();
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        say(&self.out, line)
    }
}

fn locked<W>(out: &Out<W>) -> MutexGuard<'_, W> {
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say<W: Write>(out: &Out<W>, line: &str) -> io::Result<()> {
    let mut out = locked(out);
    writeln!(out, "{line}")?;
    out.flush()
}

/// Counts positions, move by move, until it is stopped.
fn perft<W: Write>(position: &Position, depth: u32, stop: &Stop, out: &Out<W>) -> io::Result<()> {
    /// So many plies are counted without looking whether to stop.
    const ATOMIC: u32 = 3;
    fn count(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        if depth <= ATOMIC {
            return (!stop.is_stopped()).then(|| chatura_rules::perft(position, depth));
        }
        let below = position.legal_moves().into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            count(&next, depth - 1, stop)
        });
        below.sum()
    }
    let mut sum = u64::from(depth == 0);
    if depth > 0 {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let Some(nodes) = count(&next, depth - 1, stop) else {
                return say(out, "info string stopped before everything was counted");
            };
            say(out, &format!("{}: {nodes}", notation::format_move(position, mv)))?;
            sum += nodes;
        }
    }
    say(out, &format!("\nNodes searched: {sum}\n"))
}

/// Thinks, telling what is found, and answers. Whoever asked may have gone: then there is nobody to tell.
fn think<W: Write>(
    mut engine: Engine,
    line: &Line,
    limits: &Limits,
    chances: bool,
    stop: &Stop,
    out: &Out<W>,
) -> Engine {
    let position = line.position();
    let answer = engine.think(line, limits, stop, &mut |report| {
        for text in info::lines(position, report, chances) {
            let _ = say(out, &text);
        }
    });
    // A thought without end that has come to one keeps its answer until it is asked for.
    while (limits.infinite || stop.is_pondering()) && !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let last = match &answer {
        Ok(answer) => info::best(position, answer),
        Err(error) => format!("info string {error}\n{}", info::NO_MOVE),
    };
    let _ = say(out, &last);
    engine
}
