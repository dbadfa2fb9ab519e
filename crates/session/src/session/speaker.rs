//! Who a command comes from, checked against the table.

use crate::refusal::{Code, Refusal};
use crate::seat::{Seat, Who};

/// The host, or someone with at least one seat of this table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Host,
    Seats(Vec<Seat>),
}

impl Speaker {
    pub fn new(who: Who, seats: usize) -> Result<Speaker, Refusal> {
        let mut own = match who {
            Who::Host => return Ok(Speaker::Host),
            Who::Seat(seat) => vec![seat],
            Who::Seats(own) => own,
        };
        own.sort_unstable();
        own.dedup();
        if let Some(seat) = own.iter().find(|seat| seat.index() >= seats) {
            let sentence = format!("there is no seat {}: there are {seats}, counted from 0", seat.0);
            return Err(Refusal::new(Code::NoSuchSeat, sentence));
        }
        match own.is_empty() {
            true => Err(Refusal::new(Code::NotAllowed, "someone without a seat can only watch")),
            false => Ok(Speaker::Seats(own)),
        }
    }

    pub fn holds(&self, seat: Seat) -> bool {
        self.seats().contains(&seat)
    }

    pub fn seats(&self) -> &[Seat] {
        match self {
            Speaker::Host => &[],
            Speaker::Seats(own) => own,
        }
    }

    pub fn is_host(&self) -> bool {
        *self == Speaker::Host
    }

    /// Refuses everyone but the host.
    pub fn require_host(&self, what: &str) -> Result<(), Refusal> {
        match self.is_host() {
            true => Ok(()),
            false => Err(Refusal::new(Code::NotAllowed, format!("only the host may {what}"))),
        }
    }

    /// The seat meant by something that is said for one: the one to move, else the first that plays.
    pub fn speaks_for(&self, to_move: Seat, playing: &[Seat]) -> Result<Seat, Refusal> {
        if self.is_host() {
            return Err(Refusal::new(Code::NotAllowed, "the host plays at no seat"));
        }
        if self.holds(to_move) && playing.contains(&to_move) {
            return Ok(to_move);
        }
        let first = self.seats().iter().copied().find(|seat| playing.contains(seat));
        first.ok_or_else(|| Refusal::new(Code::Out, "who is out of the game has no say in it any more"))
    }
}
