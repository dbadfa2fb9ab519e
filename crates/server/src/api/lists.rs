//! Lists of games: the own, and those anyone may watch.

use super::extract::{By, Params};
use crate::app::Shared;
use crate::problem::Problem;
use crate::storage::GameRow;
use axum::extract::State;
use axum::response::IntoResponse;
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
    let mut names: HashMap<String, String> = HashMap::new();
    let mut games = Vec::with_capacity(rows.len());
    for (row, seats) in &rows {
        let definition =
            app.library.known_as(&caller.lane(), &row.origin.definition, row.rules.as_deref()).await?;
        let name = match names.get(&definition) {
            Some(name) => name.clone(),
            None => app.library.name_of(&definition).await?,
        };
        games.push(listed(row, seats, &definition, &name));
        names.insert(definition, name);
    }
    Ok(axum::Json(json!({ "games": games })))
}

fn listed(row: &GameRow, seats: &[u8], definition: &str, name: &str) -> Value {
    let summary = &row.summary;
    json!({
        "game": row.id,
        "definition": definition,
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
