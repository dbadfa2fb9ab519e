//! The engines of others, for whoever sits at the machine.

use super::extract::{By, Params};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The game they are to play.
    game: Option<String>,
}

/// Those that may be chosen: none for visitors, who are not told what there is.
pub async fn list(
    State(app): State<Shared>,
    By(caller): By,
    Params(asked): Params<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let mut known: Vec<_> = app.config.engines.engines().iter().filter(|_| caller.owner).collect();
    if let Some(id) = asked.game.filter(|_| !known.is_empty()) {
        let game = app.library.game(&caller.lane(), &id, &[]).await?;
        known.retain(|engine| engine.identity.plays(&game));
    }
    let engines: Vec<Value> = known
        .into_iter()
        .map(|engine| {
            json!({ "player": format!("engine:{}", engine.name), "name": engine.title(), "protocol": engine.protocol() })
        })
        .collect();
    Ok(axum::Json(json!({ "engines": engines })))
}
