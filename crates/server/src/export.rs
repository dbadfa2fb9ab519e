//! Everything that is kept of somebody, for them to take along: one JSON object a line, made as it is taken.

use crate::app::Shared;
use crate::games::Caller;
use crate::problem::Problem;
use crate::storage::Identity;
use axum::body::Bytes;
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// How many games are looked up at once.
const PART: u32 = 50;
/// How many messages of chats are told at most.
const CHATS: u32 = 100_000;

/// What is told next.
enum Next {
    Self_,
    Definitions,
    Definition(VecDeque<String>),
    Image(VecDeque<String>),
    Studies,
    Study(VecDeque<String>),
    Chats,
    /// Games that were last changed before a time.
    Games(i64),
    Game(VecDeque<String>, i64),
    End,
}

/// The lines; what cannot be read is told in a line of its own, and the rest follows.
pub fn lines(app: Shared, identity: Identity) -> impl Stream<Item = Result<Bytes, Problem>> {
    stream::unfold((app, identity, Next::Self_), |(app, identity, next)| async move {
        let (values, next) = step(&app, &identity, next).await?;
        let mut text = String::new();
        for value in values {
            let _ = writeln!(text, "{value}");
        }
        Some((Ok(text.into()), (app, identity, next)))
    })
}

async fn step(app: &Shared, identity: &Identity, next: Next) -> Option<(Vec<Value>, Next)> {
    let told = match next {
        Next::Self_ => myself(app, identity).await.map(|value| (vec![value], Next::Definitions)),
        Next::Definitions => definitions(app, identity).await.map(|next| (Vec::new(), next)),
        Next::Definition(mut ids) => match ids.pop_front() {
            Some(id) => return Some((vec![definition(app, &id).await], Next::Definition(ids))),
            None => images(app, identity).await.map(|next| (Vec::new(), next)),
        },
        Next::Image(mut ids) => match ids.pop_front() {
            Some(id) => return Some((vec![image(app, &id).await], Next::Image(ids))),
            None => Ok((Vec::new(), Next::Studies)),
        },
        Next::Studies => studies(app, identity).await.map(|next| (Vec::new(), next)),
        Next::Study(mut ids) => match ids.pop_front() {
            Some(id) => return Some((vec![study(app, identity, &id).await], Next::Study(ids))),
            None => Ok((Vec::new(), Next::Chats)),
        },
        Next::Chats => chats(app, identity).await.map(|values| (values, Next::Games(i64::MAX))),
        Next::Games(before) => games(app, identity, before).await.map(|next| (Vec::new(), next)),
        Next::Game(mut ids, before) => match ids.pop_front() {
            Some(id) => return Some((vec![game(app, identity, &id).await], Next::Game(ids, before))),
            None => Ok((Vec::new(), Next::Games(before))),
        },
        Next::End => return None,
    };
    Some(told.unwrap_or_else(|problem| (vec![json!({ "problem": problem })], Next::End)))
}

async fn myself(app: &Shared, identity: &Identity) -> Result<Value, Problem> {
    let tokens = app.storage.tokens(&identity.id).await?;
    let blocks = app.storage.blocks(&identity.id).await?;
    let settings: Value = serde_json::from_str(&identity.settings).unwrap_or_default();
    Ok(json!({
        "identity": { "id": identity.id, "name": identity.name, "settings": settings },
        "tokens": tokens.iter().map(|token| token.created).collect::<Vec<_>>(),
        "blocks": blocks.iter().map(|block| &block.name).collect::<Vec<_>>(),
    }))
}

async fn definitions(app: &Shared, identity: &Identity) -> Result<Next, Problem> {
    let rows = app.storage.definitions_of(&identity.id).await?;
    Ok(Next::Definition(rows.into_iter().map(|row| row.id).collect()))
}

async fn definition(app: &Shared, id: &str) -> Value {
    match app.storage.definition(id).await {
        Ok(Some(row)) => {
            json!({ "definition": row.id, "file": row.file, "name": row.name, "text": row.text })
        }
        _ => json!({ "definition": id, "problem": "it cannot be read" }),
    }
}

async fn images(app: &Shared, identity: &Identity) -> Result<Next, Problem> {
    Ok(Next::Image(app.storage.images_of(&identity.id).await?.into()))
}

async fn image(app: &Shared, id: &str) -> Value {
    let url = format!("/api/images/{id}");
    match app.storage.image(id).await {
        Ok(Some(row)) => {
            let hex = row.bytes.iter().fold(String::with_capacity(2 * row.bytes.len()), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            });
            json!({ "image": id, "kind": row.kind, "url": url, "hex": hex })
        }
        _ => json!({ "image": id, "problem": "it cannot be read" }),
    }
}

async fn studies(app: &Shared, identity: &Identity) -> Result<Next, Problem> {
    let rows = app.storage.studies_of(&identity.id).await?;
    Ok(Next::Study(rows.into_iter().map(|row| row.id).collect()))
}

/// Who takes their data along.
fn caller(identity: &Identity) -> Caller {
    Caller { identity: Some((identity.id.clone(), identity.name.clone())), ..Caller::default() }
}

async fn study(app: &Shared, identity: &Identity, id: &str) -> Value {
    match app.studies.whole(&caller(identity).lane(), id).await {
        Ok(told) => told,
        Err(problem) => json!({ "study": id, "problem": problem }),
    }
}

async fn chats(app: &Shared, identity: &Identity) -> Result<Vec<Value>, Problem> {
    let said = app.storage.said_by(&identity.id, CHATS).await?;
    Ok(said.into_iter().map(|(game, row)| json!({ "chat": game, "at": row.at, "text": row.text })).collect())
}

async fn games(app: &Shared, identity: &Identity, before: i64) -> Result<Next, Problem> {
    let rows = app.storage.games_of(&identity.id, before, PART).await?;
    let Some(last) = rows.last().map(|(row, _)| row.updated) else { return Ok(Next::End) };
    Ok(Next::Game(rows.into_iter().map(|(row, _)| row.id).collect(), last))
}

async fn game(app: &Shared, identity: &Identity, id: &str) -> Value {
    match app.games.record(&caller(identity), id).await {
        Ok(record) => json!(record),
        Err(problem) => json!({ "game": id, "problem": problem }),
    }
}
