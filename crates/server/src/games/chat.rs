//! What is said at a table.

use super::commands::check_id;
use super::tell::frame;
use super::{Caller, Games, Inside};
use crate::clock::wall;
use crate::config::{CHATS_OF_PLAYER, CHATS_OF_WATCHER, CHATS_OF_WATCHERS, MAX_CHAT};
use crate::problem::Problem;
use crate::storage::{ChatRow, Write};
use serde_json::json;
use std::sync::Arc;

impl Games {
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
        let mut held = self.open(&caller.lane(), id).await?;
        let Inside { state: Some(state), watchers, .. } = &mut *held else { return Err(Problem::storage()) };
        if let Some(message) = &message
            && let Some(row) = self.storage.said(id, identity, message).await?
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
        // Everybody has a budget of their own, and those who watch leave room for those who play.
        let budget = if seat.is_some() { CHATS_OF_PLAYER } else { CHATS_OF_WATCHER };
        if self.storage.spoken(id, identity).await? >= budget {
            return Err(Problem::limit(format!(
                "you have said {budget} things here, which is as much as one can"
            )));
        }
        if seat.is_none() && number >= CHATS_OF_WATCHERS {
            return Err(Problem::limit("this game has been talked about enough by those who watch"));
        }
        if self.storage.is_muted(id, identity).await? {
            return Err(Problem::forbidden("muted", "who made this game has muted you in it"));
        }
        // They may be called otherwise since they came.
        let name = self.storage.name(identity).await?.ok_or_else(Problem::unknown)?;
        let author = Some(identity.to_owned());
        let row = ChatRow { number, seat, name, text: text.to_owned(), at: wall(), author };
        self.storage.write(Write::Chat(id.to_owned(), row.clone(), message)).await?;
        state.chats = Some(number + 1);
        let blockers = self.storage.blockers(identity).await?;
        watchers.tell_but(&frame(&json!({ "tell": "chat", "game": id, "message": row })), &blockers);
        Ok(row)
    }

    /// What was said last in a game, without those whom somebody does not want to meet.
    pub async fn chat(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        most: u32,
    ) -> Result<Vec<ChatRow>, Problem> {
        let mut messages = self.storage.chat(id, most).await?;
        if let Some((identity, _)) = &caller.identity {
            let blocks = self.storage.blocks(identity).await?;
            let is_blocked =
                |row: &ChatRow| blocks.iter().any(|block| Some(&block.id) == row.author.as_ref());
            messages.retain(|row| !is_blocked(row));
        }
        Ok(messages)
    }
}
