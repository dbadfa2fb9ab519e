//! Moves in and out, and the thoughts between them.

use super::{Event, Mode, Purpose, Session, tell};
use crate::host::{At, playable};
use crate::wire;
use chatura_rules::{Line, Move, Standing};
use chatura_search::{Answer, Engine, Limits, Stop};
use std::io::{self, Write};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many positions a hint is worth.
const HINT_NODES: u64 = 50_000;

impl<W: Write + Send + 'static> Session<'_, W> {
    /// The engine plays for whoever is to move, and moves.
    pub(super) fn go(&mut self) -> io::Result<()> {
        self.abandon()?;
        let Some(line) = self.line()? else {
            return self.say(&tell::error("there is no position", "go"));
        };
        self.mode = Mode::Play(line.position().turn());
        self.go_on()
    }

    /// The engine plays for the one who is not to move.
    pub(super) fn play_other(&mut self) -> io::Result<()> {
        self.abandon()?;
        let Some(line) = self.line()? else {
            return self.say(&tell::error("there is no position", "playother"));
        };
        let position = line.position();
        let other = position.playing().find(|player| *player != position.turn());
        self.mode = Mode::Play(other.unwrap_or(position.turn()));
        self.ponder()
    }

    /// The other side plays a move.
    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        if self.thought == Some(Purpose::Move) {
            return self.say(&tell::error("command not legal now", &format!("usermove {text}")));
        }
        let Some(mut line) = self.line()? else {
            return self.say(&format!("Illegal move (there is no position): {}", crate::host::shown(text)));
        };
        let mv = match wire::read_move(line.position(), text) {
            Ok(mv) => mv,
            // It does not know that the game is over.
            Err(_) if line.outcome().is_some() => return self.say_result(&line),
            Err(error) => return self.say(&tell::illegal(text, &error)),
        };
        if let Err(error) = line.play(mv) {
            return self.say(&tell::illegal(text, &chatura_rules::notation::MoveError::Refused(error)));
        }
        let turn = line.position().turn();
        let hit = self.thought == Some(Purpose::Ponder(mv)) && line.outcome().is_none();
        self.place(At::Line(Box::new(line)));
        if hit && self.mode == Mode::Play(turn) {
            // It was expected: the thought goes on, and its time counts now.
            self.thought = Some(Purpose::Move);
            self.host.thinking.stop().ponder_hit();
            return Ok(());
        }
        self.abandon()?;
        self.expected = None;
        self.tell_result()?;
        self.go_on()
    }

    /// Takes back so many moves.
    pub(super) fn take_back(&mut self, count: usize, command: &str) -> io::Result<()> {
        self.abandon()?;
        let Some(mut line) = self.line()?.filter(|line| line.moves().len() >= count) else {
            self.say(&tell::error("command not legal now", command))?;
            return if self.mode == Mode::Analyze { self.go_on() } else { Ok(()) };
        };
        for _ in 0..count {
            line.undo();
        }
        self.expected = None;
        self.place(At::Line(Box::new(line)));
        // Whose move was taken back may want to play another one, so the engine does not answer at once.
        if self.mode == Mode::Analyze { self.go_on() } else { Ok(()) }
    }

    /// Leaves moves out, or takes them in again: one of them, or `all`.
    pub(super) fn restrict(&mut self, text: &str, exclude: bool) -> io::Result<()> {
        let Some(line) = self.line()? else { return Ok(()) };
        let all = line.position().legal_moves();
        let named = match text {
            "all" => all,
            _ => match wire::read_move(line.position(), text) {
                Ok(mv) => vec![mv],
                Err(error) => return self.say(&tell::illegal(text, &error)),
            },
        };
        self.excluded.retain(|mv| !named.contains(mv));
        if exclude {
            self.excluded.extend(named);
        }
        if self.mode == Mode::Analyze { self.go_on() } else { Ok(()) }
    }

    /// Thinks about what the mode asks for where the game stands; nothing if it is nobody's business.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        let Some(line) = self.line()? else { return Ok(()) };
        let turn = line.position().turn();
        match self.mode {
            Mode::Play(player) if player == turn => match line.position().outcome() {
                Some(_) => self.tell_result(),
                None => match self.booked(&line)? {
                    Some(mv) => {
                        self.begun = Instant::now();
                        self.play(mv, None, None)
                    }
                    None => {
                        let limits = self.control.limits(&self.host.settings);
                        self.think(&line, &limits, Purpose::Move)
                    }
                },
            },
            Mode::Analyze => {
                let lines = self.host.settings.lines;
                self.think(&line, &Limits { infinite: true, lines, ..Limits::default() }, Purpose::Analysis)
            }
            Mode::Play(_) | Mode::Force => Ok(()),
        }
    }

    /// A move of the book, unless moves are left out; what is wrong with the book is told once.
    fn booked(&mut self, line: &Line) -> io::Result<Option<Move>> {
        if !self.excluded.is_empty() {
            return Ok(None);
        }
        match self.host.book_move(line) {
            Ok(drawn) => Ok(drawn),
            Err(problem) => self.wrong_book(&problem).map(|()| None),
        }
    }

    /// Says what the book knows.
    pub(super) fn tell_book(&mut self) -> io::Result<()> {
        let Some(line) = self.line()? else { return Ok(()) };
        let lines = match self.host.book_moves(&line) {
            Ok(Some(moves)) => tell::book(line.position(), &moves),
            Ok(None) => {
                vec![" There is no opening book: option BookFile names one.".to_owned(), String::new()]
            }
            Err(problem) => return self.wrong_book(&problem),
        };
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn wrong_book(&self, problem: &str) -> io::Result<()> {
        self.say(&format!("telluser {}", problem.replace('\n', " ")))
    }

    /// Thinks on the other's time about what is expected.
    fn ponder(&mut self) -> io::Result<()> {
        let Some(mut line) = self.line()? else { return Ok(()) };
        let Some(expected) = self.expected.filter(|mv| self.ponders && line.position().is_legal(*mv)) else {
            return Ok(());
        };
        let text = wire::write_move(line.position(), expected);
        line.play_unchecked(expected);
        if line.outcome().is_some() || self.mode != Mode::Play(line.position().turn()) {
            return Ok(());
        }
        // What is shown then begins behind the move that is expected.
        self.say(&format!("Hint: {text}"))?;
        let limits = self.control.limits(&self.host.settings);
        self.think(&line, &limits, Purpose::Ponder(expected))
    }

    /// Says what it would play.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        let Some(line) = self.line()? else { return Ok(()) };
        let position = line.position();
        let seen = || {
            let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
            latest.as_ref()?.lines.first()?.moves.first().copied()
        };
        let known = match self.thought {
            Some(Purpose::Move) => return Ok(()),
            Some(Purpose::Analysis) => seen(),
            _ => self.expected,
        };
        match known.filter(|mv| position.is_legal(*mv)) {
            Some(mv) => self.say(&format!("Hint: {}", wire::write_move(position, mv))),
            None if matches!(self.thought, Some(Purpose::Analysis | Purpose::Hint)) => Ok(()),
            None => {
                self.abandon()?;
                self.think(&line, &Limits::nodes(HINT_NODES), Purpose::Hint)
            }
        }
    }

    /// Where the thought stands.
    pub(super) fn status(&mut self) -> io::Result<()> {
        let (Some(_), At::Line(line)) = (self.thought, &self.at) else { return Ok(()) };
        let progress = self.host.thinking.stop().progress();
        self.say(&tell::status(line.position(), self.begun.elapsed(), &progress))
    }

    /// Begins to think. The answer comes as an event.
    fn think(&mut self, line: &Line, limits: &Limits, purpose: Purpose) -> io::Result<()> {
        self.abandon()?;
        let line = playable(line);
        let only = match (purpose, self.excluded.is_empty()) {
            (Purpose::Ponder(_), _) | (_, true) => Vec::new(),
            _ => {
                let all = line.position().legal_moves();
                all.into_iter().filter(|mv| !self.excluded.contains(mv)).collect()
            }
        };
        if only.is_empty() && !self.excluded.is_empty() && !matches!(purpose, Purpose::Ponder(_)) {
            return match purpose {
                // It begins when there is a move to look at.
                Purpose::Analysis => Ok(()),
                _ => self.say(&tell::error("every move is excluded", "go")),
            };
        }
        let limits = Limits { only, ..limits.clone() };
        // It has the level it was given; whoever analyses wants to know what is best.
        let analyse = if purpose == Purpose::Analysis { "true" } else { "false" };
        let set = self.host.set("UCI_AnalyseMode", analyse).and_then(|()| self.host.engine().map(|_| ()));
        if let Err(problem) = set {
            return self.say(&tell::error(&problem.replace(['(', ')', '\n'], " "), "go"));
        }
        let stop = Stop::new();
        if matches!(purpose, Purpose::Ponder(_)) {
            stop.ponder();
        }
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.number += 1;
        let (number, out, answers) = (self.number, self.out.clone(), self.answers.clone());
        let (post, latest, quiet) = (self.post.clone(), self.latest.clone(), purpose == Purpose::Hint);
        let told = self.answers.clone();
        let work = move |engine: &mut Engine, stop: &Stop| {
            let position = line.position();
            let answer = engine.think(&line, &limits, stop, &mut |report| {
                if post.load(Ordering::Relaxed) && !quiet {
                    for text in tell::thinking(position, report) {
                        let _ = out.say(&text);
                    }
                }
                *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
            });
            // A thought on the other's time that has come to an end keeps its answer until it is asked for.
            while stop.is_pondering() && !stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = answers.send(Event::Thought(number, answer.ok()));
        };
        let broken = move |why: &str, _: &Stop| drop(told.send(Event::Broken(number, why.to_owned())));
        let begun = self.host.thinking.begin(stop, work, broken);
        if begun {
            (self.thought, self.begun) = (Some(purpose), Instant::now());
        }
        Ok(())
    }

    /// Breaks off a thought; nobody wants its answer any more.
    pub(super) fn abandon(&mut self) -> io::Result<()> {
        self.number += 1;
        self.thought = None;
        self.host.thinking.end();
        self.answer_pings()
    }

    /// A thought has come to its end.
    pub(super) fn thought_ended(&mut self, number: u64, answer: Option<Answer>) -> io::Result<()> {
        if number != self.number {
            return Ok(());
        }
        let purpose = self.thought;
        if purpose != Some(Purpose::Analysis) {
            self.thought = None;
        }
        self.host.thinking.end();
        let best = answer.as_ref().and_then(|answer| answer.best);
        match (purpose, best, answer) {
            (Some(Purpose::Move), Some(best), Some(answer)) => {
                let score = answer.report.lines.first().map(|line| line.score.rank());
                self.play(best, answer.ponder, score)?;
            }
            (Some(Purpose::Move), ..) => self.tell_result()?,
            (Some(Purpose::Hint), Some(best), _) => {
                if let At::Line(line) = &self.at {
                    self.say(&format!("Hint: {}", wire::write_move(line.position(), best)))?;
                }
            }
            _ => {}
        }
        if self.thought != Some(Purpose::Move) { self.answer_pings() } else { Ok(()) }
    }

    /// A thought broke off. If a move is waited for, what was found until then is played, or else any move there is.
    pub(super) fn thought_broke_off(&mut self, number: u64, why: &str) -> io::Result<()> {
        if number != self.number {
            return Ok(());
        }
        let purpose = self.thought.take();
        self.host.thinking.end();
        self.say(&format!("# {}", why.replace('\n', " ")))?;
        if let (Some(Purpose::Move), Some(line)) = (purpose, self.line()?) {
            let seen = self.latest.lock().unwrap_or_else(PoisonError::into_inner).take();
            let found = seen.and_then(|report| report.lines.first()?.moves.first().copied());
            let mut legal = line.position().legal_moves();
            legal.retain(|mv| !self.excluded.contains(mv));
            if let Some(mv) = found.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied()) {
                self.play(mv, None, None)?;
            }
        }
        if self.thought != Some(Purpose::Move) { self.answer_pings() } else { Ok(()) }
    }

    /// Plays the engine's move: what it expects then, and what it is worth to it, as far as it has thought of that.
    fn play(&mut self, best: Move, expected: Option<Move>, score: Option<i32>) -> io::Result<()> {
        let Some(mut line) = self.line()? else { return Ok(()) };
        let text = wire::write_move(line.position(), best);
        let claimable = line.claimable().is_some();
        if line.play(best).is_err() {
            return self.say(&tell::error("no legal move was found", "go"));
        }
        self.control.moved(self.begun.elapsed());
        self.score = score;
        // Where a draw can be claimed, an offer claims it.
        if (claimable || line.claimable().is_some()) && self.score.is_some_and(|score| score <= 0) {
            self.say("offer draw")?;
        }
        self.say(&format!("move {text}"))?;
        self.expected = expected;
        let over = line.outcome().is_some();
        let again = self.mode == Mode::Play(line.position().turn());
        self.place(At::Line(Box::new(line)));
        match (over, again) {
            (true, _) => self.tell_result(),
            // Where a turn has several moves it goes on.
            (false, true) => self.go_on(),
            (false, false) => self.ponder(),
        }
    }

    /// Says how the game ended, if it has. Among programs XBoard takes a win that it does not see itself for a lie, and a
    /// draw too, but believes whoever says to have lost, and that both want a draw.
    fn tell_result(&mut self) -> io::Result<()> {
        let At::Line(line) = &self.at else { return Ok(()) };
        let Mode::Play(own) = self.mode else { return self.say_result(line) };
        let outcome = line.outcome().filter(|_| self.among_programs && self.strange);
        match outcome.map(|outcome| outcome.standings[own.index()]) {
            Some(Standing::Win) => Ok(()),
            Some(Standing::Draw) => self.say("offer draw"),
            _ => self.say_result(line),
        }
    }

    /// Says how a line of play ended, if it has.
    fn say_result(&self, line: &Line) -> io::Result<()> {
        match line.outcome().as_ref().and_then(tell::result) {
            Some(result) => self.say(&result),
            None => Ok(()),
        }
    }
}
