//! What was played in a position, and what came of it.

use super::check::PositionRequest;
use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: PositionRequest,
}

pub async fn openings(
    State(app): State<Shared>,
    By(caller): By,
    Json(asked): Json<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let definition = asked.position.game.clone();
    let line = asked.position.line(&app, &caller).await?;
    Ok(axum::Json(app.games.openings(&definition, line.position().clone()).await?))
}
