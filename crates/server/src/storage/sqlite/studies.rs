//! Studies and their chapters.

use super::database;
use crate::storage::{ChapterRow, StorageError, StudyRow, StudyWrite};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

type Outcome = Result<(), StorageError>;
type Read<T> = Result<T, StorageError>;

/// Keeps what has changed of a study. One that was taken away meanwhile does not come back.
pub(super) async fn put(connection: &mut SqliteConnection, study: &StudyWrite) -> Outcome {
    let StudyWrite { row, chapters, removed, is_new, .. } = study;
    let sql = match is_new {
        true => {
            "INSERT INTO studies (id, owner, name, open, version, updated) VALUES ($1, $2, $3, $4, $5, $6)"
        }
        false => {
            "UPDATE studies SET owner = $2, name = $3, open = $4, version = $5, updated = $6 WHERE id = $1"
        }
    };
    let query = sqlx::query(sql).bind(&row.id).bind(&row.owner).bind(&row.name).bind(row.open);
    let done = query.bind(row.version).bind(row.updated).execute(&mut *connection).await.map_err(database)?;
    if done.rows_affected() == 0 {
        return Err(StorageError::Conflict);
    }
    for ChapterRow { number, rules, body } in chapters {
        let sql = "INSERT INTO chapters (study, number, rules, body) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (study, number) DO UPDATE SET body = $4";
        let query = sqlx::query(sql).bind(&row.id).bind(i64::from(*number)).bind(rules).bind(body);
        query.execute(&mut *connection).await.map_err(database)?;
    }
    if let Some(number) = removed {
        let sql = "DELETE FROM chapters WHERE study = $1 AND number = $2";
        let query = sqlx::query(sql).bind(&row.id).bind(i64::from(*number));
        query.execute(connection).await.map_err(database)?;
    }
    Ok(())
}

pub(super) async fn forget(connection: &mut SqliteConnection, id: &str) -> Outcome {
    for sql in ["DELETE FROM chapters WHERE study = $1", "DELETE FROM studies WHERE id = $1"] {
        sqlx::query(sql).bind(id).execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

pub(super) async fn study(pool: &SqlitePool, id: &str) -> Read<Option<(StudyRow, Vec<ChapterRow>)>> {
    let row = sqlx::query("SELECT * FROM studies WHERE id = $1").bind(id);
    let Some(row) = row.fetch_optional(pool).await.map_err(database)? else { return Ok(None) };
    let sql = "SELECT number, rules, body FROM chapters WHERE study = $1 ORDER BY number";
    let found = sqlx::query(sql).bind(id).fetch_all(pool).await.map_err(database)?;
    let chapters = found.iter().map(chapter).collect::<Read<_>>()?;
    Ok(Some((read(&row)?, chapters)))
}

pub(super) async fn studies_of(pool: &SqlitePool, identity: &str) -> Read<Vec<StudyRow>> {
    let sql = "SELECT * FROM studies WHERE owner = $1 ORDER BY updated DESC, id";
    let found = sqlx::query(sql).bind(identity).fetch_all(pool).await.map_err(database)?;
    found.iter().map(read).collect()
}

fn read(row: &SqliteRow) -> Read<StudyRow> {
    let text = |name: &str| row.try_get(name).map_err(database);
    Ok(StudyRow {
        id: text("id")?,
        owner: text("owner")?,
        name: text("name")?,
        open: row.try_get("open").map_err(database)?,
        version: row.try_get("version").map_err(database)?,
        updated: row.try_get("updated").map_err(database)?,
    })
}

fn chapter(row: &SqliteRow) -> Read<ChapterRow> {
    let number: i64 = row.try_get("number").map_err(database)?;
    let number =
        u32::try_from(number).map_err(|_| StorageError::Damaged("the number of a chapter".to_owned()))?;
    Ok(ChapterRow {
        number,
        rules: row.try_get("rules").map_err(database)?,
        body: row.try_get("body").map_err(database)?,
    })
}
