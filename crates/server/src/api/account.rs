//! What people do with who they are: sign out, renew what lets them in, take it to another device, take their data along, go.

use super::extract::{By, COOKIE, HOST_COOKIE, Json, Path, token_of};
use super::guard::Client;
use super::identity::{KEPT, known, told};
use crate::app::{App, Shared};
use crate::export;
use crate::games::Caller;
use crate::problem::Problem;
use crate::signed_out::SignedOut;
use crate::storage::{Revoke, TokenRow, Write};
use crate::token::{Digested, Secret};
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How often all data of somebody may be had.
const EXPORT: Duration = Duration::from_secs(60);
/// How many devices one can be signed in on; the oldest are signed out.
const MOST_TOKENS: usize = 20;

/// The header that gives a browser a secret.
pub(super) fn cookie(app: &App, secret: &Secret) -> HeaderValue {
    set_cookie(app, secret.reveal(), KEPT)
}

fn set_cookie(app: &App, value: &str, age: u32) -> HeaderValue {
    let (cookie, secure) = if app.is_encrypted() { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
    let text = format!("{cookie}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Who asks, and what they have shown for it.
async fn signed_in(app: &App, headers: &HeaderMap) -> Result<(String, Digested), Problem> {
    let secret = token_of(headers).ok_or_else(Problem::unknown)?;
    Ok((known(app, headers).await?.id, secret.digest()))
}

/// The name of a secret among those of its owner; nobody can find the secret by it.
fn public_id(token: &Digested) -> &str {
    token.text().get(..12).unwrap_or_default()
}

pub async fn tokens(State(app): State<Shared>, headers: HeaderMap) -> Result<impl IntoResponse, Problem> {
    let (id, own) = signed_in(&app, &headers).await?;
    let token = |row: TokenRow| {
        let current = row.token.matches(&own);
        json!({ "id": public_id(&row.token), "created": row.created, "current": current })
    };
    let tokens: Vec<Value> = app.storage.tokens(&id).await?.into_iter().map(token).collect();
    Ok(axum::Json(json!({ "tokens": tokens })))
}

/// Another secret in place of the one that was shown.
pub async fn rotate(State(app): State<Shared>, headers: HeaderMap) -> Result<impl IntoResponse, Problem> {
    let (id, own) = signed_in(&app, &headers).await?;
    let secret = Secret::new();
    app.storage.write(Write::Token { identity: id.clone(), token: secret.digest() }).await?;
    revoke(&app, id, Revoke::One(own)).await?;
    let body = axum::Json(json!({ "token": secret.reveal() }));
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie(&app, &secret))], body))
}

async fn revoke(app: &App, identity: String, which: Revoke) -> Result<(), Problem> {
    app.storage.write(Write::Revoke { identity: identity.clone(), which: which.clone() }).await?;
    if let Revoke::AllBut(_) = which {
        app.games.forget_seat_tokens(&identity).await;
    }
    app.signed_out.tell(match which {
        Revoke::One(token) => SignedOut { identity, only: Some(token), but: None },
        Revoke::AllBut(token) => SignedOut { identity, only: None, but: Some(token) },
    });
    Ok(())
}

/// Everything else that lets somebody in is worth nothing any more.
pub async fn revoke_others(
    State(app): State<Shared>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let (id, own) = signed_in(&app, &headers).await?;
    revoke(&app, id, Revoke::AllBut(own)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn revoke_one(
    State(app): State<Shared>,
    headers: HeaderMap,
    Path(wanted): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let (id, _) = signed_in(&app, &headers).await?;
    let tokens = app.storage.tokens(&id).await?;
    let token = tokens.into_iter().find(|row| public_id(&row.token) == wanted);
    let token = token.ok_or_else(|| Problem::missing("token"))?.token;
    revoke(&app, id, Revoke::One(token)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The secret that was shown is worth nothing any more, and the browser forgets it.
pub async fn sign_out(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Ok((id, own)) = signed_in(&app, &headers).await {
        revoke(&app, id, Revoke::One(own)).await?;
    }
    Ok(gone(&app))
}

fn gone(app: &App) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, set_cookie(app, "", 0))]).into_response()
}

/// A code by which another device becomes the same person, once and soon.
pub async fn depart(State(app): State<Shared>, By(caller): By) -> Result<impl IntoResponse, Problem> {
    let (code, left) = app.moving.begin(caller.require_identity()?);
    let body = json!({ "code": code, "expires": left.as_millis() as u64 });
    Ok((StatusCode::CREATED, axum::Json(body)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    code: String,
}

pub async fn arrive(
    State(app): State<Shared>,
    Extension(Client(client)): Extension<Client>,
    Json(arrival): Json<Arrival>,
) -> Result<impl IntoResponse, Problem> {
    if let Some(address) = client
        && !app.newcomers.allow(address)
    {
        let detail = "too many people come from your address; wait a minute";
        return Err(Problem::too_fast(detail, Duration::from_secs(60)));
    }
    let used =
        || Problem::new(StatusCode::GONE, "used", "this code was used already, is too old, or is none");
    let id = app.moving.end(&arrival.code).ok_or_else(used)?;
    let mut tokens = app.storage.tokens(&id).await?;
    let too_many = (tokens.len() + 1).saturating_sub(MOST_TOKENS);
    for old in tokens.drain(..too_many) {
        revoke(&app, id.clone(), Revoke::One(old.token)).await?;
    }
    let secret = Secret::new();
    app.storage.write(Write::Token { identity: id, token: secret.digest() }).await.map_err(|_| used())?;
    let identity = app.storage.identity(&secret.digest()).await?.ok_or_else(used)?;
    let mut body = told(&identity);
    body["token"] = secret.reveal().into();
    Ok(([(header::SET_COOKIE, cookie(&app, &secret))], axum::Json(body)))
}

/// Everything that is kept of somebody, one JSON object a line.
pub async fn data(State(app): State<Shared>, headers: HeaderMap) -> Result<impl IntoResponse, Problem> {
    let identity = known(&app, &headers).await?;
    if !app.exports.allow(identity.id.clone()) {
        return Err(Problem::too_fast("you have just been given your data; wait a minute", EXPORT));
    }
    let lines = export::lines(app, identity);
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"chatura-data.ndjson\""),
    ];
    Ok((headers, Body::from_stream(lines)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// So that nobody goes by mistake.
    sure: bool,
}

/// Forgets somebody. Their games stay, in which they are called "deleted".
pub async fn delete(
    State(app): State<Shared>,
    headers: HeaderMap,
    Json(farewell): Json<Farewell>,
) -> Result<Response, Problem> {
    let identity = known(&app, &headers).await?;
    if !farewell.sure {
        return Err(Problem::bad("bad-value", "say that you are sure: it cannot be undone"));
    }
    let id = identity.id.clone();
    app.games.forget_person(identity).await?;
    app.signed_out.tell(SignedOut { identity: id, only: None, but: None });
    Ok(gone(&app))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockRequest {
    game: String,
    seat: Option<u8>,
    message: Option<u32>,
}

pub async fn blocks(State(app): State<Shared>, By(caller): By) -> Result<impl IntoResponse, Problem> {
    let blocks = app.storage.blocks(caller.require_identity()?).await?;
    let told: Vec<Value> = blocks.into_iter().map(|row| json!({ "id": row.id, "name": row.name })).collect();
    Ok(axum::Json(json!({ "blocks": told })))
}

pub async fn block(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<BlockRequest>,
) -> Result<impl IntoResponse, Problem> {
    let by = caller.require_identity()?;
    let whom = app.games.meant(&caller, &request.game, request.seat, request.message).await?;
    not_oneself(&caller, &whom.identity)?;
    if app.storage.blocks(by).await?.len() >= MOST_BLOCKS {
        return Err(Problem::limit("you have blocked as many people as one can; unblock some first"));
    }
    app.storage.write(Write::Block { by: by.to_owned(), whom: whom.identity, on: true }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many people one can block.
const MOST_BLOCKS: usize = 500;

fn not_oneself(caller: &Caller, whom: &str) -> Result<(), Problem> {
    match caller.identity.as_ref().is_some_and(|(id, _)| id == whom) {
        true => Err(Problem::bad("bad-value", "that is you")),
        false => Ok(()),
    }
}

pub async fn unblock(
    State(app): State<Shared>,
    By(caller): By,
    Path(whom): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let by = caller.require_identity()?.to_owned();
    app.storage.write(Write::Block { by, whom, on: false }).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    game: String,
    seat: Option<u8>,
    message: Option<u32>,
    /// What is wrong, in words.
    text: String,
}

pub async fn report(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<ReportRequest>,
) -> Result<impl IntoResponse, Problem> {
    caller.require_identity()?;
    let whom = app.games.meant(&caller, &request.game, request.seat, request.message).await?;
    not_oneself(&caller, &whom.identity)?;
    app.games.report(&caller, &request.game, whom, &request.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MuteRequest {
    seat: Option<u8>,
    message: Option<u32>,
    muted: bool,
}

pub async fn mute(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Json(request): Json<MuteRequest>,
) -> Result<impl IntoResponse, Problem> {
    let whom = app.games.meant(&caller, &id, request.seat, request.message).await?;
    not_oneself(&caller, &whom.identity)?;
    app.games.mute(&id, &caller, &whom.identity, request.muted).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What people told of others, for whoever runs the server.
pub async fn reports(State(app): State<Shared>) -> Result<impl IntoResponse, Problem> {
    let reports = app.storage.reports(MOST_REPORTS).await?;
    Ok(axum::Json(json!({ "reports": reports })))
}

/// How many reports are told.
const MOST_REPORTS: u32 = 1_000;
