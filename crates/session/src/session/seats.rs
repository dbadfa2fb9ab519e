//! The table itself: pauses, time, who sits where.

use super::{Answer, Chair, Session, Speaker, begin};
use crate::MAX_ADDED;
use crate::event::Event;
use crate::player::{Occupant, PlayerKind};
use crate::refusal::{Code, Refusal};
use crate::score::Score;
use crate::seat::Seat;
use crate::terms::Permit;
use crate::time::{Span, Time};

impl Session {
    pub(super) fn pause(&mut self, from: &Speaker, paused: bool, now: Time) -> Answer {
        self.require_on()?;
        if self.terms.pause == Permit::Host {
            from.require_host("pause the game and let it go on")?;
        }
        match (self.paused, paused) {
            (true, true) => return Err(Refusal::new(Code::Paused, "the game is paused already")),
            (false, false) => return Err(Refusal::new(Code::NotPaused, "the game is not paused")),
            (_, true) => self.clocks.pause(now),
            (_, false) => self.clocks.resume(now),
        }
        self.paused = paused;
        Ok(vec![Event::Paused { paused, table: self.table(now) }])
    }

    /// The clocks of this game show what they showed and run no more: it is looked at, not played. Those of the next
    /// game run.
    pub fn hold_clocks(&mut self) {
        self.clocks.hold();
    }

    pub(super) fn add_time(&mut self, from: &Speaker, seat: Seat, span: Span, now: Time) -> Answer {
        self.require_on()?;
        self.require_seat(seat)?;
        if from.holds(seat) {
            return Err(Refusal::new(Code::NotAllowed, "time is given to others, not to oneself"));
        }
        if !self.playing().contains(&seat) {
            let sentence = format!("{} is out of the game", self.colour(seat));
            return Err(Refusal::new(Code::Out, sentence));
        }
        if !self.clocks.has(seat.index()) {
            return Err(Refusal::new(Code::NoClock, format!("{} plays without a clock", self.colour(seat))));
        }
        if span == Span::ZERO || span > MAX_ADDED || !self.clocks.can_grant(seat.index(), span) {
            return Err(Refusal::new(
                Code::BadValue,
                "up to a day can be added at once, up to a year in all",
            ));
        }
        self.clocks.grant(seat.index(), span);
        Ok(vec![Event::TimeAdded { seat, span, table: self.table(now) }])
    }

    pub(super) fn swap(&mut self, from: &Speaker, first: Seat, second: Seat) -> Answer {
        from.require_host("let players change seats")?;
        self.require_seat(first)?;
        self.require_seat(second)?;
        let mut events = self.lapse_all();
        self.chairs.swap(first.index(), second.index());
        self.offered.fill(false);
        events.push(Event::Seated { seats: self.seats() });
        Ok(events)
    }

    pub(super) fn replace(&mut self, from: &Speaker, seat: Seat, occupant: Occupant, now: Time) -> Answer {
        from.require_host("let someone else play")?;
        self.require_seat(seat)?;
        begin::check(&occupant)?;
        let mut events = self.lapse_all();
        self.chairs[seat.index()] = Chair { occupant, score: Score::default(), ended_at: None };
        self.offered[seat.index()] = false;
        events.push(Event::Seated { seats: self.seats() });
        let full = self.chairs.iter().all(|chair| chair.occupant.kind != PlayerKind::Nobody);
        if full && !self.begun && !self.is_over() {
            events.extend(self.begin(now));
        }
        Ok(events)
    }

    pub(super) fn rename(&mut self, from: &Speaker, seat: Seat, name: &str) -> Answer {
        self.require_seat(seat)?;
        if !from.holds(seat) {
            from.require_host("rename others")?;
        }
        begin::check_name(name)?;
        name.clone_into(&mut self.chairs[seat.index()].occupant.name);
        Ok(vec![Event::Seated { seats: self.seats() }])
    }

    fn require_seat(&self, seat: Seat) -> Result<(), Refusal> {
        let count = self.chairs.len();
        match seat.index() < count {
            true => Ok(()),
            false => {
                let sentence = format!("there is no seat {}: there are {count}, counted from 0", seat.0);
                Err(Refusal::new(Code::NoSuchSeat, sentence))
            }
        }
    }
}
