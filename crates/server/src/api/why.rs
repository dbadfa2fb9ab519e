//! Why a piece may not go somewhere.

use super::check::PositionRequest;
use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use chatura_rules::Position;
use chatura_rules::notation::Language;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    position: PositionRequest,
    from: String,
    to: String,
}

pub async fn why(
    State(app): State<Shared>,
    By(caller): By,
    Json(attempt): Json<Attempt>,
) -> Result<impl IntoResponse, Problem> {
    let line = attempt.position.line(&app, &caller).await?;
    let told = move || reason(line.position(), &attempt.from, &attempt.to);
    Ok(axum::Json(app.pool.run(&caller.lane(), told).await??))
}

/// Why a piece may not go from one cell to another, by their names, or come from the hand (`P@`) to a cell: a sentence
/// and the cells to blame.
pub fn reason(position: &Position, from: &str, to: &str) -> Result<Value, Problem> {
    let board = position.game().board();
    let cell = |name: &str| {
        board.cell(name).ok_or_else(|| Problem::bad("bad-value", format!("there is no cell {name}")))
    };
    let refusal = match from.strip_suffix('@') {
        Some(letter) => {
            let kind = Language::of(position.game()).type_of(letter);
            let unknown = || Problem::bad("bad-value", format!("no piece is called {letter}"));
            position.drop_refusal(kind.ok_or_else(unknown)?, cell(to)?)
        }
        None => position.refusal(cell(from)?, cell(to)?),
    };
    let cells = refusal.iter().flat_map(|refusal| &refusal.cells);
    let cells: Vec<&str> = cells.map(|cell| board.name(*cell)).collect();
    Ok(json!({ "sentence": refusal.as_ref().map(|refusal| &refusal.sentence), "cells": cells }))
}
