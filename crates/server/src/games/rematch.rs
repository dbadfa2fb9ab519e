//! Another game at the same table.

use super::load::begin;
use super::state::summarise;
use super::tell::frame;
use super::{Caller, Games, Held, Inside, State};
use crate::clock::wall;
use crate::problem::Problem;
use crate::storage::{Before, GameRow, Holder, Origin, Start, Write};
use crate::token;
use crate::worker_pool::by;
use axum::http::StatusCode;
use chatura_session::{Occupant, Phase, Seat};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// How a request for a rematch stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rematch {
    /// Who has asked for it.
    pub asked: Vec<Seat>,
    /// Who has not yet.
    pub missing: Vec<Seat>,
    /// The next game of the match, once everybody has.
    pub next: Option<String>,
}

impl Games {
    /// Somebody asks for another game, or no longer does; it begins when every person asks.
    pub async fn rematch(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        wanted: bool,
    ) -> Result<Rematch, Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.rematch_now(&id, &caller, wanted).await }).await
    }

    async fn rematch_now(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        wanted: bool,
    ) -> Result<Rematch, Problem> {
        let mut held = self.enter(&caller.lane(), id).await?;
        let Inside { state: Some(state), .. } = &mut *held else { return Err(Problem::storage()) };
        let own = state.seats_of(caller);
        if own.is_empty() {
            return Err(Problem::forbidden("not-seated", "you hold no seat in this game"));
        }
        if state.session.phase() != Phase::Over {
            return Err(Problem::new(StatusCode::CONFLICT, "not-over", "the game is not over"));
        }
        if wanted {
            state.require_start(caller)?;
        }
        state.rematch.retain(|seat| !own.contains(seat));
        if wanted {
            state.rematch.extend(&own);
        }
        let persons = state.persons();
        let missing: Vec<Seat> = persons.into_iter().filter(|seat| !state.rematch.contains(seat)).collect();
        let asked = state.rematch.clone();
        if wanted && missing.is_empty() && state.next.is_none() {
            self.begin_next(&mut held).await?;
        }
        let Inside { state: Some(state), watchers, .. } = &mut *held else { return Err(Problem::storage()) };
        let answer = Rematch { asked, missing, next: state.next.clone() };
        watchers.tell(&frame(&json!({ "tell": "rematch", "game": id, "rematch": answer })));
        Ok(answer)
    }

    /// Begins the next game of a match: everybody one seat on, with the score so far. The one before stays as it is.
    async fn begin_next(self: &Arc<Self>, held: &mut Held) -> Result<(), Problem> {
        let hand = held.hand.clone();
        let Some(state) = &mut held.state else { return Err(Problem::storage()) };
        let row = &state.row;
        let (_, start, _) = self.storage.game(&row.id).await?.ok_or_else(|| Problem::missing("game"))?;
        let start = match start {
            Start::Pgn(_) => Start::Fen(state.session.view(self.now()).start),
            start => start,
        };
        let mut seats: Vec<Occupant> =
            state.session.seats().into_iter().map(|seat| Occupant::new(seat.name, seat.kind)).collect();
        let mut scores = state.session.scores();
        // An invitation is to the game it was made for.
        let mut holders: Vec<Holder> =
            state.holders.iter().map(|holder| Holder { invitation: None, ..holder.clone() }).collect();
        seats.rotate_right(1);
        scores.rotate_right(1);
        holders.rotate_right(1);
        let before = Before { game: row.id.clone(), count: state.session.number(), scores };
        let origin = Origin { seats, at: self.now(), before: Some(before), ..row.origin.clone() };
        // A match goes on under the rules it was begun with.
        let game = Arc::clone(state.session.position().game());
        let reaches = self.library.reaches(&game);
        let work = move || begin(&origin, &start, &game).map(|session| (session, origin, start));
        let (session, origin, start) = by(hand.as_ref(), work).await??;
        let (id, now) = (token::name(), wall());
        let summary = summarise(&session);
        let next = GameRow {
            id: id.clone(),
            origin,
            creator: row.creator.clone(),
            public: row.public,
            created: now,
            updated: now,
            summary,
            rules: row.rules.clone(),
        };
        let definition = state.definition.clone();
        self.keep_new(State::new(next, definition, session, holders, reaches), start, None, None).await?;
        state.next = Some(id);
        let write = Write::Append {
            game: state.row.id.clone(),
            entries: Vec::new(),
            summary: state.summary(),
            updated: wall(),
            holders: None,
        };
        Ok(self.storage.write(write).await?)
    }
}
