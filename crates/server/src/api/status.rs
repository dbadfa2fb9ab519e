//! How the server is.

use crate::app::Shared;
use crate::problem::Problem;
use crate::storage::Write;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::json;
use std::time::{Duration, Instant};

pub async fn health(State(app): State<Shared>) -> Result<impl IntoResponse, Problem> {
    // Whoever cannot read cannot serve.
    app.storage.clock().await?;
    let uptime = app.games.uptime().as_millis() as u64;
    Ok(axum::Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "uptime": uptime })))
}

/// How long an answer about writing holds: who asks often does not write often.
const FRESH: Duration = Duration::from_secs(1);

/// Whether a move could be kept now, which is found out by keeping something.
pub async fn ready(State(app): State<Shared>) -> Result<impl IntoResponse, Problem> {
    if app.is_stopping() {
        let detail = "the server stops; what was begun is finished";
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", detail));
    }
    let mut last = app.written.lock().await;
    if last.is_none_or(|at| at.elapsed() >= FRESH) {
        if let Err(error) = app.storage.write(Write::Clock(app.games.now())).await {
            tracing::warn!(%error, "nothing can be kept");
            return Err(Problem::storage());
        }
        *last = Some(Instant::now());
    }
    Ok(axum::Json(json!({ "status": "ready" })))
}

pub async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(app.gauges()))
}

pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::OPENAPI)
}
