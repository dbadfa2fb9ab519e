//! What people do in a game.

use super::extract::{By, Json, Path};
use crate::app::Shared;
use crate::games::Request;
use crate::names::check_name;
use crate::problem::Problem;
use crate::socket::Role;
use crate::token::Secret;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use chatura_session::{Command, Seat};
use serde::Deserialize;
use serde_json::json;

/// How many messages of a chat are told.
const TOLD: u32 = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    id: Option<String>,
    command: Command,
    #[serde(default, rename = "as")]
    role: Role,
}

pub async fn command(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(request): Json<CommandRequest>,
) -> Result<impl IntoResponse, Problem> {
    let request = Request { id: request.id, command: request.command, as_host: request.role == Role::Host };
    Ok(axum::Json(app.games.command(&id, &caller, request).await?))
}

pub async fn chat(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    // Whether there is such a game is known by asking for it.
    app.games.peek(&caller.lane(), &id, |_, _| ()).await?;
    let messages = app.games.chat(&id, &caller, TOLD).await?;
    Ok(axum::Json(json!({ "messages": messages })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    id: Option<String>,
    text: String,
}

pub async fn say(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(message): Json<ChatRequest>,
) -> Result<impl IntoResponse, Problem> {
    Ok((StatusCode::CREATED, axum::Json(app.games.say(&id, &caller, &message.text, message.id).await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RematchRequest {
    wanted: bool,
}

pub async fn rematch(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(request): Json<RematchRequest>,
) -> Result<impl IntoResponse, Problem> {
    Ok(axum::Json(app.games.rematch(&id, &caller, request.wanted).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    seat: Seat,
}

pub async fn invite(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(invite): Json<Invite>,
) -> Result<impl IntoResponse, Problem> {
    Ok((StatusCode::CREATED, axum::Json(app.games.invite(&id, &caller, invite.seat).await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    code: String,
    name: Option<String>,
}

pub async fn join(
    State(app): State<Shared>,
    By(caller): By,
    Json(join): Json<Join>,
) -> Result<impl IntoResponse, Problem> {
    let name = join.name.unwrap_or_else(|| caller.name().to_owned());
    check_name(&name)?;
    let code = Secret::shown(&join.code).ok_or_else(|| Problem::bad("bad-code", "this is no invitation"))?;
    Ok(axum::Json(app.games.join(&caller, &code, &name).await?))
}
