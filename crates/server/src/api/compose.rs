//! A position put together by hand: some cells of another are changed.

use super::check::PositionRequest;
use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use chatura_rules::notation::format_fen;
use chatura_rules::{Cell, Game, NEUTRAL, Piece, PieceType, Player, Position, Setup};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    position: PositionRequest,
    /// What is to stand on which cell: the seat of its owner, if any, and its letter.
    cells: BTreeMap<String, Option<(Option<u8>, String)>>,
    turn: Option<u8>,
}

pub async fn compose(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<ComposeRequest>,
) -> Result<impl IntoResponse, Problem> {
    let line = request.position.line(&app, &caller).await?;
    let fen = move || composed(line.position(), &request.cells, request.turn);
    Ok(axum::Json(json!({ "fen": app.pool.run(&caller.lane(), fen).await?? })))
}

/// The position, as FEN, in which other things stand on some cells.
fn composed(
    before: &Position,
    cells: &BTreeMap<String, Option<(Option<u8>, String)>>,
    turn: Option<u8>,
) -> Result<String, Problem> {
    let game = before.game();
    let mut setup = before.setup();
    for (name, piece) in cells {
        let cell = game.board().cell(name).ok_or_else(|| bad(format!("there is no cell {name}")))?;
        setup.cells[cell.index()] = match piece {
            Some((owner, letter)) => made(game, *owner, letter)?,
            None => Piece::NONE,
        };
    }
    if let Some(turn) = turn {
        require_seat(game, turn)?;
        setup.turn = Some(Player(turn));
    }
    // What was allowed before may be impossible now: then it is no longer allowed.
    let position = Position::new(game, &setup).or_else(|_| Position::new(game, &plain(setup)));
    let position = position
        .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-start", error.to_string()))?;
    Ok(format_fen(&position))
}

fn bad(detail: String) -> Problem {
    Problem::bad("bad-value", detail)
}

fn require_seat(game: &Game, seat: u8) -> Result<(), Problem> {
    match usize::from(seat) < game.players().len() {
        true => Ok(()),
        false => Err(bad(format!("there is no seat {seat}"))),
    }
}

fn made(game: &Game, owner: Option<u8>, letter: &str) -> Result<Piece, Problem> {
    owner.map_or(Ok(()), |seat| require_seat(game, seat))?;
    let kind = game.types().iter().position(|info| info.letter == letter);
    let kind = kind.ok_or_else(|| bad(format!("there is no piece {letter}")))?;
    Ok(Piece::new(owner.map_or(NEUTRAL, Player), PieceType(kind as u8)))
}

/// Without rights that depend on what happened before.
fn plain(setup: Setup) -> Setup {
    Setup { castling: Vec::new(), gates: Vec::new(), en_passant: Vec::<Cell>::new(), unmoved: None, ..setup }
}
