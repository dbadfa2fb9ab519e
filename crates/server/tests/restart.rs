//! What was answered is there after any end.

use crate::common::{Person, config};
use chatura_server::{Server, StartError, StorageError};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess960", "clock": "5+3", "public": true })).await;
    let path = format!("/api/games/{game}");
    let moves = ada.get(&path).await.ok()["legal"].clone();
    let body = json!({ "id": "one", "command": { "command": "move", "text": moves[0]["text"] } });
    ada.post(&format!("{path}/commands"), body.clone()).await.ok();
    bo.post(&format!("{path}/chat"), json!({ "text": "hello" })).await.ok();
    let before = ada.get(&path).await.ok();
    service.stop().await;
    // What passes now is nobody's time.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let [ada, bo] = [ada, bo].map(|person| Person { address: service.address(), ..person });
    let after = ada.get(&path).await.ok();
    for part in ["version", "settings", "seats"] {
        assert_eq!(before[part], after[part]);
    }
    for part in ["fen", "past", "seats", "terms", "phase"] {
        assert_eq!(before["view"][part], after["view"][part]);
    }
    let left = |state: &serde_json::Value| state["table"]["clocks"][1]["left"].as_u64().unwrap();
    let charged = left(&before) - left(&after);
    assert!(charged < 1_000, "{charged} ms were charged");
    assert_eq!(ada.post(&format!("{path}/commands"), body).await.ok()["repeated"], true);
    // Who was there before is told what was missed since, as if nothing had happened.
    let mut socket = bo.socket().await;
    let version = before["version"].as_u64().unwrap();
    socket.say(json!({ "do": "watch", "game": game, "since": version - 1 })).await;
    assert_eq!(socket.event("moved").await["version"], version);
    assert_eq!(socket.hear("sync").await["version"], version);
    assert_eq!(ada.get(&format!("{path}/chat")).await.ok()["messages"][0]["text"], "hello");
    assert_eq!(ada.get("/api/identity").await.ok()["name"], "Ada");
    assert_eq!(bo.get("/api/games?of=public").await.ok()["games"][0]["game"], game.as_str());
    let reply = bo.get(&path).await.ok()["legal"][0]["text"].clone();
    bo.play(&game, reply.as_str().unwrap()).await.ok();
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_were_changed_stay_so() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    ada.command(&game, json!({ "command": "resign" })).await.ok();
    let path = format!("/api/games/{game}/rematch");
    ada.post(&path, json!({ "wanted": true })).await.ok();
    let next = bo.post(&path, json!({ "wanted": true })).await.ok()["next"].as_str().unwrap().to_owned();
    service.stop().await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let [ada, bo] = [ada, bo].map(|person| Person { address: service.address(), ..person });
    assert_eq!(ada.play(&next, "e2e4").await.code(), "not-your-turn");
    bo.play(&next, "e2e4").await.ok();
    ada.play(&next, "e7e5").await.ok();
    // The score of the match and the way back and on are still known.
    let state = ada.get(&format!("/api/games/{next}")).await.ok();
    assert_eq!((&state["previous"], &state["view"]["seats"][0]["score"]["won"]), (&json!(game), &json!(1)));
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.ok()["next"], next.as_str());
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ai_player_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person::new(service.address(), "Ada").await;
    // It is asked to think long, and the server stops before it has.
    let wish = json!({ "game": "chess", "seats": ["ai:time=10000", "me"] });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    service.stop().await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person { address: service.address(), ..ada };
    let mut socket = ada.socket().await;
    let state = socket.watch(&game).await;
    if state["table"]["ply"] == 0 {
        assert_eq!(socket.event("moved").await["event"]["seat"], 0);
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_a_newer_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    Server::start(config(folder.path())).await.unwrap().stop().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("chatura.sqlite3"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::query("UPDATE meta SET value = 999 WHERE name = 'schema'").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let error = Server::start(config(folder.path())).await.err().unwrap();
    assert!(matches!(error, StartError::Storage(StorageError::Newer { found: 999, .. })), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
}
