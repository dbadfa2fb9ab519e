//! What whoever runs a server does with its data: copies, looks over, thins out.

use crate::clock::{ServerClock, wall};
use crate::config::Limits;
use crate::engine_pool::EnginePool;
use crate::games::Games;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::shares::Shares;
pub use crate::storage::{Contents, Place, Pruned, Restored, StorageError};
use crate::storage::{Sqlite, Storage};
use crate::worker_pool::WorkerPool;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What came of looking all games over.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// How many games there are.
    pub games: usize,
    /// The ids of those that are not as they should be, each with why.
    pub wrong: Vec<(String, String)>,
}

/// Copies the data of a folder into a new file, whether a server uses them or not, and looks the copy over.
pub async fn backup(folder: &Path, file: &Path) -> Result<Contents, StorageError> {
    crate::storage::backup(folder, file).await
}

/// Puts a copy into a folder that no server uses; what was there is moved aside.
pub async fn restore(file: &Path, folder: &Path) -> Result<Restored, StorageError> {
    crate::storage::restore(file, folder).await
}

/// Takes away games that were last touched so long ago and are over, or all such; a dry run only counts them.
pub async fn prune(
    folder: &Path,
    older_than: Duration,
    unfinished: bool,
    dry: bool,
) -> Result<Pruned, StorageError> {
    let before = wall().saturating_sub(i64::try_from(older_than.as_millis()).unwrap_or(i64::MAX));
    crate::storage::prune(folder, before, unfinished, dry).await
}

/// Plays every game again from its log and compares how it then stands with what lists say. It tells how far it is: how many
/// games of how many.
pub async fn verify(place: &Place, tell: impl Fn(usize, usize)) -> Result<Verdict, StorageError> {
    let data = Sqlite::look(place).await?;
    let ids = data.game_ids().await?;
    let clock = ServerClock::resume(data.clock().await?);
    let storage: Arc<dyn Storage> = Arc::new(data);
    let (limits, metrics, pool) = (Limits::default(), Arc::new(Metrics::default()), WorkerPool::new(1));
    let library = Arc::new(Library::new(Arc::clone(&storage), limits.clone(), pool.clone()));
    // Nobody is asked for a move.
    let shares = Arc::new(Shares::new(0.0, Duration::from_secs(1)));
    let engines = EnginePool::new(1, Arc::default(), Arc::clone(&metrics), shares);
    let games = Games::new(storage, library, engines, pool, clock, limits, metrics);
    let mut verdict = Verdict { games: ids.len(), wrong: Vec::new() };
    for (done, id) in ids.into_iter().enumerate() {
        tell(done, verdict.games);
        if let Err(why) = games.verify(&id).await {
            verdict.wrong.push((id, why));
        }
    }
    Ok(verdict)
}
