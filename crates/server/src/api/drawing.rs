//! What pages draw with: the board from a seat, and addresses as squares that telephones read.

use super::catalogue::CACHED;
use super::extract::{By, Json, Params, Path, settings};
use crate::app::Shared;
use crate::drawing;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use chatura_rules::Player;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

/// The longest text written as a square.
const MAX_TEXT: usize = 500;

#[derive(Deserialize)]
pub struct From {
    set: Option<String>,
    #[serde(default)]
    seat: u8,
}

pub async fn board(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(from): Params<From>,
) -> Result<impl IntoResponse, Problem> {
    let game = app.library.sample(&caller.lane(), &id, &settings(from.set.as_deref())?).await?;
    let seat = from.seat;
    if usize::from(seat) >= game.players().len() {
        return Err(Problem::bad("bad-value", format!("there is no seat {seat}")));
    }
    let drawing = app.pool.run(&caller.lane(), move || drawing::board(&game, Player(seat))).await?;
    Ok(([CACHED], axum::Json(drawing)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    text: String,
}

/// The text comes in the body: it may hold an invitation, and addresses are written into logs.
pub async fn qr(Json(written): Json<Written>) -> Result<impl IntoResponse, Problem> {
    if written.text.len() > MAX_TEXT {
        return Err(Problem::bad("bad-value", format!("at most {MAX_TEXT} bytes are written as a square")));
    }
    let code = QrCode::new(written.text.as_bytes())
        .map_err(|_| Problem::bad("bad-value", "this cannot be written as a square"))?;
    let image = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], image))
}
