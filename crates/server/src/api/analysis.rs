//! Analysis as a stream: one JSON object a line, the last one says so.

use super::check::PositionRequest;
use super::extract::{By, Json};
use crate::analysis::{AnalysisLimits, Running};
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
pub struct AnalysisRequest {
    position: PositionRequest,
    #[serde(default)]
    limits: AnalysisLimits,
}

pub async fn stream(
    State(app): State<Shared>,
    By(caller): By,
    Json(request): Json<AnalysisRequest>,
) -> Result<impl IntoResponse, Problem> {
    caller.require_identity()?;
    let program = app.program(&caller, request.limits.engine.as_deref())?;
    let line = request.position.line(&app, &caller).await?;
    let running = app.analyses.begin(&caller.asker(), line, &request.limits, program).await?;
    let lines = futures_util::stream::unfold(running, |mut running: Running| async move {
        let found = running.found.recv().await?;
        let mut text = serde_json::to_vec(&found).unwrap_or_default();
        text.push(b'\n');
        Some((Ok::<Bytes, Infallible>(text.into()), running))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}
