//! Definitions and images people send.

use super::extract::{By, Json, Path, Raw};
use super::guard::too_large;
use crate::app::{App, Shared};
use crate::clock::wall;
use crate::games::Caller;
use crate::names;
use crate::problem::{Location, Problem};
use crate::storage::{DefinitionRow, Full, ImageRow, StorageError, Write};
use crate::{describe, image as images, rules, token};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use chatura_define::form::ENDINGS;
use chatura_rules::Game;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// That an image was looked at is noted this seldom, in milliseconds.
const SELDOM: i64 = 86_400_000;
/// The longest name of a file.
const MAX_FILE: usize = 80;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
    /// The name of the file, which tells its form: `.toml`, `.ini`, `.txt` or `.xml`.
    file: Option<String>,
}

impl Text {
    fn checked(self, limit: usize) -> Result<(String, String), Problem> {
        if self.text.len() > limit {
            return Err(too_large());
        }
        let file = self.file.unwrap_or_else(|| "game.toml".to_owned());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        let ends = ENDINGS.iter().any(|ending| file.ends_with(ending));
        match file.len() <= MAX_FILE && ends && !file.starts_with('.') && file.chars().all(plain) {
            true => Ok((self.text, file)),
            false => Err(Problem::bad(
                "bad-file",
                "a file has a plain name that ends in .toml, .ini, .txt or .xml",
            )),
        }
    }
}

/// The game that a text makes, in the time of the processor of whoever shows it.
async fn tried(app: &App, caller: &Caller, text: String, file: String) -> Result<Arc<Game>, Problem> {
    let asker = caller.asker();
    if let Some(wait) = app.processor.wait(&asker) {
        return Err(Problem::had_enough(wait));
    }
    let processor = Arc::clone(&app.processor);
    let took = move |time: Duration| processor.charge(&asker, time.as_secs_f64());
    app.library.check(&caller.lane(), text, file, took).await
}

pub async fn check(
    State(app): State<Shared>,
    By(caller): By,
    Json(text): Json<Text>,
) -> Result<impl IntoResponse, Problem> {
    caller.require_identity()?;
    let (text, file) = text.checked(app.config.limits.definition)?;
    match tried(&app, &caller, text, file).await {
        Ok(game) => {
            let document = app.pool.run(&caller.lane(), move || describe::document("", &game)).await?;
            Ok(axum::Json(json!({ "ok": true, "findings": [], "game": document })))
        }
        Err(problem) if problem.code == "definition" => {
            let findings: Vec<Location> = problem.findings;
            Ok(axum::Json(json!({ "ok": false, "findings": findings, "game": Value::Null })))
        }
        Err(problem) => Err(problem),
    }
}

/// The id of somebody who may send so many bytes more. What is kept is counted again when it is.
pub(super) async fn require_room(app: &App, caller: &Caller, bytes: usize) -> Result<String, Problem> {
    let owner = caller.require_identity()?.to_owned();
    let limits = &app.config.limits;
    if app.storage.uploads_of(&owner).await? >= limits.uploads {
        return Err(StorageError::Full(Full::Uploads(limits.uploads)).into());
    }
    let taken = app.sent.take(&caller.asker(), bytes as f64);
    taken.map_err(|wait| {
        let detail = "you, or others from your address, have sent as much as one may in a day";
        Problem::too_fast(detail, wait)
    })?;
    Ok(owner)
}

pub async fn send(
    State(app): State<Shared>,
    By(caller): By,
    Json(text): Json<Text>,
) -> Result<impl IntoResponse, Problem> {
    let owner = require_room(&app, &caller, text.text.len()).await?;
    let (text, file) = text.checked(app.config.limits.definition)?;
    let game = tried(&app, &caller, text.clone(), file.clone()).await?;
    let mut shown = std::iter::once(&game.about().name).chain(game.players());
    if !shown.all(|name| names::shows_itself(name)) {
        return Err(Problem::bad(
            "bad-name",
            "the names of a game and of who plays it are lines all of which can be seen",
        ));
    }
    let digested = (file.clone(), text.clone());
    let id = app.pool.run(&caller.lane(), move || rules::sent_id(&digested.0, &digested.1)).await?;
    let name: String = game.about().name.chars().take(200).collect();
    let row = DefinitionRow { id: id.clone(), owner, file, name: name.clone(), text };
    app.storage.write(Write::Definition(row, app.config.limits.room())).await?;
    Ok((StatusCode::CREATED, axum::Json(json!({ "id": id, "name": name }))))
}

pub async fn mine(State(app): State<Shared>, By(caller): By) -> Result<impl IntoResponse, Problem> {
    let rows = app.storage.definitions_of(caller.require_identity()?).await?;
    let row = |row: DefinitionRow| json!({ "id": row.id, "name": row.name, "file": row.file });
    Ok(axum::Json(json!({ "definitions": rows.into_iter().map(row).collect::<Vec<_>>() })))
}

pub async fn send_image(
    State(app): State<Shared>,
    By(caller): By,
    Raw(bytes): Raw,
) -> Result<impl IntoResponse, Problem> {
    let owner = require_room(&app, &caller, bytes.len()).await?;
    if bytes.len() > app.config.limits.image {
        return Err(too_large());
    }
    let named = move || images::check(&bytes).map(|image| (token::name_of(&image.bytes), image));
    let (id, images::Image { kind, bytes }) = app.pool.run(&caller.lane(), named).await??;
    let row = ImageRow { id: id.clone(), owner, kind: kind.to_owned(), used: wall(), bytes };
    app.storage.write(Write::Image(row, app.config.limits.room())).await?;
    Ok((
        StatusCode::CREATED,
        axum::Json(json!({ "id": id, "kind": kind, "url": format!("/api/images/{id}") })),
    ))
}

pub async fn image(State(app): State<Shared>, Path(id): Path<String>) -> Result<impl IntoResponse, Problem> {
    let row = app.storage.image(&id).await?.ok_or_else(|| Problem::missing("image"))?;
    if wall() - row.used > SELDOM {
        // Whether it was noted that somebody looked changes nothing for who looks.
        let _ = app.storage.write(Write::Used(id, wall())).await;
    }
    let headers = [
        (header::CONTENT_TYPE, row.kind),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
    ];
    Ok((headers, row.bytes))
}
