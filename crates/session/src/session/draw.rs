//! Draws that are offered, and ends that are claimed.

use super::{Answer, Asking, Session, Speaker};
use crate::conclusion::Conclusion;
use crate::event::{Event, Notice};
use crate::refusal::{Code, Refusal};
use crate::seat::Seat;
use crate::time::Time;

impl Session {
    /// Who offers a draw, and who has not answered.
    pub fn draw_offer(&self) -> Option<(Seat, &[Seat])> {
        self.draw.as_ref().map(|asking| (asking.by, &asking.of[..]))
    }

    pub(super) fn offer_draw(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_on()?;
        let by = from.speaks_for(self.to_move(), &self.playing())?;
        if let Some(draw) = &self.draw {
            let sentence = format!("{} has offered a draw already", self.colour(draw.by));
            return Err(Refusal::new(Code::Pending, sentence));
        }
        if self.offered[by.index()] {
            return Err(Refusal::new(Code::Pending, "a draw can be offered once a move"));
        }
        let of: Vec<Seat> = self.playing().into_iter().filter(|seat| *seat != by).collect();
        self.offered[by.index()] = true;
        let mut events = vec![Event::Draw(Notice::Asked { by, of: of.clone() })];
        match of.is_empty() {
            true => events.extend(self.conclude(Conclusion::agreed(self.position()), now)),
            false => self.draw = Some(Asking { by, of }),
        }
        Ok(events)
    }

    pub(super) fn accept_draw(&mut self, from: &Speaker, now: Time) -> Answer {
        let Some(draw) = &mut self.draw else { return Err(nothing_offered()) };
        let mut events: Vec<Event> = draw.accept(from)?.into_iter().map(Event::Draw).collect();
        if draw.of.is_empty() {
            self.draw = None;
            events.extend(self.conclude(Conclusion::agreed(self.position()), now));
        }
        Ok(events)
    }

    pub(super) fn decline_draw(&mut self, from: &Speaker) -> Answer {
        let Some(draw) = &self.draw else { return Err(nothing_offered()) };
        // One who agreed may think again until all have.
        let notice = match self.playing().into_iter().find(|seat| from.holds(*seat)) {
            Some(by) if !draw.of.contains(&by) && draw.by != by => Notice::Declined { by },
            _ => draw.decline(from)?,
        };
        self.draw = None;
        Ok(vec![Event::Draw(notice)])
    }

    pub(super) fn claim_draw(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_on()?;
        let turn = self.to_move();
        if !from.holds(turn) {
            let sentence = format!("only {} can claim now, whose turn it is", self.colour(turn));
            return Err(Refusal::new(Code::NotYourTurn, sentence));
        }
        match self.line.claimable() {
            Some(outcome) => Ok(self.conclude(Conclusion::claimed(outcome), now)),
            None => Err(Refusal::new(Code::NothingToClaim, "the rules give nothing to claim here")),
        }
    }

    /// Who was offered a draw and moves instead has refused it; a request to take moves back is over anyway.
    pub(super) fn lapse_by_move(&mut self, mover: Seat) -> Vec<Event> {
        let mut events = self.lapse_takeback();
        if self.draw.as_ref().is_some_and(|draw| draw.of.contains(&mover)) {
            self.draw = None;
            events.push(Event::Draw(Notice::Lapsed));
        }
        events
    }

    /// Nothing is offered or asked any more.
    pub(super) fn lapse_all(&mut self) -> Vec<Event> {
        let mut events = self.lapse_takeback();
        if self.draw.take().is_some() {
            events.push(Event::Draw(Notice::Lapsed));
        }
        events
    }

    /// Who is out is no longer asked; if all others had agreed, that settles it.
    pub(super) fn excuse_from_draw(&mut self, now: Time) -> Vec<Event> {
        let playing = self.playing();
        let Some(draw) = &mut self.draw else { return Vec::new() };
        draw.of.retain(|asked| playing.contains(asked));
        if !playing.contains(&draw.by) {
            self.draw = None;
            return vec![Event::Draw(Notice::Lapsed)];
        }
        match draw.of.is_empty() {
            true => {
                self.draw = None;
                self.conclude(Conclusion::agreed(self.position()), now)
            }
            false => Vec::new(),
        }
    }
}

fn nothing_offered() -> Refusal {
    Refusal::new(Code::NoOffer, "no draw was offered")
}
