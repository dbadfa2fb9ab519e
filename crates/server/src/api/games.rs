//! Games: made, looked at, in and out as PGN.

use super::definitions::require_room;
use super::extract::{By, Json, Params, Path};
use crate::app::Shared;
use crate::games::{Caller, NewGame, SeatRequest, State as Table, UNPLAYABLE, Watching, legal_moves};
use crate::kif;
use crate::names::{self, check_name};
use crate::problem::Problem;
use crate::storage::Start;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use chatura_define::catalogue;
use chatura_rules::notation::{format_fen, pgn as notation};
use chatura_rules::{Player, Position};
use chatura_session::{Day, TimeControls, UndoPolicy};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is written as JSON where nobody else waits for it.
const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];
/// The longest FEN.
const MAX_FEN: usize = 4_096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    game: String,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    seats: Vec<SeatRequest>,
    #[serde(default)]
    clock: TimeControls,
    fen: Option<String>,
    undo: Option<UndoPolicy>,
    #[serde(default)]
    public: bool,
}

pub async fn make(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<NewGameRequest>,
) -> Result<impl IntoResponse, Problem> {
    if request.fen.as_ref().is_some_and(|fen| fen.len() > MAX_FEN) {
        return Err(Problem::bad("bad-start", format!("a FEN has at most {MAX_FEN} bytes")));
    }
    for seat in &request.seats {
        if let SeatRequest::Person { name } | SeatRequest::NamedAi { name, .. } = seat {
            check_name(name)?;
        }
    }
    let made = app.games.make(
        &caller,
        NewGame {
            definition: request.game,
            settings: request.settings.into_iter().collect(),
            start: request.fen.map_or(Start::Array, Start::Fen),
            clocks: request.clock,
            undo: request.undo,
            seats: request.seats,
            public: request.public,
        },
    );
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Import {
    pgn: String,
    /// The definition, if the PGN does not name it.
    game: Option<String>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    public: bool,
}

pub async fn import(
    State(app): State<Shared>,
    By(caller): By,
    Json(import): Json<Import>,
) -> Result<impl IntoResponse, Problem> {
    if import.pgn.len() > app.config.limits.pgn {
        return Err(super::guard::too_large());
    }
    require_room(&app, &caller, import.pgn.len()).await?;
    let text = kif::as_pgn(import.pgn, &app.library, &app.pool, &caller.lane()).await?;
    let read = move || {
        let text = names::seen_tags(&text);
        variant(&text).map(|named| (text, named))
    };
    let (text, named) = app.pool.run_slow(&caller.lane(), read).await??;
    let made = app.games.make(
        &caller,
        NewGame {
            definition: import.game.unwrap_or(named),
            settings: import.settings.into_iter().collect(),
            start: Start::Pgn(text),
            seats: Vec::new(),
            clocks: TimeControls::default(),
            undo: None,
            public: import.public,
        },
    );
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

/// The definition by which a game was played that is written down.
fn variant(text: &str) -> Result<String, Problem> {
    let bad = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-pgn", detail);
    let first = notation::games(text).next().ok_or_else(|| bad("there is no game in it".into()))?;
    let first = first.map_err(|error| bad(error.to_string()))?;
    let told = first.tag("Variant").unwrap_or("chess");
    let known = notation::spellings(told).into_iter().find(|name| catalogue::find(name).is_some());
    Ok(known.unwrap_or_else(|| told.to_owned()))
}

pub async fn one(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let (games, by) = (Arc::clone(&app.games), caller.clone());
    let told = ask(&app, &caller, &id, move |state, watching| {
        // Loading it may have taken a while.
        let mut told = state.full(games.now(), &state.seats_of(&by));
        told["presence"] = json!(watching.presence());
        told["keeper"] = state.is_kept_by(&by).into();
        told.to_string()
    });
    Ok((JSON, told.await?))
}

/// What comes of asking somebody's question of a game. One of a game that is long counts as several.
async fn ask<T: Send + 'static>(
    app: &Shared,
    caller: &Caller,
    id: &str,
    question: impl FnOnce(&Table, &Watching<'_>) -> T + Send + 'static,
) -> Result<T, Problem> {
    app.lend(caller, app.games.length(caller, id).await?)?;
    app.games.ask(caller, id, question).await
}

pub async fn position(
    State(app): State<Shared>,
    By(caller): By,
    Path((id, ply)): Path<(String, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let position = ask(&app, &caller, &id, move |state, _| state.session.position_at(ply)).await?;
    let position = position.ok_or_else(|| Problem::missing("ply"))?;
    let told = move || {
        json!({
            "ply": ply,
            "fen": format_fen(&position),
            "turn": position.turn().0,
            "placement": crate::drawing::placement(&position),
            "check": attacked(&position),
            "legal": legal_moves(&position),
            "outcome": position.outcome().map(|outcome| outcome.sentence),
        })
    };
    Ok(axum::Json(app.pool.run(&caller.lane(), told).await?))
}

/// The cells of royal pieces that are attacked.
pub fn attacked(position: &Position) -> Vec<String> {
    let game = position.game();
    let players = (0..game.players().len()).map(|seat| Player(seat as u8));
    let cells = players.flat_map(|player| position.attacked_royals(player));
    cells.map(|cell| game.board().name(cell).to_owned()).collect()
}

#[derive(Deserialize)]
pub struct Since {
    since: u64,
}

pub async fn events(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(from): Params<Since>,
) -> Result<impl IntoResponse, Problem> {
    let missed = app.games.peek(&caller.lane(), &id, |state, _| state.since(from.since)).await?;
    let gone = || {
        Problem::new(StatusCode::GONE, "resync", "these events are no longer known; ask for the game itself")
    };
    let events = missed.ok_or_else(gone)?;
    let events: Vec<Value> =
        events.iter().filter_map(|frame| serde_json::from_str(frame.as_str()).ok()).collect();
    Ok(axum::Json(json!({ "events": events })))
}

/// What a file of shogi is; programs know it by its ending.
pub const KIF: &str = "text/plain; charset=utf-8";

pub async fn pgn(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let day = |created: i64| Day::after_1970(created.div_euclid(86_400_000)).to_string();
    let written = move |state: &Table, _: &Watching<'_>| {
        let tags = [("Date".to_owned(), day(state.row.created))];
        state.session.pgn(&tags).to_string()
    };
    let text = match ask(&app, &caller, &id, written).await {
        Ok(text) => text,
        Err(problem) if problem.code == UNPLAYABLE => {
            let record = app.games.record(&caller, &id).await?;
            record.pgn(day(record.created)).to_string()
        }
        Err(problem) => return Err(problem),
    };
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text))
}

/// The game as KIF, where its moves are written as in shogi.
pub async fn kif(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let day = |created: i64| Day::after_1970(created.div_euclid(86_400_000)).to_string();
    let written = move |state: &Table, _: &Watching<'_>| {
        let tags = [("Date".to_owned(), day(state.row.created))];
        (state.session.pgn(&tags).to_string(), Arc::clone(state.session.position().game()))
    };
    let (pgn, game) = ask(&app, &caller, &id, written).await?;
    let text = app.pool.run_slow(&caller.lane(), move || kif::of_pgn(&pgn, &game)).await??;
    Ok(([(header::CONTENT_TYPE, KIF)], text))
}

/// What happened in a game, also if it cannot be continued.
pub async fn record(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    // Of one that cannot be continued nobody knows how long it is.
    app.lend(&caller, app.games.length(&caller, &id).await.unwrap_or(0))?;
    Ok(axum::Json(app.games.record(&caller, &id).await?))
}

/// Every move that is kept, with what was tried besides and what was said of it.
pub async fn tree(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let told = |state: &Table, _: &Watching<'_>| json!({ "moves": state.session.tree() }).to_string();
    Ok((JSON, ask(&app, &caller, &id, told).await?))
}

pub async fn premoves(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let by = caller.clone();
    let found = app.games.ask(&caller, &id, move |state, _| {
        let told = state.premoves(&state.seats_of(&by));
        told.to_string()
    });
    Ok((JSON, found.await?))
}
