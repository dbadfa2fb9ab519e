//! Connections: so many and no more, none that takes forever to say what it wants.

use crate::app::App;
use crate::connections::{Connection, ConnectionLimit, counted};
use crate::taker::Taker;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

/// How long a client may take for the head of a request, and the largest there is.
const HEAD: Duration = Duration::from_secs(10);
const HEAD_BYTES: usize = 32 * 1024;
/// How long to wait after a connection could not be taken.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection's slot among all that there can be at once; free again when the last copy is gone.
#[derive(Clone)]
pub struct ConnectionSlot {
    _permit: Arc<OwnedSemaphorePermit>,
    _guest: Arc<Option<Connection>>,
}

/// Takes connections until the server stops, then lets those under way end for a while.
pub async fn run(listener: TcpListener, router: Router, app: Arc<App>, ending: Duration) {
    let count = app.config.limits.connections;
    let room = Arc::new(Semaphore::new(count));
    let connections = ConnectionLimit::new(app.config.limits.per_address);
    let stopped = app.stopped();
    tokio::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, from, slot)) => {
                // Whoever speaks for others, or is this machine itself, is not counted.
                let is_proxy = app.config.proxies.iter().any(|network| network.holds(from.ip()));
                let address = Some(from.ip()).filter(|ip| !ip.to_canonical().is_loopback() && !is_proxy);
                // With the one that this has taken.
                let free = room.available_permits() + 1;
                let guest = address.map(|address| connections.enter_while(counted(address), free));
                if matches!(guest, Some(None)) {
                    continue;
                }
                let slot = ConnectionSlot { _guest: Arc::new(guest.flatten()), ..slot };
                tokio::spawn(serve(stream, from, slot, router.clone(), Arc::clone(&app)));
            }
            Err(error) => {
                tracing::debug!(%error, "a connection could not be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    // When every slot is free, every connection has ended.
    let all = room.acquire_many(u32::try_from(count).unwrap_or(u32::MAX));
    if tokio::time::timeout(ending, all).await.is_err() {
        tracing::debug!("some connections did not end in time");
    }
}

async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, SocketAddr, ConnectionSlot)> {
    let permit = Arc::clone(room).acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, from) = listener.accept().await?;
    // A move is one small packet that should not wait for another.
    let _ = stream.set_nodelay(true);
    Ok((stream, from, ConnectionSlot { _permit: Arc::new(permit), _guest: Arc::new(None) }))
}

async fn serve(stream: TcpStream, from: SocketAddr, slot: ConnectionSlot, router: Router, app: Arc<App>) {
    let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(from));
        request.extensions_mut().insert(slot.clone());
        router.clone().oneshot(request)
    });
    let stream = Taker::new(stream, app.config.limits.request);
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = app.stopped() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection ended badly");
    }
}
