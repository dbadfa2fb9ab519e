//! A session with everything it needs from the world: the time of day, an engine, a place to be saved.

use super::archive::Archive;
use super::engine_thread::{EngineThread, Reply, thinker};
use chatura_book::Book;
use chatura_players::{Choice, Decision};
use chatura_rules::notation::{format_move, format_written};
use chatura_search::{Evaluation, Report, Score};
use chatura_session::{Ai, Command, Event, Notice, Phase, PlayerKind, Refusal, Seat, Session, Time, Who};
use chatura_tournament::{Referee, Verdict};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Who gives advice.
const ADVISER: Ai = Ai::Level(12);

/// A session that is being played.
pub struct LiveSession {
    /// The session.
    pub session: Session,
    /// Where it is kept.
    pub archive: Archive,
    engine: EngineThread,
    purpose: Purpose,
    zero: Instant,
    /// The last report of a search, and whose it is.
    pub report: Option<(Seat, Report)>,
    /// Who ends the game early, where somebody is to.
    pub referee: Option<Referee>,
}

/// What the engine thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Nothing,
    Move(Seat),
    Draw(Seat),
    Advice,
    Evaluation,
}

/// Something that happened.
pub enum News {
    /// The session told something.
    Events(Vec<Event>),
    /// The engine would play this.
    Advice(String, Option<Report>),
    /// What the engine thinks of the position.
    Evaluation(Box<Evaluation>),
    /// The engine has got further.
    Thinking,
    /// Something went wrong that is worth saying.
    Failure(String),
}

impl LiveSession {
    /// A session from now on, with the book our engine plays from; the bell is raised when there is news.
    pub fn new(
        session: Session,
        archive: Archive,
        book: Option<Arc<Book>>,
        bell: Arc<AtomicBool>,
    ) -> LiveSession {
        LiveSession {
            session,
            archive,
            engine: EngineThread::new(book, bell),
            purpose: Purpose::Nothing,
            zero: Instant::now(),
            report: None,
            referee: None,
        }
    }

    /// What time it is for the session.
    pub fn now(&self) -> Time {
        Time(self.zero.elapsed().as_millis().min(u128::from(u64::MAX)) as u64)
    }

    /// Puts another session in its place.
    pub fn replace(&mut self, session: Session) {
        self.stop_thinking();
        self.session = session;
        self.zero = Instant::now();
    }

    /// The seats at which people sit.
    pub fn persons(&self) -> Vec<Seat> {
        let seats = self.session.seats();
        let persons = seats.iter().enumerate().filter(|(_, seat)| seat.kind == PlayerKind::Person);
        persons.map(|(seat, _)| Seat(seat as u8)).collect()
    }

    /// For whom the people at this terminal speak.
    pub fn people(&self) -> Who {
        match self.persons() {
            persons if persons.is_empty() => Who::Host,
            persons => Who::Seats(persons),
        }
    }

    /// Gives a command.
    pub fn give(&mut self, who: Who, command: Command) -> Result<Vec<Event>, Refusal> {
        let now = self.now();
        let mut events = self.session.tick(now);
        match self.session.handle(who, command, now) {
            Ok(more) => events.extend(more),
            Err(refusal) if events.is_empty() => return Err(refusal),
            // The flag that fell meanwhile says enough.
            Err(_) => {}
        }
        self.settle(&events);
        Ok(events)
    }

    /// Lets time pass.
    pub fn tick(&mut self) -> Vec<Event> {
        let events = self.session.tick(self.now());
        self.settle(&events);
        events
    }

    /// How long until a flag falls.
    pub fn until_deadline(&self) -> Option<Duration> {
        let deadline = self.session.next_deadline()?;
        Some(Duration::from_millis(deadline.since(self.now()).0))
    }

    /// What has to be done after events: what was thought about may be gone, and the game is saved.
    fn settle(&mut self, events: &[Event]) {
        let moved = |event: &Event| {
            !matches!(event, Event::Draw(_) | Event::Takeback(_) | Event::TimeAdded { .. } | Event::Tree)
        };
        // A draw that is offered while the engine looks for its move is answered first: the move would refuse it.
        let offered = |event: &Event| matches!(event, Event::Draw(Notice::Asked { .. }));
        let answers = matches!(self.purpose, Purpose::Move(_)) && self.draw_to_answer().is_some();
        let withdrawn = matches!(self.purpose, Purpose::Draw(_)) && self.draw_to_answer().is_none();
        if events.iter().any(moved) || withdrawn || answers && events.iter().any(offered) {
            self.stop_thinking();
        }
        if !events.is_empty() {
            self.archive.keep(&self.session, events);
        }
    }

    fn stop_thinking(&mut self) {
        self.engine.cancel();
        self.purpose = Purpose::Nothing;
        self.report = None;
    }

    /// The seat the engine is thinking for.
    pub fn thinking_for(&self) -> Option<Seat> {
        match self.purpose {
            Purpose::Move(seat) | Purpose::Draw(seat) if self.engine.is_busy() => Some(seat),
            _ => None,
        }
    }

    /// Whether an answer will come without anyone doing anything.
    pub fn is_busy(&self) -> bool {
        self.engine.is_busy()
    }

    /// Asks the engine to answer now.
    pub fn hurry(&self) {
        self.engine.hurry();
    }

    /// The AI player at a seat.
    fn ai(&self, seat: Seat) -> Option<Ai> {
        match &self.session.occupant(seat)?.kind {
            PlayerKind::Ai(ai) => Some(ai.clone()),
            _ => None,
        }
    }

    /// The first AI player that has to answer an offer of a draw.
    fn draw_to_answer(&self) -> Option<(Seat, Ai)> {
        let (_, asked) = self.session.draw_offer()?;
        asked.iter().find_map(|seat| Some((*seat, self.ai(*seat)?)))
    }

    /// Sets the engine thinking if something waits for an AI player and it does not think yet. Says what is wrong if it
    /// cannot.
    pub fn wake(&mut self) -> Result<(), String> {
        if self.engine.is_busy() {
            return Ok(());
        }
        if let Some((seat, ai)) = self.draw_to_answer() {
            let thinker = thinker(&ai).map_err(|error| error.0)?;
            self.engine.answer_draw(self.session.line(), seat, thinker);
            self.purpose = Purpose::Draw(seat);
            return Ok(());
        }
        let turn = self.session.turn().filter(|_| self.session.phase() == Phase::Playing);
        let Some((seat, ai)) = turn.and_then(|seat| Some((seat, self.ai(seat)?))) else { return Ok(()) };
        let clocks = self.session.table(self.now()).clocks;
        let thinker = thinker(&ai).map_err(|error| error.0)?;
        self.engine.choose(self.session.line(), clocks, thinker);
        self.purpose = Purpose::Move(seat);
        Ok(())
    }

    /// Asks the engine what it would play.
    pub fn ask_advice(&mut self) -> Result<(), String> {
        self.must_be_free()?;
        let thinker = thinker(&ADVISER).map_err(|error| error.0)?;
        self.engine.choose(self.session.line(), Vec::new(), thinker);
        self.purpose = Purpose::Advice;
        Ok(())
    }

    /// Asks the engine what it thinks of the position.
    pub fn ask_evaluation(&mut self) -> Result<(), String> {
        self.must_be_free()?;
        let thinker = thinker(&ADVISER).map_err(|error| error.0)?;
        self.engine.evaluate(self.session.line(), thinker);
        self.purpose = Purpose::Evaluation;
        Ok(())
    }

    fn must_be_free(&self) -> Result<(), String> {
        match self.engine.is_busy() {
            true => Err("the engine is thinking; wait for it, or stop it with Ctrl-C".to_owned()),
            false => Ok(()),
        }
    }

    /// What the engine has said meanwhile, one thing at a time.
    pub fn news(&mut self) -> Option<News> {
        let reply = self.engine.listen()?;
        Some(self.take(reply))
    }

    /// Waits for the engine.
    pub fn wait(&mut self, time: Duration) -> Option<News> {
        let reply = self.engine.wait(time)?;
        Some(self.take(reply))
    }

    fn take(&mut self, reply: Reply) -> News {
        if let Reply::Progress(report) = reply {
            let seat = match self.purpose {
                Purpose::Move(seat) => Some(seat),
                _ => self.session.turn(),
            };
            self.report = seat.map(|seat| (seat, report));
            return News::Thinking;
        }
        let purpose = std::mem::replace(&mut self.purpose, Purpose::Nothing);
        match (reply, purpose) {
            (Reply::Decision(decision), Purpose::Move(seat)) => self.carry_out(seat, decision),
            (Reply::Draw(agrees), Purpose::Draw(seat)) => self.answer_draw(seat, agrees),
            // Whoever offers a draw is answered all the same.
            (Reply::Failure(_), Purpose::Draw(seat)) => self.answer_draw(seat, false),
            (Reply::Decision(Decision { choice: Choice::Move(best), report }), _) => {
                News::Advice(format_written(self.session.position(), best), report)
            }
            (Reply::Decision(_), _) => News::Failure("the engine would give up".to_owned()),
            (Reply::Evaluation(evaluation), _) => News::Evaluation(Box::new(evaluation)),
            (Reply::Failure(error), _) => News::Failure(error.0),
            (Reply::Draw(_) | Reply::Progress(_), _) => News::Thinking,
        }
    }

    /// Does what somebody decided for a seat.
    fn carry_out(&mut self, seat: Seat, decision: Decision) -> News {
        let command = match decision.choice {
            Choice::Move(mv) => Command::Move {
                text: format_move(self.session.position(), mv),
                ply: Some(self.session.ply() as u32),
            },
            Choice::Resign => Command::Resign,
        };
        let is_move = matches!(command, Command::Move { .. });
        let mut events = match self.give_for(seat, command) {
            News::Events(events) => events,
            news => return news,
        };
        let score = decision.report.as_ref().and_then(|report| report.lines.first()).map(|line| line.score);
        self.report = decision.report.map(|report| (seat, report));
        if let Some(verdict) = self.judged(seat, score.filter(|_| is_move)) {
            events.extend(self.decide(verdict));
        }
        News::Events(events)
    }

    /// What the referee makes of the game after a move.
    fn judged(&mut self, seat: Seat, score: Option<Score>) -> Option<Verdict> {
        let referee = self.referee.as_mut().filter(|_| self.session.phase() == Phase::Playing)?;
        referee.hear(usize::from(seat.0), score);
        referee.verdict(self.session.line())
    }

    /// Ends the game as players do who see it as the referee does: one gives up, or all agree to a draw.
    fn decide(&mut self, verdict: Verdict) -> Vec<Event> {
        if let Some(winner) = verdict.winner {
            let loser = Seat(1 - winner.min(1) as u8);
            return self.give(Who::Seat(loser), Command::Resign).unwrap_or_default();
        }
        let Some(first) = self.session.turn() else { return Vec::new() };
        let mut events = self.give(Who::Seat(first), Command::OfferDraw).unwrap_or_default();
        let asked = self.session.draw_offer().map_or(Vec::new(), |(_, asked)| asked.to_vec());
        for seat in asked {
            events.extend(self.give(Who::Seat(seat), Command::AcceptDraw).unwrap_or_default());
        }
        events
    }

    fn answer_draw(&mut self, seat: Seat, agrees: bool) -> News {
        self.give_for(seat, if agrees { Command::AcceptDraw } else { Command::DeclineDraw })
    }

    fn give_for(&mut self, seat: Seat, command: Command) -> News {
        match self.give(Who::Seat(seat), command) {
            Ok(events) => News::Events(events),
            Err(refusal) => News::Failure(refusal.sentence),
        }
    }
}
