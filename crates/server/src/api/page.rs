//! The page itself: files that are part of the program.

use crate::problem::Problem;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// Part of the program in release builds; read from their folder in others, so that a change shows at once. What only
/// developers need is no part of it.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web"]
#[exclude = ".*"]
#[exclude = "jsconfig.json"]
#[exclude = "tests/*"]
#[exclude = "types/*"]
struct Files;

/// What kind of thing a file is, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// A file, or the page for any address of its own.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Problem::missing("address").into_response();
    }
    let name = if path.is_empty() { "index.html" } else { path };
    let file = Files::get(name).map(|file| (name, file));
    // Addresses without an ending belong to the page, which reads them itself.
    let own = || Files::get("index.html").filter(|_| !name.contains('.')).map(|file| ("index.html", file));
    match file.or_else(own) {
        Some((name, file)) => send(&headers, name, file),
        None => (StatusCode::NOT_FOUND, Problem::missing("file")).into_response(),
    }
}

/// Files may be kept, but are asked for again: who has the present one need not load it.
fn send(headers: &HeaderMap, name: &str, file: EmbeddedFile) -> Response {
    let hash = file.metadata.sha256_hash();
    let mark = format!("W/\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let fresh = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes());
    let told = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, mark),
    ];
    match fresh {
        true => (StatusCode::NOT_MODIFIED, told).into_response(),
        false => (told, file.data).into_response(),
    }
}
