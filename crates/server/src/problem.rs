//! Errors as documents: a stable code for programs, a sentence for people.

use crate::storage::{Full, StorageError};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chatura_define::{Finding, LoadError, Severity};
use chatura_session::{Code, Refusal};
use serde::Serialize;
use std::time::Duration;

/// Why a request was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{detail}")]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// For programs; stable.
    pub code: String,
    /// For people.
    pub detail: String,
    /// When the same may be asked again, in milliseconds from now, if it is not refused for good.
    #[serde(rename = "retryAfter", skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// What is wrong with a definition, place by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Location>,
}

/// One thing that is wrong with a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The file's name; empty if it is in no file.
    pub file: String,
    /// The line, counted from 1; 0 if it is in no file.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// How many characters are meant.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What is said at the place itself.
    pub label: String,
    /// What would be right, when that is known.
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem of any kind.
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Problem {
        Problem {
            status: status.as_u16(),
            code: code.to_owned(),
            detail: detail.into(),
            retry_after: None,
            findings: Vec::new(),
        }
    }

    /// What was sent cannot be understood.
    pub fn bad(code: &str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// It may be known, but not to this one.
    pub fn forbidden(code: &str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// There is no such thing.
    pub fn missing(what: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", format!("there is no such {what}"))
    }

    /// There is too much of something.
    pub fn limit(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "limit", detail)
    }

    /// Somebody has had their share of the processor.
    pub fn had_enough(wait: Duration) -> Problem {
        Problem::too_fast("you have had as much time of the processor as one may; others want some too", wait)
    }

    /// Too much was asked in too short a time.
    pub fn too_fast(detail: impl Into<String>, wait: Duration) -> Problem {
        Problem { retry_after: Some(wait.as_millis() as u64), ..Problem::limit(detail) }
    }

    /// Someone has to say who they are.
    pub fn unknown() -> Problem {
        let detail = "say who you are first: POST /api/identity gives you a cookie and a token";
        Problem::new(StatusCode::UNAUTHORIZED, "no-identity", detail)
    }

    /// Something is wrong here, not there.
    pub fn internal(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    /// The data cannot be kept now.
    pub fn storage() -> Problem {
        let detail = "the server cannot keep anything at the moment; nothing was done, try again later";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "storage", detail)
    }

    /// After how long the same may work, if it is not refused for good.
    pub fn passes_in(&self) -> Option<Duration> {
        match self.code.as_str() {
            "storage" | "busy" => Some(Duration::from_secs(1)),
            // It may be quicker when less is going on.
            "too-slow" => Some(Duration::from_secs(60)),
            _ => None,
        }
    }

    /// A definition that is not one.
    pub fn definition(error: &LoadError) -> Problem {
        let findings = error.findings().into_iter().map(Location::from).collect();
        Problem {
            findings,
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "definition", error.to_string())
        }
    }
}

impl From<Finding> for Location {
    fn from(finding: Finding) -> Location {
        Location {
            severity: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            file: finding.file,
            line: finding.line,
            column: finding.column,
            length: finding.length,
            message: finding.message,
            label: finding.label,
            suggestion: finding.help,
        }
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Problem {
        match error {
            StorageError::Damaged(_) => Problem::internal("the data of this game are damaged"),
            StorageError::Full(full @ (Full::AllGames | Full::AllBytes)) => {
                Problem::too_fast(full.to_string(), Duration::from_secs(600))
            }
            StorageError::Full(full) => Problem::limit(full.to_string()),
            StorageError::Conflict => Problem::new(StatusCode::CONFLICT, "conflict", "it is there already"),
            _ => Problem::storage(),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = match refusal.code {
            Code::NotYourTurn | Code::NotAllowed | Code::NeedsConsent => StatusCode::FORBIDDEN,
            Code::BadValue | Code::BadStart | Code::BadOrder | Code::NoSuchSeat => StatusCode::BAD_REQUEST,
            Code::IllegalMove => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        let code = serde_json::to_value(refusal.code).ok();
        let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or("refused");
        Problem::new(status, code, refusal.sentence)
    }
}

/// The code of the problem that an answer is.
#[derive(Clone, Debug)]
pub struct Reason(pub String);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let wait = self.retry_after.map_or(1, |millis| millis.div_ceil(1_000).max(1));
        let reason = Reason(self.code.clone());
        let mut response = (status, Json(self)).into_response();
        response.extensions_mut().insert(reason);
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        response
    }
}
