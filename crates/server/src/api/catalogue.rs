//! What can be played.

use super::extract::{By, Params, Path, settings};
use crate::analysis::line;
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use chatura_define::card::card;
use chatura_define::catalogue::{self, Entry, tags};
use chatura_rules::Player;
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest search that is looked at.
const MAX_WORDS: usize = 200;
/// What does not change while the program runs may be kept for a while.
pub const CACHED: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=3600");

#[derive(Deserialize)]
pub struct Filter {
    #[serde(default)]
    search: String,
    tag: Option<String>,
    players: Option<usize>,
}

pub async fn list(Params(filter): Params<Filter>) -> Result<impl IntoResponse, Problem> {
    if filter.search.len() > MAX_WORDS {
        return Err(Problem::bad("bad-query", format!("a search has at most {MAX_WORDS} bytes")));
    }
    let fits = |entry: &&Entry| {
        let tagged = |tag: &String| entry.about.tags.iter().any(|known| known.eq_ignore_ascii_case(tag));
        filter.tag.as_ref().is_none_or(tagged)
            && filter.players.is_none_or(|players| players == entry.players)
    };
    let games: Vec<Value> = catalogue::search(&filter.search).into_iter().filter(fits).map(card).collect();
    Ok(([CACHED], axum::Json(json!({ "games": games, "tags": tags() }))))
}

#[derive(Deserialize)]
pub struct Chosen {
    set: Option<String>,
}

pub async fn one(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(chosen): Params<Chosen>,
) -> Result<impl IntoResponse, Problem> {
    let document = app.library.document(&caller.lane(), &id, &settings(chosen.set.as_deref())?).await?;
    Ok(([(header::CONTENT_TYPE, "application/json"), CACHED], document.to_string()))
}

pub async fn definition(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let (text, file) = app.library.text(&id).await?;
    Ok(axum::Json(json!({ "file": file, "text": text })))
}

#[derive(Deserialize)]
pub struct Picture {
    set: Option<String>,
    fen: Option<String>,
    seat: Option<u8>,
    names: Option<bool>,
}

pub async fn board(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(picture): Params<Picture>,
) -> Result<impl IntoResponse, Problem> {
    let game = app.library.sample(&caller.lane(), &id, &settings(picture.set.as_deref())?).await?;
    let seat = picture.seat.unwrap_or(0);
    if usize::from(seat) >= game.players().len() {
        return Err(Problem::bad("bad-value", format!("there is no seat {seat}")));
    }
    let names = picture.names.unwrap_or(true);
    let options =
        chatura_draw::SvgOptions { seat: Player(seat), names, ..chatura_draw::SvgOptions::default() };
    let drawn = move || {
        let line = line(&game, picture.fen.as_deref(), &[])?;
        Ok::<_, Problem>(chatura_draw::svg(line.position(), &options))
    };
    let svg = app.pool.run(&caller.lane(), drawn).await??;
    // The picture is a document of its own if it is opened alone: it may do nothing then.
    let kind = (header::CONTENT_TYPE, "image/svg+xml");
    let policy = (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'");
    Ok(([kind, policy, CACHED], svg))
}

pub async fn levels() -> impl IntoResponse {
    let level = |level: chatura_search::Level| json!({ "level": level.number(), "kind": format!("ai:{}", level.number()), "name": level.name(), "elo": level.elo() });
    let levels: Vec<Value> = chatura_search::Level::all().map(level).collect();
    let (usual, threads) = (chatura_search::Level::DEFAULT.number(), crate::analysis::most_threads());
    ([CACHED], axum::Json(json!({ "levels": levels, "usual": usual, "threads": threads })))
}

pub async fn clocks() -> impl IntoResponse {
    let clock = |clock: &chatura_session::Preset| json!({ "name": clock.name, "notation": clock.notation, "description": clock.description });
    let clocks: Vec<Value> = chatura_session::PRESETS.iter().map(clock).collect();
    ([CACHED], axum::Json(json!({ "clocks": clocks })))
}
