//! The session itself: one way in, one way out.

mod back;
mod begin;
mod draw;
mod pgn;
mod play;
mod seats;
mod speaker;
mod tree;
mod view;

pub use pgn::LoadError;
pub use view::{Phase, SeatView, View};

use crate::clock::{Clocks, Reading};
use crate::command::Command;
use crate::conclusion::Conclusion;
use crate::event::Event;
use crate::journal::Journal;
use crate::player::Occupant;
use crate::refusal::{Code, Refusal};
use crate::score::Score;
use crate::seat::{Seat, Who};
use crate::terms::Terms;
use crate::time::{Span, Time};
use chatura_rules::{Line, Position};
use speaker::Speaker;

/// A table at which games are played one after the other.
#[derive(Clone)]
pub struct Session {
    terms: Terms,
    chairs: Vec<Chair>,
    /// Which game this is, from 1.
    number: u32,
    /// How many events there have been.
    version: u64,
    /// The latest time that was told.
    now: Time,
    begun: bool,
    paused: bool,
    line: Line,
    journal: Journal,
    clocks: Clocks,
    /// The clocks before the first ply.
    first: Reading,
    conclusion: Option<Conclusion>,
    draw: Option<Asking>,
    takeback: Option<Takeback>,
    /// For each seat whether it has offered a draw since it last moved.
    offered: Vec<bool>,
}

/// Who sits at a seat, with what is counted.
#[derive(Clone, Debug)]
struct Chair {
    occupant: Occupant,
    /// From the games before this one.
    score: Score,
    /// At which seat this one sat when the game ended.
    ended_at: Option<Seat>,
}

/// Something that others have to agree to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asking {
    by: Seat,
    /// Who has not answered.
    of: Vec<Seat>,
}

/// A request to take moves back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Takeback {
    asking: Asking,
    /// To how many plies.
    ply: usize,
}

/// What a command comes to.
type Answer = Result<Vec<Event>, Refusal>;

impl Session {
    /// Does what someone says, or refuses it and changes nothing. Call [`Session::tick`] with the same time first.
    pub fn handle(&mut self, from: Who, command: Command, now: Time) -> Answer {
        let now = now.max(self.now);
        let from = Speaker::new(from, self.chairs.len())?;
        if let Some(seat) = self.fallen(now) {
            let sentence = format!("{}'s time is up", self.colour(seat));
            return Err(Refusal::new(Code::Time, sentence));
        }
        let events = self.obey(&from, command, now)?;
        self.now = now;
        self.version += events.len() as u64;
        Ok(events)
    }

    /// Does what someone says that was on its way for so long: who is to move is not charged for that, and who comes
    /// next does not pay for it either. Call [`Session::tick`] first, with the time it was sent. If it is refused,
    /// nothing is given back.
    pub fn handle_late(&mut self, from: Who, command: Command, now: Time, way: Span) -> Answer {
        let before = self.clocks.excuse(way, now.max(self.now));
        let answer = self.handle(from, command, now);
        if answer.is_err() {
            self.clocks.excuse_nothing(before);
        }
        answer
    }

    fn obey(&mut self, from: &Speaker, command: Command, now: Time) -> Answer {
        match command {
            Command::Move { text, ply } => self.play(from, &text, ply, now),
            Command::Undo => self.undo(from, now),
            Command::Redo => self.redo(from, now),
            Command::Jump { ply } => self.jump(from, ply, now),
            Command::RequestTakeback => self.request_takeback(from, now),
            Command::AcceptTakeback => self.accept_takeback(from, now),
            Command::DeclineTakeback => self.decline_takeback(from),
            Command::Resign => self.resign(from, now),
            Command::OfferDraw => self.offer_draw(from, now),
            Command::AcceptDraw => self.accept_draw(from, now),
            Command::DeclineDraw => self.decline_draw(from),
            Command::ClaimDraw => self.claim_draw(from, now),
            Command::Abort => self.abort(from, now),
            Command::Pause => self.pause(from, true, now),
            Command::Resume => self.pause(from, false, now),
            Command::AddTime { seat, span } => self.add_time(from, seat, span, now),
            Command::Swap { first, second } => self.swap(from, first, second),
            Command::Replace { seat, occupant } => self.replace(from, seat, occupant, now),
            Command::Rename { seat, name } => self.rename(from, seat, &name),
            Command::NewGame { seating, fen } => self.new_game(from, &seating, fen.as_deref(), now),
            Command::Visit { node } => self.visit(from, node, now),
            Command::Promote { node } => self.promote(from, node),
            Command::Prune { node } => self.prune(from, node, now),
            Command::Annotate { node, comment, nags } => self.annotate(from, node, &comment, nags),
        }
    }

    /// Lets time pass: flags that have fallen by now become events, each at the moment it fell.
    pub fn tick(&mut self, now: Time) -> Vec<Event> {
        let now = now.max(self.now);
        let mut events = Vec::new();
        while let Some((seat, at)) = self.fallen(now).zip(self.clocks.deadline()) {
            let at = at.max(self.now);
            events.extend(self.flag(seat, at));
            self.now = at;
        }
        self.version += events.len() as u64;
        events
    }

    /// When the next flag falls if nothing happens before.
    pub fn next_deadline(&self) -> Option<Time> {
        self.clocks.deadline().map(|at| at.max(self.now))
    }

    /// Whose flag has fallen by a time.
    fn fallen(&self, now: Time) -> Option<Seat> {
        (self.clocks.deadline()? <= now).then(|| self.to_move())
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// The position with the moves that led to it, for a search that needs to know what was repeated.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// How many plies have been played.
    pub fn ply(&self) -> usize {
        self.journal.past().len()
    }

    /// How many events there have been: a client that has seen so many has missed nothing.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Which game of the session this is, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How the game ended, if it has.
    pub fn conclusion(&self) -> Option<&Conclusion> {
        self.conclusion.as_ref()
    }

    /// Who sits at a seat.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.chairs.get(seat.index()).map(|chair| &chair.occupant)
    }

    /// The seat whose turn the position says it is, also after the end.
    fn to_move(&self) -> Seat {
        Seat::of(self.position().turn())
    }

    fn is_over(&self) -> bool {
        self.conclusion.is_some()
    }

    /// What the rules call a seat: "White".
    fn colour(&self, seat: Seat) -> &str {
        self.position().game().players().get(seat.index()).map_or("nobody", String::as_str)
    }

    /// The seats that are in the game.
    fn playing(&self) -> Vec<Seat> {
        self.position().playing().map(Seat::of).collect()
    }

    fn playing_indices(&self) -> Vec<usize> {
        self.position().playing().map(chatura_rules::Player::index).collect()
    }

    /// Refuses what needs a game that is on.
    fn require_on(&self) -> Result<(), Refusal> {
        if let Some(conclusion) = &self.conclusion {
            let sentence = format!("the game is over: {}", conclusion.sentence);
            return Err(Refusal::new(Code::Over, sentence));
        }
        if !self.begun {
            return Err(Refusal::new(Code::NotStarted, "the game has not begun: a seat is empty"));
        }
        Ok(())
    }
}
