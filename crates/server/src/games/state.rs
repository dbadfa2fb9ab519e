//! One game in memory: its session, who holds its seats, and what was told lately.

use super::LONG;
use super::away::Pace;
use super::legal::{LegalMove, Reaches, legal_moves, premoves};
use super::tell::{Frame, event_frame, with_legal};
use super::weight::Weights;
use crate::config::MAX_LAG_IN_GAME;
use crate::problem::Problem;
use crate::shares::Asker;
use crate::storage::{Act, Ended, GameRow, Holder, LogEntry, PlanRow, Summary};
use chatura_rules::notation::format_fen;
use chatura_session::{Command, Event, Phase, PlayerKind, Seat, Seating, Session, Span, Time, Who};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many events are kept for those who come back; one takes about a kilobyte.
const RECENT: usize = 64;
/// How many commands are known again.
const ANSWERED: usize = 256;

/// One game in memory.
pub struct State {
    /// As lists show it; its summary is not kept up to date here.
    pub row: GameRow,
    /// By what its rules are known now.
    pub definition: String,
    /// The session.
    pub session: Session,
    /// What is known of where pieces of its kind of game could go.
    reaches: Arc<Reaches>,
    /// Who holds each seat.
    pub holders: Vec<Holder>,
    /// Whether that has changed and is not yet kept.
    pub(super) new_holders: bool,
    /// Who asks for a rematch.
    pub(super) rematch: Vec<Seat>,
    /// The next game of the match, once it has begun.
    pub(super) next: Option<String>,
    /// When something happened last, and when who sits where was last seen.
    pub(super) pace: Pace,
    /// The number of the next message of the chat, once it was asked for.
    pub(super) chats: Option<u32>,
    /// What an AI player is thinking about: the game, the ply, the number of the question.
    pub(super) thinking: Option<(u32, u32, u64)>,
    /// What people have decided to answer.
    pub(super) plans: Vec<PlanRow>,
    /// Whether its opening was counted.
    pub(super) is_counted: bool,
    /// How much work it is.
    pub(super) weights: Weights,
    /// Who did something last: AI players think for them.
    pub(super) asked_by: Option<Asker>,
    /// How much time moves got back for their way, by the number of the game and the seat.
    lags: (u32, Vec<u64>),
    entries: u32,
    /// Whether what happens is told to nobody any more, because it happened long ago.
    past: bool,
    recent: VecDeque<(u64, Frame)>,
    answered: VecDeque<((String, String), u64)>,
}

/// What came of something that was done to a game.
pub(super) struct Done {
    /// The entries for the log.
    pub entries: Vec<LogEntry>,
    /// The frames for everybody, in order.
    pub frames: Vec<Frame>,
    /// The events themselves.
    pub events: Vec<Event>,
}

impl State {
    pub(super) fn new(
        row: GameRow,
        definition: String,
        session: Session,
        holders: Vec<Holder>,
        reaches: Arc<Reaches>,
    ) -> State {
        State {
            definition,
            next: row.summary.next.clone(),
            pace: Pace::new(row.origin.at, holders.len()),
            row,
            session,
            holders,
            reaches,
            new_holders: false,
            rematch: Vec::new(),
            chats: None,
            thinking: None,
            plans: Vec::new(),
            is_counted: false,
            weights: Weights::default(),
            asked_by: None,
            lags: (0, Vec::new()),
            entries: 0,
            past: false,
            recent: VecDeque::new(),
            answered: VecDeque::new(),
        }
    }

    /// Lets time pass and then does what somebody says. If that is refused, what time brought is done all the same.
    /// Whoever is to move may have moved so long ago (`way`) and nobody knows yet: their flag waits for it.
    pub(super) fn act(
        &mut self,
        said: Option<(Who, Command)>,
        now: Time,
        way: Span,
        sent: Option<(String, String)>,
    ) -> (Done, Result<(), chatura_session::Refusal>) {
        let mut done = Done { entries: Vec::new(), frames: Vec::new(), events: Vec::new() };
        let sure = Time(now.0.saturating_sub(way.0));
        let events = self.session.tick(sure);
        if !events.is_empty() {
            self.write_down(&mut done, events, Act::Flag, sure, None);
        }
        let Some((from, command)) = said else { return (done, Ok(())) };
        let is_move = matches!(command, Command::Move { .. });
        // What others do meanwhile is done in the last moment before the flag falls.
        let last = self.session.next_deadline().map_or(now, |at| Time(at.0.saturating_sub(1)));
        let (at, way) = if is_move { (now, way) } else { (now.min(last), Span::ZERO) };
        let (game, seat, before) = (self.session.number(), self.session.turn(), self.session.ply());
        match self.session.handle_late(from.clone(), command.clone(), at, way) {
            Err(refusal) => (done, Err(refusal)),
            Ok(events) => {
                if let Some(seat) = seat {
                    *self.lag_of(game, seat) += way.0;
                }
                self.move_seats(&command);
                let ply = Some(self.session.ply()).filter(|ply| *ply != before + usize::from(is_move));
                let act = Act::Said { from, command, way, ply: ply.map(|ply| ply as u32) };
                self.write_down(&mut done, events, act, at, sent);
                (done, Ok(()))
            }
        }
    }

    /// How much time moves of a seat may still get back in this game.
    pub(super) fn lag_left(&mut self, seat: Seat) -> Span {
        let game = self.session.number();
        Span(MAX_LAG_IN_GAME.saturating_sub(*self.lag_of(game, seat)))
    }

    fn lag_of(&mut self, game: u32, seat: Seat) -> &mut u64 {
        if self.lags.0 != game {
            self.lags = (game, Vec::new());
        }
        let lags = &mut self.lags.1;
        lags.resize(lags.len().max(seat.index() + 1), 0);
        &mut lags[seat.index()]
    }

    fn write_down(
        &mut self,
        done: &mut Done,
        events: Vec<Event>,
        act: Act,
        at: Time,
        sent: Option<(String, String)>,
    ) {
        self.pace.note(at);
        let version = self.session.version();
        let first = version - events.len() as u64 + 1;
        for (number, event) in (first..).zip(&events).filter(|_| !self.past) {
            let frame = event_frame(&self.row.id, number, at, event);
            self.recent.push_back((number, frame.clone()));
            done.frames.push(frame);
        }
        while self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        if let Some(sent) = sent.clone() {
            self.answered.push_back((sent, version));
            if self.answered.len() > ANSWERED {
                self.answered.pop_front();
            }
        }
        done.entries.push(LogEntry { number: self.entries, at, act, sent });
        done.events.extend(events);
        self.entries += 1;
    }

    /// Does again what the log says.
    pub(super) fn replay(&mut self, log: Vec<LogEntry>) -> Result<(), String> {
        let holders = self.holders.clone();
        // Each entry is an event at least: what comes before the last of them is asked for by nobody.
        let past = log.len().saturating_sub(RECENT);
        for (place, entry) in log.into_iter().enumerate() {
            self.past = place < past;
            self.replay_one(entry)?;
        }
        // What is kept of the seats is how they are now.
        (self.holders, self.new_holders, self.past) = (holders, false, false);
        Ok(())
    }

    fn replay_one(&mut self, entry: LogEntry) -> Result<(), String> {
        let (said, way) = match entry.act {
            Act::Flag => (None, Span::ZERO),
            Act::Said { from, command, way, .. } => (Some((from, command)), way),
        };
        let (_, result) = self.act(said, entry.at, way, entry.sent);
        result.map_err(|refusal| format!("entry {} of the log is refused: {refusal}", entry.number))?;
        match self.entries == entry.number + 1 {
            true => Ok(()),
            false => Err(format!("entry {} of the log does not fit", entry.number)),
        }
    }

    /// Players who change seats take along what lets them speak for one.
    fn move_seats(&mut self, command: &Command) {
        match command {
            // Nobody can be invited to a seat that is taken.
            Command::Replace { seat, occupant } if occupant.kind.is_ai() => {
                self.holders[seat.index()] = Holder::default();
            }
            Command::Swap { first, second } => self.holders.swap(first.index(), second.index()),
            Command::NewGame { seating: Seating::Rotate, .. } => self.holders.rotate_right(1),
            Command::NewGame { seating: Seating::Order(order), .. } => {
                let holder = |seat: &Seat| self.holders.get(seat.index()).cloned().unwrap_or_default();
                self.holders = order.iter().map(holder).collect();
            }
            _ => return,
        }
        self.new_holders = true;
    }

    /// The version after a command that was answered already.
    pub(super) fn answered(&self, author: &str, id: &str) -> Option<u64> {
        let mut known = self.answered.iter().rev();
        known.find(|((by, known), _)| by == author && known == id).map(|(_, version)| *version)
    }

    /// What was told after a version, if that is still known.
    pub fn since(&self, version: u64) -> Option<Vec<Frame>> {
        let now = self.session.version();
        if version > now {
            return None;
        }
        let missed = (now - version) as usize;
        let known =
            self.recent.iter().filter(|(number, _)| *number > version).map(|(_, frame)| frame.clone());
        let frames: Vec<Frame> = known.collect();
        (frames.len() == missed).then_some(frames)
    }

    /// Refuses what would make the log longer than it may be. Whoever wants to leave always can.
    pub(super) fn require_room(&self, command: &Command, most: u32) -> Result<(), Problem> {
        if matches!(command, Command::Resign | Command::Abort) {
            return Ok(());
        }
        self.weights.require_room()?;
        if self.entries < most {
            return Ok(());
        }
        let detail =
            format!("this game has {most} commands, which is as many as are kept; resign or abort it");
        Err(Problem::new(axum::http::StatusCode::CONFLICT, "full", detail))
    }

    /// For whom AI players think here: who did something last, or made the game.
    pub(super) fn asker(&self) -> Asker {
        let creator = || Asker { person: self.row.creator.clone(), address: None };
        self.asked_by.clone().unwrap_or_else(creator)
    }

    /// Whether it takes long to tell of it.
    pub(super) fn is_long_to_tell(&self) -> bool {
        self.session.moves_kept() > LONG || self.weights.telling.is_heavy()
    }

    /// The last of some frames as it is for the person whose turn it is now, if one sits there.
    pub(super) fn for_the_next(&self, frames: &[Frame]) -> Option<Frame> {
        let occupant = self.session.occupant(self.session.turn()?)?;
        let last = frames.last().filter(|_| occupant.kind == PlayerKind::Person)?;
        Some(with_legal(last, &self.legal()))
    }

    /// Whether the game goes on when nobody looks: a person plays, or time runs.
    pub(super) fn is_played(&self) -> bool {
        is_played(&self.session)
    }

    /// The seats in which persons sit.
    pub fn persons(&self) -> Vec<Seat> {
        self.seats_of_kind(|kind| *kind == PlayerKind::Person)
    }

    /// The seats of a kind.
    pub(super) fn seats_of_kind(&self, is: impl Fn(&PlayerKind) -> bool) -> Vec<Seat> {
        let seats = (0..self.holders.len()).map(|seat| Seat(seat as u8));
        seats.filter(|seat| self.session.occupant(*seat).is_some_and(|o| is(&o.kind))).collect()
    }

    /// The seat of an AI player whose turn it is.
    pub(super) fn ai_to_move(&self) -> Option<(Seat, chatura_session::Ai)> {
        if self.session.phase() != Phase::Playing {
            return None;
        }
        let seat = self.session.turn()?;
        match &self.session.occupant(seat)?.kind {
            PlayerKind::Ai(ai) => Some((seat, ai.clone())),
            _ => None,
        }
    }

    /// The legal moves, while the game is on.
    pub fn legal(&self) -> Vec<LegalMove> {
        match self.session.phase() {
            Phase::Playing => legal_moves(self.session.position()),
            _ => Vec::new(),
        }
    }

    /// Where the pieces of somebody's seats could go when their turn comes.
    pub fn premoves(&self, own: &[Seat]) -> Value {
        let position = self.session.position();
        let targets = |seat: &Seat| premoves(position, seat.player(), &self.reaches);
        let seats = own.iter().map(|seat| json!({ "seat": seat, "targets": targets(seat) }));
        json!({ "seats": seats.collect::<Vec<_>>() })
    }

    /// How it stands, for lists.
    pub fn summary(&self) -> Summary {
        Summary { next: self.next.clone(), ..summarise(&self.session) }
    }
}

fn is_played(session: &Session) -> bool {
    session.next_deadline().is_some() || session.seats().iter().any(|seat| seat.kind == PlayerKind::Person)
}

/// How a session stands, for lists.
pub(super) fn summarise(session: &Session) -> Summary {
    let seats = session.seats();
    let turn = session.turn().filter(|_| session.phase() == Phase::Playing);
    let kinds = seats.iter().map(|seat| seat.kind.clone()).collect();
    let ended = session
        .conclusion()
        .map(|end| Ended { result: end.result.clone(), standings: end.standings.clone() });
    let thinking = turn.is_some_and(|turn| seats.get(turn.index()).is_some_and(|seat| seat.kind.is_ai()));
    Summary {
        phase: session.phase(),
        number: session.number(),
        ply: session.ply() as u32,
        turn: session.turn().map(|seat| seat.0),
        fen: format_fen(session.position()),
        thinking: thinking && is_played(session),
        names: seats.into_iter().map(|seat| seat.name).collect(),
        result: session.conclusion().map(|conclusion| conclusion.sentence.clone()),
        deadline: session.next_deadline(),
        kinds,
        ended,
        next: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Origin, Start};
    use chatura_session::{Occupant, Terms};

    fn state() -> State {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let seats = vec![Occupant::new("Ada", PlayerKind::Person), Occupant::new("Bo", PlayerKind::Person)];
        let terms = Terms { clocks: "1+0".parse().unwrap(), ..Terms::default() };
        let origin = Origin {
            definition: "chess".into(),
            settings: Vec::new(),
            seats,
            terms,
            at: Time(0),
            before: None,
        };
        let session = super::super::load::begin(&origin, &Start::Array, &game).unwrap();
        let summary = summarise(&session);
        let (id, creator) = ("AAAAAAAAAAAA".into(), String::new());
        let row =
            GameRow { id, origin, creator, public: false, created: 0, updated: 0, summary, rules: None };
        State::new(row, "chess".into(), session, vec![Holder::default(); 2], Arc::default())
    }

    fn say(state: &mut State, seat: u8, command: Command, now: u64, way: u64) -> (Done, bool) {
        let (done, result) = state.act(Some((Who::Seat(Seat(seat)), command)), Time(now), Span(way), None);
        (done, result.is_ok())
    }

    #[test]
    fn what_a_seat_gets_back_for_its_way_has_an_end() {
        let mut state = state();
        let mut log = Vec::new();
        for (now, (seat, mv)) in
            (0..).zip([(0, "e2e4"), (1, "e7e5"), (0, "d2d4"), (1, "d7d5"), (0, "c2c4"), (1, "c7c5")])
        {
            let way = if seat == 0 { state.lag_left(Seat(0)).0.min(4_000) } else { 0 };
            let (done, accepted) = say(&mut state, seat, Command::play(mv), 5_000 * (now + 1), way);
            assert!(accepted, "{mv}");
            log.extend(done.entries);
        }
        assert_eq!((state.lag_left(Seat(0)), state.lag_left(Seat(1))), (Span(0), Span(MAX_LAG_IN_GAME)));
        let mut again = self::state();
        again.replay(log).unwrap();
        assert_eq!(again.lag_left(Seat(0)), Span(0), "a restart gives it back");
    }

    #[test]
    fn nobody_makes_a_flag_fall_while_a_move_may_be_on_its_way() {
        let mut state = state();
        let mut log = Vec::new();
        // White's minute is over; a move may have been on its way for 0.4 s.
        for (command, accepted) in [(Command::OfferDraw, true), (Command::play("e7e5"), false)] {
            let (done, result) = say(&mut state, 1, command, 60_200, 400);
            assert_eq!(result, accepted);
            log.extend(done.entries);
        }
        assert_eq!(state.session.phase(), Phase::Playing);
        let (done, accepted) = say(&mut state, 0, Command::play("e2e4"), 60_300, 400);
        log.extend(done.entries);
        assert!(accepted);
        // Black pays nothing for White's way.
        let clocks = state.session.table(Time(60_300)).clocks;
        assert_eq!((clocks[0].left, clocks[1].left), (Some(Span(100)), Some(Span(60_000))));
        // When nothing can be on its way any more, the flag falls, whoever speaks.
        let (done, accepted) = say(&mut state, 0, Command::OfferDraw, 120_701, 400);
        assert!(!accepted && state.session.phase() == Phase::Over);
        log.extend(done.entries);
        assert_eq!(log.last().map(|entry| &entry.act), Some(&Act::Flag));
        let mut again = self::state();
        again.replay(log).unwrap();
        let seen = |state: &State| serde_json::to_value(state.session.view(Time(200_000))).unwrap();
        assert_eq!(seen(&again), seen(&state));
        assert_eq!(again.since(0).unwrap(), state.since(0).unwrap());
    }
}
