//! Old games are taken away.

use super::{FILE, Place, database, lock, schema};
use crate::storage::StorageError;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use std::path::Path;

/// What was taken away, or would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// How many games.
    pub games: u64,
    /// How much smaller the file became, in bytes.
    pub bytes: u64,
}

/// Takes away games in which nothing has happened since a time of day (milliseconds since 1970), with their logs, seats and
/// chats: those that are over, or with `unfinished` all. No server may use the data meanwhile, because it might have
/// such a game in memory. A dry run only counts.
pub async fn prune(folder: &Path, before: i64, unfinished: bool, dry: bool) -> Result<Pruned, StorageError> {
    let place = Place::Folder(folder.to_owned());
    // Who only looks does not keep anybody waiting.
    let (mut connection, _) = place.connect().await?;
    let _lock = if dry { None } else { Some(lock(folder, &place.to_string())?) };
    let (found, known) = (schema::version(&mut connection, &place.to_string()).await?, schema::known());
    if found < known {
        return Err(StorageError::Older { place: place.to_string(), found, known });
    }
    let count = "SELECT COUNT(*) FROM games WHERE updated < $1 AND (phase = 'over' OR $2)";
    let row = sqlx::query(count).bind(before).bind(unfinished).fetch_one(&mut connection).await;
    let games = row.and_then(|row| row.try_get::<i64, _>(0)).map_err(database)? as u64;
    let size = || std::fs::metadata(folder.join(FILE)).map_or(0, |file| file.len());
    let mut pruned = Pruned { games, bytes: 0 };
    if !dry && games > 0 {
        let larger = size();
        take_away(&mut connection, before, unfinished).await?;
        for statement in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] {
            sqlx::query(statement).execute(&mut connection).await.map_err(database)?;
        }
        pruned.bytes = larger.saturating_sub(size());
    }
    connection.close().await.map_err(database)?;
    Ok(pruned)
}

async fn take_away(
    connection: &mut SqliteConnection,
    before: i64,
    unfinished: bool,
) -> Result<(), StorageError> {
    let mut transaction = connection.begin().await.map_err(database)?;
    // Whatever belongs to a game names it in a column of that name.
    let tables = sqlx::query(
        "SELECT tables.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND columns.name = 'game' ORDER BY tables.name",
    );
    let tables = tables.fetch_all(&mut *transaction).await.map_err(database)?;
    for table in &tables {
        let table: String = table.try_get(0).map_err(database)?;
        let sql = format!(
            "DELETE FROM \"{table}\" WHERE game IN
               (SELECT id FROM games WHERE updated < $1 AND (phase = 'over' OR $2))"
        );
        // The name is one of our own tables.
        let query = sqlx::query(AssertSqlSafe(sql)).bind(before).bind(unfinished);
        query.execute(&mut *transaction).await.map_err(database)?;
    }
    let sql = "DELETE FROM games WHERE updated < $1 AND (phase = 'over' OR $2)";
    let query = sqlx::query(sql).bind(before).bind(unfinished);
    query.execute(&mut *transaction).await.map_err(database)?;
    transaction.commit().await.map_err(database)
}
