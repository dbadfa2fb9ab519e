//! Copies of the data: made while a server uses them, looked over, put back.

use super::{FILE, Place, Sqlite, database, foreign, lock, make_folder, options, schema};
use crate::storage::{Storage, StorageError};
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection, Row};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The files that SQLite puts beside a database that is in use.
const BESIDE: [&str; 2] = ["-wal", "-shm"];
/// How a copy on its way to its place is called.
const RESTORING: &str = "chatura.sqlite3.restoring";
/// How the folder begins into which data go that are replaced.
const ASIDE: &str = "before-restore";

/// What data hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// How many games.
    pub games: u64,
    /// How many people.
    pub people: u64,
    /// How large the file is.
    pub bytes: u64,
}

/// What was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What it holds.
    pub contents: Contents,
    /// Where the data are that were there before.
    pub aside: Option<PathBuf>,
}

/// Copies the data of a folder into a new file: all of one moment, whoever writes meanwhile. The file is there when it
/// is whole and was looked over, and not before.
pub async fn backup(folder: &Path, file: &Path) -> Result<Contents, StorageError> {
    if file.exists() {
        return Err(StorageError::File(format!("{} is there already; name a new file", file.display())));
    }
    let (mut source, _) = Place::Folder(folder.to_owned()).connect().await?;
    schema::version(&mut source, &folder.display().to_string()).await?;
    let partial = beside(file, &format!(".partial-{}", std::process::id()))?;
    let made = copy(&mut source, &partial).await;
    let finished = match made {
        Ok(contents) => std::fs::rename(&partial, file)
            .and_then(|()| sync_folder_of(file))
            .map(|()| contents)
            .map_err(|error| cannot("write", file, &error)),
        Err(error) => Err(error),
    };
    if finished.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    let _ = source.close().await;
    finished
}

async fn copy(source: &mut SqliteConnection, target: &Path) -> Result<Contents, StorageError> {
    let name = target.to_str().ok_or_else(|| {
        StorageError::File(format!("{} is no name that SQLite understands", target.display()))
    })?;
    // SQLite fills an empty file; this one is its owner's alone from the beginning.
    let made = make_file(target).map_err(|error| cannot("write", target, &error))?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(source).await.map_err(database)?;
    made.sync_all().map_err(|error| cannot("write", target, &error))?;
    contents(target).await
}

/// Looks a copy over, and says what it holds.
async fn contents(file: &Path) -> Result<Contents, StorageError> {
    let place = Place::Copy(file.to_owned());
    let (mut connection, _) = place.connect().await?;
    sound(&mut connection).await.map_err(|error| match error {
        StorageError::Damaged(what) => StorageError::Damaged(what),
        _ => foreign(&place),
    })?;
    schema::version(&mut connection, &place.to_string()).await.map_err(|error| match error {
        StorageError::Newer { .. } => error,
        _ => foreign(&place),
    })?;
    let sql = "SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM identities)";
    let row = sqlx::query(sql).fetch_one(&mut connection).await.map_err(database)?;
    let count = |at: usize| row.try_get::<i64, _>(at).map(|count| count as u64).map_err(database);
    let bytes = std::fs::metadata(file).map_err(|error| cannot("read", file, &error))?.len();
    let contents = Contents { games: count(0)?, people: count(1)?, bytes };
    connection.close().await.map_err(database)?;
    Ok(contents)
}

/// Asks SQLite whether every page and every index is as it should be.
pub(super) async fn sound(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    let found = sqlx::query("PRAGMA integrity_check(5)").fetch_all(connection).await.map_err(database)?;
    let lines: Vec<String> = found.iter().filter_map(|row| row.try_get(0).ok()).collect();
    match lines == ["ok"] {
        true => Ok(()),
        false => Err(StorageError::Damaged(lines.join("; "))),
    }
}

/// Puts a copy into a folder that no server uses. What was there before is moved aside, never written over.
pub async fn restore(file: &Path, folder: &Path) -> Result<Restored, StorageError> {
    let expected = contents(file).await?;
    let place = folder.display().to_string();
    make_folder(folder).map_err(|error| cannot("make", folder, &error))?;
    let lock = lock(folder, &place)?;
    let coming = folder.join(RESTORING);
    let arrived = take_over(file, &coming).map_err(|error| cannot("write", &coming, &error));
    let arrived = match arrived {
        Ok(()) => contents(&coming).await,
        Err(error) => Err(error),
    };
    if arrived.as_ref().ok() != Some(&expected) {
        let _ = std::fs::remove_file(&coming);
        return Err(arrived.err().unwrap_or_else(|| {
            StorageError::Damaged(format!("{} changed while it was read", file.display()))
        }));
    }
    let aside = move_aside(folder).await.map_err(|error| cannot("move", folder, &error))?;
    let target = folder.join(FILE);
    std::fs::rename(&coming, &target)
        .and_then(|()| sync_folder_of(&target))
        .map_err(|error| cannot("write", &target, &error))?;
    // Older copies are brought up to date.
    Sqlite::open_locked(folder, lock).await?.close().await?;
    Ok(Restored { contents: expected, aside })
}

fn take_over(from: &Path, to: &Path) -> std::io::Result<()> {
    // What an attempt that was broken off left is of no use.
    let _ = std::fs::remove_file(to);
    let mut target = make_file(to)?;
    std::io::copy(&mut File::open(from)?, &mut target)?;
    target.sync_all()
}

/// Moves the data of a folder into one of their own inside it.
async fn move_aside(folder: &Path) -> std::io::Result<Option<PathBuf>> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Ok(None);
    }
    // What is written beside the database goes into it, if it is sound enough; then it is one file that moves.
    if let Ok(mut connection) = options(&file).connect().await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
        let _ = connection.close().await;
    }
    let free = (1..).map(|number| folder.join(format!("{ASIDE}-{number}"))).find(|path| !path.exists());
    let Some(aside) = free else { return Ok(None) };
    make_folder(&aside)?;
    // If this is broken off, a database without what stands beside it must not be left to a server.
    std::fs::rename(&file, aside.join(FILE))?;
    for ending in BESIDE {
        let name = format!("{FILE}{ending}");
        if folder.join(&name).exists() {
            std::fs::rename(folder.join(&name), aside.join(&name))?;
        }
    }
    sync_folder_of(&file)?;
    Ok(Some(aside))
}

/// A new file that only its owner can read: it holds what lets people in.
fn make_file(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A name in the same folder, written out in full so that it is never taken for anything but a path.
fn beside(file: &Path, ending: &str) -> Result<PathBuf, StorageError> {
    let mut name = file
        .file_name()
        .ok_or_else(|| StorageError::File(format!("{} names no file", file.display())))?
        .to_owned();
    name.push(ending);
    std::path::absolute(file.with_file_name(name)).map_err(|error| cannot("write", file, &error))
}

/// A name is kept only when its folder is.
fn sync_folder_of(file: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = std::path::absolute(file)?.parent() {
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> StorageError {
    StorageError::File(format!("cannot {what} {}: {error}", path.display()))
}
