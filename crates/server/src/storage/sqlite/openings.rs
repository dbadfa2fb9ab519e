//! Conditional moves and openings.

use super::database;
use crate::storage::{OpeningRow, PlanRow, StorageError};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

type Outcome = Result<(), StorageError>;
type Read<T> = Result<T, StorageError>;

/// Keeps what somebody has decided, in place of what was decided at that seat.
pub(super) async fn put_plan(connection: &mut SqliteConnection, game: &str, row: &PlanRow) -> Outcome {
    let sql = "INSERT INTO plans (game, seat, identity, plan) VALUES ($1, $2, $3, $4)
               ON CONFLICT (game, seat) DO UPDATE SET identity = $3, plan = $4";
    let plan = serde_json::to_string(&row.plan).map_err(|error| StorageError::Damaged(error.to_string()))?;
    let query = sqlx::query(sql).bind(game).bind(i64::from(row.seat)).bind(&row.identity).bind(plan);
    query.execute(connection).await.map(drop).map_err(database)
}

pub(super) async fn plans(pool: &SqlitePool, game: &str) -> Read<Vec<PlanRow>> {
    let sql = "SELECT seat, identity, plan FROM plans WHERE game = $1 ORDER BY seat";
    let found = sqlx::query(sql).bind(game).fetch_all(pool).await.map_err(database)?;
    let row = |row: &sqlx::sqlite::SqliteRow| {
        let (seat, plan): (i64, String) =
            (row.try_get("seat").map_err(database)?, row.try_get("plan").map_err(database)?);
        let damaged = || StorageError::Damaged(format!("what was planned in the game {game}"));
        Ok(PlanRow {
            seat: u8::try_from(seat).map_err(|_| damaged())?,
            identity: row.try_get("identity").map_err(database)?,
            plan: serde_json::from_str(&plan).map_err(|_| damaged())?,
        })
    };
    found.iter().map(row).collect()
}

/// Nobody alone has won.
const NOBODY: i64 = -1;

/// Counts moves of a game.
pub(super) async fn count(connection: &mut SqliteConnection, rules: &str, rows: &[OpeningRow]) -> Outcome {
    let sql = "INSERT INTO openings (rules, position, move, winner, games) VALUES ($1, $2, $3, $4, 1)
               ON CONFLICT (rules, position, move, winner) DO UPDATE SET games = games + 1";
    for OpeningRow { position, text, winner } in rows {
        let winner = winner.map_or(NOBODY, i64::from);
        let query = sqlx::query(sql).bind(rules).bind(position).bind(text).bind(winner);
        query.execute(&mut *connection).await.map_err(database)?;
    }
    Ok(())
}

/// Forgets what was counted under a name.
pub(super) async fn forget(connection: &mut SqliteConnection, rules: &str) -> Outcome {
    let query = sqlx::query("DELETE FROM openings WHERE rules = $1").bind(rules);
    query.execute(connection).await.map(drop).map_err(database)
}

pub(super) async fn rows(pool: &SqlitePool, rules: &str) -> Read<u64> {
    let query = sqlx::query("SELECT COUNT(*) FROM openings WHERE rules = $1").bind(rules);
    let row = query.fetch_one(pool).await.map_err(database)?;
    row.try_get::<i64, _>(0).map(|count| count.max(0) as u64).map_err(database)
}

pub(super) async fn openings(
    pool: &SqlitePool,
    rules: &str,
    position: &str,
) -> Read<Vec<(String, Option<u8>, u64)>> {
    let sql = "SELECT move, winner, games FROM openings WHERE rules = $1 AND position = $2";
    let found = sqlx::query(sql).bind(rules).bind(position).fetch_all(pool).await.map_err(database)?;
    let row = |row: &sqlx::sqlite::SqliteRow| {
        let (winner, games): (i64, i64) =
            (row.try_get("winner").map_err(database)?, row.try_get("games").map_err(database)?);
        let text: String = row.try_get("move").map_err(database)?;
        Ok((text, u8::try_from(winner).ok(), games.max(0) as u64))
    };
    found.iter().map(row).collect()
}
