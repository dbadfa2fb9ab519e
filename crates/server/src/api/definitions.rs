//! Definitions and images people send.

use super::extract::{By, Json, Path, Raw};
use super::guard::too_large;
use crate::app::Shared;
use crate::games::Caller;
use crate::problem::{Location, Problem};
use crate::storage::{DefinitionRow, ImageRow, Write};
use crate::{describe, image as images, rules, token};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest name of a file.
const MAX_FILE: usize = 80;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
    /// The name of the file, which tells its form: `.toml` or `.xml`.
    file: Option<String>,
}

impl Text {
    fn checked(self, limit: usize) -> Result<(String, String), Problem> {
        if self.text.len() > limit {
            return Err(too_large());
        }
        let file = self.file.unwrap_or_else(|| "game.toml".to_owned());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        let ends = file.ends_with(".toml") || file.ends_with(".xml");
        match file.len() <= MAX_FILE && ends && !file.starts_with('.') && file.chars().all(plain) {
            true => Ok((self.text, file)),
            false => Err(Problem::bad("bad-file", "a file has a plain name that ends in .toml or .xml")),
        }
    }
}

pub async fn check(
    State(app): State<Shared>,
    By(caller): By,
    Json(text): Json<Text>,
) -> Result<impl IntoResponse, Problem> {
    caller.require_identity()?;
    let (text, file) = text.checked(app.config.limits.definition)?;
    match app.library.check(text, file).await {
        Ok(game) => {
            let document = app.pool.run(move || describe::document("", &game)).await?;
            Ok(axum::Json(json!({ "ok": true, "findings": [], "game": document })))
        }
        Err(problem) if problem.code == "definition" => {
            let findings: Vec<Location> = problem.findings;
            Ok(axum::Json(json!({ "ok": false, "findings": findings, "game": Value::Null })))
        }
        Err(problem) => Err(problem),
    }
}

/// The id of somebody who may send more.
pub(super) async fn require_room(app: &crate::app::App, caller: &Caller) -> Result<String, Problem> {
    let owner = caller.require_identity()?.to_owned();
    let sent = app.storage.uploads_of(&owner).await?;
    match sent < app.config.limits.uploads {
        true => Ok(owner),
        false => Err(Problem::limit(format!(
            "you have sent {sent} definitions, images and games, which is as many as are kept"
        ))),
    }
}

pub async fn send(
    State(app): State<Shared>,
    By(caller): By,
    Json(text): Json<Text>,
) -> Result<impl IntoResponse, Problem> {
    let owner = require_room(&app, &caller).await?;
    let (text, file) = text.checked(app.config.limits.definition)?;
    let game = app.library.check(text.clone(), file.clone()).await?;
    let id = rules::sent_id(&file, &text);
    let name: String = game.about().name.chars().take(200).collect();
    let row = DefinitionRow { id: id.clone(), owner, file, name: name.clone(), text };
    app.storage.write(Write::Definition(row)).await?;
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
    let owner = require_room(&app, &caller).await?;
    if bytes.len() > app.config.limits.image {
        return Err(too_large());
    }
    let images::Image { kind, bytes } = app.pool.run(move || images::check(&bytes)).await??;
    let id = token::name_of(&bytes);
    let row = ImageRow { id: id.clone(), owner, kind: kind.to_owned(), bytes };
    app.storage.write(Write::Image(row)).await?;
    Ok((
        StatusCode::CREATED,
        axum::Json(json!({ "id": id, "kind": kind, "url": format!("/api/images/{id}") })),
    ))
}

pub async fn image(State(app): State<Shared>, Path(id): Path<String>) -> Result<impl IntoResponse, Problem> {
    let row = app.storage.image(&id).await?.ok_or_else(|| Problem::missing("image"))?;
    let headers = [
        (header::CONTENT_TYPE, row.kind),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
    ];
    Ok((headers, row.bytes))
}
