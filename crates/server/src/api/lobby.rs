//! The lobby: what is open, what can be watched, and pairing.

use super::extract::{By, Json, Path};
use crate::app::Shared;
use crate::games::Seek;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chatura_session::{Seat, TimeControls};
use serde::Deserialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Whoever looks again is told only what has changed: nothing, mostly.
pub async fn lobby(State(app): State<Shared>, headers: HeaderMap) -> Response {
    let text = serde_json::to_string(&*app.games.lobby()).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let mark = format!("W/\"{:016x}\"", hasher.finish());
    let is_known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes());
    let told = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, mark),
    ];
    match is_known {
        true => (StatusCode::NOT_MODIFIED, told).into_response(),
        false => (told, text).into_response(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeekRequest {
    game: String,
    #[serde(default)]
    clock: TimeControls,
}

pub async fn seek(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<SeekRequest>,
) -> Result<impl IntoResponse, Problem> {
    let seek = Seek { definition: request.game, clock: request.clock };
    Ok(axum::Json(app.games.seek(&caller, seek).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    seat: Option<Seat>,
}

pub async fn sit(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(sit): Json<Sit>,
) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(app.games.sit(&id, &caller, sit.seat).await?))
}
