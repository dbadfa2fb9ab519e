//! The page itself: files that are part of the program.

use crate::problem::Problem;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

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
pub async fn page(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Problem::missing("address").into_response();
    }
    let name = if path.is_empty() { "index.html" } else { path };
    let file = FILES.get_file(name).map(|file| (name, file));
    // Addresses without an ending belong to the page, which reads them itself.
    let own =
        || FILES.get_file("index.html").filter(|_| !name.contains('.')).map(|file| ("index.html", file));
    match file.or_else(own) {
        Some((name, file)) => {
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.contents()).into_response()
        }
        None => (StatusCode::NOT_FOUND, Problem::missing("file")).into_response(),
    }
}
