//! Studies: games looked at together.

use super::definitions::require_room;
use super::extract::{By, Json, Params, Path};
use crate::app::Shared;
use crate::problem::Problem;
use crate::study::{Change, NewChapter};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

/// The largest change that is read, in bytes: it may bring games that were written down.
pub const LARGEST: usize = 2 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    name: String,
    chapter: NewChapter,
}

pub async fn make(
    State(app): State<Shared>,
    By(caller): By,
    Json(new): Json<NewStudy>,
) -> Result<impl IntoResponse, Problem> {
    require_room(&app, &caller, size(&new.chapter)).await?;
    let id = app.studies.make(&caller, &new.name, new.chapter).await?;
    Ok((StatusCode::CREATED, axum::Json(json!({ "study": id }))))
}

/// How much somebody brings along, roughly.
fn size(chapter: &NewChapter) -> usize {
    chapter.pgn.as_ref().map_or(100 * (1 + chapter.steps.len()), String::len)
}

pub async fn mine(State(app): State<Shared>, By(caller): By) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(app.studies.of(&caller).await?))
}

pub async fn one(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(header::CONTENT_TYPE, "application/json")], app.studies.look(&id, &caller).await?))
}

pub async fn delete(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    app.studies.delete(&id, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn change(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(change): Json<Change>,
) -> Result<impl IntoResponse, Problem> {
    if let Change::AddChapter(chapter) = &change {
        caller.require_identity()?;
        let taken = app.sent.take(&caller.asker(), size(chapter) as f64);
        taken.map_err(|wait| {
            let detail = "you, or others from your address, have sent as much as one may in a day";
            Problem::too_fast(detail, wait)
        })?;
    }
    Ok(axum::Json(app.studies.change(&id, &caller, change).await?))
}

#[derive(Deserialize)]
pub struct Which {
    chapter: Option<u32>,
}

/// A chapter as KIF, where its moves are written as in shogi.
pub async fn kif(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(which): Params<Which>,
) -> Result<impl IntoResponse, Problem> {
    let text = app.studies.kif(&caller.lane(), &id, which.chapter).await?;
    Ok(([(header::CONTENT_TYPE, super::games::KIF)], text))
}

pub async fn pgn(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(which): Params<Which>,
) -> Result<impl IntoResponse, Problem> {
    let text = app.studies.pgn(&caller.lane(), &id, which.chapter).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], text))
}
