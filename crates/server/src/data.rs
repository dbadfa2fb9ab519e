//! What whoever runs a server does with its data: copies, looks over, thins out.

use crate::clock::{ServerClock, wall};
use crate::config::Limits;
use crate::engine_pool::EnginePool;
use crate::fair::Lane;
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

/// What came of counting games of one kind.
pub use crate::games::Counted;

/// Counts the openings of finished games that were written down, in a folder that no server uses: those of each game by
/// the name their tags give. A text without such a tag is of the game named.
pub async fn openings(
    folder: &Path,
    named: &str,
    text: &str,
) -> Result<Vec<(String, Counted)>, OpeningsError> {
    let parts = crate::games::by_variant(named, text).map_err(OpeningsError::Refused)?;
    let games = idle(Sqlite::open(folder).await?).await?;
    let mut told: Vec<(String, Counted)> = Vec::new();
    for (name, text) in parts {
        let counted = games.count_games(&Lane::server(), &name, &[], text, None).await;
        let counted =
            counted.map_err(|problem| OpeningsError::Refused(format!("{name}: {}", problem.detail)))?;
        match told.last_mut().filter(|(last, _)| *last == name) {
            Some((_, all)) => {
                all.counted += counted.counted;
                all.refused += counted.refused;
                all.why = all.why.take().or(counted.why);
            }
            None => told.push((name, counted)),
        }
    }
    Ok(told)
}

/// Why openings could not be counted.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The data cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// There is no such game, or its games cannot be read.
    #[error("{0}")]
    Refused(String),
}

/// Games that nobody plays.
async fn idle(data: Sqlite) -> Result<Arc<Games>, StorageError> {
    let clock = ServerClock::resume(data.clock().await?);
    let storage: Arc<dyn Storage> = Arc::new(data);
    let (limits, metrics, pool) = (Limits::default(), Arc::new(Metrics::default()), WorkerPool::new(1));
    let library = Arc::new(Library::new(Arc::clone(&storage), limits.clone(), pool.clone()));
    // Nobody is asked for a move.
    let shares = Arc::new(Shares::new(0.0, Duration::from_secs(1)));
    let engines = EnginePool::new(1, Arc::default(), Arc::clone(&metrics), shares);
    Ok(Games::new(storage, library, engines, pool, clock, limits, metrics))
}

/// Plays every game again from its log and compares how it then stands with what lists say. It tells how far it is: how many
/// games of how many.
pub async fn verify(place: &Place, tell: impl Fn(usize, usize)) -> Result<Verdict, StorageError> {
    let data = Sqlite::look(place).await?;
    let ids = data.game_ids().await?;
    let games = idle(data).await?;
    let mut verdict = Verdict { games: ids.len(), wrong: Vec::new() };
    for (done, id) in ids.into_iter().enumerate() {
        tell(done, verdict.games);
        if let Err(why) = games.verify(&id).await {
            verdict.wrong.push((id, why));
        }
    }
    Ok(verdict)
}
