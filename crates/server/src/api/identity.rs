//! Who somebody is: nobody needs to say more than a name, and not even that.

use super::account::cookie;
use super::extract::{By, Json, token_of};
use super::guard::Client;
use crate::app::Shared;
use crate::config::MAX_SETTINGS;
use crate::names::check_name;
use crate::problem::Problem;
use crate::storage::{Identity, Write};
use crate::token::{self, Secret};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a browser keeps the cookie, in seconds: as long as browsers do.
pub(super) const KEPT: u32 = 400 * 86_400;

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    name: Option<String>,
    settings: Option<Value>,
}

pub(super) fn told(identity: &Identity) -> Value {
    let settings: Value = serde_json::from_str(&identity.settings).unwrap_or_else(|_| json!({}));
    json!({ "id": identity.id, "name": identity.name, "settings": settings })
}

pub(super) async fn known(app: &crate::app::App, headers: &HeaderMap) -> Result<Identity, Problem> {
    let secret = token_of(headers).ok_or_else(Problem::unknown)?;
    app.storage.identity(&secret.digest()).await?.ok_or_else(Problem::unknown)
}

pub async fn who(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Problem> {
    // Newcomers are nobody yet, and that is no fault of theirs.
    if token_of(&headers).is_none() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(axum::Json(told(&known(&app, &headers).await?)).into_response())
}

pub async fn register(
    State(app): State<Shared>,
    By(caller): By,
    Extension(Client(client)): Extension<Client>,
    Json(profile): Json<Profile>,
) -> Result<impl IntoResponse, Problem> {
    if caller.identity.is_some() {
        let detail = "you are known already; change your name with PATCH";
        return Err(Problem::new(StatusCode::CONFLICT, "known", detail));
    }
    if let Some(address) = client
        && !app.newcomers.allow(address)
    {
        let detail = "too many people come from your address; wait a minute";
        return Err(Problem::too_fast(detail, Duration::from_secs(60)));
    }
    let secret = Secret::new();
    let (name, settings) = checked(profile)?;
    let identity = Identity {
        id: token::name(),
        name: name.unwrap_or_default(),
        settings: settings.unwrap_or_else(|| "{}".to_owned()),
    };
    app.storage.write(Write::Identity(identity.clone(), secret.digest())).await?;
    let mut body = told(&identity);
    body["token"] = secret.reveal().into();
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie(&app, &secret))], axum::Json(body)))
}

pub async fn change(
    State(app): State<Shared>,
    headers: HeaderMap,
    Json(profile): Json<Profile>,
) -> Result<impl IntoResponse, Problem> {
    let id = known(&app, &headers).await?.id;
    let (name, settings) = checked(profile)?;
    app.storage.write(Write::Profile { id, name, settings }).await?;
    Ok(axum::Json(told(&known(&app, &headers).await?)))
}

/// The name and the settings as they are kept.
fn checked(profile: Profile) -> Result<(Option<String>, Option<String>), Problem> {
    profile.name.as_deref().map_or(Ok(()), check_name)?;
    let settings = profile.settings.map(|settings| (settings.is_object(), settings.to_string()));
    match settings {
        Some((is_object, text)) if !is_object || text.len() > MAX_SETTINGS => {
            let detail = format!("settings are an object of at most {MAX_SETTINGS} bytes");
            Err(Problem::bad("bad-value", detail))
        }
        settings => Ok((profile.name, settings.map(|(_, text)| text))),
    }
}
