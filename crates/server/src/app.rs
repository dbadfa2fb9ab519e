//! What every request can reach.

use crate::analysis::Analyses;
use crate::config::Config;
use crate::connections::ConnectionLimit;
use crate::engine_pool::EnginePool;
use crate::games::Games;
use crate::library::Library;
use crate::limiter::Limiter;
use crate::metrics::{Gauges, Metrics};
use crate::storage::Storage;
use crate::token::Digested;
use crate::worker_pool::WorkerPool;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::watch;

/// Everything, shared.
pub type Shared = Arc<App>;

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
    /// Threads for AI players.
    pub engines: Arc<EnginePool>,
    /// Those who do what would hold up others.
    pub pool: WorkerPool,
    /// Analyses for people.
    pub analyses: Analyses,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Requests of addresses.
    pub by_address: Limiter<IpAddr>,
    /// Requests of those who show a secret.
    pub by_token: Limiter<String>,
    /// Sockets of addresses.
    pub connections: ConnectionLimit,
    /// New identities of addresses.
    pub newcomers: Limiter<IpAddr>,
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
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
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
