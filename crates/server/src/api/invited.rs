//! What an invitation is to, for who has not taken it yet.

use super::extract::{By, Json};
use crate::app::Shared;
use crate::problem::Problem;
use crate::token::Secret;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    code: String,
}

pub async fn look(
    State(app): State<Shared>,
    By(caller): By,
    Json(look): Json<Look>,
) -> Result<impl IntoResponse, Problem> {
    let used = || Problem::new(StatusCode::GONE, "used", "this invitation was used already, or is none");
    let code = Secret::shown(&look.code).ok_or_else(|| Problem::bad("bad-code", "this is no invitation"))?;
    let digest = code.digest();
    let id = app.storage.invitation(&digest).await?.ok_or_else(used)?;
    let lane = caller.lane();
    let told = app.games.peek(&lane, &id, |state, _| {
        let view = state.session.view(app.games.now());
        let invites = |holder: &crate::storage::Holder| {
            holder.invitation.as_ref().is_some_and(|known| known.matches(&digest))
        };
        let seat = state.holders.iter().position(invites)?;
        let told = json!({
            "game": id,
            "definition": state.definition,
            "settings": state.row.origin.settings,
            "seat": seat,
            "colour": view.seats[seat].colour,
            "seats": view.seats,
            "clock": view.terms.clocks,
            "fen": view.fen,
        });
        Some((told, state.row.creator.clone()))
    });
    let (mut told, creator) = told.await?.ok_or_else(used)?;
    told["by"] = app.storage.name(&creator).await?.unwrap_or_default().into();
    told["name"] = app.library.name_of(told["definition"].as_str().unwrap_or_default()).await?.into();
    Ok(axum::Json(told))
}
