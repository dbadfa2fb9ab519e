//! People: what lets them in, whom they do not want to meet, what they told of others, and how they are forgotten.

use super::{database, rows};
use crate::clock::wall;
use crate::storage::{
    BlockRow, ChatRow, DELETED, Identity, ReportRow, Revoke, StorageError, Summary, TokenRow,
};
use crate::token::Digested;
use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

type Outcome = Result<(), StorageError>;
type Read<T> = Result<T, StorageError>;

pub(super) async fn put(connection: &mut SqliteConnection, identity: &Identity, token: &Digested) -> Outcome {
    let sql = "INSERT INTO identities (id, name, settings) VALUES ($1, $2, $3)";
    let query = sqlx::query(sql).bind(&identity.id).bind(&identity.name).bind(&identity.settings);
    query.execute(&mut *connection).await.map_err(database)?;
    put_token(connection, &identity.id, token).await
}

/// A new secret of somebody; whoever is forgotten meanwhile gets none.
pub(super) async fn put_token(
    connection: &mut SqliteConnection,
    identity: &str,
    token: &Digested,
) -> Outcome {
    let sql =
        "INSERT INTO tokens (digest, identity, created) SELECT $1, id, $3 FROM identities WHERE id = $2";
    let query = sqlx::query(sql).bind(token.text()).bind(identity).bind(wall());
    let done = query.execute(connection).await.map_err(database)?;
    if done.rows_affected() == 0 { Err(StorageError::Conflict) } else { Ok(()) }
}

pub(super) async fn revoke(connection: &mut SqliteConnection, identity: &str, which: &Revoke) -> Outcome {
    let query = match which {
        Revoke::One(token) => sqlx::query("DELETE FROM tokens WHERE identity = $1 AND digest = $2")
            .bind(identity)
            .bind(token.text()),
        Revoke::AllBut(token) => sqlx::query("DELETE FROM tokens WHERE identity = $1 AND digest <> $2")
            .bind(identity)
            .bind(token.text()),
    };
    query.execute(&mut *connection).await.map_err(database)?;
    if let Revoke::AllBut(_) = which {
        // What speaks for one seat alone was given to programs, and is taken back with the rest.
        let sql = "UPDATE seats SET token = NULL WHERE identity = $1";
        sqlx::query(sql).bind(identity).execute(connection).await.map_err(database)?;
    }
    Ok(())
}

pub(super) async fn block(connection: &mut SqliteConnection, by: &str, whom: &str, on: bool) -> Outcome {
    let sql = match on {
        true => "INSERT INTO blocks (identity, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM blocks WHERE identity = $1 AND blocked = $2",
    };
    sqlx::query(sql).bind(by).bind(whom).execute(connection).await.map(drop).map_err(database)
}

pub(super) async fn mute(connection: &mut SqliteConnection, game: &str, whom: &str, on: bool) -> Outcome {
    let sql = match on {
        true => "INSERT INTO mutes (game, identity) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM mutes WHERE game = $1 AND identity = $2",
    };
    sqlx::query(sql).bind(game).bind(whom).execute(connection).await.map(drop).map_err(database)
}

pub(super) async fn report(connection: &mut SqliteConnection, row: &ReportRow) -> Outcome {
    let sql = "INSERT INTO reports (at, reporter, accused, game, said, text) VALUES ($1, $2, $3, $4, $5, $6)";
    let query = sqlx::query(sql)
        .bind(row.at)
        .bind(&row.reporter)
        .bind(&row.accused)
        .bind(&row.game)
        .bind(&row.said)
        .bind(&row.text);
    query.execute(connection).await.map(drop).map_err(database)
}

/// Takes somebody out of a game, and their names out of its past: where its players are named at first, and in what was done
/// since.
pub(super) async fn scrub(
    connection: &mut SqliteConnection,
    game: &str,
    identity: &str,
    names: &[String],
) -> Outcome {
    let sql = "UPDATE seats SET identity = NULL, token = NULL WHERE game = $1 AND identity = $2";
    sqlx::query(sql).bind(game).bind(identity).execute(&mut *connection).await.map_err(database)?;
    let row = sqlx::query("SELECT origin, summary FROM games WHERE id = $1").bind(game);
    let Some(row) = row.fetch_optional(&mut *connection).await.map_err(database)? else { return Ok(()) };
    let mut origin: Value = rows::json(&row, "origin")?;
    let mut summary: Summary = rows::json(&row, "summary")?;
    for seat in origin["seats"].as_array_mut().into_iter().flatten() {
        rename(seat, names);
    }
    summary
        .names
        .iter_mut()
        .filter(|known| names.contains(known))
        .for_each(|known| *known = DELETED.to_owned());
    let sql = "UPDATE games SET origin = $2, summary = $3 WHERE id = $1";
    let summary =
        serde_json::to_string(&summary).map_err(|error| StorageError::Damaged(error.to_string()))?;
    let query = sqlx::query(sql).bind(game).bind(origin.to_string()).bind(summary);
    query.execute(&mut *connection).await.map_err(database)?;
    let named = "SELECT number, act FROM log WHERE game = $1
                 AND act ->> '$.said.command.command' IN ('replace', 'rename')";
    for row in sqlx::query(named).bind(game).fetch_all(&mut *connection).await.map_err(database)? {
        let mut act: Value = rows::json(&row, "act")?;
        let command = &mut act["said"]["command"];
        rename(command, names);
        rename(&mut command["occupant"], names);
        let sql = "UPDATE log SET act = $3 WHERE game = $1 AND number = $2";
        let query = sqlx::query(sql).bind(game).bind(rows::number(&row, "number")?).bind(act.to_string());
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

/// Gives what has one of these names another.
fn rename(value: &mut Value, names: &[String]) {
    let is_one = |known: &&mut Value| names.iter().any(|name| **known == name.as_str());
    if let Some(known) = value.get_mut("name").filter(is_one) {
        *known = DELETED.into();
    }
}

/// Forgets somebody. Games stay, and what games need.
pub(super) async fn forget(connection: &mut SqliteConnection, identity: &str) -> Outcome {
    for sql in [
        "DELETE FROM tokens WHERE identity = $1",
        "DELETE FROM identities WHERE id = $1",
        "DELETE FROM blocks WHERE identity = $1 OR blocked = $1",
        "DELETE FROM mutes WHERE identity = $1",
        "DELETE FROM chat WHERE author = $1",
        "DELETE FROM plans WHERE identity = $1",
        "DELETE FROM openings WHERE rules >= $1 || ':' AND rules < $1 || ';'",
        "DELETE FROM chapters WHERE study IN (SELECT id FROM studies WHERE owner = $1)",
        "DELETE FROM studies WHERE owner = $1",
        "UPDATE reports SET reporter = '' WHERE reporter = $1",
        "UPDATE reports SET accused = '' WHERE accused = $1",
        "UPDATE seats SET identity = NULL, token = NULL WHERE identity = $1",
        "UPDATE games SET creator = '' WHERE creator = $1",
        // What a game was begun with stays, without its owner; the rest goes when nobody uses it.
        "UPDATE definitions SET owner = '' WHERE owner = $1 AND id IN (SELECT own FROM rules)",
        "DELETE FROM definitions WHERE owner = $1",
        "UPDATE images SET owner = '', used = 0 WHERE owner = $1",
    ] {
        sqlx::query(sql).bind(identity).execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

pub(super) async fn tokens(pool: &SqlitePool, identity: &str) -> Read<Vec<TokenRow>> {
    let sql = "SELECT digest, created FROM tokens WHERE identity = $1 ORDER BY created, digest";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    let token = |row| {
        let digest: String = Row::try_get(row, "digest").map_err(database)?;
        Ok(TokenRow { token: Digested::kept(digest), created: rows::number(row, "created")? })
    };
    found.iter().map(token).collect()
}

/// Whom somebody does not want to meet.
pub(super) async fn blocks(pool: &SqlitePool, identity: &str) -> Read<Vec<BlockRow>> {
    let sql = "SELECT blocks.blocked AS id, identities.name FROM blocks JOIN identities ON identities.id = blocks.blocked
               WHERE blocks.identity = $1 ORDER BY identities.name, blocks.blocked";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    let block = |row| {
        let text = |column: &str| Row::try_get(row, column).map_err(database);
        Ok(BlockRow { id: text("id")?, name: text("name")? })
    };
    found.iter().map(block).collect()
}

/// Those who do not want to meet somebody.
pub(super) async fn blockers(pool: &SqlitePool, identity: &str) -> Read<Vec<String>> {
    let sql = "SELECT identity FROM blocks WHERE blocked = $1";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    found.iter().map(|row| row.try_get("identity").map_err(database)).collect()
}

pub(super) async fn is_muted(pool: &SqlitePool, game: &str, identity: &str) -> Read<bool> {
    let row = sqlx::query("SELECT 1 FROM mutes WHERE game = $1 AND identity = $2").bind(game).bind(identity);
    Ok(row.fetch_optional(pool).await.map_err(database)?.is_some())
}

pub(super) async fn reports(pool: &SqlitePool, limit: u32) -> Read<Vec<ReportRow>> {
    let sql = "SELECT at, reporter, accused, game, said, text FROM reports ORDER BY at DESC LIMIT $1";
    let found = sqlx::query(sql).bind(i64::from(limit)).fetch_all(pool).await.map_err(database)?;
    let report = |row| {
        let text = |column: &str| Row::try_get(row, column).map_err(database);
        Ok(ReportRow {
            at: rows::number(row, "at")?,
            reporter: text("reporter")?,
            accused: text("accused")?,
            game: text("game")?,
            said: Row::try_get(row, "said").map_err(database)?,
            text: text("text")?,
        })
    };
    found.iter().map(report).collect()
}

/// Who said something in a chat, and what.
pub(super) async fn author(pool: &SqlitePool, game: &str, number: u32) -> Read<Option<(String, String)>> {
    let sql = "SELECT author, text FROM chat WHERE game = $1 AND number = $2 AND author IS NOT NULL";
    let row = sqlx::query(sql).bind(game).bind(i64::from(number));
    let Some(row) = row.fetch_optional(pool).await.map_err(database)? else { return Ok(None) };
    let text = |column: &str| row.try_get(column).map_err(database);
    Ok(Some((text("author")?, text("text")?)))
}

/// How much somebody has said in a game.
pub(super) async fn spoken(pool: &SqlitePool, game: &str, author: &str) -> Read<u32> {
    let sql = "SELECT COUNT(*) FROM chat WHERE game = $1 AND author = $2";
    let row = sqlx::query(sql).bind(game).bind(author).fetch_one(pool).await.map_err(database)?;
    let count: i64 = row.try_get(0).map_err(database)?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Everything somebody has said, by game.
pub(super) async fn said_by(pool: &SqlitePool, author: &str, limit: u32) -> Read<Vec<(String, ChatRow)>> {
    let sql = "SELECT game, number, seat, name, text, at, author FROM chat WHERE author = $1 ORDER BY game, number LIMIT $2";
    let query = sqlx::query(sql).bind(author).bind(i64::from(limit));
    let found = query.fetch_all(pool).await.map_err(database)?;
    found.iter().map(|row| Ok((Row::try_get(row, "game").map_err(database)?, rows::chat(row)?))).collect()
}

pub(super) async fn images_of(pool: &SqlitePool, identity: &str) -> Read<Vec<String>> {
    let sql = "SELECT id FROM images WHERE owner = $1 ORDER BY id";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    found.iter().map(|row| row.try_get("id").map_err(database)).collect()
}
