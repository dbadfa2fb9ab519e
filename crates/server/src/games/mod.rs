//! Games that are being played: in memory while somebody cares, in the log always.

mod authority;
mod away;
mod chat;
mod commands;
mod flags;
mod legal;
mod load;
mod lobby;
mod make;
mod openings;
mod outbox;
mod people;
mod plans;
mod record;
mod rematch;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod verify;
mod watch;
mod weight;

pub use authority::Caller;
pub use away::Claim;
pub use commands::Request;
pub use legal::{LegalMove, Reaches, legal_moves};
pub use load::UNPLAYABLE;
pub use lobby::Seek;
pub use make::{NewGame, SeatRequest, not_owner};
pub use openings::{Counted, by_variant};
pub use outbox::{Outbox, Unsent};
pub use plans::Plan;
pub use state::State;
pub use tell::{Frame, answer_frame, frame};
pub use watch::{Watcher, Watchers, Watching};
pub use weight::require_playable;

use crate::clock::ServerClock;
use crate::config::Limits;
use crate::engine_pool::EnginePool;
use crate::fair::Lane;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::shares::Shares;
use crate::storage::Storage;
use crate::timers::Timers;
use crate::worker_pool::{Hand, WorkerPool, by};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A game with more moves takes so long to write that others do not wait for it.
const LONG: usize = 300;
/// How many games are played again from their logs at once.
const LOADING: usize = 2;
/// The same of games by definitions that people sent.
const LOADING_SENT: usize = 1;
/// How often one can tell of others in a day.
const REPORTS: f64 = 20.0;

/// Every game there is, opened when somebody asks for it.
pub struct Games {
    storage: Arc<dyn Storage>,
    library: Arc<Library>,
    engines: Arc<EnginePool>,
    pool: WorkerPool,
    /// Those who play games again from their logs: whoever waits for one of them may hold a game.
    loaders: WorkerPool,
    /// The same for games by definitions that people sent, whose moves may take as long as they like.
    loaders_of_sent: WorkerPool,
    clock: ServerClock,
    limits: Limits,
    metrics: Arc<Metrics>,
    /// Who has begun how many games lately.
    begun: Shares,
    /// Who has told of others lately.
    reported: Shares,
    timers: Timers,
    live: Mutex<HashMap<String, Table>>,
    /// What was last told of the lobby.
    told: Mutex<lobby::Told>,
    /// Held by whoever is being paired.
    pairing: tokio::sync::Mutex<()>,
}

/// A place in memory for one game. Whoever holds its lock has the game for themselves.
type Table = Arc<tokio::sync::Mutex<Inside>>;
/// A game, held alone.
type Alone = tokio::sync::OwnedMutexGuard<Inside>;

/// A game, held alone, with somebody who does what takes long.
struct Held {
    inside: Alone,
    /// Nobody where it takes no time.
    hand: Option<Hand>,
}

impl Deref for Held {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.inside
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Inside {
        &mut self.inside
    }
}

/// What is known of a game in memory.
pub struct Inside {
    /// The game itself; nothing before it is loaded, and after something could not be kept: the log tells then.
    state: Option<State>,
    watchers: Watchers,
    touched: Instant,
}

impl Games {
    /// No game is in memory yet.
    pub fn new(
        storage: Arc<dyn Storage>,
        library: Arc<Library>,
        engines: Arc<EnginePool>,
        pool: WorkerPool,
        clock: ServerClock,
        limits: Limits,
        metrics: Arc<Metrics>,
    ) -> Arc<Games> {
        let begun = Shares::new(limits.new_games.into(), Duration::from_secs(3_600));
        let reported = Shares::new(REPORTS, Duration::from_secs(86_400));
        let (timers, live) = (Timers::default(), Mutex::default());
        let (told, pairing) = (Mutex::default(), tokio::sync::Mutex::default());
        Arc::new(Games {
            storage,
            library,
            engines,
            pool,
            loaders: WorkerPool::new(LOADING),
            loaders_of_sent: WorkerPool::new(LOADING_SENT),
            clock,
            limits,
            metrics,
            begun,
            reported,
            timers,
            live,
            told,
            pairing,
        })
    }

    /// The server's own time.
    pub fn now(&self) -> chatura_session::Time {
        self.clock.now()
    }

    /// How long the server has been running this time.
    pub fn uptime(&self) -> Duration {
        self.clock.running()
    }

    /// How many games are in memory.
    pub fn count(&self) -> usize {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The place of a game, whether it exists or not.
    fn table(&self, id: &str) -> Table {
        let empty = || Inside { state: None, watchers: Watchers::default(), touched: Instant::now() };
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        // Each game holds the rules it is played by, so games of many kinds are fewer.
        if !live.contains_key(id) && (live.len() >= self.limits.in_memory || self.library.is_crowded()) {
            make_room(&mut live);
        }
        Arc::clone(live.entry(id.to_owned()).or_insert_with(|| Arc::new(tokio::sync::Mutex::new(empty()))))
    }

    /// A game, loaded and alone with whoever asks, to do something in it.
    async fn enter(self: &Arc<Self>, lane: &Lane, id: &str) -> Result<Held, Problem> {
        self.enter_with(lane, id, |state| state.weights.acting.is_heavy()).await
    }

    /// The same, with a hand if one is needed.
    async fn enter_with(
        self: &Arc<Self>,
        lane: &Lane,
        id: &str,
        is_heavy: impl Fn(&State) -> bool,
    ) -> Result<Held, Problem> {
        let mut hand = None;
        loop {
            let inside = self.open(lane, id).await?;
            if hand.is_some() || !inside.state.as_ref().is_some_and(&is_heavy) {
                return Ok(Held { inside, hand });
            }
            // Who has a hand may wait for a game. So nobody waits for a hand who has one, and others wait for nobody's line.
            drop(inside);
            hand = Some(self.pool.hand(lane).await?);
        }
    }

    /// A game, loaded and alone with whoever asks, for what takes no time.
    async fn open(self: &Arc<Self>, lane: &Lane, id: &str) -> Result<Alone, Problem> {
        if !crate::token::is_name(id) {
            return Err(Problem::missing("game"));
        }
        let mut held = self.table(id).lock_owned().await;
        held.touched = Instant::now();
        if held.state.is_none() {
            match self.load(lane, id).await {
                Ok(mut state) => {
                    state.pace.see_all(self.now());
                    self.timers.set(id, state.session.next_deadline());
                    held.state = Some(state);
                    self.wake(&mut held);
                }
                Err(problem) => {
                    let unused = held.watchers.is_empty();
                    drop(held);
                    if unused {
                        self.forget_unloaded(id);
                    }
                    return Err(problem);
                }
            }
        }
        Ok(held)
    }

    /// Does something to the end, even if whoever asked goes away meanwhile: what is kept must also be known here.
    async fn to_the_end<T: Send + 'static>(
        work: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        let done = tokio::spawn(work).await;
        done.unwrap_or_else(|_| Err(Problem::internal("this could not be carried out; nothing is lost")))
    }

    /// Asks something of a game that is known at once.
    pub async fn peek<T>(
        self: &Arc<Self>,
        lane: &Lane,
        id: &str,
        question: impl FnOnce(&State, &Watching<'_>) -> T,
    ) -> Result<T, Problem> {
        let held = self.open(lane, id).await?;
        let state = held.state.as_ref().ok_or_else(Problem::storage)?;
        Ok(question(state, &Watching::new(&held.watchers, state)))
    }

    /// How many moves of a game are kept, with those that were tried besides.
    pub async fn length(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<usize, Problem> {
        self.peek(&caller.lane(), id, |state, _| state.session.moves_kept()).await
    }

    /// Asks something of a game without changing it, for somebody. What takes long is asked where nobody else waits for it.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        caller: &Caller,
        id: &str,
        question: impl FnOnce(&State, &Watching<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let held = self.enter_with(&caller.lane(), id, State::is_long_to_tell).await?;
        let hand = held.hand.clone();
        let asked = by(hand.as_ref(), move || {
            let state = held.state.as_ref().ok_or_else(Problem::storage)?;
            let watching = Watching::new(&held.watchers, state);
            Ok(state.weights.telling.measure(|| question(state, &watching)))
        });
        asked.await?
    }

    /// Lets games go that nobody has asked for in a while.
    pub fn forget_idle(&self) {
        let idle = self.limits.idle;
        self.retain(|inside| !inside.watchers.is_empty() || inside.touched.elapsed() < idle);
    }

    fn forget_unloaded(&self, id: &str) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if live.get(id).is_some_and(|table| Arc::strong_count(table) == 1) {
            live.remove(id);
        }
    }

    /// Keeps the games that somebody has, and of the others those that are to be kept.
    fn retain(&self, keep: impl Fn(&Inside) -> bool) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has a game has it from here, so nobody gets it while it is looked at.
        live.retain(|_, table| {
            Arc::strong_count(table) > 1 || table.try_lock().is_ok_and(|inside| keep(&inside))
        });
    }
}

/// Lets some games go that nobody watches, those that were not asked for the longest first.
fn make_room(live: &mut HashMap<String, Table>) {
    let touched = |(id, table): (&String, &Table)| {
        let inside = table.try_lock().ok().filter(|inside| inside.watchers.is_empty())?;
        (Arc::strong_count(table) == 1).then(|| (inside.touched, id.clone()))
    };
    let mut idle: Vec<(Instant, String)> = live.iter().filter_map(touched).collect();
    idle.sort_unstable();
    // Several at once, so that not each new game has to look at all of them.
    for (_, id) in idle.into_iter().take(live.len() / 10 + 1) {
        live.remove(&id);
    }
}
