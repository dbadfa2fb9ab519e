//! Games that somebody left and that no clock ends: after a while the others may.

use super::{Caller, Games, Inside, State, Watching};
use crate::problem::Problem;
use axum::http::StatusCode;
use chatura_session::{Command, Phase, PlayerKind, Seat, Span, Time, Who};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// So many times as long as the slowest move so far may somebody be away: who plays a move a day is not gone after an hour.
const PATIENCE: u64 = 2;
/// Nobody waits longer.
const LONGEST: Span = Span(14 * 86_400_000);

/// How quickly a game is played, and who was there when.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    /// When something happened last.
    last: Time,
    /// The longest time in which nothing happened.
    slowest: Span,
    /// When somebody who holds a seat was last seen to leave.
    seen: Vec<Time>,
}

/// Somebody who is to move is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Away {
    /// Whose turn it is.
    pub seat: Seat,
    /// From when on the others may end the game.
    pub at: Time,
}

/// What can be claimed of who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// They have given up.
    Win,
    /// They agree to a draw.
    Draw,
    /// There was no game.
    Abort,
}

impl Pace {
    pub fn new(begun: Time, seats: usize) -> Pace {
        Pace { last: begun, slowest: Span::ZERO, seen: vec![begun; seats] }
    }

    /// Something happened.
    pub fn note(&mut self, at: Time) {
        self.slowest = self.slowest.max(at.since(self.last));
        self.last = self.last.max(at);
    }

    /// Somebody was there until now.
    pub fn see(&mut self, seats: &[Seat], now: Time) {
        for seat in seats {
            self.seen[seat.index()] = now;
        }
    }

    /// Nobody knows who was there before.
    pub fn see_all(&mut self, now: Time) {
        self.seen.fill(now);
    }

    /// When nobody needs to wait any longer for who was to move all the time.
    fn due(&self, seat: Seat, least: Span) -> Time {
        let patience = Span(self.slowest.0.saturating_mul(PATIENCE)).max(least).min(LONGEST);
        self.last.max(self.seen[seat.index()]).after(patience)
    }
}

impl State {
    /// Who is to move, is not there, and has no clock.
    fn away(&self, watching: &Watching<'_>, least: Span) -> Option<Away> {
        let seat = self.session.turn().filter(|_| self.session.phase() == Phase::Playing)?;
        let is_person = self.session.occupant(seat)?.kind == PlayerKind::Person;
        let is_there = watching.presence().seats[seat.index()];
        let waits = is_person && !is_there && self.session.next_deadline().is_none();
        waits.then(|| Away { seat, at: self.pace.due(seat, least) })
    }
}

impl Games {
    /// How long somebody may be away at least.
    fn least(&self) -> Span {
        Span(self.limits.away.as_millis() as u64)
    }

    /// Who keeps the others of a game waiting, and until when.
    pub async fn away(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<Option<Away>, Problem> {
        let least = self.least();
        self.peek(&caller.lane(), id, |state, watching| state.away(watching, least)).await
    }

    /// Somebody ends a game that another left.
    pub async fn claim(self: &Arc<Self>, id: &str, caller: &Caller, claim: Claim) -> Result<(), Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.claim_now(&id, &caller, claim).await }).await
    }

    async fn claim_now(self: &Arc<Self>, id: &str, caller: &Caller, claim: Claim) -> Result<(), Problem> {
        let mut held = self.enter(&caller.lane(), id).await?;
        let Inside { state: Some(state), watchers, .. } = &*held else { return Err(Problem::storage()) };
        let conflict = |detail| Problem::new(StatusCode::CONFLICT, "not-away", detail);
        let playing: Vec<Seat> = state.session.position().playing().map(|player| Seat(player.0)).collect();
        let own: Vec<Seat> =
            state.seats_of(caller).into_iter().filter(|seat| playing.contains(seat)).collect();
        let Some(first) = own.first().copied() else {
            return Err(Problem::forbidden("not-seated", "you do not play in this game"));
        };
        let watching = Watching::new(watchers, state);
        let away = state.away(&watching, self.least()).filter(|away| !own.contains(&away.seat));
        let away =
            away.ok_or_else(|| conflict("nobody who is to move is away from a game without a clock"))?;
        if self.now() < away.at {
            return Err(conflict("they have not been away for long enough yet"));
        }
        let presence = watching.presence().seats;
        let others = playing.iter().filter(|seat| **seat != away.seat && !own.contains(seat));
        let is_shared = others.copied().any(|seat| presence[seat.index()]);
        let absent = Who::Seat(away.seat);
        match claim {
            Claim::Win => self.perform(&mut held, Some((absent, Command::Resign)), None).await?,
            Claim::Abort if is_shared => {
                return Err(conflict("others still play; they go on without who left"));
            }
            Claim::Abort => self.perform(&mut held, Some((Who::Host, Command::Abort)), None).await?,
            Claim::Draw => {
                if state.session.draw_offer().is_none() {
                    self.perform(&mut held, Some((Who::Seat(first), Command::OfferDraw)), None).await?;
                }
                self.perform(&mut held, Some((absent, Command::AcceptDraw)), None).await?
            }
        };
        Ok(())
    }
}
