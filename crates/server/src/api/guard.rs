//! What every request passes before it is looked at: whose name it calls us by, where it comes from, how often.

use super::extract::token_of;
use crate::app::{App, Shared};
use crate::connections::counted;
use crate::problem::{Problem, Reason};
use crate::proxy::{self, Origin};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What the page may load: itself, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for what pages elsewhere may show in a frame: nobody is anybody there, since cookies stay behind.
pub fn embedded_policy() -> HeaderValue {
    let policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *");
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(POLICY))
}

/// From when on a request is told of as slow.
const SLOW: Duration = Duration::from_secs(1);

/// The address of a client, as far as it is limited by it.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub Option<IpAddr>);

/// Where a request comes from. Those who come from this machine itself are not told apart, and not limited by it.
fn client(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>()?.0.ip().to_canonical();
    match proxy::origin(peer, request.headers(), &app.config.proxies) {
        Origin::Known(address) => Some(address).filter(|address| !address.is_loopback()).map(counted),
        Origin::Unnamed => {
            if !app.unnamed.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    %peer,
                    "this proxy does not tell whom it speaks for: all who come through it share the limits of one \
                     address; let it set X-Forwarded-For"
                );
            }
            Some(proxy::UNNAMED)
        }
    }
}

/// Lets a request through, or refuses it.
pub async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let client = client(&app, &request);
    let checked = check(&app, &request, client);
    request.extensions_mut().insert(Client(client));
    let told = Told::of(&request);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE && !is_problem(&response) {
        response = too_large().into_response();
    } else if response.status() == StatusCode::SERVICE_UNAVAILABLE && !is_problem(&response) {
        let detail = "it took too long, and was given up";
        response = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", detail).into_response();
    }
    report(&app, &told, &response, began.elapsed());
    app.metrics
        .request(began.elapsed(), response.status().is_client_error() || response.status().is_server_error());
    protect(response.headers_mut());
    response
}

/// What a log may tell of a request: never a secret, so not the address in full.
struct Told {
    method: Method,
    route: Option<MatchedPath>,
}

impl Told {
    fn of(request: &Request) -> Told {
        Told { method: request.method().clone(), route: request.extensions().get().cloned() }
    }
}

/// Tells what became of a request, and counts refusals by their reason.
fn report(app: &App, told: &Told, response: &Response, took: Duration) {
    let route = told.route.as_ref().map_or("the page", MatchedPath::as_str);
    let (method, status, millis) = (&told.method, response.status().as_u16(), took.as_millis() as u64);
    if let Some(Reason(reason)) = response.extensions().get() {
        app.metrics.refused(reason);
        tracing::info!(%method, route, status, reason, millis, "refused");
    } else if took >= SLOW {
        tracing::info!(%method, route, status, millis, "slow");
    } else {
        tracing::debug!(%method, route, status, millis, "answered");
    }
}

/// A body that is too large.
pub fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "this is larger than what is taken here")
}

fn is_problem(response: &Response) -> bool {
    response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json")
}

fn check(app: &App, request: &Request, client: Option<IpAddr>) -> Result<(), Problem> {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
    let host = text(header::HOST).or(named);
    // Of two names each reader takes another; an address in full names one as well.
    let one = headers.get_all(header::HOST).iter().count() <= 1;
    if !one || ![host, named.or(host)].iter().all(|name| name.is_some_and(|name| app.is_own_host(name))) {
        let detail = "this server is not called by this name; start it with --public-url if it should be";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", detail));
    }
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = headers.contains_key(header::UPGRADE);
    if !harmless || upgrades {
        check_origin(app, headers, host)?;
    }
    let token = token_of(headers).filter(|_| request.uri().path().starts_with("/api/"));
    match app.allows(client, token.map(|token| token.digest()).as_ref()) {
        true => Ok(()),
        false => {
            let wait = Duration::from_secs_f64(1.0 / app.config.limits.rate.max(0.01));
            Err(Problem::too_fast("you ask faster than is allowed here; wait a moment", wait))
        }
    }
}

/// Pages of others can send requests with our cookies; browsers say then where they come from.
fn check_origin(app: &App, headers: &HeaderMap, host: Option<&str>) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let foreign = match text("origin") {
        Some(origin) => !app.is_own_origin(origin, host),
        None => headers.contains_key("origin") || text("sec-fetch-site") == Some("cross-site"),
    };
    match foreign {
        true => Err(Problem::forbidden("origin", "pages from elsewhere may not do this")),
        false => Ok(()),
    }
}

fn protect(headers: &mut HeaderMap) {
    let fixed = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
