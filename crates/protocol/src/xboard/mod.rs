//! The protocol of XBoard, version 2: the engine for its board, WinBoard's, and others that speak it.
//!
//! One thread reads, one does what is said, one thinks. What was thought comes as an event like any line, so that a move is
//! played where the game stands then, and not at all if nobody wants it any more.

mod betza;
mod castling;
mod clock;
mod command;
mod play;
mod tell;
mod variants;

pub use variants::shows;

use crate::host::{At, Games, Heard, Host, MAX_LINE, Out, PATIENCE, hear, plain, shown};
use crate::wire;
use chatura_rules::{Line, Move, Player};
use chatura_search::{Answer, Report};
use clock::Control;
use command::Command;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// So many pings are remembered while a move is thought about.
const MAX_PINGS: usize = 1000;

/// Speaks the protocol until `quit` or the end of the input.
pub fn run<W: Write + Send + 'static>(games: &Games<'_>, input: impl BufRead, output: W) -> io::Result<()> {
    let (sender, events) = channel();
    std::thread::scope(|scope| {
        let answers = sender.clone();
        let session = scope.spawn(move || Session::new(games, output, answers).run(&events));
        let mut input = input;
        let read = read(&mut input, &sender);
        // Whatever became of the input, there is no more of it.
        let _ = sender.send(Event::Heard(Heard::End));
        let ended = session.join().unwrap_or_else(|_| Err(io::Error::other("the session broke off")));
        read.and(ended)
    })
}

/// Hands on what is read, until there is no more or nobody listens.
fn read(input: &mut impl BufRead, events: &Sender<Event>) -> io::Result<()> {
    loop {
        let heard = hear(input)?;
        let last = match &heard {
            Heard::Line(line) => Command::read(line) == Command::Quit,
            Heard::TooLong => false,
            Heard::End => true,
        };
        if events.send(Event::Heard(heard)).is_err() || last {
            return Ok(());
        }
    }
}

/// What happens.
enum Event {
    Heard(Heard),
    /// A thought of this number came to an end.
    Thought(u64, Option<Answer>),
    /// A thought of this number broke off; why, in a sentence.
    Broken(u64, String),
}

/// What the engine does with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It watches.
    Force,
    /// It plays for this player.
    Play(Player),
    /// It says what it would play, whoever moves.
    Analyze,
}

/// What a thought is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move is to be made.
    Move,
    /// The other side thinks, and may play this.
    Ponder(Move),
    Analysis,
    Hint,
}

/// Reads a line and does nothing with it, for fuzz tests.
pub(crate) fn read_line(line: &str) {
    let _ = Command::read(line);
}

struct Session<'a, W> {
    host: Host<'a>,
    out: Out<W>,
    answers: Sender<Event>,
    at: At,
    mode: Mode,
    control: Control,
    /// Whether thinking is shown.
    post: Arc<AtomicBool>,
    /// Whether to think on the other's time.
    ponders: bool,
    /// Whether the other player is a program, and the board decides on what they say of the end.
    among_programs: bool,
    /// Whether the board had to be told of the game, and knows only in part how it is played.
    strange: bool,
    /// Whether a position comes in the old form, which is not taken: what looks like moves are pieces then.
    editing: bool,
    /// Moves that are not to be looked at.
    excluded: Vec<Move>,
    /// Pings that came while a move was thought about.
    pings: Vec<String>,
    thought: Option<Purpose>,
    /// Which thought it is; answers of others come too late.
    number: u64,
    begun: Instant,
    /// What was found last.
    latest: Arc<Mutex<Option<Report>>>,
    /// What the engine's last move was worth to it.
    score: Option<i32>,
    /// What it expects the other to play.
    expected: Option<Move>,
}

impl<'a, W: Write + Send + 'static> Session<'a, W> {
    fn new(games: &'a Games<'a>, output: W, answers: Sender<Event>) -> Self {
        Session {
            host: Host::new(games),
            out: Out::new(output),
            answers,
            at: At::Start,
            mode: Mode::Play(Player(1)),
            control: Control::default(),
            post: Arc::default(),
            ponders: false,
            among_programs: false,
            strange: false,
            editing: false,
            excluded: Vec::new(),
            pings: Vec::new(),
            thought: None,
            number: 0,
            begun: Instant::now(),
            latest: Arc::default(),
            score: None,
            expected: None,
        }
    }

    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Heard(Heard::Line(line)) => {
                    if !self.obey(&line)? {
                        break;
                    }
                }
                Event::Heard(Heard::TooLong) => {
                    self.say(&tell::error("too long", &format!("a line of more than {MAX_LINE} bytes")))?;
                }
                Event::Heard(Heard::End) => {
                    self.finish(events)?;
                    break;
                }
                Event::Thought(number, answer) => self.thought_ended(number, answer)?,
                Event::Broken(number, why) => self.thought_broke_off(number, &why)?,
            }
        }
        self.host.thinking.end();
        Ok(())
    }

    /// Nobody will say anything more, but may still be listening: a move that is thought about is made.
    fn finish(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let begun = Instant::now();
        while matches!(self.thought, Some(Purpose::Move | Purpose::Hint)) {
            // One that goes on for too long is asked for its move, once more for as long.
            let left = (2 * PATIENCE).saturating_sub(begun.elapsed());
            match events.recv_timeout(left.min(PATIENCE)) {
                Ok(Event::Thought(number, answer)) => self.thought_ended(number, answer)?,
                Ok(Event::Broken(number, why)) => self.thought_broke_off(number, &why)?,
                Ok(Event::Heard(_)) => {}
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => self.host.thinking.stop().stop(),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Does what a line says; whether to go on.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        match Command::read(line) {
            Command::Protover => {
                for line in tell::features(&self.host) {
                    self.say(&line)?;
                }
            }
            Command::New => self.begin_game()?,
            Command::Variant(name) => self.set_variant(name)?,
            Command::Quit => return Ok(false),
            Command::Force => {
                self.abandon()?;
                self.mode = Mode::Force;
            }
            Command::Go => self.go()?,
            Command::PlayOther => self.play_other()?,
            Command::Level(level) => self.control.set_level(level),
            Command::SearchTime(time) => self.control.set_each(time),
            Command::SearchDepth(depth) => self.control.set_depth(depth),
            Command::NodeRate(rate) => self.control.set_rate(rate),
            Command::Time(left) => self.control.set_left(left),
            Command::OtherTime(_) | Command::Nothing | Command::Put(_) | Command::Hover(_) => {}
            Command::Move(text) => self.user_move(text)?,
            Command::Bare(text) => self.bare(text)?,
            Command::MoveNow => {
                if self.thought == Some(Purpose::Move) {
                    self.host.thinking.stop().stop();
                }
            }
            Command::Ping(number) => self.ping(number)?,
            // Who would not win is content.
            Command::Draw => {
                if self.score.is_some_and(|score| score <= 0) {
                    self.say("offer draw")?;
                }
            }
            Command::Result => {
                self.abandon()?;
                self.mode = Mode::Force;
                self.expected = None;
            }
            Command::Computer => self.among_programs = true,
            Command::SetBoard(fen) => self.set_board(fen)?,
            Command::Hint => self.hint()?,
            Command::Book => self.tell_book()?,
            Command::Undo => self.take_back(1, line)?,
            Command::Remove => self.take_back(2, line)?,
            Command::Hard => self.ponders = true,
            Command::Easy => {
                self.ponders = false;
                if matches!(self.thought, Some(Purpose::Ponder(_))) {
                    self.abandon()?;
                }
            }
            Command::Post => self.post.store(true, Ordering::Relaxed),
            Command::NoPost => self.post.store(false, Ordering::Relaxed),
            Command::Analyze => {
                self.abandon()?;
                self.mode = Mode::Analyze;
                self.go_on()?;
            }
            Command::Exit => {
                if self.mode == Mode::Analyze {
                    self.abandon()?;
                    self.mode = Mode::Force;
                }
            }
            Command::Status if self.editing => self.editing = false,
            Command::Status => self.status()?,
            Command::Memory(value) => self.set("Hash", value, line)?,
            Command::Cores(value) => self.set("Threads", value, line)?,
            Command::Option { name, value } => self.set(name, value, line)?,
            Command::Personality(name) => {
                let level = name.parse::<u8>().is_ok();
                self.set(if level { "Skill Level" } else { "Personality" }, name, line)?;
            }
            Command::Exclude(text) => self.restrict(text, true)?,
            Command::Include(text) => self.restrict(text, false)?,
            Command::Lift(cell) => self.lift(cell)?,
            Command::Wrong(what) => self.say(&tell::error(what, line))?,
        }
        Ok(true)
    }

    /// Begins a game of chess, in which the engine plays the second player unless something else is said.
    fn begin_game(&mut self) -> io::Result<()> {
        self.editing = false;
        self.abandon()?;
        self.host.begin_game();
        (self.among_programs, self.strange) = (false, false);
        let _ = self.host.settings.set("UCI_Variant", "chess", [&"chess".to_owned()]);
        self.control.begin_game();
        self.place(At::Start);
        (self.score, self.expected) = (None, None);
        match self.mode {
            Mode::Analyze => self.go_on(),
            _ => {
                self.mode = Mode::Play(Player(1));
                Ok(())
            }
        }
    }

    fn set_variant(&mut self, asked: &str) -> io::Result<()> {
        self.abandon()?;
        let wrong =
            |problem: &str| tell::error("unsupported variant", &format!("variant {asked}: {problem}"));
        let Some(name) = variants::own_name(&self.host, asked) else {
            return self.say(&tell::error("unsupported variant", &format!("variant {asked}")));
        };
        self.place(At::Start);
        let game = match self.host.set("UCI_Variant", &name).and_then(|()| self.host.engine()) {
            Ok(engine) => engine.game().clone(),
            Err(problem) => {
                self.place(At::Nowhere);
                return self.say(&wrong(&problem));
            }
        };
        self.strange = !variants::is_known(&game);
        if self.strange {
            let setup = variants::setup(&game);
            if setup.is_empty() {
                self.say(&wrong("no board of XBoard has room for it"))?;
            }
            for line in setup {
                self.say(&line)?;
            }
        }
        self.go_on()
    }

    fn set_board(&mut self, fen: &str) -> io::Result<()> {
        self.abandon()?;
        match self.host.line(Some(fen)) {
            Ok(line) => {
                self.place(At::Line(Box::new(line)));
                if self.mode == Mode::Analyze { self.go_on() } else { Ok(()) }
            }
            Err(problem) => {
                self.place(At::Nowhere);
                self.say(&format!("tellusererror Illegal position: {}", problem.replace('\n', " ")))
            }
        }
    }

    fn set(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        let busy = self.thought;
        if busy == Some(Purpose::Move) && plain(name) != "variantpath" {
            // A thought is not broken off for it: what is set counts from the next one on.
            let names: Vec<String> = self.host.names().cloned().collect();
            let set = self.host.settings.set(name, value, &names);
            return set.or_else(|problem| self.say(&tell::error(&problem, line)));
        }
        self.abandon()?;
        let done = match plain(name).as_str() {
            "variantpath" => self.host.load(value),
            "evalfile" | "tablepath" => {
                let set = self.host.set(name, value).and_then(|()| self.host.engine().map(drop));
                let wrong = self.host.news().into_iter().find_map(Result::err);
                set.err().or(wrong).map(Err).into_iter().collect()
            }
            _ => self.host.set(name, value).err().map(Err).into_iter().collect(),
        };
        // There are more games.
        if done.iter().any(Result::is_ok) {
            self.say(&variants::feature(&self.host))?;
        }
        for problem in done.into_iter().filter_map(Result::err) {
            self.say(&tell::error(&problem.replace(['(', ')', '\n'], " "), line))?;
        }
        if busy == Some(Purpose::Analysis) { self.go_on() } else { Ok(()) }
    }

    fn ping(&mut self, number: &str) -> io::Result<()> {
        if self.thought == Some(Purpose::Move) {
            // The answer comes behind the move.
            self.pings.truncate(MAX_PINGS - 1);
            self.pings.push(shown(number));
            return Ok(());
        }
        // Everything is worked out by then; a thought on the other's time may go on.
        if self.thought.is_none()
            && let Err(problem) = self.host.engine()
        {
            self.say(&tell::error(&problem.replace(['(', ')', '\n'], " "), "ping"))?;
        }
        self.say(&format!("pong {}", shown(number)))
    }

    fn answer_pings(&mut self) -> io::Result<()> {
        for number in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {number}"))?;
        }
        Ok(())
    }

    /// A line that is no command: a move, if it reads like one.
    fn bare(&mut self, text: &str) -> io::Result<()> {
        if self.editing {
            return Ok(());
        }
        self.editing = text == "edit";
        let line = self.line()?;
        let read = line.as_ref().map(|line| wire::read_move(line.position(), text));
        match read {
            Some(Err(chatura_rules::notation::MoveError::Form { .. })) | None => {
                self.say(&tell::error("unknown command", text))
            }
            Some(_) => self.user_move(text),
        }
    }

    fn lift(&mut self, cell: &str) -> io::Result<()> {
        let Some(line) = self.line()? else { return Ok(()) };
        let position = line.position();
        let lines = tell::cell(position.game(), cell).map(|from| tell::highlight(position, from));
        for line in lines.unwrap_or_default() {
            self.say(&line)?;
        }
        Ok(())
    }

    /// The line told so far, or the start of the game; nothing if what was told is none.
    fn line(&mut self) -> io::Result<Option<Line>> {
        if matches!(self.at, At::Start) {
            // A thought about the start would have made it a line.
            match self.host.line(None) {
                Ok(line) => self.at = At::Line(Box::new(line)),
                Err(problem) => self.say(&tell::error(&problem.replace(['(', ')', '\n'], " "), "new"))?,
            }
        }
        Ok(match &self.at {
            At::Line(line) => Some(line.as_ref().clone()),
            At::Start | At::Nowhere => None,
        })
    }

    /// The game stands elsewhere: every move counts again.
    fn place(&mut self, at: At) {
        self.at = at;
        self.excluded.clear();
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.out.say(line)
    }
}
