//! The lobby: open seats that anyone may take, public games to watch, and people who are paired.
//!
//! Whoever seeks a game makes a public one with open seats, or takes a seat in one that somebody else waits in. So an
//! open seat and a seek are the same thing, and nothing has to be kept twice.

use super::{Caller, Games, Inside, NewGame, SeatRequest, State, Watching};
use crate::clock::wall;
use crate::problem::Problem;
use crate::storage::{Holder, Start};
use axum::http::StatusCode;
use chatura_rules::Position;
use chatura_rules::notation::format_fen;
use chatura_session::{Command, Occupant, Phase, PlayerKind, Seat, TimeControls, Who};
use serde::Serialize;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// How many open games and how many to watch are told.
const TOLD: usize = 60;
/// How long what was told stays true enough, so that many who look cost no more than one.
const FRESH: Duration = Duration::from_secs(1);
/// Somebody who has just begun to wait may not have connected yet, in milliseconds.
const COMING: i64 = 15_000;

/// What there is in the lobby.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Lobby {
    /// Games that wait for players.
    pub open: Vec<Listing>,
    /// Games that are played and can be watched.
    pub live: Vec<Listing>,
    /// How many there are of each, those that are not told included.
    pub counts: (usize, usize),
}

/// A game of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// Its id.
    pub game: String,
    /// The id of its definition.
    pub definition: String,
    /// The name of its definition.
    pub name: String,
    /// The values of its variables.
    pub settings: Vec<(String, String)>,
    /// The clock.
    pub clock: String,
    /// The position.
    pub fen: String,
    /// What each player is called; an open seat has no name.
    pub names: Vec<String>,
    /// The seats that are open.
    pub seats: Vec<Seat>,
    /// How many plies were played.
    pub ply: u32,
    /// How many watch.
    pub watching: usize,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// What was told last, and when.
#[derive(Default)]
pub(super) struct Told {
    at: Option<Instant>,
    lobby: Arc<Lobby>,
}

/// Somebody looks for others to play with.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The id of the definition.
    pub definition: String,
    /// The clock.
    pub clock: TimeControls,
}

/// Where somebody who seeks plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paired {
    /// The game.
    pub game: String,
    /// The own seat.
    pub seat: Seat,
    /// Whether others are still waited for.
    pub waiting: bool,
}

impl State {
    /// Whether it is public, waits, and somebody who plays in it is there or has just come.
    fn is_open(&self, watching: &Watching<'_>) -> bool {
        let is_there = || {
            watching
                .presence()
                .seats
                .iter()
                .zip(&self.holders)
                .any(|(there, holder)| *there && holder.identity.is_some())
        };
        self.row.public
            && self.session.phase() == Phase::Waiting
            && (wall() - self.row.created < COMING || is_there())
    }

    fn listing(&self, watching: &Watching<'_>) -> Listing {
        let seats = self.session.seats();
        let called = |seat: &chatura_session::SeatView| match (&seat.kind, seat.name.is_empty()) {
            (PlayerKind::Nobody, _) => String::new(),
            (kind, true) if kind.is_ai() => "AI".to_owned(),
            (_, true) => "Somebody".to_owned(),
            _ => seat.name.clone(),
        };
        Listing {
            game: self.row.id.clone(),
            definition: self.definition.clone(),
            name: self.session.position().game().about().name.clone(),
            settings: self.row.origin.settings.clone(),
            clock: self.row.origin.terms.clocks.to_string(),
            fen: self.summary().fen,
            names: seats.iter().map(called).collect(),
            seats: self.open_seats(),
            ply: self.session.ply() as u32,
            watching: watching.presence().watching,
            created: self.row.created,
        }
    }

    /// Whether a seek of somebody can be answered by this game.
    fn answers(&self, seek: &Seek, caller: &Caller) -> bool {
        self.definition == seek.definition
            && self.row.origin.terms.clocks == seek.clock
            && format_fen(&self.session.line().first())
                == format_fen(&Position::start(self.session.position().game()))
            && self.seats_of(caller).is_empty()
    }
}

impl Games {
    /// What there is in the lobby.
    pub fn lobby(&self) -> Arc<Lobby> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.at.is_none_or(|at| at.elapsed() >= FRESH) {
            told.lobby = Arc::new(self.look_around());
            told.at = Some(Instant::now());
        }
        Arc::clone(&told.lobby)
    }

    fn look_around(&self) -> Lobby {
        let (mut open, mut live) = (Vec::new(), Vec::new());
        self.each_live(|state, watching| {
            if state.is_open(watching) {
                open.push(state.listing(watching));
            } else if state.row.public && state.session.phase() == Phase::Playing {
                let presence = watching.presence();
                if presence.watching > 0 || state.persons().iter().any(|seat| presence.seats[seat.index()]) {
                    live.push(state.listing(watching));
                }
            }
        });
        let counts = (open.len(), live.len());
        for list in [&mut open, &mut live] {
            list.sort_by(|one, other| {
                other.created.cmp(&one.created).then_with(|| one.game.cmp(&other.game))
            });
            list.truncate(TOLD);
        }
        Lobby { open, live, counts }
    }

    /// Looks at each game in memory that nobody holds at the moment.
    fn each_live(&self, mut look: impl FnMut(&State, &Watching<'_>)) {
        let tables: Vec<super::Table> =
            self.live.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for table in tables {
            let Ok(inside) = table.try_lock() else { continue };
            if let Some(state) = &inside.state {
                look(state, &Watching::new(&inside.watchers, state));
            }
        }
    }

    /// Takes an open seat of a public game.
    pub async fn sit(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Option<Seat>,
    ) -> Result<Paired, Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.sit_now(&id, &caller, seat).await }).await
    }

    async fn sit_now(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Option<Seat>,
    ) -> Result<Paired, Problem> {
        let identity = caller.require_identity()?.to_owned();
        let mut held = self.enter(&caller.lane(), id).await?;
        let Inside { state: Some(state), .. } = &mut *held else { return Err(Problem::storage()) };
        let taken = || Problem::new(StatusCode::CONFLICT, "taken", "this seat is not open any more");
        if !state.row.public {
            return Err(Problem::forbidden(
                "not-allowed",
                "this game is not public; people come by invitation",
            ));
        }
        if !state.seats_of(caller).is_empty() {
            return Err(Problem::new(StatusCode::CONFLICT, "seated", "you sit at this table already"));
        }
        let open = state.open_seats();
        let seat = match seat {
            Some(seat) => open.contains(&seat).then_some(seat),
            None => open.first().copied(),
        };
        let seat = seat.filter(|_| state.session.phase() == Phase::Waiting).ok_or_else(taken)?;
        if self.is_avoided(state, &identity).await? {
            return Err(Problem::new(StatusCode::CONFLICT, "taken", "this seat is not open to you"));
        }
        let holder = Holder { identity: Some(identity), token: None, invitation: None };
        let before = std::mem::replace(&mut state.holders[seat.index()], holder);
        state.new_holders = true;
        let command = Command::Replace { seat, occupant: Occupant::new(caller.name(), PlayerKind::Person) };
        if let Err(problem) = self.perform(&mut held, Some((Who::Host, command)), None).await {
            if let Some(state) = &mut held.state {
                state.holders[seat.index()] = before;
            }
            return Err(problem);
        }
        let waiting = held.state.as_ref().is_some_and(|state| state.session.phase() == Phase::Waiting);
        Ok(Paired { game: id.to_owned(), seat, waiting })
    }

    /// Whether somebody at a table does not want to meet another, or is one they do not want to meet.
    async fn is_avoided(&self, state: &State, identity: &str) -> Result<bool, Problem> {
        let mut avoided = self.storage.blockers(identity).await?;
        avoided.extend(self.storage.blocks(identity).await?.into_iter().map(|block| block.id));
        let mut there = state.holders.iter().filter_map(|holder| holder.identity.as_ref());
        Ok(there.any(|holder| avoided.contains(holder)))
    }

    /// Pairs somebody with others who want the same, or lets them wait. Whoever waits already goes on waiting.
    pub async fn seek(self: &Arc<Self>, caller: &Caller, seek: Seek) -> Result<Paired, Problem> {
        let (games, caller) = (Arc::clone(self), caller.clone());
        Games::to_the_end(async move { games.seek_now(&caller, seek).await }).await
    }

    async fn seek_now(self: &Arc<Self>, caller: &Caller, mut seek: Seek) -> Result<Paired, Problem> {
        caller.require_identity()?;
        seek.definition = self.library.canonical(&seek.definition);
        // One after the other: nobody finds a seat that another is about to take.
        let _alone = self.pairing.lock().await;
        let (mut found, mut own) = (Vec::new(), None);
        self.each_live(|state, watching| {
            if !state.is_open(watching) {
                return;
            }
            if state.answers(&seek, caller) {
                found.push((state.open_seats().len(), state.row.created, state.row.id.clone()));
            } else if let Some(seat) = state.seats_of(caller).first()
                && state.definition == seek.definition
                && state.row.origin.terms.clocks == seek.clock
            {
                own = Some(Paired { game: state.row.id.clone(), seat: *seat, waiting: true });
            }
        });
        // The game that lacks the fewest begins the soonest; of equals whoever waits the longest.
        found.sort_unstable();
        for (_, _, id) in found {
            match self.sit_now(&id, caller, None).await {
                Err(problem) if problem.status == StatusCode::CONFLICT.as_u16() => {}
                answer => return answer,
            }
        }
        if let Some(own) = own {
            return Ok(own);
        }
        let made = self.make_now(
            caller,
            NewGame {
                definition: seek.definition,
                settings: Vec::new(),
                start: Start::Array,
                seats: vec![SeatRequest::Me],
                clocks: seek.clock,
                undo: None,
                public: true,
            },
        );
        let game = made.await?.game;
        Ok(Paired { game, seat: Seat(0), waiting: true })
    }
}
