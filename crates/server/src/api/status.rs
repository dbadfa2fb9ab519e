//! How the server is.

use crate::app::Shared;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::json;

pub async fn health(State(app): State<Shared>) -> Result<impl IntoResponse, crate::problem::Problem> {
    // Whoever cannot read cannot serve.
    app.storage.clock().await?;
    let uptime = app.games.uptime().as_millis() as u64;
    Ok(axum::Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "uptime": uptime })))
}

pub async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(app.gauges()))
}

pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::OPENAPI)
}
