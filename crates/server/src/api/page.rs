//! The page itself: files that are part of the program.

use super::guard::Client;
use super::{guard, preview};
use crate::app::Shared;
use crate::fair::Lane;
use crate::problem::Problem;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// The page itself.
const INDEX: &str = "index.html";

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

/// Boards that pages elsewhere may show in a frame of theirs.
const EMBEDDED: &str = "embed/";
/// Where files lie whose address says which version of the page they belong to.
const VERSIONS: &str = "v/";
/// The version of the page that was sent last. Builds that read the files from their folder have a new one with every
/// change.
static CURRENT: Mutex<String> = Mutex::new(String::new());

/// The version of all files together.
fn version() -> String {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    let mut hasher = std::hash::DefaultHasher::new();
    for name in names {
        let hash = Files::get(&name).map(|file| file.metadata.sha256_hash());
        (name, hash).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// A file, or the page for any address of its own.
pub async fn page(
    State(app): State<Shared>,
    client: Option<Extension<Client>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Problem::missing("address").into_response();
    }
    let (version, name) = match path.strip_prefix(VERSIONS).and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (Some(version), name),
        None => (None, if path.is_empty() { INDEX } else { path }),
    };
    match Files::get(name) {
        Some(file) if name != INDEX => send(&headers, name, file, version),
        // Addresses without an ending belong to the page, which reads them itself.
        _ if version.is_none() && (name == INDEX || !name.contains('.')) => {
            let lane = Lane::new("", client.and_then(|client| client.0.0));
            let mut response = index(&preview::head(&app, &lane, uri.path(), &headers).await);
            if path.starts_with(EMBEDDED) {
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, guard::embedded_policy());
            }
            response
        }
        _ => (StatusCode::NOT_FOUND, Problem::missing("file")).into_response(),
    }
}

/// The page itself is asked for every time; it says where its files of this version are.
fn index(head: &str) -> Response {
    let Some(file) = Files::get(INDEX) else { return Problem::missing("file").into_response() };
    let version = version();
    let text = versioned(&String::from_utf8_lossy(&file.data), &version);
    let text = text.replacen("  </head>", &format!("{head}  </head>"), 1);
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = version;
    let told = [(header::CONTENT_TYPE, kind(INDEX)), (header::CACHE_CONTROL, "no-cache")];
    (told, text).into_response()
}

/// The page with the version in the addresses of its scripts and styles, and so in those of what they name themselves.
fn versioned(text: &str, version: &str) -> String {
    let text = text.replace("src=\"/", &format!("src=\"/{VERSIONS}{version}/"));
    let parts = text.split("href=\"/");
    let mut out = String::with_capacity(text.len() * 2);
    for (place, part) in parts.enumerate() {
        let path = part.split('"').next().unwrap_or_default();
        let is_file = path.ends_with(".js") || path.ends_with(".css");
        match place {
            0 => {}
            _ if is_file => out += &format!("href=\"/{VERSIONS}{version}/"),
            _ => out += "href=\"/",
        }
        out += part;
    }
    out
}

/// A file of the present version never changes and is kept for good. Others may be kept, but are asked for again: who
/// has the present one need not load it.
fn send(headers: &HeaderMap, name: &str, file: EmbeddedFile, version: Option<&str>) -> Response {
    let hash = file.metadata.sha256_hash();
    let mark = format!("W/\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let fresh = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes());
    let is_current =
        version.is_some_and(|version| *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) == version);
    let keeping = if is_current { "public, max-age=31536000, immutable" } else { "no-cache" };
    let told = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::CACHE_CONTROL, keeping.to_owned()),
        (header::ETAG, mark),
    ];
    match fresh {
        true => (StatusCode::NOT_MODIFIED, told).into_response(),
        false => (told, file.data).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_files_by_version_and_leaves_links_alone() {
        let text =
            r#"<link href="/a.css"><script src="/app.js"></script><a href="/">x</a><use href="/icon.svg#m">"#;
        let expected = r#"<link href="/v/7/a.css"><script src="/v/7/app.js"></script><a href="/">x</a><use href="/icon.svg#m">"#;
        assert_eq!(versioned(text, "7"), expected);
    }
}
