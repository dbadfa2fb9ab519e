//! What attacks a cell.

use super::check::PositionRequest;
use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use chatura_rules::{Cell, NEUTRAL, Position};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: PositionRequest,
    cell: String,
}

pub async fn attackers(
    State(app): State<Shared>,
    By(caller): By,
    Json(asked): Json<Asked>,
) -> Result<impl IntoResponse, Problem> {
    let line = asked.position.line(&app, &caller).await?;
    Ok(axum::Json(app.pool.run(&caller.lane(), move || told(line.position(), &asked.cell)).await??))
}

fn told(position: &Position, name: &str) -> Result<Value, Problem> {
    let cell = position.game().board().cell(name);
    let cell = cell.ok_or_else(|| Problem::bad("bad-value", format!("there is no cell {name}")))?;
    let attackers: Vec<Value> =
        position.attackers(cell).into_iter().filter_map(|from| piece(position, from)).collect();
    Ok(json!({ "cell": name, "piece": piece(position, cell), "attackers": attackers }))
}

/// A piece and where it stands.
fn piece(position: &Position, cell: Cell) -> Option<Value> {
    let (game, piece) = (position.game(), position.piece(cell));
    let owner = (piece.owner() != NEUTRAL).then(|| piece.owner().0);
    let kind = piece.is_some().then(|| &game.types()[piece.kind().index()].name)?;
    Some(json!({ "cell": game.board().name(cell), "owner": owner, "piece": kind }))
}
