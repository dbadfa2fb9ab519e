//! How much there is, counted in the transaction that adds to it: a room for five holds five, however many come at once.

use super::database;
use crate::storage::{Full, GameRow, Room, Start, StorageError, StudyWrite};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

type Outcome = Result<(), StorageError>;

/// Whether one more game can be kept.
pub(super) async fn for_game(
    connection: &mut SqliteConnection,
    game: &GameRow,
    start: &Start,
    room: &Room,
) -> Outcome {
    let open = "SELECT COUNT(*) FROM games WHERE creator = $1 AND phase <> 'over'";
    if count(connection, open, &game.creator).await? >= u64::from(room.games) {
        return Err(StorageError::Full(Full::Games(room.games)));
    }
    let all = "SELECT COUNT(*) FROM games WHERE phase <> 'over' AND $1 = $1";
    if count(connection, all, "").await? >= u64::from(room.all_games) {
        return Err(StorageError::Full(Full::AllGames));
    }
    match start {
        Start::Pgn(text) => for_bytes(connection, &game.creator, text.len(), room).await,
        Start::Array | Start::Fen(_) => for_all(connection, room).await,
    }
}

/// Whether one more definition or image can be kept. One that is there already needs no room.
pub(super) async fn for_upload(
    connection: &mut SqliteConnection,
    owner: &str,
    id: &str,
    bytes: usize,
    room: &Room,
) -> Outcome {
    let known = "SELECT (SELECT COUNT(*) FROM definitions WHERE id = $1) + (SELECT COUNT(*) FROM images WHERE id = $1)";
    match count(connection, known, id).await? {
        0 => for_bytes(connection, owner, bytes, room).await,
        _ => Ok(()),
    }
}

/// Whether a study can be kept, or be longer by so many bytes.
pub(super) async fn for_study(connection: &mut SqliteConnection, study: &StudyWrite) -> Outcome {
    let StudyWrite { row, room, .. } = study;
    let bytes: usize = study.chapters.iter().map(|chapter| chapter.body.len()).sum();
    if study.is_new {
        return for_bytes(connection, &row.owner, bytes, room).await;
    }
    if bytes == 0 {
        return Ok(());
    }
    if count(connection, BYTES, &row.owner).await? + bytes as u64 > room.bytes {
        return Err(StorageError::Full(Full::Bytes(room.bytes >> 20)));
    }
    for_all(connection, room).await
}

async fn for_bytes(connection: &mut SqliteConnection, owner: &str, bytes: usize, room: &Room) -> Outcome {
    if count(connection, UPLOADS, owner).await? >= u64::from(room.uploads) {
        return Err(StorageError::Full(Full::Uploads(room.uploads)));
    }
    if count(connection, BYTES, owner).await? + bytes as u64 > room.bytes {
        return Err(StorageError::Full(Full::Bytes(room.bytes >> 20)));
    }
    for_all(connection, room).await
}

async fn for_all(connection: &mut SqliteConnection, room: &Room) -> Outcome {
    let size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size() WHERE $1 = $1";
    match count(connection, size, "").await? < room.all_bytes {
        true => Ok(()),
        false => Err(StorageError::Full(Full::AllBytes)),
    }
}

/// How many definitions, images, studies and games written down somebody has sent.
pub(super) const UPLOADS: &str = "SELECT (SELECT COUNT(*) FROM definitions WHERE owner = $1)
    + (SELECT COUNT(*) FROM images WHERE owner = $1)
    + (SELECT COUNT(*) FROM studies WHERE owner = $1)
    + (SELECT COUNT(*) FROM games WHERE creator = $1 AND imported)";

/// What they take.
pub(super) const BYTES: &str = "SELECT
    (SELECT COALESCE(SUM(OCTET_LENGTH(text)), 0) FROM definitions WHERE owner = $1)
    + (SELECT COALESCE(SUM(OCTET_LENGTH(bytes)), 0) FROM images WHERE owner = $1)
    + (SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM chapters
        WHERE study IN (SELECT id FROM studies WHERE owner = $1))
    + (SELECT COALESCE(SUM(OCTET_LENGTH(start)), 0) FROM games WHERE creator = $1 AND imported)";

async fn count(connection: &mut SqliteConnection, sql: &'static str, of: &str) -> Result<u64, StorageError> {
    let row = sqlx::query(sql).bind(of).fetch_one(connection).await.map_err(database)?;
    let count: i64 = row.try_get(0).map_err(database)?;
    Ok(u64::try_from(count).unwrap_or(0))
}
