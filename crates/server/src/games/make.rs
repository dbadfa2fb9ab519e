//! New games, and how people come to their seats.

use super::load::begin;
use super::state::summarise;
use super::weight::{Weights, require_playable};
use super::{Caller, Games, Inside, State};
use crate::clock::wall;
use crate::problem::Problem;
use crate::storage::{Full, GameRow, Holder, KeptRules, Origin, Room, Start, StorageError, Write};
use crate::token::{self, Secret};
use chatura_players::{EngineList, PlayerError};
use chatura_rules::notation::pgn;
use chatura_session::{
    Ai, Command, Occupant, Permit, PlayerKind, Seat, Terms, TimeControls, UndoPolicy, Who,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game somebody wants.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The id of the definition.
    pub definition: String,
    /// Values of its variables; what is missing is drawn.
    pub settings: Vec<(String, String)>,
    /// Where play starts.
    pub start: Start,
    /// Who is to sit where; the rest by invitation.
    pub seats: Vec<SeatRequest>,
    /// The clocks.
    pub clocks: TimeControls,
    /// Whether moves can be taken back; as usual for who sits there if missing.
    pub undo: Option<UndoPolicy>,
    /// Whether anyone may find it.
    pub public: bool,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRequest {
    /// Whoever makes the game.
    Me,
    /// Whoever has the invitation.
    #[default]
    Open,
    /// A program with a name of its own.
    #[serde(untagged)]
    NamedAi {
        /// What it is called.
        name: String,
        /// Which, as in `ai:5`.
        kind: String,
    },
    /// Somebody at the same table as whoever makes the game, by name: two people at one screen.
    #[serde(untagged)]
    Person {
        /// What they are called.
        name: String,
    },
    /// A program, as in `ai:5`, or `engine:NAME` for the owner of the machine.
    #[serde(untagged)]
    Ai(String),
}

impl SeatRequest {
    /// Whether whoever makes the game plays here too.
    fn is_own(&self) -> bool {
        matches!(self, SeatRequest::Me | SeatRequest::Person { .. })
    }
}

/// A game that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    /// Its id.
    pub game: String,
    /// The seats of who made it.
    pub seats: Vec<Seat>,
    /// The secret that speaks for these seats alone, for programs; told only now.
    pub token: Option<String>,
    /// For each open seat the code that can be exchanged for it, once; told only now.
    pub invitations: Vec<Invitation>,
}

/// A code that can be exchanged for a seat.
#[derive(Clone, Debug, Serialize)]
pub struct Invitation {
    /// The seat.
    pub seat: Seat,
    /// The code.
    pub code: String,
}

impl Games {
    /// Makes a game.
    pub async fn make(self: &Arc<Self>, caller: &Caller, request: NewGame) -> Result<Made, Problem> {
        let (games, caller) = (Arc::clone(self), caller.clone());
        Games::to_the_end(async move { games.make_now(&caller, request).await }).await
    }

    pub(super) async fn make_now(
        self: &Arc<Self>,
        caller: &Caller,
        request: NewGame,
    ) -> Result<Made, Problem> {
        let creator = caller.require_identity()?.to_owned();
        // Counted again when it is kept; whoever has no room needs nothing compiled.
        if self.storage.open_games(&creator).await? >= self.limits.games {
            return Err(StorageError::Full(Full::Games(self.limits.games)).into());
        }
        self.begun.take(&caller.asker(), 1.0).map_err(|wait| {
            let detail = "you, or others from your address, have begun as many games as one may in an hour";
            Problem::too_fast(detail, wait)
        })?;
        let game = self.library.game(&caller.lane(), &request.definition, &request.settings).await?;
        let settings: Vec<(String, String)> =
            game.variables().iter().map(|variable| (variable.name.clone(), variable.value.clone())).collect();
        let count = game.players().len();
        if request.seats.len() > count {
            let detail = format!("the game has {count} seats, not {}", request.seats.len());
            return Err(Problem::bad("bad-value", detail));
        }
        let mut requests = request.seats;
        // Whoever brings a game written down plays on for everybody.
        let rest = if matches!(request.start, Start::Pgn(_)) { SeatRequest::Me } else { SeatRequest::Open };
        requests.resize(count, rest);
        let seats =
            requests.iter().map(|request| occupant(request, caller)).collect::<Result<Vec<_>, _>>()?;
        let terms = terms(request.clocks, request.undo, &requests, &request.start);
        let start = request.start;
        let definition = self.library.canonical(&request.definition);
        let origin =
            Origin { definition: definition.clone(), settings, seats, terms, at: self.now(), before: None };
        let rules = self.library.rules(&caller.lane(), &definition).await?;
        let wanted = origin.clone();
        let reaches = self.library.reaches(&game);
        let is_written = matches!(start, Start::Pgn(_));
        let work = move || {
            if let Start::Pgn(text) = &start
                && let Some(Ok(written)) = pgn::games(text).next()
            {
                require_playable(&game, &written)?;
            }
            let session = begin(&wanted, &start, &game)?;
            let weights = Weights::of(&session);
            Ok::<_, Problem>((session, start, weights))
        };
        let (session, start, weights) = match is_written {
            true => self.pool.run_slow(&caller.lane(), work).await??,
            false => self.pool.run(&caller.lane(), work).await??,
        };
        session
            .seats()
            .iter()
            .try_for_each(|seat| require_known(&seat.kind, caller, self.engines.programs()))?;
        let id = token::name();
        let own: Vec<Seat> =
            (0..count).filter(|seat| requests[*seat].is_own()).map(|s| Seat(s as u8)).collect();
        let token = (!own.is_empty()).then(Secret::new);
        let mut holders = vec![Holder::default(); count];
        for seat in &own {
            holders[seat.index()].identity = Some(creator.clone());
            holders[seat.index()].token = token.as_ref().map(Secret::digest);
        }
        let mut invitations = Vec::new();
        for seat in (0..count).filter(|seat| requests[*seat] == SeatRequest::Open) {
            let code = Secret::new();
            holders[seat].invitation = Some(code.digest());
            invitations.push(Invitation { seat: Seat(seat as u8), code: code.reveal().to_owned() });
        }
        let now = wall();
        let summary = summarise(&session);
        let row = GameRow {
            id: id.clone(),
            origin,
            creator,
            public: request.public,
            created: now,
            updated: now,
            summary,
            rules: Some(rules.id.clone()),
        };
        let mut state = State::new(row, definition, session, holders, reaches);
        (state.asked_by, state.weights) = (Some(caller.asker()), weights);
        let room = Some(self.limits.room());
        self.keep_new(state, start, Some(rules), room).await?;
        let token = token.map(|token| token.reveal().to_owned());
        Ok(Made { game: id, seats: own, token, invitations })
    }

    /// Keeps a game that was made, and lets it begin.
    pub(super) async fn keep_new(
        self: &Arc<Self>,
        mut state: State,
        start: Start,
        rules: Option<KeptRules>,
        room: Option<Room>,
    ) -> Result<(), Problem> {
        let id = state.row.id.clone();
        // Whoever finds it in a list right away waits until it is here.
        let mut held = self.table(&id).lock_owned().await;
        let (row, holders) = (Box::new(state.row.clone()), state.holders.clone());
        let write = Write::Game { row, start, holders, rules, room };
        if let Err(error) = self.storage.write(write).await {
            drop(held);
            self.forget_unloaded(&id);
            return Err(error.into());
        }
        self.timers.set(&id, state.session.next_deadline());
        state.pace.see_all(self.now());
        held.state = Some(state);
        self.wake(&mut held);
        Ok(())
    }

    /// Exchanges an invitation for its seat.
    pub async fn join(self: &Arc<Self>, caller: &Caller, code: &Secret, name: &str) -> Result<Made, Problem> {
        let (games, caller, code, name) = (Arc::clone(self), caller.clone(), code.clone(), name.to_owned());
        Games::to_the_end(async move { games.join_now(&caller, &code, &name).await }).await
    }

    async fn join_now(self: &Arc<Self>, caller: &Caller, code: &Secret, name: &str) -> Result<Made, Problem> {
        let identity = caller.require_identity()?.to_owned();
        let digest = code.digest();
        let used = || {
            Problem::new(axum::http::StatusCode::GONE, "used", "this invitation was used already, or is none")
        };
        let id = self.storage.invitation(&digest).await?.ok_or_else(used)?;
        let mut held = self.enter(&caller.lane(), &id).await?;
        let Some(state) = &mut held.state else { return Err(Problem::storage()) };
        // Somebody may have been quicker.
        let is = |holder: &Holder| holder.invitation.as_ref().is_some_and(|known| known.matches(&digest));
        let seat = state.holders.iter().position(is).ok_or_else(used)?;
        let token = Secret::new();
        let holder = Holder { identity: Some(identity), token: Some(token.digest()), invitation: None };
        let before = std::mem::replace(&mut state.holders[seat], holder);
        state.new_holders = true;
        let occupant = Occupant::new(name, PlayerKind::Person);
        let command = Command::Replace { seat: Seat(seat as u8), occupant };
        if let Err(problem) = self.perform(&mut held, Some((Who::Host, command)), None).await {
            if let Some(state) = &mut held.state {
                state.holders[seat] = before;
            }
            return Err(problem);
        }
        let token = Some(token.reveal().to_owned());
        Ok(Made { game: id, seats: vec![Seat(seat as u8)], token, invitations: Vec::new() })
    }

    /// A new code for an open seat; the one before is worth nothing from then on.
    pub async fn invite(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Seat,
    ) -> Result<Invitation, Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.invite_now(&id, &caller, seat).await }).await
    }

    async fn invite_now(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Seat,
    ) -> Result<Invitation, Problem> {
        let mut held = self.open(&caller.lane(), id).await?;
        let Inside { state: Some(state), .. } = &mut *held else { return Err(Problem::storage()) };
        let may = caller.identity.as_ref().is_some_and(|(id, _)| *id == state.row.creator);
        if !may {
            return Err(Problem::forbidden("not-allowed", "only who made the game invites to it"));
        }
        if !state.open_seats().contains(&seat) {
            return Err(Problem::new(axum::http::StatusCode::CONFLICT, "taken", "this seat is not open"));
        }
        let code = Secret::new();
        let mut holders = state.holders.clone();
        holders[seat.index()].invitation = Some(code.digest());
        let write = Write::Append {
            game: id.to_owned(),
            entries: Vec::new(),
            summary: state.summary(),
            updated: wall(),
            holders: Some(holders.clone()),
        };
        self.storage.write(write).await?;
        state.holders = holders;
        Ok(Invitation { seat, code: code.reveal().to_owned() })
    }
}

/// People who do not sit together ask before they take back, and nobody stops the clocks alone.
fn terms(clocks: TimeControls, undo: Option<UndoPolicy>, seats: &[SeatRequest], start: &Start) -> Terms {
    let together = !seats.contains(&SeatRequest::Open);
    let usual = if together { UndoPolicy::Free } else { UndoPolicy::Ask };
    let pause = if together { Permit::Seats } else { Permit::Host };
    Terms { clocks, undo: undo.unwrap_or(usual), pause, variations: matches!(start, Start::Pgn(_)) }
}

/// Refuses a program that does not exist, and one of others to whoever does not own the machine: a visitor starts nothing
/// on it, and is not told either what there is.
pub(super) fn require_known(kind: &PlayerKind, caller: &Caller, engines: &EngineList) -> Result<(), Problem> {
    if matches!(kind, PlayerKind::Ai(Ai::Program(_))) && !caller.owner {
        return Err(not_owner());
    }
    chatura_players::require_known(kind, engines).map_err(unplayable)
}

/// That somebody is a visitor.
pub fn not_owner() -> Problem {
    let detail = "only who sits at the machine this server runs on lets engines of others play";
    Problem::forbidden("not-owner", detail)
}

fn unplayable(error: PlayerError) -> Problem {
    Problem::bad("bad-value", error.0)
}

fn occupant(request: &SeatRequest, caller: &Caller) -> Result<Occupant, Problem> {
    Ok(match request {
        SeatRequest::Me => Occupant::new(caller.name(), PlayerKind::Person),
        SeatRequest::Open => Occupant::new("", PlayerKind::Nobody),
        SeatRequest::Person { name } => Occupant::new(name, PlayerKind::Person),
        SeatRequest::NamedAi { name, kind } => Occupant::new(name, program(kind)?),
        SeatRequest::Ai(kind) => Occupant::new("", program(kind)?),
    })
}

/// A program to play. Whether there is such a one is looked at with everybody who sits at the table.
fn program(text: &str) -> Result<PlayerKind, Problem> {
    match text.parse().map_err(|error| unplayable(PlayerError(format!("{error}"))))? {
        kind @ PlayerKind::Ai(_) => Ok(kind),
        _ => {
            let detail = "a seat is \"me\", \"open\", { \"name\": … } or an AI player like \"ai:5\"";
            Err(Problem::bad("bad-value", detail))
        }
    }
}
