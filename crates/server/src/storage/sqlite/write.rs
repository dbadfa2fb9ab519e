//! The one who writes: what waits at the same time is kept together, with one sync of the disk for all of it.

use super::{database, openings, people, room, studies, unused};
use crate::clock::wall;
use crate::storage::{
    ChatRow, DefinitionRow, GameRow, Holder, ImageRow, KeptRules, LogEntry, Start, StorageError, Summary,
    Write,
};
use crate::token::Digested;
use chatura_session::{Phase, Time};
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Transaction};
use tokio::sync::{mpsc, oneshot};

/// How many writes share one sync.
const GROUP: usize = 512;

/// Something to write, and who waits for it; nothing means that it is the last.
pub(super) struct QueuedWrite {
    pub write: Option<Write>,
    pub answer: oneshot::Sender<Result<(), StorageError>>,
}

type Outcome = Result<(), StorageError>;

/// Writes what is ordered until the last.
pub(super) async fn run(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut writes: mpsc::Receiver<QueuedWrite>,
) {
    let mut connection = Some(connection);
    let mut group = Vec::with_capacity(GROUP);
    let mut last = None;
    while last.is_none() && writes.recv_many(&mut group, GROUP).await > 0 {
        let (mut writes, mut waiting) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
        for QueuedWrite { write, answer } in group.drain(..) {
            match write {
                Some(write) => {
                    writes.push(write);
                    waiting.push(answer);
                }
                None => last = Some(answer),
            }
        }
        let results = match keep(&options, &mut connection, &writes).await {
            Ok(results) => results,
            Err(error) => {
                tracing::warn!(%error, "nothing can be kept");
                // After a failure nobody knows what the connection still holds open; a new one holds nothing.
                connection = None;
                vec![Err(error); waiting.len()]
            }
        };
        for (answer, result) in waiting.into_iter().zip(results) {
            let _ = answer.send(result);
        }
    }
    let closed = match connection {
        Some(connection) => connection.close().await.map_err(database),
        None => Ok(()),
    };
    if let Some(answer) = last {
        let _ = answer.send(closed);
    }
}

/// Keeps a group of writes in one transaction: all that have no fault of their own, or none.
async fn keep(
    options: &SqliteConnectOptions,
    connection: &mut Option<SqliteConnection>,
    writes: &[Write],
) -> Result<Vec<Outcome>, StorageError> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await.map_err(database)?),
    };
    match together(connection, writes).await {
        Err(StorageError::Database(error)) => Err(StorageError::Database(error)),
        Err(_) => apart(connection, writes).await,
        Ok(()) => Ok(vec![Ok(()); writes.len()]),
    }
}

/// All of them, or none if one is at fault: nearly always the former.
async fn together(connection: &mut SqliteConnection, writes: &[Write]) -> Outcome {
    let mut transaction = connection.begin().await.map_err(database)?;
    for write in writes {
        if let Err(error) = perform(&mut transaction, write).await {
            transaction.rollback().await.map_err(database)?;
            return Err(error);
        }
    }
    finish(transaction, writes).await
}

/// Each in a savepoint: one that is at fault leaves no trace and does not harm the others.
async fn apart(connection: &mut SqliteConnection, writes: &[Write]) -> Result<Vec<Outcome>, StorageError> {
    let mut transaction = connection.begin().await.map_err(database)?;
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        let mut savepoint = transaction.begin().await.map_err(database)?;
        let result = perform(&mut savepoint, write).await;
        match &result {
            Ok(()) => savepoint.commit().await.map_err(database)?,
            Err(StorageError::Database(_)) => return result.map(|()| results),
            Err(_) => savepoint.rollback().await.map_err(database)?,
        }
        results.push(result);
    }
    finish(transaction, writes).await?;
    Ok(results)
}

/// No game may be ahead of the clock from which the server goes on.
async fn finish(mut transaction: Transaction<'_, Sqlite>, writes: &[Write]) -> Outcome {
    let latest = writes.iter().filter_map(|write| match write {
        Write::Append { entries, .. } => entries.last().map(|entry| entry.at),
        Write::Game { row, .. } => Some(row.origin.at),
        _ => None,
    });
    if let Some(latest) = latest.max() {
        put_clock(&mut transaction, latest).await?;
    }
    transaction.commit().await.map_err(database)
}

async fn perform(connection: &mut SqliteConnection, write: &Write) -> Outcome {
    match write {
        Write::Identity(identity, token) => people::put(connection, identity, token).await,
        Write::Token { identity, token } => people::put_token(connection, identity, token).await,
        Write::Revoke { identity, which } => people::revoke(connection, identity, which).await,
        Write::Block { by, whom, on } => people::block(connection, by, whom, *on).await,
        Write::Mute { game, whom, on } => people::mute(connection, game, whom, *on).await,
        Write::Report(row) => people::report(connection, row).await,
        Write::Scrub { game, identity, names } => people::scrub(connection, game, identity, names).await,
        Write::Forget(identity) => people::forget(connection, identity).await,
        Write::Profile { id, name, settings } => change_identity(connection, id, name, settings).await,
        Write::Game { row: game, start, holders, rules, room } => {
            if let Some(room) = room {
                room::for_game(connection, game, start, room).await?;
            }
            if let Some(rules) = rules {
                put_rules(connection, rules).await?;
            }
            put_game(connection, game, start).await?;
            put_holders(connection, &game.id, holders).await
        }
        Write::Append { game, entries, summary, updated, holders } => {
            for entry in entries {
                append(connection, game, entry).await?;
            }
            update(connection, game, summary, *updated).await?;
            match holders {
                Some(holders) => put_holders(connection, game, holders).await,
                None => Ok(()),
            }
        }
        Write::Pin(definition, rules) => {
            put_rules(connection, rules).await?;
            pin(connection, definition, &rules.id).await
        }
        Write::Chat(game, row, sent) => put_chat(connection, game, row, sent.as_deref()).await,
        Write::Plan(game, row) => openings::put_plan(connection, game, row).await,
        Write::Opening(rules, rows) => openings::count(connection, rules, rows).await,
        Write::ForgetOpenings(rules) => openings::forget(connection, rules).await,
        Write::Study(study) => {
            room::for_study(connection, study).await?;
            for rules in &study.rules {
                put_rules(connection, rules).await?;
            }
            studies::put(connection, study).await
        }
        Write::ForgetStudy(id) => studies::forget(connection, id).await,
        Write::Definition(row, room) => {
            room::for_upload(connection, &row.owner, &row.id, row.text.len(), room).await?;
            put_definition(connection, row).await
        }
        Write::Image(row, room) => {
            room::for_upload(connection, &row.owner, &row.id, row.bytes.len(), room).await?;
            put_image(connection, row).await
        }
        Write::Used(id, at) => unused::note(connection, id, *at).await,
        Write::Expire(before) => unused::expire(connection, *before).await,
        Write::Clock(time) => put_clock(connection, *time).await,
    }
}

/// Two who change different things at once do not undo each other's.
async fn change_identity(
    connection: &mut SqliteConnection,
    id: &str,
    name: &Option<String>,
    settings: &Option<String>,
) -> Outcome {
    let sql =
        "UPDATE identities SET name = COALESCE($2, name), settings = COALESCE($3, settings) WHERE id = $1";
    let query = sqlx::query(sql).bind(id).bind(name).bind(settings);
    query.execute(connection).await.map(drop).map_err(database)
}

async fn put_game(connection: &mut SqliteConnection, game: &GameRow, start: &Start) -> Outcome {
    let sql = "INSERT INTO games (id, origin, creator, public, created, updated, phase, thinking, deadline,
                                  summary, start, imported, rules)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    let summary = &game.summary;
    let query = sqlx::query(sql)
        .bind(&game.id)
        .bind(json(&game.origin)?)
        .bind(&game.creator)
        .bind(game.public)
        .bind(game.created)
        .bind(game.updated)
        .bind(word(summary.phase))
        .bind(summary.thinking)
        .bind(summary.deadline.map(|at| at.0 as i64))
        .bind(json(summary)?)
        .bind(json(start)?)
        .bind(matches!(start, Start::Pgn(_)))
        .bind(&game.rules);
    query.execute(connection).await.map(drop).map_err(database)
}

async fn update(connection: &mut SqliteConnection, game: &str, summary: &Summary, updated: i64) -> Outcome {
    let sql =
        "UPDATE games SET updated = $2, phase = $3, thinking = $4, deadline = $5, summary = $6 WHERE id = $1";
    let query = sqlx::query(sql)
        .bind(game)
        .bind(updated)
        .bind(word(summary.phase))
        .bind(summary.thinking)
        .bind(summary.deadline.map(|at| at.0 as i64))
        .bind(json(summary)?);
    query.execute(connection).await.map(drop).map_err(database)
}

async fn put_holders(connection: &mut SqliteConnection, game: &str, holders: &[Holder]) -> Outcome {
    // Players who change seats take their codes along: none may be there twice on the way.
    sqlx::query("DELETE FROM seats WHERE game = $1")
        .bind(game)
        .execute(&mut *connection)
        .await
        .map_err(database)?;
    for (seat, holder) in holders.iter().enumerate() {
        let sql = "INSERT INTO seats (game, seat, identity, token, invitation) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql)
            .bind(game)
            .bind(seat as i64)
            .bind(holder.identity.as_deref())
            .bind(holder.token.as_ref().map(Digested::text))
            .bind(holder.invitation.as_ref().map(Digested::text));
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

async fn append(connection: &mut SqliteConnection, game: &str, entry: &LogEntry) -> Outcome {
    let sql = "INSERT INTO log (game, number, at, act, author, command_id) VALUES ($1, $2, $3, $4, $5, $6)";
    let (author, id) = entry.sent.as_ref().map(|(author, id)| (author, id)).unzip();
    let query = sqlx::query(sql)
        .bind(game)
        .bind(i64::from(entry.number))
        .bind(entry.at.0 as i64)
        .bind(json(&entry.act)?)
        .bind(author)
        .bind(id);
    query.execute(connection).await.map(drop).map_err(database)
}

async fn put_chat(
    connection: &mut SqliteConnection,
    game: &str,
    row: &ChatRow,
    sent: Option<&str>,
) -> Outcome {
    let sql = "INSERT INTO chat (game, number, seat, name, text, at, author, sent)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8
               WHERE $7 IS NULL OR EXISTS (SELECT 1 FROM identities WHERE id = $7)";
    let query = sqlx::query(sql)
        .bind(game)
        .bind(i64::from(row.number))
        .bind(row.seat.map(i64::from))
        .bind(&row.name)
        .bind(&row.text)
        .bind(row.at)
        .bind(&row.author)
        .bind(sent);
    // Who has gone meanwhile has said nothing.
    match query.execute(connection).await.map_err(database)?.rows_affected() {
        0 => Err(StorageError::Conflict),
        _ => Ok(()),
    }
}

async fn put_definition(connection: &mut SqliteConnection, row: &DefinitionRow) -> Outcome {
    let sql = "INSERT INTO definitions (id, owner, file, name, text, used) VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (id) DO NOTHING";
    let query = sqlx::query(sql)
        .bind(&row.id)
        .bind(&row.owner)
        .bind(&row.file)
        .bind(&row.name)
        .bind(&row.text)
        .bind(wall());
    query.execute(connection).await.map(drop).map_err(database)
}

async fn put_rules(connection: &mut SqliteConnection, rules: &KeptRules) -> Outcome {
    for text in &rules.texts {
        put_definition(&mut *connection, text).await?;
    }
    let texts: Vec<&str> = rules.texts.iter().map(|text| text.id.as_str()).collect();
    let sql = "INSERT INTO rules (id, texts, own) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING";
    let query = sqlx::query(sql).bind(&rules.id).bind(json(&texts)?).bind(texts.first());
    query.execute(connection).await.map(drop).map_err(database)
}

async fn pin(connection: &mut SqliteConnection, definition: &str, rules: &str) -> Outcome {
    let sql = "UPDATE games SET rules = $2 WHERE rules IS NULL AND origin ->> '$.definition' = $1";
    sqlx::query(sql).bind(definition).bind(rules).execute(connection).await.map(drop).map_err(database)
}

async fn put_image(connection: &mut SqliteConnection, row: &ImageRow) -> Outcome {
    let sql = "INSERT INTO images (id, owner, kind, bytes, used) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (id) DO NOTHING";
    let query =
        sqlx::query(sql).bind(&row.id).bind(&row.owner).bind(&row.kind).bind(&row.bytes).bind(row.used);
    query.execute(connection).await.map(drop).map_err(database)
}

async fn put_clock(connection: &mut SqliteConnection, time: Time) -> Outcome {
    let sql =
        "INSERT INTO meta (name, value) VALUES ('clock', $1) ON CONFLICT (name) DO UPDATE SET value = $1
               WHERE value < $1";
    sqlx::query(sql).bind(time.0 as i64).execute(connection).await.map(drop).map_err(database)
}

fn json(value: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|error| StorageError::Damaged(error.to_string()))
}

fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Paused => "paused",
        Phase::Over => "over",
    }
}
