//! Another game at the same table, and what is said there.

use super::commands::check_id;
use super::load::begin;
use super::state::summarise;
use super::tell::frame;
use super::{Caller, Games, Held, Inside, State};
use crate::clock::wall;
use crate::config::{MAX_CHAT, MAX_CHATS};
use crate::problem::Problem;
use crate::storage::{Before, ChatRow, GameRow, Holder, Origin, Start, Write};
use crate::token;
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
        let mut held = self.enter(id).await?;
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
        let session = begin(&origin, &start, &game)?;
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

    /// Somebody says something. What comes again with the same id was said already.
    pub async fn say(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        text: &str,
        message: Option<String>,
    ) -> Result<ChatRow, Problem> {
        let (games, id, caller, text) = (Arc::clone(self), id.to_owned(), caller.clone(), text.to_owned());
        Games::to_the_end(async move { games.say_now(&id, &caller, &text, message).await }).await
    }

    async fn say_now(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        text: &str,
        message: Option<String>,
    ) -> Result<ChatRow, Problem> {
        let identity = caller.require_identity()?;
        message.as_deref().map_or(Ok(()), check_id)?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_CHAT {
            return Err(Problem::bad("bad-value", format!("a message has 1 to {MAX_CHAT} characters")));
        }
        if text.chars().any(char::is_control) {
            return Err(Problem::bad("bad-value", "a message is one line of plain text"));
        }
        let mut held = self.enter(id).await?;
        let Inside { state: Some(state), watchers, .. } = &mut *held else { return Err(Problem::storage()) };
        let sent = message.map(|message| (caller.author(), message));
        if let Some((author, message)) = &sent
            && let Some(row) = self.storage.said(id, author, message).await?
        {
            return Ok(row);
        }
        let number = match state.chats {
            Some(number) => number,
            None => {
                let last = self.storage.chat(id, 1).await?;
                last.last().map_or(0, |row| row.number + 1)
            }
        };
        let seat = state.seats_of(caller).first().map(|seat| seat.0);
        // Whoever only watches leaves room for those who play.
        if number >= if seat.is_some() { MAX_CHATS } else { MAX_CHATS / 2 } {
            return Err(Problem::limit("this game has been talked about enough"));
        }
        // They may be called otherwise since they came.
        let name = self.storage.name(identity).await?.unwrap_or_default();
        let row = ChatRow { number, seat, name, text: text.to_owned(), at: wall() };
        self.storage.write(Write::Chat(id.to_owned(), row.clone(), sent)).await?;
        state.chats = Some(number + 1);
        watchers.tell(&frame(&json!({ "tell": "chat", "game": id, "message": row })));
        Ok(row)
    }
}
