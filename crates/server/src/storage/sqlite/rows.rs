//! Rows as values.

use super::database;
use crate::storage::{ChatRow, DefinitionRow, GameRow, Holder, Identity, LogEntry, Start, StorageError};
use crate::token::Digested;
use chatura_session::Time;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

type Read<T> = Result<T, StorageError>;

fn text(row: &SqliteRow, column: &str) -> Read<String> {
    row.try_get(column).map_err(database)
}

fn optional(row: &SqliteRow, column: &str) -> Read<Option<String>> {
    row.try_get(column).map_err(database)
}

pub(super) fn number(row: &SqliteRow, column: &str) -> Read<i64> {
    row.try_get(column).map_err(database)
}

pub(super) fn json<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Read<T> {
    serde_json::from_str(&text(row, column)?)
        .map_err(|error| StorageError::Damaged(format!("in the column {column}: {error}")))
}

fn small<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Read<T> {
    let value = number(row, column)?;
    T::try_from(value).map_err(|_| StorageError::Damaged(format!("{value} in the column {column}")))
}

pub(super) fn identity(row: &SqliteRow) -> Read<Identity> {
    Ok(Identity { id: text(row, "id")?, name: text(row, "name")?, settings: text(row, "settings")? })
}

pub(super) fn game(row: &SqliteRow) -> Read<GameRow> {
    Ok(GameRow {
        id: text(row, "id")?,
        origin: json(row, "origin")?,
        creator: text(row, "creator")?,
        public: row.try_get("public").map_err(database)?,
        created: number(row, "created")?,
        updated: number(row, "updated")?,
        summary: json(row, "summary")?,
        rules: optional(row, "rules")?,
    })
}

pub(super) fn start(row: &SqliteRow) -> Read<Start> {
    json(row, "start")
}

pub(super) fn holder(row: &SqliteRow) -> Read<Holder> {
    Ok(Holder {
        identity: optional(row, "identity")?,
        token: optional(row, "token")?.map(Digested::kept),
        invitation: optional(row, "invitation")?.map(Digested::kept),
    })
}

pub(super) fn entry(row: &SqliteRow) -> Read<LogEntry> {
    Ok(LogEntry {
        number: small(row, "number")?,
        at: Time(small(row, "at")?),
        act: json(row, "act")?,
        sent: optional(row, "author")?.zip(optional(row, "command_id")?),
    })
}

pub(super) fn chat(row: &SqliteRow) -> Read<ChatRow> {
    let seat: Option<i64> = row.try_get("seat").map_err(database)?;
    Ok(ChatRow {
        number: small(row, "number")?,
        seat: seat.and_then(|seat| u8::try_from(seat).ok()),
        name: text(row, "name")?,
        text: text(row, "text")?,
        at: number(row, "at")?,
        author: optional(row, "author")?,
    })
}

pub(super) fn definition(row: &SqliteRow) -> Read<DefinitionRow> {
    Ok(DefinitionRow {
        id: text(row, "id")?,
        owner: text(row, "owner")?,
        file: text(row, "file")?,
        name: text(row, "name")?,
        text: text(row, "text")?,
    })
}
