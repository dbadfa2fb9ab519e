//! One socket a client, many games on it.

mod client;
mod message;
mod way;

pub use message::Role;

use crate::api::{caller_of, is_owner};
use crate::app::Shared;
use crate::games::Caller;
use crate::problem::Problem;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};

/// What is read and written at once.
const BUFFER: usize = 4 << 10;

/// Turns a request into a socket. Where it comes from was looked at before.
pub async fn upgrade(State(app): State<Shared>, request: Request) -> Result<Response, Problem> {
    let (mut parts, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &app)
        .await
        .map_err(|_| Problem::bad("no-socket", "this address is for WebSocket connections"))?;
    // A socket keeps its connection's place among all that there can be.
    let place = parts.extensions.remove::<crate::listen::ConnectionSlot>();
    let address = parts.extensions.get::<crate::api::Client>().and_then(|client| client.0);
    let caller = caller_of(&app, crate::api::token_of(&parts.headers), is_owner(&app, &parts)).await?;
    let caller = Caller { address, ..caller };
    let guest = address.map(|address| app.connections.enter(address).ok_or_else(crowded)).transpose()?;
    let frame = app.config.limits.frame;
    let upgrade = upgrade.max_message_size(frame).max_frame_size(frame).max_write_buffer_size(1 << 20);
    // There are thousands of sockets, and most messages are small.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let run = move |socket| async move {
        client::run(app, socket, caller, address).await;
        drop((place, guest));
    };
    Ok(upgrade.on_upgrade(run).into_response())
}

fn crowded() -> Problem {
    Problem::limit("too many sockets are open from your address; close some first")
}
