//! What requests say, read with errors people can use.

use super::guard::{Client, too_large};
use crate::app::{App, Shared};
use crate::fair::Lane;
use crate::games::Caller;
use crate::problem::Problem;
use crate::token::Secret;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Version, header};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};

/// The name of the cookie.
pub const COOKIE: &str = "chatura";
/// The same over encrypted connections: no other host of the same domain can set it.
pub const HOST_COOKIE: &str = "__Host-chatura";

/// The secret a request shows, in the header for programs or in a cookie.
pub fn token_of(headers: &HeaderMap) -> Option<Secret> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer.and_then(|text| text.strip_prefix("Bearer ")) {
        return Secret::shown(bearer.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let named = |wanted: &str| pairs.iter().find(|(name, _)| *name == wanted);
    named(HOST_COOKIE).or_else(|| named(COOKIE)).and_then(|(_, value)| Secret::shown(value))
}

/// What proxies say of those they speak for, besides all that begins with `x-forwarded`: with any of these nobody sits at the
/// machine itself.
const FORWARDED: [&str; 6] =
    ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];

/// Whether a request comes from whoever sits at the machine: over its own loopback, by a name of that, through no proxy, to a
/// server that has no address for the public. Where one stands in front of it nobody is the owner, nor where others can come
/// at all, unless that was asked for.
pub fn is_owner(app: &App, parts: &Parts) -> bool {
    let config = &app.config;
    let hidden = config.public_url.is_none() && config.proxies.is_empty();
    let alone = hidden && (config.listen.ip().is_loopback() || config.owner_among_others);
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    alone && peer.is_some_and(|peer| is_at_machine(peer, parts.version, &parts.headers))
}

/// Whether a request came over the machine's own loopback, by a name of that, through nothing that looks like a proxy.
fn is_at_machine(peer: IpAddr, version: Version, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let speaks_for = |name: &str| name.starts_with("x-forwarded") || FORWARDED.contains(&name);
    // Proxies that say nothing often speak like this, and no browser does.
    let forwarded = version < Version::HTTP_11 || headers.keys().any(|name| speaks_for(name.as_str()));
    !forwarded && peer.to_canonical().is_loopback() && host.is_some_and(is_loopback_host)
}

/// Whether a host is this machine for itself.
fn is_loopback_host(host: &str) -> bool {
    let address = host.parse::<SocketAddr>().map(|address| address.ip()).or_else(|_| host.parse::<IpAddr>());
    let name = host.split(':').next().unwrap_or_default();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback())
}

/// Who shows a secret.
pub async fn caller_of(app: &App, secret: Option<Secret>, owner: bool) -> Result<Caller, Problem> {
    let Some(secret) = secret else { return Ok(Caller { owner, ..Caller::default() }) };
    let token = secret.digest();
    let known = app.storage.identity(&token).await?;
    let identity = known.map(|known| (known.id, known.name));
    Ok(Caller { identity, token: Some(token), owner, address: None })
}

/// Whoever asks, known or not.
pub struct By(pub Caller);

impl FromRequestParts<Shared> for By {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<By, Problem> {
        let address = parts.extensions.get::<Client>().and_then(|client| client.0);
        let caller = caller_of(app, token_of(&parts.headers), is_owner(app, parts)).await?;
        Ok(By(Caller { address, ..caller }))
    }
}

/// The body as JSON.
pub struct Json<T>(pub T);

/// A body that is larger is not read where others are answered.
const LARGE: usize = 32 * 1024;

impl<T: DeserializeOwned + Send + 'static> FromRequest<Shared> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Shared) -> Result<Json<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        // Forms of other pages cannot send this kind without asking.
        let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if essence != Some("application/json") {
            let detail = "send JSON, with the header content-type: application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", detail));
        }
        let address = request.extensions().get::<Client>().and_then(|client| client.0);
        let Raw(bytes) = Raw::from_request(request, app).await?;
        let read = match bytes.len() > LARGE {
            true => app.pool.run(&Lane::new("", address), move || serde_json::from_slice(&bytes)).await?,
            false => serde_json::from_slice(&bytes),
        };
        read.map(Json).map_err(|error| Problem::bad("bad-json", in_words(&error)))
    }
}

/// What is wrong with a body. Where it stands helps with what is not JSON; what a value should be is for people.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((words, _)) if error.is_data() => words.to_owned(),
        _ => text,
    }
}

/// The body as bytes.
pub struct Raw(pub Bytes);

impl FromRequest<Shared> for Raw {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Shared) -> Result<Raw, Problem> {
        let whole = Bytes::from_request(request, app);
        let Ok(read) = tokio::time::timeout(app.config.limits.request, whole).await else {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "the body took too long to come",
            ));
        };
        read.map(Raw).map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            _ => Problem::bad("bad-body", "the body did not come to its end"),
        })
    }
}

/// The part of the address after the question mark.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Params<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        query.map(|Query(value)| Params(value)).map_err(|error| Problem::bad("bad-query", error.body_text()))
    }
}

/// A part of the path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Path<T>, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        path.map(|axum::extract::Path(value)| Path(value)).map_err(|_| Problem::missing("thing"))
    }
}

/// Settings of variables as addresses write them: `position:518,armies:knights`.
pub fn settings(text: Option<&str>) -> Result<Vec<(String, String)>, Problem> {
    let parts = text.unwrap_or_default().split(',').filter(|part| !part.is_empty());
    parts
        .map(|part| match part.split_once(':') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(Problem::bad("bad-query", "variables are set like set=position:518,other:value")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_from_elsewhere_is_not_at_the_machine() {
        let at = |peer: &str, host: &str, more: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            more.map(|name| headers.insert(name, "192.0.2.7".parse().unwrap()));
            is_at_machine(peer.parse().unwrap(), Version::HTTP_11, &headers)
        };
        for (peer, host) in
            [("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("::ffff:127.0.0.1", "localhost:80")]
        {
            assert!(at(peer, host, None), "{peer} {host}");
            for name in FORWARDED.into_iter().chain(["x-forwarded-for", "x-forwarded-host"]) {
                assert!(!at(peer, host, Some(name)), "{name}");
            }
            let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
            assert!(!is_at_machine(peer.parse().unwrap(), Version::HTTP_10, &headers));
        }
        for (peer, host) in [
            ("192.0.2.7", "127.0.0.1:80"),
            ("2001:db8::1", "localhost"),
            ("127.0.0.1", "chess.example.org"),
            ("127.0.0.1", "192.0.2.1:80"),
            ("127.0.0.1", "localhost.example.org:80"),
        ] {
            assert!(!at(peer, host, None), "{peer} {host}");
        }
    }
}
