//! The tables, and how older data become newer.

use super::database;
use crate::storage::StorageError;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row};

/// Each step from one version of the schema to the next; the version is how many were made. Steps are only ever added.
const STEPS: &[&[&str]] = &[FIRST, STARTS_AND_SENDERS, RULES, USES, PEOPLE, STUDIES];

const FIRST: &[&str] = &[
    "CREATE TABLE identities (
        id TEXT PRIMARY KEY,
        token TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        settings TEXT NOT NULL
    )",
    "CREATE TABLE games (
        id TEXT PRIMARY KEY,
        origin TEXT NOT NULL,
        creator TEXT NOT NULL,
        public BOOLEAN NOT NULL,
        created BIGINT NOT NULL,
        updated BIGINT NOT NULL,
        phase TEXT NOT NULL,
        thinking BOOLEAN NOT NULL,
        deadline BIGINT,
        summary TEXT NOT NULL
    )",
    "CREATE INDEX games_public ON games (updated) WHERE public",
    "CREATE INDEX games_open ON games (creator) WHERE phase <> 'over'",
    "CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL",
    "CREATE INDEX games_thinking ON games (id) WHERE thinking",
    "CREATE TABLE seats (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        identity TEXT,
        token TEXT,
        invitation TEXT UNIQUE,
        PRIMARY KEY (game, seat)
    )",
    "CREATE INDEX seats_identity ON seats (identity) WHERE identity IS NOT NULL",
    "CREATE TABLE log (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        at BIGINT NOT NULL,
        act TEXT NOT NULL,
        author TEXT,
        command_id TEXT,
        PRIMARY KEY (game, number)
    )",
    "CREATE TABLE chat (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (game, number)
    )",
    "CREATE TABLE definitions (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        file TEXT NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL
    )",
    "CREATE INDEX definitions_owner ON definitions (owner)",
    "CREATE TABLE images (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        kind TEXT NOT NULL,
        bytes BLOB NOT NULL
    )",
    "CREATE INDEX images_owner ON images (owner)",
];

/// Where a game starts stands apart from what lists read, and messages of a chat are known again.
const STARTS_AND_SENDERS: &[&str] = &[
    "ALTER TABLE games ADD COLUMN start TEXT NOT NULL DEFAULT '\"array\"'",
    "ALTER TABLE games ADD COLUMN imported BOOLEAN NOT NULL DEFAULT FALSE",
    "UPDATE games SET start = origin -> '$.start', imported = origin -> '$.start.pgn' IS NOT NULL,
        origin = json_remove(origin, '$.start')",
    "CREATE INDEX games_imported ON games (creator) WHERE imported",
    "ALTER TABLE chat ADD COLUMN author TEXT",
    "ALTER TABLE chat ADD COLUMN sent TEXT",
    "CREATE UNIQUE INDEX chat_sent ON chat (game, author, sent) WHERE sent IS NOT NULL",
];

/// Games keep the rules they were begun with. The texts of the catalogue are kept like those people send, by their content.
const RULES: &[&str] = &[
    "CREATE TABLE rules (
        id TEXT PRIMARY KEY,
        texts TEXT NOT NULL
    )",
    "ALTER TABLE games ADD COLUMN rules TEXT",
    "CREATE INDEX games_unpinned ON games (id) WHERE rules IS NULL",
];

/// What was sent has a time when it was last used; the rules of a game name its own definition.
const USES: &[&str] = &[
    "ALTER TABLE definitions ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE images ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
    "UPDATE definitions SET used = 1000 * CAST(STRFTIME('%s', 'now') AS INTEGER)",
    "UPDATE images SET used = 1000 * CAST(STRFTIME('%s', 'now') AS INTEGER)",
    "ALTER TABLE rules ADD COLUMN own TEXT",
    "UPDATE rules SET own = texts ->> '$[0]'",
    "CREATE INDEX rules_own ON rules (own)",
    "CREATE INDEX games_rules ON games (rules)",
];

/// Somebody can be let in by several secrets, may not want to meet others, and may be told of.
const PEOPLE: &[&str] = &[
    "CREATE TABLE tokens (
        digest TEXT PRIMARY KEY,
        identity TEXT NOT NULL,
        created BIGINT NOT NULL
    )",
    "INSERT INTO tokens (digest, identity, created)
        SELECT token, id, 1000 * CAST(STRFTIME('%s', 'now') AS INTEGER) FROM identities",
    "CREATE INDEX tokens_identity ON tokens (identity)",
    "CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        settings TEXT NOT NULL
    )",
    "INSERT INTO people (id, name, settings) SELECT id, name, settings FROM identities",
    "DROP TABLE identities",
    "ALTER TABLE people RENAME TO identities",
    "CREATE TABLE blocks (
        identity TEXT NOT NULL,
        blocked TEXT NOT NULL,
        PRIMARY KEY (identity, blocked)
    )",
    "CREATE INDEX blocks_blocked ON blocks (blocked)",
    "CREATE TABLE mutes (
        game TEXT NOT NULL,
        identity TEXT NOT NULL,
        PRIMARY KEY (game, identity)
    )",
    "CREATE INDEX mutes_identity ON mutes (identity)",
    "CREATE TABLE reports (
        at BIGINT NOT NULL,
        reporter TEXT NOT NULL,
        accused TEXT NOT NULL,
        game TEXT NOT NULL,
        said TEXT,
        text TEXT NOT NULL
    )",
    "CREATE INDEX reports_at ON reports (at)",
    "CREATE INDEX chat_author ON chat (author, game) WHERE author IS NOT NULL",
    "CREATE INDEX games_creator ON games (creator)",
];

/// Games are looked at together, and a chapter names the rules it was begun with, as games do. People decide beforehand what they
/// answer, and what was played is counted position by position.
const STUDIES: &[&str] = &[
    "CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        open BOOLEAN NOT NULL,
        version BIGINT NOT NULL,
        updated BIGINT NOT NULL
    )",
    "CREATE INDEX studies_owner ON studies (owner, updated)",
    "CREATE TABLE chapters (
        study TEXT NOT NULL,
        number INTEGER NOT NULL,
        rules TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (study, number)
    )",
    "CREATE INDEX chapters_rules ON chapters (rules)",
    "CREATE TABLE plans (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        identity TEXT NOT NULL,
        plan TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    )",
    "CREATE INDEX plans_identity ON plans (identity)",
    "CREATE TABLE openings (
        rules TEXT NOT NULL,
        position TEXT NOT NULL,
        move TEXT NOT NULL,
        winner INTEGER NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (rules, position, move, winner)
    ) WITHOUT ROWID",
];

/// Makes the tables, or brings them to this version; each step entirely or not at all.
pub async fn migrate(connection: &mut SqliteConnection, place: &str) -> Result<(), StorageError> {
    take(STEPS, connection, place).await
}

/// The version this program writes.
pub const fn known() -> i64 {
    STEPS.len() as i64
}

/// The version of data that have tables, refused if this program does not know it.
pub async fn version(connection: &mut SqliteConnection, place: &str) -> Result<i64, StorageError> {
    found(connection, place, known()).await
}

async fn found(connection: &mut SqliteConnection, place: &str, known: i64) -> Result<i64, StorageError> {
    let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'")
        .fetch_optional(&mut *connection)
        .await
        .map_err(database)?;
    let found: i64 = row.map_or(Ok(0), |row| row.try_get(0)).map_err(database)?;
    match found > known {
        true => Err(StorageError::Newer { place: place.to_owned(), found, known }),
        false => Ok(found),
    }
}

/// Takes the steps that were not taken before.
async fn take(
    steps: &[&[&'static str]],
    connection: &mut SqliteConnection,
    place: &str,
) -> Result<(), StorageError> {
    sqlx::query("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)")
        .execute(&mut *connection)
        .await
        .map_err(database)?;
    let found = found(connection, place, steps.len() as i64).await?;
    for (version, step) in steps.iter().enumerate().skip(found.max(0) as usize) {
        let mut transaction = connection.begin().await.map_err(database)?;
        for statement in *step {
            sqlx::query(*statement).execute(&mut *transaction).await.map_err(database)?;
        }
        sqlx::query("INSERT INTO meta (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = $1")
            .bind(version as i64 + 1)
            .execute(&mut *transaction)
            .await
            .map_err(database)?;
        transaction.commit().await.map_err(database)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn games_of_the_first_version_keep_their_start() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        take(&[FIRST], &mut connection, "").await.unwrap();
        for (id, start) in [("a", r#""array""#), ("b", r#"{"fen":"8/8 w"}"#), ("c", r#"{"pgn":"1. e4 *"}"#)] {
            let origin = format!(r#"{{"definition":"chess","start":{start},"at":7}}"#);
            sqlx::query("INSERT INTO games VALUES ($1, $2, '', 1, 0, 0, '', 0, NULL, '')")
                .bind(id)
                .bind(origin)
                .execute(&mut connection)
                .await
                .unwrap();
        }
        migrate(&mut connection, "").await.unwrap();
        let rows = sqlx::query("SELECT origin, start, imported FROM games ORDER BY id");
        let rows = rows.fetch_all(&mut connection).await.unwrap();
        let found: Vec<(String, bool)> = rows.iter().map(|row| (row.get(1), row.get(2))).collect();
        let expected = [(r#""array""#, false), (r#"{"fen":"8/8 w"}"#, false), (r#"{"pgn":"1. e4 *"}"#, true)];
        assert_eq!(found, expected.map(|(start, imported)| (start.to_owned(), imported)));
        assert_eq!(rows[2].get::<String, _>(0), r#"{"definition":"chess","at":7}"#);
    }

    #[tokio::test]
    async fn older_data_become_newer_step_by_step() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let first: &[&'static str] =
            &["CREATE TABLE things (name TEXT)", "INSERT INTO things VALUES ('kept')"];
        let second: &[&'static str] =
            &["ALTER TABLE things ADD COLUMN size BIGINT", "UPDATE things SET size = 7"];
        let broken: &[&'static str] = &["UPDATE things SET size = 8", "nonsense"];
        take(&[first], &mut connection, "").await.unwrap();
        take(&[first, second], &mut connection, "").await.unwrap();
        // Nothing is done twice, and a step that fails leaves no trace.
        take(&[first, second], &mut connection, "").await.unwrap();
        assert!(take(&[first, second, broken], &mut connection, "").await.is_err());
        let row = sqlx::query("SELECT name, size FROM things").fetch_all(&mut connection).await.unwrap();
        assert_eq!((row.len(), row[0].get::<String, _>(0), row[0].get::<i64, _>(1)), (1, "kept".into(), 7));
        let newer = take(&[first], &mut connection, "here").await;
        assert!(matches!(newer, Err(StorageError::Newer { found: 2, known: 1, .. })), "{newer:?}");
    }
}
