//! Starting and stopping.

use crate::analysis::Analyses;
use crate::api;
use crate::app::App;
use crate::clock::{ServerClock, wall};
use crate::config::Config;
use crate::connections::ConnectionLimit;
use crate::engine_pool::EnginePool;
use crate::games::Games;
use crate::library::Library;
use crate::limiter::{AddressLimiter, Limiter};
use crate::listen;
use crate::matches::Matches;
use crate::memory;
use crate::metrics::Metrics;
use crate::shares::Shares;
use crate::signed_out::{Moving, SignOuts};
use crate::storage::{Sqlite, Storage, StorageError, Write};
use crate::study::Studies;
use crate::worker_pool::WorkerPool;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often idle games are looked for, at least and at most.
const SWEEP: Duration = Duration::from_secs(30);
const SOONEST: Duration = Duration::from_millis(50);
/// How often the server's own time is kept while a clock runs.
const CLOCK: Duration = Duration::from_millis(500);
/// How often what nobody uses is looked for.
const EXPIRE: Duration = Duration::from_secs(3_600);
/// How long open connections may take to end.
const ENDING: Duration = Duration::from_secs(3);

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its data cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// It cannot listen where it was told to.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
}

/// A server that runs.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    admin_address: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    listening: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens the data, continues every game and listens.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        memory::keep_little();
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::open(&config.data).await?);
        let address = config.listen;
        let cannot = |error| StartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let admin = match config.admin {
            Some(address) => Some(
                TcpListener::bind(address).await.map_err(|error| StartError::Listen { address, error })?,
            ),
            None => None,
        };
        let admin_address = admin.as_ref().map(TcpListener::local_addr).transpose().map_err(cannot)?;
        let clock = ServerClock::resume(storage.clock().await?);
        let metrics = Arc::new(Metrics::default());
        let hour = Duration::from_secs(3_600);
        let shares = Arc::new(Shares::new(config.limits.thinking.as_secs_f64(), hour));
        let engines = EnginePool::new(
            config.engine_threads,
            Arc::clone(&config.engines),
            Arc::clone(&metrics),
            Arc::clone(&shares),
        );
        let pool = WorkerPool::new(config.engine_threads.max(2));
        let library = Arc::new(Library::new(Arc::clone(&storage), config.limits.clone(), pool.clone()));
        let games = Games::new(
            Arc::clone(&storage),
            Arc::clone(&library),
            Arc::clone(&engines),
            pool.clone(),
            clock,
            config.limits.clone(),
            Arc::clone(&metrics),
        );
        games.resume().await?;
        let studies =
            Studies::new(Arc::clone(&storage), Arc::clone(&library), pool.clone(), config.limits.clone());
        let (stop, stopping) = watch::channel(false);
        let limits = &config.limits;
        let app = Arc::new(App {
            unnamed: AtomicBool::new(false),
            by_address: AddressLimiter::new(limits.rate * 4.0, limits.burst * 4.0),
            by_token: Limiter::new(limits.rate, limits.burst),
            connections: ConnectionLimit::new(limits.per_address),
            newcomers: AddressLimiter::new(limits.identities / 60.0, limits.identities),
            analyses: Analyses::new(
                config.engine_threads.max(2),
                limits.analysis,
                limits.turn,
                Arc::clone(&shares),
            ),
            processor: shares,
            senders: api::Senders::default(),
            sent: Shares::new(limits.kept as f64, 24 * hour),
            matches: Matches::new(config.matches.clone(), config.feed.clone()),
            config,
            storage,
            library,
            games,
            studies: Arc::new(studies),
            engines,
            pool,
            easels: api::Easels::default(),
            metrics,
            signed_out: SignOuts::default(),
            moving: Moving::default(),
            exports: Limiter::new(1.0 / 60.0, 3.0),
            written: tokio::sync::Mutex::default(),
            draining: AtomicBool::new(false),
            stopping,
        });
        let tasks = vec![
            tokio::spawn(Arc::clone(&app.games).run_flags()),
            tokio::spawn(sweep(Arc::clone(&app))),
            tokio::spawn(keep_time(Arc::clone(&app))),
            tokio::spawn(expire(Arc::clone(&app))),
        ];
        let serve = |listener, router| tokio::spawn(listen::run(listener, router, Arc::clone(&app), ENDING));
        let mut listening = vec![serve(listener, api::router(&app))];
        listening.extend(admin.map(|admin| serve(admin, api::admin_router(&app))));
        tracing::info!(%address, games = app.games.count(), version = env!("CARGO_PKG_VERSION"), "started");
        Ok(Server { app, address, admin_address, stop, tasks, listening })
    }

    /// Where it tells how it is, if that is apart.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin_address
    }

    /// Says that it is not ready any more, and takes what comes for a little longer, so that whoever sends people here can
    /// send them elsewhere.
    pub async fn drain(&self, pause: Duration) {
        tracing::info!("not ready any more");
        self.app.draining.store(true, Ordering::Relaxed);
        tokio::time::sleep(pause).await;
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops: takes no more requests, lets those under way end, keeps everything.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        self.app.library.close();
        for listening in self.listening {
            let _ = listening.await;
        }
        self.tasks.iter().for_each(JoinHandle::abort);
        let engines = Arc::clone(&self.app.engines);
        let _ = tokio::task::spawn_blocking(move || engines.close()).await;
        let now = self.app.games.now();
        if let Err(error) = self.app.storage.write(Write::Clock(now)).await {
            tracing::warn!(%error, "the time could not be kept");
        }
        if let Err(error) = self.app.storage.close().await {
            tracing::warn!(%error, "the data could not be closed");
        }
        tracing::info!("stopped");
    }
}

async fn sweep(app: Arc<App>) {
    let idle = app.config.limits.idle;
    loop {
        tokio::time::sleep(idle.clamp(SOONEST, SWEEP)).await;
        app.games.forget_idle();
        app.studies.forget(idle);
    }
}

/// Lets go what was sent and nobody uses.
async fn expire(app: Arc<App>) {
    let unused = app.config.limits.unused.as_millis() as i64;
    loop {
        if let Err(error) = app.storage.write(Write::Expire(wall() - unused)).await {
            tracing::warn!(%error, "what nobody uses could not be let go");
        }
        tokio::time::sleep(EXPIRE).await;
    }
}

/// If the server is ended from outside, clocks go on from the time last kept.
async fn keep_time(app: Arc<App>) {
    loop {
        tokio::time::sleep(CLOCK).await;
        if app.games.has_deadlines()
            && let Err(error) = app.storage.write(Write::Clock(app.games.now())).await
        {
            tracing::warn!(%error, "the time could not be kept");
        }
    }
}
