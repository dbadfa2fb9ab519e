//! What may be played in any position, without a game: nothing is kept.

use super::extract::{By, Json};
use super::games::attacked;
use crate::analysis::line;
use crate::app::{App, Shared};
use crate::describe;
use crate::games::{Caller, legal_moves};
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use chatura_rules::Line;
use chatura_rules::notation::format_fen;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most moves that are looked at.
const MAX_MOVES: usize = 2_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    pub game: String,
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
}

impl PositionRequest {
    /// The line of play it is about.
    pub async fn line(self, app: &App, caller: &Caller) -> Result<Line, Problem> {
        if self.moves.len() > MAX_MOVES {
            return Err(Problem::bad("bad-value", format!("at most {MAX_MOVES} moves are looked at")));
        }
        let settings: Vec<(String, String)> = self.settings.into_iter().collect();
        let game = app.library.sample(&caller.lane(), &self.game, &settings).await?;
        app.pool.run(&caller.lane(), move || line(&game, self.fen.as_deref(), &self.moves)).await?
    }
}

pub async fn check(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<PositionRequest>,
) -> Result<impl IntoResponse, Problem> {
    let line = request.line(&app, &caller).await?;
    Ok(axum::Json(app.pool.run(&caller.lane(), move || answer(&line)).await?))
}

/// What there is to know about a line of play.
fn answer(line: &Line) -> Value {
    let position = line.position();
    let game = position.game();
    let outcome = line.outcome();
    let legal = if outcome.is_some() { Vec::new() } else { legal_moves(position) };
    json!({
        "fen": format_fen(position),
        "turn": position.turn().0,
        "legal": legal,
        "check": attacked(position),
        "placement": crate::drawing::placement(position),
        "outcome": outcome.as_ref().map(|outcome| json!({
            "sentence": outcome.sentence,
            "result": outcome.result(),
            "places": outcome.places,
        })),
        "claim": line.claimable().map(|outcome| outcome.sentence),
        "moves": written(line),
        "settings": game.variables().iter().map(|v| (&v.name, &v.value)).collect::<BTreeMap<_, _>>(),
    })
}

/// The moves as they are written.
fn written(line: &Line) -> Vec<Value> {
    let mut position = line.first();
    let mut moves = Vec::new();
    for mv in line.moves() {
        moves.push(describe::written(&position, *mv));
        position.play_unchecked(*mv);
    }
    moves
}
