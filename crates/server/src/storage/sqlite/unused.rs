//! Definitions and images that were sent, and that nobody uses any more.

use super::database;
use crate::storage::StorageError;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

type Outcome = Result<(), StorageError>;

/// How many of each kind go at once; others want to write, too.
const AT_ONCE: i64 = 100;
const IMAGES_AT_ONCE: i64 = 20;
/// Whether something was used is noted this seldom, in milliseconds.
pub(super) const SELDOM: i64 = 86_400_000;

/// Notes that a definition or an image was used.
pub(super) async fn note(connection: &mut SqliteConnection, id: &str, at: i64) -> Outcome {
    for sql in [
        "UPDATE definitions SET used = $2 WHERE id = $1 AND used < $2 - $3",
        "UPDATE images SET used = $2 WHERE id = $1 AND used < $2 - $3",
    ] {
        let query = sqlx::query(sql).bind(id).bind(at).bind(SELDOM);
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

/// Forgets some of what was last used before a time and that nothing needs: rules without a game or a
/// chapter, texts of the catalogue without rules, definitions of people without a game, images that are named in no definition.
pub(super) async fn expire(connection: &mut SqliteConnection, before: i64) -> Outcome {
    for sql in [
        "DELETE FROM rules WHERE id IN (
            SELECT id FROM rules WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.rules = rules.id)
                AND NOT EXISTS (SELECT 1 FROM chapters WHERE chapters.rules = rules.id)
            LIMIT $2
         ) AND $1 = $1",
        "DELETE FROM definitions WHERE id IN (
            SELECT id FROM definitions WHERE used < $1
                AND NOT EXISTS (SELECT 1 FROM rules WHERE rules.own = definitions.id)
                AND (owner <> '' OR NOT EXISTS (
                    SELECT 1 FROM rules, json_each(rules.texts) WHERE json_each.value = definitions.id))
            LIMIT $2)",
    ] {
        let query = sqlx::query(sql).bind(before).bind(AT_ONCE);
        query.execute(&mut *connection).await.map_err(database)?;
    }
    forget_images(connection, before).await
}

/// Of the images that were last used before a time the first: each is looked for in all definitions, which takes long where there are
/// many, so only a few at once, and one that is named not again before a day has passed.
async fn forget_images(connection: &mut SqliteConnection, before: i64) -> Outcome {
    let oldest = sqlx::query("SELECT id FROM images WHERE used < $1 ORDER BY used, id LIMIT $2");
    let oldest =
        oldest.bind(before).bind(IMAGES_AT_ONCE).fetch_all(&mut *connection).await.map_err(database)?;
    for row in oldest {
        let id: String = row.try_get(0).map_err(database)?;
        let named = sqlx::query("SELECT 1 FROM definitions WHERE INSTR(text, $1) LIMIT 1").bind(&id);
        let query = match named.fetch_optional(&mut *connection).await.map_err(database)? {
            Some(_) => sqlx::query("UPDATE images SET used = $2 WHERE id = $1")
                .bind(id)
                .bind(before.saturating_add(SELDOM)),
            None => sqlx::query("DELETE FROM images WHERE id = $1").bind(id),
        };
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}
