//! Questions.

use super::{database, rows};
use crate::storage::{
    ChatRow, DefinitionRow, GameRow, Holder, Identity, ImageRow, LogEntry, Start, StorageError,
};
use chatura_session::Time;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;

type Read<T> = Result<T, StorageError>;

/// The columns that lists show; where a game starts may be a long text.
macro_rules! listed {
    () => {
        "games.id, games.origin, games.creator, games.public, games.created, games.updated, games.summary,
         games.rules"
    };
}

pub(super) async fn identity(pool: &SqlitePool, token: &str) -> Read<Option<Identity>> {
    let row = sqlx::query(
        "SELECT identities.id, identities.name, identities.settings FROM tokens
               JOIN identities ON identities.id = tokens.identity WHERE tokens.digest = $1",
    )
    .bind(token);
    row.fetch_optional(pool).await.map_err(database)?.as_ref().map(rows::identity).transpose()
}

pub(super) async fn name(pool: &SqlitePool, identity: &str) -> Read<Option<String>> {
    let row = sqlx::query("SELECT name FROM identities WHERE id = $1").bind(identity);
    let row = row.fetch_optional(pool).await.map_err(database)?;
    row.map(|row| row.try_get("name").map_err(database)).transpose()
}

pub(super) async fn game(pool: &SqlitePool, id: &str) -> Read<Option<(GameRow, Start, Vec<Holder>)>> {
    let row = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id);
    let Some(row) = row.fetch_optional(pool).await.map_err(database)? else { return Ok(None) };
    let seats =
        sqlx::query("SELECT identity, token, invitation FROM seats WHERE game = $1 ORDER BY seat").bind(id);
    let seats = seats.fetch_all(pool).await.map_err(database)?;
    let holders = seats.iter().map(rows::holder).collect::<Read<_>>()?;
    Ok(Some((rows::game(&row)?, rows::start(&row)?, holders)))
}

pub(super) async fn game_ids(pool: &SqlitePool) -> Read<Vec<String>> {
    let found = sqlx::query("SELECT id FROM games ORDER BY created, id").fetch_all(pool).await;
    found.map_err(database)?.iter().map(|row| row.try_get("id").map_err(database)).collect()
}

pub(super) async fn log(pool: &SqlitePool, game: &str) -> Read<Vec<LogEntry>> {
    let sql = "SELECT number, at, act, author, command_id FROM log WHERE game = $1 ORDER BY number";
    let found = sqlx::query(sql).bind(game).fetch_all(pool).await.map_err(database)?;
    found.iter().map(rows::entry).collect()
}

pub(super) async fn invitation(pool: &SqlitePool, code: &str) -> Read<Option<String>> {
    let row = sqlx::query("SELECT game FROM seats WHERE invitation = $1").bind(code);
    let row = row.fetch_optional(pool).await.map_err(database)?;
    row.map(|row| row.try_get("game").map_err(database)).transpose()
}

pub(super) async fn games_of(
    pool: &SqlitePool,
    identity: &str,
    before: i64,
    limit: u32,
) -> Read<Vec<(GameRow, Vec<u8>)>> {
    let sql = concat!(
        "SELECT ",
        listed!(),
        ", GROUP_CONCAT(seats.seat) AS held FROM seats JOIN games ON games.id = seats.game
           WHERE seats.identity = $1 AND games.updated < $2
           GROUP BY games.id ORDER BY games.updated DESC, games.id LIMIT $3"
    );
    let query = sqlx::query(sql).bind(identity).bind(before).bind(i64::from(limit));
    let found = query.fetch_all(pool).await.map_err(database)?;
    let row = |row| {
        let held: String = Row::try_get(row, "held").map_err(database)?;
        let mut seats: Vec<u8> = held.split(',').filter_map(|seat| seat.parse().ok()).collect();
        seats.sort_unstable();
        Ok((rows::game(row)?, seats))
    };
    found.iter().map(row).collect()
}

pub(super) async fn public_games(pool: &SqlitePool, before: i64, limit: u32) -> Read<Vec<GameRow>> {
    let sql = concat!(
        "SELECT ",
        listed!(),
        " FROM games WHERE public AND updated < $1 ORDER BY updated DESC, id LIMIT $2"
    );
    let query = sqlx::query(sql).bind(before).bind(i64::from(limit));
    query.fetch_all(pool).await.map_err(database)?.iter().map(rows::game).collect()
}

pub(super) async fn count(pool: &SqlitePool, sql: &'static str, of: &str) -> Read<u32> {
    let row = sqlx::query(sql).bind(of).fetch_one(pool).await.map_err(database)?;
    let count: i64 = row.try_get(0).map_err(database)?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

pub(super) async fn chat(pool: &SqlitePool, game: &str, limit: u32) -> Read<Vec<ChatRow>> {
    let sql =
        "SELECT number, seat, name, text, at, author FROM chat WHERE game = $1 ORDER BY number DESC LIMIT $2";
    let found = sqlx::query(sql).bind(game).bind(i64::from(limit)).fetch_all(pool).await.map_err(database)?;
    found.iter().rev().map(rows::chat).collect()
}

pub(super) async fn said(pool: &SqlitePool, game: &str, author: &str, id: &str) -> Read<Option<ChatRow>> {
    let sql =
        "SELECT number, seat, name, text, at, author FROM chat WHERE game = $1 AND author = $2 AND sent = $3";
    let row = sqlx::query(sql).bind(game).bind(author).bind(id);
    row.fetch_optional(pool).await.map_err(database)?.as_ref().map(rows::chat).transpose()
}

pub(super) async fn definition(pool: &SqlitePool, id: &str) -> Read<Option<DefinitionRow>> {
    let row = sqlx::query("SELECT * FROM definitions WHERE id = $1").bind(id);
    row.fetch_optional(pool).await.map_err(database)?.as_ref().map(rows::definition).transpose()
}

pub(super) async fn rules(pool: &SqlitePool, id: &str) -> Read<Option<Vec<DefinitionRow>>> {
    let row = sqlx::query("SELECT texts FROM rules WHERE id = $1").bind(id);
    let Some(row) = row.fetch_optional(pool).await.map_err(database)? else { return Ok(None) };
    let ids: Vec<String> = rows::json(&row, "texts")?;
    let mut texts = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(text) = definition(pool, &id).await? else { return Ok(None) };
        texts.push(text);
    }
    Ok(Some(texts))
}

pub(super) async fn unpinned(pool: &SqlitePool) -> Read<Vec<String>> {
    let sql = "SELECT DISTINCT origin ->> '$.definition' AS definition FROM games WHERE rules IS NULL";
    let found = sqlx::query(sql).fetch_all(pool).await.map_err(database)?;
    found.iter().map(|row| row.try_get("definition").map_err(database)).collect()
}

pub(super) async fn definitions_of(pool: &SqlitePool, identity: &str) -> Read<Vec<DefinitionRow>> {
    let sql = "SELECT id, owner, file, name, '' AS text FROM definitions WHERE owner = $1 ORDER BY name, id";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    found.iter().map(rows::definition).collect()
}

pub(super) async fn image(pool: &SqlitePool, id: &str) -> Read<Option<ImageRow>> {
    let row = sqlx::query("SELECT id, owner, kind, bytes, used FROM images WHERE id = $1").bind(id);
    let Some(row) = row.fetch_optional(pool).await.map_err(database)? else { return Ok(None) };
    let text = |column: &str| row.try_get::<String, _>(column).map_err(database);
    let bytes = row.try_get("bytes").map_err(database)?;
    let used = rows::number(&row, "used")?;
    Ok(Some(ImageRow { id: text("id")?, owner: text("owner")?, kind: text("kind")?, used, bytes }))
}

pub(super) async fn deadlines(pool: &SqlitePool) -> Read<Vec<(Time, String)>> {
    let sql = "SELECT deadline, id FROM games WHERE deadline IS NOT NULL";
    let found = sqlx::query(sql).fetch_all(pool).await.map_err(database)?;
    let pair = |row| {
        let at = u64::try_from(rows::number(row, "deadline")?).unwrap_or(0);
        Ok((Time(at), Row::try_get(row, "id").map_err(database)?))
    };
    found.iter().map(pair).collect()
}

pub(super) async fn thinking(pool: &SqlitePool) -> Read<Vec<String>> {
    let found = sqlx::query("SELECT id FROM games WHERE thinking").fetch_all(pool).await.map_err(database)?;
    found.iter().map(|row| row.try_get("id").map_err(database)).collect()
}

pub(super) async fn clock(pool: &SqlitePool) -> Read<Time> {
    let row = sqlx::query("SELECT value FROM meta WHERE name = 'clock'");
    let row = row.fetch_optional(pool).await.map_err(database)?;
    let at = row.as_ref().map_or(Ok(0), |row| rows::number(row, "value"))?;
    Ok(Time(u64::try_from(at).unwrap_or(0)))
}
