//! Analysis as a stream: one JSON object a line, the last one says so.

use super::check::Question;
use super::extract::{By, Json};
use crate::analysis::{Running, Wish};
use crate::app::Shared;
use crate::problem::Problem;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use std::convert::Infallible;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    position: Question,
    #[serde(default)]
    limits: Wish,
}

pub async fn stream(
    State(app): State<Shared>,
    By(caller): By,
    Json(order): Json<Order>,
) -> Result<impl IntoResponse, Problem> {
    let identity = caller.require_identity()?;
    let line = order.position.line(&app).await?;
    let running = app.analyses.begin(identity, line, &order.limits).await?;
    let lines = futures_util::stream::unfold(running, |mut running: Running| async move {
        let found = running.found.recv().await?;
        let mut text = serde_json::to_vec(&found).unwrap_or_default();
        text.push(b'\n');
        Some((Ok::<Bytes, Infallible>(text.into()), running))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}
