//! Going back and on in the journal, freely or with the consent of others.

use super::{Answer, Asking, Session, Speaker, Takeback};
use crate::conclusion::{Cause, Conclusion};
use crate::event::{Event, Navigated, Navigation, Notice};
use crate::journal::NodeId;
use crate::player::PlayerKind;
use crate::refusal::{Code, Refusal};
use crate::seat::Seat;
use crate::terms::UndoPolicy;
use crate::time::Time;
use crate::told::{cell_edits, hand_edits};

impl Session {
    /// Refuses who may not go through the journal alone.
    pub(super) fn require_free(&self, from: &Speaker) -> Result<(), Refusal> {
        match self.terms.undo {
            _ if from.is_host() => Ok(()),
            UndoPolicy::Free => Ok(()),
            UndoPolicy::Off => {
                Err(Refusal::new(Code::NotAllowed, "moves cannot be taken back at this table"))
            }
            UndoPolicy::Ask if self.to_ask(from.seats()).is_empty() => Ok(()),
            UndoPolicy::Ask if self.is_over() => {
                Err(Refusal::new(Code::NeedsConsent, "the game is over, and it is not yours alone"))
            }
            UndoPolicy::Ask => {
                Err(Refusal::new(Code::NeedsConsent, "the others have to agree: request a takeback instead"))
            }
        }
    }

    /// The persons who have to agree before moves are taken back: who plays, and after the end everybody.
    fn to_ask(&self, own: &[Seat]) -> Vec<Seat> {
        let concerned = match (self.terms.undo, self.is_over()) {
            (UndoPolicy::Free, _) => Vec::new(),
            (_, true) => (0..self.chairs.len()).map(|seat| Seat(seat as u8)).collect(),
            (_, false) => self.playing(),
        };
        concerned.into_iter().filter(|seat| !own.contains(seat) && self.is_person(*seat)).collect()
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.chairs.get(seat.index()).is_some_and(|chair| chair.occupant.kind == PlayerKind::Person)
    }

    fn has_persons(&self) -> bool {
        self.chairs.iter().any(|chair| chair.occupant.kind == PlayerKind::Person)
    }

    /// Whose turn it is after so many plies of the present line; unknown behind the last move taken back.
    fn turn_at(&self, ply: usize) -> Option<Seat> {
        match ply == self.ply() {
            true => Some(self.to_move()),
            false => {
                self.journal.at(ply + 1).and_then(|id| self.journal.tree.entry(id)).map(|entry| entry.mover)
            }
        }
    }

    /// Whether the game ended by something that is no ply.
    fn ended_off_the_board(&self) -> bool {
        self.conclusion.as_ref().is_some_and(|conclusion| {
            !matches!(conclusion.cause, Cause::Rules | Cause::Resignation | Cause::Time)
        })
    }

    pub(super) fn undo(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_free(from)?;
        let nothing = || Refusal::new(Code::NothingToUndo, "there is no move of yours to take back");
        if !self.begun {
            return Err(nothing());
        }
        let mut ply = match self.ended_off_the_board() {
            // Agreements and claims are taken back alone.
            true => self.ply(),
            false => self.ply().checked_sub(1).ok_or_else(nothing)?,
        };
        // An AI would only play its move again.
        let stops = |ply: usize| self.turn_at(ply).is_some_and(|seat| self.is_person(seat));
        if !from.is_host() && self.has_persons() {
            while !stops(ply) {
                ply = ply.checked_sub(1).ok_or_else(nothing)?;
            }
        }
        Ok(self.navigate(ply, Navigation::Undo, now))
    }

    pub(super) fn redo(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_free(from)?;
        let last = self.journal.plies();
        let mut ply = self.ply() + 1;
        if ply > last {
            return Err(Refusal::new(
                Code::NothingToRedo,
                "nothing was taken back, or a new move came after it",
            ));
        }
        let stops = |ply: usize| self.turn_at(ply).is_some_and(|seat| self.is_person(seat));
        while !from.is_host() && self.has_persons() && ply < last && !stops(ply) {
            ply += 1;
        }
        Ok(self.navigate(ply, Navigation::Redo, now))
    }

    pub(super) fn jump(&mut self, from: &Speaker, ply: u32, now: Time) -> Answer {
        self.require_free(from)?;
        let (ply, last) = (ply as usize, self.journal.plies());
        if ply > last {
            return Err(Refusal::new(Code::NoSuchPly, format!("there is no ply {ply}: the last is {last}")));
        }
        if !self.begun {
            return Err(Refusal::new(Code::NotStarted, "the game has not begun: a seat is empty"));
        }
        Ok(self.navigate(ply, Navigation::Jump, now))
    }

    /// Goes to a ply of the present line.
    pub(super) fn navigate(&mut self, ply: usize, way: Navigation, now: Time) -> Vec<Event> {
        self.navigate_along(None, ply, way, now)
    }

    /// Goes to a ply of the present line or of another, with its clocks. What was offered or asked is forgotten.
    pub(super) fn navigate_along(
        &mut self,
        path: Option<&[NodeId]>,
        ply: usize,
        way: Navigation,
        now: Time,
    ) -> Vec<Event> {
        let mut events = self.lapse_all();
        let (from, before) = (self.ply() as u32, self.position().clone());
        let shared = path.map_or(ply, |path| {
            self.journal.past().iter().zip(path).take_while(|(own, other)| own == other).count()
        });
        while self.ply() > shared.min(ply) && self.journal.back().is_some() {
            self.line.undo();
        }
        if let Some(path) = path {
            self.journal.turn_to(path);
        }
        while self.ply() < ply
            && let Some(id) = self.journal.forth()
            && let Some(entry) = self.journal.tree.entry(id)
        {
            // It was legal when it was first played, and the way here is the same.
            self.line.play_unchecked(entry.mv);
        }
        self.conclusion = self.line.outcome().map(Conclusion::of);
        self.chairs.iter_mut().for_each(|chair| chair.ended_at = None);
        self.offered.fill(false);
        let here = self.journal.here().and_then(|id| self.journal.tree.entry(id));
        let reading = here.map_or(&self.first, |entry| &entry.clocks);
        let turn = self.turn().map(Seat::index);
        self.clocks.restore(reading, turn, now, self.paused);
        let after = self.line.position();
        let changes = before.changes_to(after);
        let (edits, hands) = (cell_edits(after.game(), &changes), hand_edits(after, &changes));
        events.push(Event::Navigated(Navigated { way, from, edits, hands, table: self.table(now) }));
        if self.is_over() {
            events.push(self.ended(now));
        }
        events
    }

    pub(super) fn request_takeback(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_on()?;
        let by = from.speaks_for(self.to_move(), &self.playing())?;
        if self.terms.undo == UndoPolicy::Off {
            return Err(Refusal::new(Code::NotAllowed, "moves cannot be taken back at this table"));
        }
        if self.takeback.is_some() {
            return Err(Refusal::new(Code::Pending, "a takeback was requested already"));
        }
        let own = |entry: &crate::journal::Entry| entry.seat == by && !entry.mv.is_leaving();
        let entries: Vec<bool> = self.past_entries().map(own).collect();
        let Some(ply) = entries.iter().rposition(|own| *own) else {
            return Err(Refusal::new(Code::NothingToUndo, format!("{} has not moved", self.colour(by))));
        };
        let of = self.to_ask(from.seats());
        if of.is_empty() {
            return Ok(self.navigate(ply, Navigation::Undo, now));
        }
        self.takeback = Some(Takeback { asking: Asking { by, of: of.clone() }, ply });
        Ok(vec![Event::Takeback(Notice::Asked { by, of })])
    }

    pub(super) fn accept_takeback(&mut self, from: &Speaker, now: Time) -> Answer {
        let Some(takeback) = &mut self.takeback else { return Err(nothing_asked()) };
        let mut events = takeback.asking.accept(from)?.into_iter().map(Event::Takeback).collect::<Vec<_>>();
        if takeback.asking.of.is_empty() {
            let ply = takeback.ply;
            self.takeback = None;
            events.extend(self.navigate(ply, Navigation::Undo, now));
        }
        Ok(events)
    }

    pub(super) fn decline_takeback(&mut self, from: &Speaker) -> Answer {
        let Some(takeback) = &self.takeback else { return Err(nothing_asked()) };
        let notice = takeback.asking.decline(from)?;
        self.takeback = None;
        Ok(vec![Event::Takeback(notice)])
    }

    /// A request to take moves back does not outlive the position it was made in.
    pub(super) fn lapse_takeback(&mut self) -> Vec<Event> {
        self.takeback.take().map(|_| Event::Takeback(Notice::Lapsed)).into_iter().collect()
    }
}

fn nothing_asked() -> Refusal {
    Refusal::new(Code::NoOffer, "no takeback was requested")
}

impl Asking {
    /// The seats of one who was asked agree.
    pub(super) fn accept(&mut self, from: &Speaker) -> Result<Vec<Notice>, Refusal> {
        let agreeing: Vec<Seat> = self.of.iter().copied().filter(|seat| from.holds(*seat)).collect();
        if agreeing.is_empty() {
            return Err(Refusal::new(Code::NotAllowed, "only who was asked can agree, and only once"));
        }
        let mut notices = Vec::new();
        for by in agreeing {
            self.of.retain(|seat| *seat != by);
            notices.push(Notice::Accepted { by, of: self.of.clone() });
        }
        Ok(notices)
    }

    /// One who was asked refuses, or the one who asked withdraws it.
    pub(super) fn decline(&self, from: &Speaker) -> Result<Notice, Refusal> {
        let mut concerned = self.of.iter().copied().chain([self.by]);
        match concerned.find(|seat| from.holds(*seat)) {
            Some(by) => Ok(Notice::Declined { by }),
            None => {
                Err(Refusal::new(Code::NotAllowed, "only who was asked can refuse, or who asked withdraw it"))
            }
        }
    }
}
