//! A session with everything it needs from the world: the time of day, a thinking thread, a place to be saved.

use super::archive::Archive;
use super::thinker::{Thinker, Word, engine_settings};
use chatura_players::{Choice, Decision};
use chatura_rules::notation::{format_move, format_san};
use chatura_search::{Evaluation, Report, Score};
use chatura_session::{Ai, Command, Event, Kind, Notice, Phase, Refusal, Seat, Session, Time, Who};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Who gives advice.
const ADVISER: Ai = Ai::Level(12);

/// A session that is being played.
pub struct Desk {
    /// The session.
    pub session: Session,
    /// Where it is kept.
    pub archive: Archive,
    thinker: Thinker,
    purpose: Purpose,
    zero: Instant,
    /// What each seat's player thought of its chances when it last moved.
    opinions: Vec<Option<Score>>,
    /// The last report of a thought, and whose it is.
    pub report: Option<(Seat, Report)>,
}

/// What the thread thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Nothing,
    Move(Seat),
    Advice,
    Judgement,
}

/// Something that happened at the desk.
pub enum News {
    /// The session told something.
    Events(Vec<Event>),
    /// The thread would play this.
    Advice(String, Option<Report>),
    /// The thread judged the position.
    Judged(Box<Evaluation>),
    /// The thread has got further.
    Thinking,
    /// Something went wrong that is worth saying.
    Trouble(String),
}

impl Desk {
    /// A desk for a session; the bell is raised when there is news.
    pub fn new(session: Session, archive: Archive, bell: Arc<AtomicBool>) -> Desk {
        let seats = session.seats().len();
        Desk {
            session,
            archive,
            thinker: Thinker::new(bell),
            purpose: Purpose::Nothing,
            zero: Instant::now(),
            opinions: vec![None; seats],
            report: None,
        }
    }

    /// What time it is for the session.
    pub fn now(&self) -> Time {
        Time(self.zero.elapsed().as_millis().min(u128::from(u64::MAX)) as u64)
    }

    /// Puts another session on the desk.
    pub fn replace(&mut self, session: Session) {
        self.thinker.cancel();
        self.purpose = Purpose::Nothing;
        self.opinions = vec![None; session.seats().len()];
        self.session = session;
        self.zero = Instant::now();
        self.report = None;
    }

    /// The seats at which people sit.
    pub fn persons(&self) -> Vec<Seat> {
        let seats = self.session.seats();
        let persons = seats.iter().enumerate().filter(|(_, seat)| seat.kind == Kind::Person);
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
        if events.iter().any(moved) {
            self.thinker.cancel();
            self.purpose = Purpose::Nothing;
            self.report = None;
        }
        if !events.is_empty() {
            self.archive.keep(&self.session, events);
        }
    }

    /// The seat the program is thinking for.
    pub fn thinking_for(&self) -> Option<Seat> {
        match self.purpose {
            Purpose::Move(seat) if self.thinker.is_busy() => Some(seat),
            _ => None,
        }
    }

    /// Whether an answer will come without anyone doing anything.
    pub fn is_busy(&self) -> bool {
        self.thinker.is_busy()
    }

    /// Asks the program to answer now.
    pub fn hurry(&self) {
        self.thinker.hurry();
    }

    /// Sets the program thinking if it is its turn and it does not think yet. Says what is wrong if it cannot.
    pub fn wake(&mut self) -> Result<(), String> {
        let turn = self.session.turn().filter(|_| self.session.phase() == Phase::Playing);
        let Some(seat) = turn.filter(|_| !self.thinker.is_busy()) else { return Ok(()) };
        let Some(Kind::Ai(ai)) = self.session.occupant(seat).map(|occupant| occupant.kind.clone()) else {
            return Ok(());
        };
        let clocks = self.session.table(self.now()).clocks;
        let settings = engine_settings(&ai).map_err(|trouble| trouble.0)?;
        self.thinker.think(self.session.line(), clocks, settings);
        self.purpose = Purpose::Move(seat);
        Ok(())
    }

    /// Asks the program what it would play.
    pub fn ask_advice(&mut self) -> Result<(), String> {
        self.must_be_free()?;
        let settings = engine_settings(&ADVISER).map_err(|trouble| trouble.0)?;
        self.thinker.think(self.session.line(), Vec::new(), settings);
        self.purpose = Purpose::Advice;
        Ok(())
    }

    /// Asks the program what it thinks of the position.
    pub fn ask_judgement(&mut self) -> Result<(), String> {
        self.must_be_free()?;
        let settings = engine_settings(&ADVISER).map_err(|trouble| trouble.0)?;
        self.thinker.judge(self.session.line(), settings);
        self.purpose = Purpose::Judgement;
        Ok(())
    }

    fn must_be_free(&self) -> Result<(), String> {
        match self.thinker.is_busy() {
            true => Err("the program is thinking; wait for it, or stop it with Ctrl-C".to_owned()),
            false => Ok(()),
        }
    }

    /// What the thread has said meanwhile, one thing at a time.
    pub fn news(&mut self) -> Option<News> {
        let word = self.thinker.listen()?;
        Some(self.take(word))
    }

    /// Waits for the thread.
    pub fn wait(&mut self, time: Duration) -> Option<News> {
        let word = self.thinker.wait(time)?;
        Some(self.take(word))
    }

    fn take(&mut self, word: Word) -> News {
        match (word, self.purpose) {
            (Word::Report(_, report), purpose) => {
                let seat = match purpose {
                    Purpose::Move(seat) => Some(seat),
                    _ => self.session.turn(),
                };
                self.report = seat.map(|seat| (seat, report));
                News::Thinking
            }
            (Word::Answer(_, decided), purpose) => {
                self.purpose = Purpose::Nothing;
                match (decided, purpose) {
                    (Err(trouble), _) => News::Trouble(trouble.0),
                    (Ok(decision), Purpose::Move(seat)) => self.carry_out(seat, decision),
                    (Ok(Decision { choice: Choice::Move(best), report }), _) => {
                        News::Advice(format_san(self.session.position(), best), report)
                    }
                    (Ok(_), _) => News::Trouble("the program would give up".to_owned()),
                }
            }
            (Word::Judged(_, evaluation), _) => {
                self.purpose = Purpose::Nothing;
                News::Judged(Box::new(evaluation))
            }
        }
    }

    /// Does what somebody decided for a seat.
    fn carry_out(&mut self, seat: Seat, decision: Decision) -> News {
        let best = decision.report.as_ref().and_then(|report| report.lines.first());
        self.opinions[seat.index()] = best.map(|line| line.score);
        let command = match decision.choice {
            Choice::Move(mv) => Command::Move {
                text: format_move(self.session.position(), mv),
                ply: Some(self.session.ply() as u32),
            },
            Choice::Resign => Command::Resign,
        };
        match self.give(Who::Seat(seat), command) {
            Ok(events) => {
                self.report = decision.report.map(|report| (seat, report));
                News::Events(events)
            }
            Err(refusal) => News::Trouble(refusal.sentence),
        }
    }

    /// Answers offers for the seats of the program: it takes a draw where it stands worse, or where nothing happens.
    pub fn answer_offers(&mut self, events: &[Event]) -> Vec<Event> {
        const WORSE: i32 = -30;
        const LONG: usize = 100;
        let mut answers = Vec::new();
        for event in events {
            let Event::Draw(Notice::Asked { of, .. }) = event else { continue };
            for seat in of {
                let Some(Kind::Ai(_)) = self.session.occupant(*seat).map(|occupant| &occupant.kind) else {
                    continue;
                };
                let opinion = self.opinions[seat.index()].map_or(0, Score::rank);
                let agrees = opinion < WORSE || opinion <= 0 && self.session.ply() > LONG;
                let command = if agrees { Command::AcceptDraw } else { Command::DeclineDraw };
                answers.extend(self.give(Who::Seat(*seat), command).unwrap_or_default());
            }
        }
        answers
    }
}
