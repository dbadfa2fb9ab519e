//! Games stay under the rules they were begun with: data of every schema there was are opened, and a catalogue that changes
//! changes no game.

use crate::common::{Person, config};
use chatura_server::Server;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use std::path::{Path, PathBuf};

/// The secret of who plays in the data, and its digest.
const SECRET: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const DIGEST: &str = "3ba3f5f43b92602683c19aee62a20342b084dd5971ddd33808d81a328879a547";
const FILE: &str = "chatura.sqlite3";

/// Where data of each schema are kept; each was written by a program of its time.
fn data(schema: i64) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/schema-{schema}.sqlite3"))
}

async fn open(folder: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(folder.join(FILE)).connect().await.unwrap()
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) {
    sqlx::query(sql).execute(connection).await.unwrap();
}

async fn schema_of(connection: &mut SqliteConnection) -> i64 {
    let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'").fetch_one(connection).await;
    row.unwrap().get(0)
}

/// The schema this program writes.
async fn newest() -> i64 {
    let folder = tempfile::tempdir().unwrap();
    Server::start(config(folder.path())).await.unwrap().stop().await;
    schema_of(&mut open(folder.path()).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_every_schema_are_opened_and_their_games_go_on() {
    for schema in 1..=newest().await {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(data(schema), folder.path().join(FILE)).unwrap_or_else(|error| {
            panic!("no data of schema {schema} ({error}); see write_data_of_this_schema")
        });
        assert_eq!(schema_of(&mut open(folder.path()).await).await, schema);
        let service = Server::start(config(folder.path())).await.unwrap();
        let ada = Person::with_token(service.address(), SECRET);
        assert_eq!(ada.get("/api/identity").await.ok()["name"], "Ada", "schema {schema}");
        let listed = ada.get("/api/games").await.ok()["games"].as_array().unwrap().clone();
        assert_eq!(listed.len(), 5, "schema {schema}");
        for row in &listed {
            goes_on(&ada, row).await;
        }
        service.stop().await;
        let mut connection = open(folder.path()).await;
        let unpinned = sqlx::query("SELECT COUNT(*) FROM games WHERE rules IS NULL");
        assert_eq!(unpinned.fetch_one(&mut connection).await.unwrap().get::<i64, _>(0), 0);
    }
}

/// Plays the log of a game again, compares how it stands with what was kept of that, and plays a move more.
async fn goes_on(ada: &Person, row: &Value) {
    let game = row["game"].as_str().unwrap();
    let path = format!("/api/games/{game}");
    let state = ada.get(&path).await.ok();
    assert_eq!((&state["view"]["fen"], &state["table"]["ply"]), (&row["fen"], &row["ply"]), "{row}");
    assert_eq!((&state["view"]["phase"], &state["definition"]), (&row["phase"], &row["definition"]));
    let record = ada.get(&format!("{path}/record")).await.ok();
    // Whoever resigned has left, which is a ply and no move.
    let resigned = u64::from(row["phase"] == "over" || row["definition"] == "three-player");
    let moves = record["moves"].as_array().unwrap().len() as u64;
    assert_eq!(row["ply"], moves + resigned, "{record}");
    assert_eq!((&record["problem"], &record["result"]), (&Value::Null, &row["result"]));
    assert_eq!(ada.get(&format!("{path}/chat")).await.ok()["messages"][0]["text"], "hello");
    match row["phase"].as_str().unwrap() {
        "playing" => {
            let next = state["legal"][0]["text"].as_str().unwrap();
            ada.play(game, next).await.ok();
        }
        phase => assert_eq!(phase, "over"),
    }
}

/// Games of several kinds, and something said in each.
async fn populate(folder: &Path) {
    let service = Server::start(config(folder)).await.unwrap();
    let ada = Person::new(service.address(), "Ada").await;
    let text = "extends = \"chess\"\nname = \"Mine\"\npieces.queen.moves = \"QN\"\n";
    let mine = ada.post("/api/definitions", json!({ "text": text, "file": "mine.toml" })).await.ok();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9\"/></svg>";
    ada.request("POST", "/api/images", "image/svg+xml", svg).await.ok();
    let mut games = Vec::new();
    for (wish, moves) in [
        (json!({ "game": "chess", "clock": "2h", "public": true }), ["e4", "e7e5", "Nf3"]),
        (json!({ "game": "chess960", "settings": { "position": "518" } }), ["d4", "d5", "c4"]),
        (json!({ "game": "three-player" }), ["", "", ""]),
        (json!({ "game": mine["id"] }), ["e4", "e5", "d1e3"]),
    ] {
        let mut wish = wish;
        let seats = if wish["game"] == "three-player" { 3 } else { 2 };
        wish["seats"] = vec!["me"; seats].into();
        let made = ada.post("/api/games", wish).await.ok();
        let game = made["game"].as_str().unwrap().to_owned();
        for text in moves {
            let first = ada.get(&format!("/api/games/{game}")).await.ok()["legal"][0]["text"].clone();
            ada.play(&game, if text.is_empty() { first.as_str().unwrap() } else { text }).await.ok();
        }
        games.push(game);
    }
    ada.command(&games[1], json!({ "command": "undo" })).await.ok();
    ada.command(&games[2], json!({ "command": "resign" })).await.ok();
    let pgn = json!({ "pgn": "1. e4 e5 2. Nf3 (2. f4) Nc6 *" });
    games.push(ada.post("/api/pgn", pgn).await.ok()["game"].as_str().unwrap().to_owned());
    ada.command(&games[3], json!({ "command": "resign" })).await.ok();
    for game in &games {
        ada.post(&format!("/api/games/{game}/chat"), json!({ "text": "hello" })).await.ok();
    }
    service.stop().await;
}

/// To be run once for each new schema, before it is released:
/// `cargo nextest run -p chatura-server --run-ignored only -E 'test(write_data_of_this_schema)'`.
#[ignore = "writes a file of the repository"]
#[tokio::test(flavor = "multi_thread")]
async fn write_data_of_this_schema() {
    let folder = tempfile::tempdir().unwrap();
    populate(folder.path()).await;
    let mut connection = open(folder.path()).await;
    let schema = schema_of(&mut connection).await;
    let token = sqlx::query("UPDATE tokens SET digest = $1").bind(DIGEST);
    token.execute(&mut connection).await.unwrap();
    for pragma in ["PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"] {
        run(&mut connection, pragma).await;
    }
    connection.close().await.unwrap();
    std::fs::copy(folder.path().join(FILE), data(schema)).unwrap();
}

/// Makes the data as if chess had been another game when its games were begun.
pub async fn change_past(folder: &Path, change: impl Fn(&str) -> String) {
    let mut connection = open(folder).await;
    let row = sqlx::query("SELECT id, text FROM definitions WHERE file = 'games/chess.toml'");
    let row = row.fetch_one(&mut connection).await.unwrap();
    let (id, text): (String, String) = (row.get(0), row.get(1));
    sqlx::query("UPDATE definitions SET id = 'text-then', text = $1 WHERE id = $2")
        .bind(change(&text))
        .bind(&id)
        .execute(&mut connection)
        .await
        .unwrap();
    run(&mut connection, "UPDATE rules SET id = 'kept-then', texts = '[\"text-then\"]'").await;
    run(&mut connection, "UPDATE games SET rules = 'kept-then'").await;
    connection.close().await.unwrap();
}

/// A game of chess with a move of each side.
pub async fn begun(folder: &Path) -> (Person, String) {
    let service = Server::start(config(folder)).await.unwrap();
    let ada = Person::new(service.address(), "Ada").await;
    let wish = json!({ "game": "chess", "seats": ["me", "me"], "public": true });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    ada.play(&game, "e4").await.ok();
    ada.play(&game, "e5").await.ok();
    service.stop().await;
    (ada, game)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_catalogue_that_changes_changes_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let (ada, game) = begun(folder.path()).await;
    change_past(folder.path(), |text| text.replace("moves = \"Q\"", "moves = \"QN\"")).await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person { address: service.address(), ..ada };
    // The queen still goes as a knight does, here and nowhere else.
    ada.play(&game, "d1e3").await.ok();
    let state = ada.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!(state["definition"], "kept-then");
    let card = ada.get("/api/catalogue/kept-then").await.ok();
    assert_eq!((&card["name"], &card["id"]), (&json!("Chess"), &json!("kept-then")));
    let listed = &ada.get("/api/games").await.ok()["games"][0];
    assert_eq!((&listed["definition"], &listed["name"]), (&json!("kept-then"), &json!("Chess")));
    let new = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
    let new = new["game"].as_str().unwrap();
    assert_eq!(ada.get(&format!("/api/games/{new}")).await.ok()["definition"], "chess");
    ada.play(new, "e4").await.ok();
    ada.play(new, "e5").await.ok();
    assert_eq!(ada.play(new, "d1e3").await.code(), "illegal-move");
    // A match goes on as it was begun.
    ada.command(&game, json!({ "command": "resign" })).await.ok();
    let next = ada.post(&format!("/api/games/{game}/rematch"), json!({ "wanted": true })).await.ok();
    let next = next["next"].as_str().unwrap();
    assert_eq!(ada.get(&format!("/api/games/{next}")).await.ok()["definition"], "kept-then");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_continued_is_told_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (ada, game) = begun(folder.path()).await;
    change_past(folder.path(), |_| "pieces = 3".to_owned()).await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person { address: service.address(), ..ada };
    let path = format!("/api/games/{game}");
    let refused = ada.get(&path).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "unplayable"));
    let why = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(why.contains("cannot be continued") && why.contains("saved as PGN"), "{why}");
    assert_eq!(ada.play(&game, "Nf3").await.code(), "unplayable");
    let record = ada.get(&format!("{path}/record")).await.ok();
    assert_eq!((&record["moves"], &record["name"]), (&json!(["e4", "e5"]), &json!("Chess")));
    assert_eq!(record["problem"]["detail"], why);
    let pgn = String::from_utf8(ada.get(&format!("{path}/pgn")).await.bytes.to_vec()).unwrap();
    assert!(pgn.contains("1. e4 e5") && pgn.contains("[White \"Ada\"]"), "{pgn}");
    assert_eq!(ada.get("/api/games").await.ok()["games"][0]["ply"], 2, "lists show it");
    assert_eq!(ada.get("/api/games/AAAAAAAAAAAA/record").await.code(), "not-found");
    service.stop().await;
}
