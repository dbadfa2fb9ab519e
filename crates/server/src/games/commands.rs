//! Commands: checked, done, kept, told, in this order, by one at a time.

use super::{Caller, Games, Held, Inside};
use crate::clock::wall;
use crate::config::MAX_COMMAND_ID;
use crate::engine_pool::Asked;
use crate::fair::{Lane, Urgency};
use crate::names;
use crate::problem::Problem;
use crate::storage::Write;
use crate::worker_pool::by;
use chatura_session::{Command, Event, Seat, Span, Who};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Numbers what AI players are asked, so that answers to old questions are known.
static TICKETS: AtomicU64 = AtomicU64::new(0);

/// Something somebody wants done in a game.
#[derive(Clone, Debug)]
pub struct Request {
    /// By which it is known again if it comes twice.
    pub id: Option<String>,
    /// What.
    pub command: Command,
    /// Whether it is meant as the keeper of the table.
    pub as_host: bool,
}

/// It was done and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Accepted {
    /// The version of the game after it.
    pub version: u64,
    /// Whether it had been done before, when it first came.
    pub repeated: bool,
}

/// Refuses what is no id by which something could be known again.
pub(super) fn check_id(id: &str) -> Result<(), Problem> {
    match (1..=MAX_COMMAND_ID).contains(&id.len()) {
        true => Ok(()),
        false => Err(Problem::bad("bad-value", format!("an id has 1 to {MAX_COMMAND_ID} bytes"))),
    }
}

/// Whom a command gives a name, they get one that shows all of itself.
fn check_named(command: &Command) -> Result<(), Problem> {
    let name = match command {
        Command::Rename { name, .. } => name,
        Command::Replace { occupant, .. } => &occupant.name,
        _ => return Ok(()),
    };
    match names::shows_itself(name) {
        true => Ok(()),
        false => Err(Problem::bad("bad-name", "a name is one line, and all of it can be seen")),
    }
}

impl Games {
    /// Does what somebody wants.
    pub async fn command(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        request: Request,
    ) -> Result<Accepted, Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.obey(&id, &caller, request).await }).await
    }

    async fn obey(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        request: Request,
    ) -> Result<Accepted, Problem> {
        let Request { id: command_id, command, as_host } = request;
        command_id.as_deref().map_or(Ok(()), check_id)?;
        check_named(&command)?;
        let began = Instant::now();
        let mut held = self.enter(&caller.lane(), id).await?;
        let state = held.state.as_ref().ok_or_else(Problem::storage)?;
        let sent = command_id.map(|id| (caller.author(), id));
        if let Some((author, id)) = &sent
            && let Some(version) = state.answered(author, id)
        {
            return Ok(Accepted { version, repeated: true });
        }
        let who = state.speaker(caller, &command, as_host, self.engines.programs())?;
        let is_move = matches!(command, Command::Move { .. });
        if let Some(state) = &mut held.state {
            state.asked_by = Some(caller.asker());
        }
        let version = self.perform(&mut held, Some((who, command)), sent).await?;
        if is_move {
            self.metrics.move_made(began.elapsed());
        }
        Ok(Accepted { version, repeated: false })
    }

    /// Does something in a game that is held: done, kept, then told. What cannot be kept was never done: until it is,
    /// the game is nowhere but in its log, whatever happens on the way.
    pub(super) async fn perform(
        self: &Arc<Self>,
        held: &mut Held,
        said: Option<(Who, Command)>,
        sent: Option<(String, String)>,
    ) -> Result<u64, Problem> {
        if let (Some(state), Some((_, command))) = (&held.state, &said) {
            state.require_room(command, self.limits.log)?;
        }
        let mut state = held.state.take().ok_or_else(Problem::storage)?;
        let way = state.session.turn().map_or(Span::ZERO, |turn| {
            let lag = held.watchers.lag_of(turn, &state);
            lag.min(state.lag_left(turn))
        });
        let (now, is_watched) = (self.now(), !held.watchers.is_empty());
        let act = move || {
            let began = Instant::now();
            let (done, result) = state.act(said, now, way, sent);
            let summary = (!done.entries.is_empty()).then(|| state.summary());
            let next = if is_watched { state.for_the_next(&done.frames) } else { None };
            state.weights.acting.note(began.elapsed());
            state.weights.add(began.elapsed());
            (state, done, result, summary, next)
        };
        let (mut state, done, result, summary, next) = by(held.hand.as_ref(), act).await?;
        if let Some(summary) = summary {
            let write = Write::Append {
                game: state.row.id.clone(),
                entries: done.entries,
                summary,
                updated: wall(),
                holders: std::mem::take(&mut state.new_holders).then(|| state.holders.clone()),
            };
            if let Err(error) = self.storage.write(write).await {
                tracing::warn!(game = %state.row.id, %error, "a command could not be kept");
                return Err(error.into());
            }
            held.watchers.tell_events(&done.frames, next.as_ref(), &state);
            self.timers.set(&state.row.id, state.session.next_deadline());
            if done.events.iter().any(|event| matches!(event, Event::Started { .. } | Event::Waiting { .. }))
            {
                state.rematch.clear();
            }
        }
        self.count_opening(&mut state, &done.events);
        let version = state.session.version();
        held.state = Some(state);
        self.answer_offers(held, &done.events);
        self.wake(held);
        result.map(|()| version).map_err(Problem::from)
    }

    /// Lets an AI player think if it is its turn.
    pub(super) fn wake(self: &Arc<Self>, inside: &mut Inside) {
        let Some(state) = &mut inside.state else { return };
        if self.follow_plan(state) {
            return;
        }
        // Nobody needs to see programs play each other while nobody looks, unless their time runs.
        let wanted = !inside.watchers.is_empty() || state.is_played();
        let Some((seat, ai)) = state.ai_to_move().filter(|_| wanted) else {
            state.thinking = None;
            return;
        };
        let (number, ply) = (state.session.number(), state.session.ply() as u32);
        let urgency = if inside.watchers.is_empty() { Urgency::Unwatched } else { Urgency::Watched };
        if let Some((_, _, ticket)) = state.thinking.filter(|(known, at, _)| (*known, *at) == (number, ply)) {
            if urgency == Urgency::Watched {
                self.engines.promote(&state.asker().lane(), ticket);
            }
            return;
        }
        let ticket = TICKETS.fetch_add(1, Ordering::Relaxed);
        state.thinking = Some((number, ply, ticket));
        let clocks = state.session.table(self.now()).clocks;
        let (games, id) = (Arc::clone(self), state.row.id.clone());
        let runtime = tokio::runtime::Handle::current();
        let asker = state.asker();
        let lane = asker.lane();
        let asked = Asked { asker, urgency, ticket };
        self.engines.choose(asked, state.session.line().clone(), &ai, clocks, move |chosen| {
            let command = match chosen {
                Some(text) => Command::Move { text, ply: Some(ply) },
                None => Command::Resign,
            };
            runtime.spawn(async move { games.play_for(&lane, &id, seat, command, Some(ticket)).await });
        });
    }

    /// An AI player has decided.
    pub(super) async fn play_for(
        self: &Arc<Self>,
        lane: &Lane,
        id: &str,
        seat: Seat,
        command: Command,
        ticket: Option<u64>,
    ) {
        let Err(problem) = self.try_for(lane, id, seat, command, ticket).await else { return };
        tracing::debug!(game = id, %problem, "what an AI player wanted was refused");
        // If it could not be kept, the AI player is asked again when the game comes back.
        if let Some(wait) = problem.passes_in() {
            tokio::time::sleep(wait).await;
            self.go_on(id).await;
        }
    }

    async fn try_for(
        self: &Arc<Self>,
        lane: &Lane,
        id: &str,
        seat: Seat,
        command: Command,
        ticket: Option<u64>,
    ) -> Result<(), Problem> {
        let began = Instant::now();
        let mut held = self.enter(lane, id).await?;
        let Some(state) = &mut held.state else { return Err(Problem::storage()) };
        if let Some(ticket) = ticket {
            // It may have thought about a position that is gone; then it was woken for the new one.
            if state.thinking.is_none_or(|(_, _, current)| current != ticket) {
                return Ok(());
            }
            state.thinking = None;
        }
        let is_move = matches!(command, Command::Move { .. });
        self.perform(&mut held, Some((Who::Seat(seat), command)), None).await?;
        if is_move {
            self.metrics.move_made(began.elapsed());
        }
        Ok(())
    }

    /// AI players answer what is offered to them.
    fn answer_offers(self: &Arc<Self>, inside: &mut Inside, events: &[Event]) {
        let Some(state) = &mut inside.state else { return };
        let ais = state.seats_of_kind(chatura_session::PlayerKind::is_ai);
        for event in events {
            let Event::Draw(chatura_session::Notice::Asked { of, .. }) = event else { continue };
            for seat in of.iter().copied().filter(|seat| ais.contains(seat)) {
                let (games, id) = (Arc::clone(self), state.row.id.clone());
                let runtime = tokio::runtime::Handle::current();
                let ticket = TICKETS.fetch_add(1, Ordering::Relaxed);
                let asker = state.asker();
                let lane = asker.lane();
                let asked = Asked { asker, urgency: Urgency::Watched, ticket };
                self.engines.answer_draw(asked, state.session.line().clone(), seat, move |agrees| {
                    let command = if agrees { Command::AcceptDraw } else { Command::DeclineDraw };
                    runtime.spawn(async move { games.play_for(&lane, &id, seat, command, None).await });
                });
            }
        }
    }
}
