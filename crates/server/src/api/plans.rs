//! Conditional moves.

use super::extract::{By, Json, Path};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use chatura_session::Seat;
use serde::Deserialize;

pub async fn plans(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(app.games.plans(&id, &caller).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    seat: Seat,
    lines: Vec<Vec<String>>,
}

pub async fn plan(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(planned): Json<Planned>,
) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(app.games.plan(&id, &caller, planned.seat, planned.lines).await?))
}
