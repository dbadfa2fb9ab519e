//! What every request can reach.

use crate::analysis::Analyses;
use crate::api::{Easels, Senders};
use crate::config::Config;
use crate::connections::ConnectionLimit;
use crate::engine_pool::EnginePool;
use crate::games::{Caller, Games, not_owner};
use crate::library::Library;
use crate::limiter::{AddressLimiter, Limiter};
use crate::matches::Matches;
use crate::metrics::{Gauges, Metrics};
use crate::problem::Problem;
use crate::shares::Shares;
use crate::signed_out::{Moving, SignOuts};
use crate::storage::Storage;
use crate::study::Studies;
use crate::token::Digested;
use crate::worker_pool::WorkerPool;
use chatura_protocol::drive::Launch;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// So many moves of a game count like one request.
const MOVES: f64 = 200.0;

/// Everything, shared.
pub type Shared = Arc<App>;

/// The name in a host that may have a port; nothing if it is written in another way.
fn name_of_host(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let number = |port: &str| !port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(number)).then_some(name)
}

/// What every request can reach.
pub struct App {
    /// How the server is set up.
    pub config: Config,
    /// What is kept.
    pub storage: Arc<dyn Storage>,
    /// Compiled games.
    pub library: Arc<Library>,
    /// Games that are played.
    pub games: Arc<Games>,
    /// Games looked at together.
    pub studies: Arc<Studies>,
    /// Threads for AI players.
    pub engines: Arc<EnginePool>,
    /// Those who do what would hold up others.
    pub pool: WorkerPool,
    /// Those who draw pictures made of dots.
    pub easels: Easels,
    /// Matches between engines, to be looked at.
    pub matches: Matches,
    /// Analyses for people.
    pub analyses: Analyses,
    /// Time of the processor that people have had.
    pub processor: Arc<Shares>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Whether a proxy has failed to tell whom it speaks for; that is said once.
    pub unnamed: AtomicBool,
    /// Requests of addresses.
    pub by_address: AddressLimiter,
    /// Requests of those who show a secret.
    pub by_token: Limiter<String>,
    /// Who sends something large at the moment.
    pub senders: Senders,
    /// Bytes that people sent to be kept.
    pub sent: Shares,
    /// Sockets of addresses.
    pub connections: ConnectionLimit,
    /// New identities of addresses.
    pub newcomers: AddressLimiter,
    /// Who is told that somebody is signed out.
    pub signed_out: SignOuts,
    /// People on the way to another device.
    pub moving: Moving,
    /// Who has taken their data along.
    pub exports: Limiter<String>,
    /// When something was last kept for somebody who asked whether that is possible.
    pub written: tokio::sync::Mutex<Option<Instant>>,
    /// Set when the server is about to stop, and takes what comes for a little longer.
    pub draining: AtomicBool,
    /// Becomes true when the server is to stop.
    pub stopping: watch::Receiver<bool>,
}

impl App {
    /// Waits until the server is to stop.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // Nobody is left to say so: that is a stop as well.
        let _ = stopping.wait_for(|stop| *stop).await;
    }

    /// Whether nobody new should be sent here.
    pub fn is_stopping(&self) -> bool {
        self.draining.load(Ordering::Relaxed) || *self.stopping.borrow()
    }

    /// What others count.
    pub fn gauges(&self) -> Gauges {
        let (engine_threads, busy, waiting) = self.engines.load();
        Gauges {
            games: self.games.count(),
            engine_threads,
            busy,
            waiting,
            analysing: self.analyses.threads(),
        }
    }

    /// Whether somebody may ask for something now, by where they come from and by the secret they show.
    pub fn allows(&self, address: Option<IpAddr>, token: Option<&Digested>) -> bool {
        address.is_none_or(|address| self.by_address.allow(address))
            && token.is_none_or(|token| self.by_token.allow(token.text().to_owned()))
    }

    /// Lets somebody have something of a game with so many moves: what is long takes long to write, and counts as several.
    pub fn lend(&self, caller: &Caller, moves: usize) -> Result<(), Problem> {
        let cost = moves as f64 / MOVES;
        let enough = cost <= 1.0
            || (caller.address.is_none_or(|address| self.by_address.borrow(address, cost))
                && caller
                    .token
                    .as_ref()
                    .is_none_or(|token| self.by_token.borrow(&token.text().to_owned(), cost)));
        let wait = Duration::from_secs_f64(cost / self.config.limits.rate.max(0.01));
        enough.then_some(()).ok_or_else(|| {
            Problem::too_fast("this game is long, and you have just had much; wait a moment", wait)
        })
    }

    /// How a program of others is started, if one is asked for by somebody who may.
    pub fn program(&self, caller: &Caller, name: Option<&str>) -> Result<Option<Launch>, Problem> {
        let Some(name) = name else { return Ok(None) };
        if !caller.owner {
            return Err(not_owner());
        }
        let known = self.config.engines.find(name).map_err(|error| Problem::bad("bad-value", error.0))?;
        Ok(Some(known.launch()))
    }

    /// Whether a page of this origin may use what belongs to people.
    pub fn is_own_origin(&self, origin: &str, host: Option<&str>) -> bool {
        let public = self.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
        public == Some(origin)
            || host.is_some_and(|host| {
                origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) == Some(host)
            })
    }

    /// Whether this server can be called by this name. A page elsewhere could otherwise have its own name lead here.
    pub fn is_own_host(&self, host: &str) -> bool {
        let Some(name) = name_of_host(host) else { return false };
        let public = self.config.public_url.as_deref().and_then(|url| url.split("://").nth(1));
        let public = public.and_then(|rest| rest.split('/').next());
        name.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || public.is_some_and(|public| public.eq_ignore_ascii_case(host))
    }

    /// Whether cookies travel over encrypted connections alone.
    pub fn is_encrypted(&self) -> bool {
        self.config.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests {
    use super::name_of_host;

    #[test]
    fn a_host_is_a_name_and_perhaps_a_port() {
        for (host, name) in [
            ("localhost", Some("localhost")),
            ("localhost:80", Some("localhost")),
            ("192.0.2.1:65535", Some("192.0.2.1")),
            ("[::1]", Some("::1")),
            ("[::1]:80", Some("::1")),
            ("localhost:1@evil", None),
            ("localhost:", None),
            ("localhost:80:80", None),
            ("[::1]evil", None),
            ("[::1]:80evil", None),
            ("[::1", None),
        ] {
            assert_eq!(name_of_host(host), name, "{host}");
        }
    }
}
