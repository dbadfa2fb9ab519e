//! SQLite: one connection writes, several read.

mod copy;
mod openings;
mod people;
mod prune;
mod read;
mod room;
mod rows;
mod schema;
mod studies;
#[cfg(test)]
mod tests;
mod unused;
mod write;

use super::{
    Answer, BlockRow, ChapterRow, ChatRow, DefinitionRow, GameRow, Holder, Identity, ImageRow, LogEntry,
    PlanRow, ReportRow, Start, Storage, StorageError, StudyRow, TokenRow, Write,
};
use crate::token::Digested;
use chatura_session::Time;
pub use copy::{Contents, Restored, backup, restore};
pub use prune::{Pruned, prune};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use write::QueuedWrite;

/// The file in the folder of the data.
const FILE: &str = "chatura.sqlite3";
/// The file that one server at a time has locked.
const LOCK: &str = "chatura.lock";
/// How many may read at once.
const READERS: u32 = 4;
/// How many writes may wait; who comes then waits too.
const WAITING: usize = 4_096;

/// Everything in one file.
pub struct Sqlite {
    readers: SqlitePool,
    writes: mpsc::Sender<QueuedWrite>,
    /// Locked until this is closed.
    lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Opens the data in a folder, and makes both if they are not there.
    pub async fn open(folder: &Path) -> Result<Sqlite, StorageError> {
        let place = folder.display().to_string();
        make_folder(folder)
            .map_err(|error| StorageError::Database(format!("cannot make the folder {place}: {error}")))?;
        let lock = lock(folder, &place)?;
        Sqlite::open_locked(folder, lock).await
    }

    /// Opens the data in a folder that this process has locked.
    async fn open_locked(folder: &Path, lock: File) -> Result<Sqlite, StorageError> {
        let place = folder.display().to_string();
        let options = options(&folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What is answered must survive a loss of power.
            .synchronous(SqliteSynchronous::Full);
        let mut writer = options.connect().await.map_err(database)?;
        schema::migrate(&mut writer, &place).await?;
        let pool = SqlitePoolOptions::new().max_connections(READERS).idle_timeout(None).max_lifetime(None);
        let readers = pool.connect_with(options.clone()).await.map_err(database)?;
        let (writes, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write::run(options, writer, waiting));
        Ok(Sqlite { readers, writes, lock: Mutex::new(Some(lock)) })
    }

    /// Opens data to look at them, whoever else uses them; nothing can be written.
    pub async fn look(place: &Place) -> Result<Sqlite, StorageError> {
        let (mut connection, options) = place.connect().await?;
        copy::sound(&mut connection).await?;
        let (found, known) = (schema::version(&mut connection, &place.to_string()).await?, schema::known());
        connection.close().await.map_err(database)?;
        if found < known {
            return Err(StorageError::Older { place: place.to_string(), found, known });
        }
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options).await;
        // Nobody takes what is written.
        let (writes, _) = mpsc::channel(1);
        Ok(Sqlite { readers: readers.map_err(database)?, writes, lock: Mutex::new(None) })
    }

    /// The ids of all games.
    pub async fn game_ids(&self) -> Result<Vec<String>, StorageError> {
        read::game_ids(&self.readers).await
    }

    async fn order(&self, write: Option<Write>) -> Result<(), StorageError> {
        let (answer, answered) = oneshot::channel();
        self.writes.send(QueuedWrite { write, answer }).await.map_err(|_| StorageError::Closed)?;
        answered.await.map_err(|_| StorageError::Closed)?
    }
}

fn options(file: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new().filename(file);
    options.busy_timeout(Duration::from_secs(10)).statement_cache_capacity(64)
}

/// Where data are that somebody wants to look at.
pub enum Place {
    /// The folder of a server, which may be running.
    Folder(PathBuf),
    /// A copy that nobody changes.
    Copy(PathBuf),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Place::Folder(path) | Place::Copy(path)) = self;
        path.display().fmt(f)
    }
}

impl Place {
    async fn connect(&self) -> Result<(SqliteConnection, SqliteConnectOptions), StorageError> {
        let (file, options) = match self {
            Place::Folder(folder) => (folder.join(FILE), options(&folder.join(FILE))),
            // Without a look at other files beside it, and without leaving any.
            Place::Copy(file) => (file.clone(), options(file).read_only(true).immutable(true)),
        };
        if !file.is_file() {
            return Err(StorageError::File(format!("there are no data in {self}")));
        }
        let connection = options.connect().await;
        connection.map(|connection| (connection, options)).map_err(|_| foreign(self))
    }
}

fn foreign(place: &Place) -> StorageError {
    StorageError::Damaged(format!("{place} is no database of this program"))
}

/// Makes a folder that only its owner can look into: it holds what lets people in.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Two servers with the same games would not know of each other's moves.
fn lock(folder: &Path, place: &str) -> Result<File, StorageError> {
    let cannot =
        |error: std::io::Error| StorageError::Database(format!("cannot use the folder {place}: {error}"));
    let file =
        File::options().create(true).write(true).truncate(false).open(folder.join(LOCK)).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StorageError::Taken(place.to_owned())),
        Err(TryLockError::Error(error)) => Err(cannot(error)),
    }
}

/// What the database says, as an error of ours.
fn database(error: sqlx::Error) -> StorageError {
    match error {
        sqlx::Error::Database(error) if error.is_unique_violation() => StorageError::Conflict,
        error => StorageError::Database(error.to_string()),
    }
}

impl Storage for Sqlite {
    fn write(&self, write: Write) -> Answer<'_, ()> {
        Box::pin(self.order(Some(write)))
    }

    fn identity(&self, token: &Digested) -> Answer<'_, Option<Identity>> {
        let token = token.text().to_owned();
        Box::pin(async move { read::identity(&self.readers, &token).await })
    }

    fn name(&self, identity: &str) -> Answer<'_, Option<String>> {
        let identity = identity.to_owned();
        Box::pin(async move { read::name(&self.readers, &identity).await })
    }

    fn game(&self, id: &str) -> Answer<'_, Option<(GameRow, Start, Vec<Holder>)>> {
        let id = id.to_owned();
        Box::pin(async move { read::game(&self.readers, &id).await })
    }

    fn log(&self, game: &str) -> Answer<'_, Vec<LogEntry>> {
        let game = game.to_owned();
        Box::pin(async move { read::log(&self.readers, &game).await })
    }

    fn invitation(&self, code: &Digested) -> Answer<'_, Option<String>> {
        let code = code.text().to_owned();
        Box::pin(async move { read::invitation(&self.readers, &code).await })
    }

    fn games_of(&self, identity: &str, before: i64, limit: u32) -> Answer<'_, Vec<(GameRow, Vec<u8>)>> {
        let identity = identity.to_owned();
        Box::pin(async move { read::games_of(&self.readers, &identity, before, limit).await })
    }

    fn public_games(&self, before: i64, limit: u32) -> Answer<'_, Vec<GameRow>> {
        Box::pin(read::public_games(&self.readers, before, limit))
    }

    fn open_games(&self, identity: &str) -> Answer<'_, u32> {
        let identity = identity.to_owned();
        let sql = "SELECT COUNT(*) FROM games WHERE creator = $1 AND phase <> 'over'";
        Box::pin(async move { read::count(&self.readers, sql, &identity).await })
    }

    fn chat(&self, game: &str, limit: u32) -> Answer<'_, Vec<ChatRow>> {
        let game = game.to_owned();
        Box::pin(async move { read::chat(&self.readers, &game, limit).await })
    }

    fn said(&self, game: &str, author: &str, id: &str) -> Answer<'_, Option<ChatRow>> {
        let [game, author, id] = [game, author, id].map(str::to_owned);
        Box::pin(async move { read::said(&self.readers, &game, &author, &id).await })
    }

    fn definition(&self, id: &str) -> Answer<'_, Option<DefinitionRow>> {
        let id = id.to_owned();
        Box::pin(async move { read::definition(&self.readers, &id).await })
    }

    fn definitions_of(&self, identity: &str) -> Answer<'_, Vec<DefinitionRow>> {
        let identity = identity.to_owned();
        Box::pin(async move { read::definitions_of(&self.readers, &identity).await })
    }

    fn rules(&self, id: &str) -> Answer<'_, Option<Vec<DefinitionRow>>> {
        let id = id.to_owned();
        Box::pin(async move { read::rules(&self.readers, &id).await })
    }

    fn unpinned(&self) -> Answer<'_, Vec<String>> {
        Box::pin(read::unpinned(&self.readers))
    }

    fn plans(&self, game: &str) -> Answer<'_, Vec<PlanRow>> {
        let game = game.to_owned();
        Box::pin(async move { openings::plans(&self.readers, &game).await })
    }

    fn openings(&self, rules: &str, position: &str) -> Answer<'_, Vec<(String, Option<u8>, u64)>> {
        let [rules, position] = [rules, position].map(str::to_owned);
        Box::pin(async move { openings::openings(&self.readers, &rules, &position).await })
    }

    fn opening_rows(&self, rules: &str) -> Answer<'_, u64> {
        let rules = rules.to_owned();
        Box::pin(async move { openings::rows(&self.readers, &rules).await })
    }

    fn study(&self, id: &str) -> Answer<'_, Option<(StudyRow, Vec<ChapterRow>)>> {
        let id = id.to_owned();
        Box::pin(async move { studies::study(&self.readers, &id).await })
    }

    fn studies_of(&self, identity: &str) -> Answer<'_, Vec<StudyRow>> {
        let identity = identity.to_owned();
        Box::pin(async move { studies::studies_of(&self.readers, &identity).await })
    }

    fn image(&self, id: &str) -> Answer<'_, Option<ImageRow>> {
        let id = id.to_owned();
        Box::pin(async move { read::image(&self.readers, &id).await })
    }

    fn uploads_of(&self, identity: &str) -> Answer<'_, u32> {
        let identity = identity.to_owned();
        Box::pin(async move { read::count(&self.readers, room::UPLOADS, &identity).await })
    }

    fn tokens(&self, identity: &str) -> Answer<'_, Vec<TokenRow>> {
        let identity = identity.to_owned();
        Box::pin(async move { people::tokens(&self.readers, &identity).await })
    }

    fn blocks(&self, identity: &str) -> Answer<'_, Vec<BlockRow>> {
        let identity = identity.to_owned();
        Box::pin(async move { people::blocks(&self.readers, &identity).await })
    }

    fn blockers(&self, identity: &str) -> Answer<'_, Vec<String>> {
        let identity = identity.to_owned();
        Box::pin(async move { people::blockers(&self.readers, &identity).await })
    }

    fn is_muted(&self, game: &str, identity: &str) -> Answer<'_, bool> {
        let game = game.to_owned();
        let identity = identity.to_owned();
        Box::pin(async move { people::is_muted(&self.readers, &game, &identity).await })
    }

    fn reports(&self, limit: u32) -> Answer<'_, Vec<ReportRow>> {
        Box::pin(async move { people::reports(&self.readers, limit).await })
    }

    fn author(&self, game: &str, number: u32) -> Answer<'_, Option<(String, String)>> {
        let game = game.to_owned();
        Box::pin(async move { people::author(&self.readers, &game, number).await })
    }

    fn spoken(&self, game: &str, identity: &str) -> Answer<'_, u32> {
        let game = game.to_owned();
        let identity = identity.to_owned();
        Box::pin(async move { people::spoken(&self.readers, &game, &identity).await })
    }

    fn said_by(&self, identity: &str, limit: u32) -> Answer<'_, Vec<(String, ChatRow)>> {
        let identity = identity.to_owned();
        Box::pin(async move { people::said_by(&self.readers, &identity, limit).await })
    }

    fn images_of(&self, identity: &str) -> Answer<'_, Vec<String>> {
        let identity = identity.to_owned();
        Box::pin(async move { people::images_of(&self.readers, &identity).await })
    }

    fn deadlines(&self) -> Answer<'_, Vec<(Time, String)>> {
        Box::pin(read::deadlines(&self.readers))
    }

    fn thinking(&self) -> Answer<'_, Vec<String>> {
        Box::pin(read::thinking(&self.readers))
    }

    fn clock(&self) -> Answer<'_, Time> {
        Box::pin(read::clock(&self.readers))
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            let last = self.order(None).await;
            self.readers.close().await;
            self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
            last
        })
    }
}
