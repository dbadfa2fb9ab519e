//! Why a piece may not go somewhere.

use super::check::Question;
use super::extract::Json;
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    position: Question,
    from: String,
    to: String,
}

pub async fn why(
    State(app): State<Shared>,
    Json(attempt): Json<Attempt>,
) -> Result<impl IntoResponse, Problem> {
    let line = attempt.position.line(&app).await?;
    let board = line.position().game().board();
    let cell = |name: &str| {
        board.cell(name).ok_or_else(|| Problem::bad("bad-value", format!("there is no cell {name}")))
    };
    let (from, to) = (cell(&attempt.from)?, cell(&attempt.to)?);
    Ok(axum::Json(json!({ "sentence": line.position().refusal(from, to) })))
}
