//! Who keeps a game waiting, and what the others may claim then.

use super::extract::{By, Json, Path};
use crate::app::Shared;
use crate::games::Claim;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

pub async fn away(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(json!({ "away": app.games.away(&caller, &id).await?, "now": app.games.now() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRequest {
    claim: Claim,
}

pub async fn claim(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(request): Json<ClaimRequest>,
) -> Result<impl IntoResponse, Problem> {
    app.games.claim(&id, &caller, request.claim).await?;
    Ok(StatusCode::NO_CONTENT)
}
