//! What is large is taken from those who are known, and from a few at a time: it lies in memory until the last of it is there,
//! and until it is done with.

use super::extract::{caller_of, token_of};
use super::guard::Client;
use crate::app::{App, Shared};
use crate::connections::{Connection, ConnectionLimit};
use crate::problem::Problem;
use crate::token::Secret;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many may send at once, and how many of them from one address.
const SENDERS: usize = 16;
const OF_ADDRESS: usize = 4;
/// How long somebody waits until they may.
const PATIENCE: Duration = Duration::from_secs(10);

/// Those who send something large.
#[derive(Debug)]
pub struct Senders {
    room: Arc<Semaphore>,
    addresses: ConnectionLimit,
}

impl Default for Senders {
    fn default() -> Senders {
        Senders { room: Arc::new(Semaphore::new(SENDERS)), addresses: ConnectionLimit::new(OF_ADDRESS) }
    }
}

/// One who sends, as long as this is there.
struct Sender {
    _permit: OwnedSemaphorePermit,
    _guest: Option<Connection>,
}

/// Lets somebody send, or refuses it before anything of it is read.
pub async fn admit(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let address = request.extensions().get::<Client>().and_then(|client| client.0);
    let secret = token_of(request.headers());
    match enter(&app, secret, address).await {
        Ok(_sender) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn enter(app: &App, secret: Option<Secret>, address: Option<IpAddr>) -> Result<Sender, Problem> {
    caller_of(app, secret, false).await?.require_identity()?;
    let crowded = || Problem::too_fast("others from your address are sending; wait for them", PATIENCE);
    let guest =
        address.map(|address| app.senders.addresses.enter(address).ok_or_else(crowded)).transpose()?;
    let busy =
        || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many are sending something; try again");
    let waiting = tokio::time::timeout(PATIENCE, Arc::clone(&app.senders.room).acquire_owned());
    let permit = waiting.await.map_err(|_| busy())?.map_err(|_| busy())?;
    Ok(Sender { _permit: permit, _guest: guest })
}
