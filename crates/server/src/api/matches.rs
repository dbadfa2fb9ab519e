//! Matches between engines, to be watched and looked at: by everybody where a match is served, else by the owner alone.

use super::extract::{By, Params, Path};
use crate::app::Shared;
use crate::games::{Caller, not_owner};
use crate::matches::Opened;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long somebody waits for something new before being told that there is nothing.
const PATIENCE: Duration = Duration::from_secs(8);
/// How many games are told at once, unless fewer are asked for.
const GAMES: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The version that is known.
    #[serde(default)]
    since: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Most {
    /// How many are told at most.
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// Only those that were finished before so many were.
    before: Option<usize>,
}

/// Whether somebody may see what there is.
fn may_look(app: &Shared, caller: &Caller) -> bool {
    caller.owner || app.matches.feed().is_some()
}

async fn found(app: &Shared, caller: &Caller, id: &str) -> Result<Arc<Opened>, Problem> {
    if !may_look(app, caller) {
        return Err(not_owner());
    }
    app.matches.find(&caller.lane(), id, &app.library, &app.pool).await
}

fn is_played(app: &Shared, id: &str) -> bool {
    app.matches.feed_of(id).is_some_and(|feed| feed.is_played())
}

/// What there is; nothing for visitors, who are not told.
pub async fn list(
    State(app): State<Shared>,
    By(caller): By,
    Params(asked): Params<Most>,
) -> Result<impl IntoResponse, Problem> {
    let matches = match may_look(&app, &caller) {
        true => app.matches.list(&caller.lane(), asked.limit, &app.pool).await?,
        false => Vec::new(),
    };
    Ok(axum::Json(json!({ "matches": matches })))
}

/// A match with its game and its table.
pub async fn one(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let opened = found(&app, &caller, &id).await?;
    let played = is_played(&app, &id);
    Ok(axum::Json(app.pool.run(&caller.lane(), move || opened.document(played)).await?))
}

/// Its finished games, some at a time.
pub async fn games(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(asked): Params<Before>,
) -> Result<impl IntoResponse, Problem> {
    let opened = found(&app, &caller, &id).await?;
    Ok(axum::Json(opened.games(asked.before, GAMES)))
}

/// A finished game, move by move.
pub async fn game(
    State(app): State<Shared>,
    By(caller): By,
    Path((id, number)): Path<(String, u32)>,
) -> Result<impl IntoResponse, Problem> {
    let opened = found(&app, &caller, &id).await?;
    Ok(axum::Json(app.pool.run(&caller.lane(), move || opened.game(number)).await??))
}

/// All of its games.
pub async fn pgn(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let opened = found(&app, &caller, &id).await?;
    let text = app.pool.run(&caller.lane(), move || opened.pgn(None)).await??;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text))
}

/// One of its games.
pub async fn game_pgn(
    State(app): State<Shared>,
    By(caller): By,
    Path((id, number)): Path<(String, u32)>,
) -> Result<impl IntoResponse, Problem> {
    let opened = found(&app, &caller, &id).await?;
    let text = app.pool.run(&caller.lane(), move || opened.pgn(Some(number))).await??;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text))
}

/// The boards of a match that is played, as soon as there is something new.
pub async fn live(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(asked): Params<Since>,
) -> Result<impl IntoResponse, Problem> {
    if !may_look(&app, &caller) {
        return Err(not_owner());
    }
    let Some(feed) = app.matches.feed_of(&id).map(Arc::clone) else {
        // It is over, and nothing will change.
        let opened = found(&app, &caller, &id).await?;
        let (standings, games) = opened.standings();
        let told =
            json!({ "version": 0, "live": false, "games": games, "standings": standings, "tables": [] });
        return Ok(axum::Json(told));
    };
    let version = tokio::select! {
        version = feed.newer(asked.since, PATIENCE) => version,
        () = app.stopped() => asked.since,
    };
    let opened = found(&app, &caller, &id).await?;
    let (standings, games) = opened.standings();
    let told = json!({
        "version": version,
        "live": feed.is_played(),
        "games": games,
        "standings": standings,
        "tables": feed.tables(),
    });
    Ok(axum::Json(told))
}
