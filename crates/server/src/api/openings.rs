//! What was played in a position, and what came of it: in games that were finished here, or in somebody's own.

use super::check::PositionRequest;
use super::definitions::require_room;
use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: PositionRequest,
    /// Only in one's own games.
    #[serde(default)]
    own: bool,
}

pub async fn openings(
    State(app): State<Shared>,
    By(caller): By,
    Json(asked): Json<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let definition = asked.position.game.clone();
    let of = asked.own.then(|| caller.require_identity()).transpose()?;
    let line = asked.position.line(&app, &caller).await?;
    Ok(axum::Json(app.games.openings(&caller.lane(), &definition, line.position().clone(), of).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    game: String,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    pgn: String,
}

/// Counts somebody's own games.
pub async fn bring(
    State(app): State<Shared>,
    By(caller): By,
    Json(brought): Json<Brought>,
) -> Result<impl IntoResponse, Problem> {
    let identity = caller.require_identity()?;
    require_room(&app, &caller, brought.pgn.len()).await?;
    let settings: Vec<_> = brought.settings.into_iter().collect();
    Ok(axum::Json(
        app.games.count_games(&caller.lane(), &brought.game, &settings, brought.pgn, Some(identity)).await?,
    ))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    game: String,
}

/// Forgets them.
pub async fn forget(
    State(app): State<Shared>,
    By(caller): By,
    Json(which): Json<Which>,
) -> Result<impl IntoResponse, Problem> {
    app.games.forget_openings(&caller.lane(), &which.game, caller.require_identity()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
