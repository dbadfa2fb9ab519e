//! Definitions and images that were sent, and that nobody uses any more.

use super::database;
use crate::storage::StorageError;
use sqlx::sqlite::SqliteConnection;

type Outcome = Result<(), StorageError>;

/// How many of each kind go at once; others want to write, too.
const AT_ONCE: i64 = 100;
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
        "DELETE FROM images WHERE id IN (
            SELECT id FROM images WHERE used < $1
                AND NOT EXISTS (SELECT 1 FROM definitions WHERE INSTR(definitions.text, images.id))
            LIMIT $2)",
    ] {
        let query = sqlx::query(sql).bind(before).bind(AT_ONCE);
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}
