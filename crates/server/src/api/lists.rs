//! Lists of games: the own, and those anyone may watch.

use super::extract::{By, Params};
use crate::app::{App, Shared};
use crate::problem::Problem;
use crate::storage::GameRow;
use axum::extract::State;
use axum::response::IntoResponse;
use chatura_define::catalogue;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many games a list has at most.
const LISTED: u32 = 100;

#[derive(Deserialize)]
pub struct Which {
    of: Option<String>,
    before: Option<i64>,
    limit: Option<u32>,
}

pub async fn list(
    State(app): State<Shared>,
    By(caller): By,
    Params(which): Params<Which>,
) -> Result<impl IntoResponse, Problem> {
    let (before, limit) = (which.before.unwrap_or(i64::MAX), which.limit.unwrap_or(LISTED).clamp(1, LISTED));
    let rows: Vec<(GameRow, Vec<u8>)> = match which.of.as_deref() {
        None | Some("me") => app.storage.games_of(caller.require_identity()?, before, limit).await?,
        Some("public") => {
            let all = app.storage.public_games(before, limit).await?;
            all.into_iter().map(|row| (row, Vec::new())).collect()
        }
        Some(_) => return Err(Problem::bad("bad-query", "of is \"me\" or \"public\"")),
    };
    let mut names = HashMap::new();
    for (row, _) in &rows {
        let definition = &row.origin.definition;
        if !names.contains_key(definition) {
            names.insert(definition.clone(), name_of(&app, definition).await?);
        }
    }
    let games: Vec<Value> =
        rows.iter().map(|(row, seats)| listed(row, seats, &names[&row.origin.definition])).collect();
    Ok(axum::Json(json!({ "games": games })))
}

/// What people call a game, whether it is in the catalogue or somebody sent it.
pub async fn name_of(app: &App, definition: &str) -> Result<String, Problem> {
    if let Some(entry) = catalogue::find(definition) {
        return Ok(entry.about.name.clone());
    }
    let sent = app.storage.definition(definition).await?;
    Ok(sent.map_or_else(|| definition.to_owned(), |row| row.name))
}

fn listed(row: &GameRow, seats: &[u8], name: &str) -> Value {
    let summary = &row.summary;
    json!({
        "game": row.id,
        "definition": row.origin.definition,
        "name": name,
        "settings": row.origin.settings,
        "public": row.public,
        "created": row.created,
        "updated": row.updated,
        "seats": seats,
        "phase": summary.phase,
        "number": summary.number,
        "ply": summary.ply,
        "turn": summary.turn,
        "fen": summary.fen,
        "names": summary.names,
        "kinds": summary.kinds,
        "result": summary.result,
        "ended": summary.ended,
        "deadline": summary.deadline,
        "previous": row.origin.before.as_ref().map(|before| &before.game),
        "next": summary.next,
    })
}
