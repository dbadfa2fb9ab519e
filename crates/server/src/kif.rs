//! Games that come and go as KIF, the text in which shogi is kept.

use crate::fair::Lane;
use crate::library::Library;
use crate::problem::Problem;
use crate::worker_pool::WorkerPool;
use axum::http::StatusCode;
use chatura_define::catalogue;
use chatura_rules::Game;
use chatura_rules::notation::{kif, pgn};
use std::sync::Arc;

fn bad(detail: &dyn std::fmt::Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-pgn", detail.to_string())
}

/// A text with games as PGN: as it is, or made from KIF.
pub async fn as_pgn(
    text: String,
    library: &Library,
    pool: &WorkerPool,
    lane: &Lane,
) -> Result<String, Problem> {
    if !kif::is_kif(&text) {
        return Ok(text);
    }
    let named = kif::variant(&text);
    let known = pgn::spellings(&named).into_iter().find(|name| catalogue::find(name).is_some());
    let game = library.sample(lane, &library.canonical(&known.unwrap_or(named)), &[]).await?;
    let read = move || kif::read(&game, &text).map(|pgn| pgn.to_string());
    pool.run_slow(lane, read).await?.map_err(|error| bad(&error))
}

/// The first game of a PGN text as KIF, by the rules it was played by.
pub fn of_pgn(text: &str, game: &Arc<Game>) -> Result<String, Problem> {
    let pgn = pgn::games(text)
        .next()
        .ok_or_else(|| bad(&"there is no game in it"))?
        .map_err(|error| bad(&error))?;
    kif::write(game, &pgn).map_err(|error| bad(&error))
}
