//! What whoever runs a server does with its data: copies while people play, put back, looked over, thinned out.

use crate::common::{Person, config};
use chatura_server::Server;
use chatura_server::data::{self, Place, StorageError};
use serde_json::json;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::Duration;

const FILE: &str = "chatura.sqlite3";

/// Changes data as nobody should.
async fn tamper(file: &Path, statement: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    sqlx::query(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// A server that has played a game of three moves and stopped; the id of the game.
async fn played(folder: &Path) -> String {
    let service = Server::start(config(folder)).await.unwrap();
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+3" })).await;
    for (person, text) in [(&ada, "e2e4"), (&bo, "e7e5"), (&ada, "g1f3")] {
        person.play(&game, text).await.ok();
    }
    service.stop().await;
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_while_people_play_can_be_put_back_and_played_on() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = from.path().join("copy.sqlite3");
    let service = Server::start(config(from.path())).await.unwrap();
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+3" })).await;
    ada.play(&game, "e2e4").await.ok();
    let (copied, moved) = tokio::join!(data::backup(from.path(), &file), bo.play(&game, "e7e5"));
    let contents = copied.unwrap();
    moved.ok();
    assert_eq!((contents.games, contents.people), (1, 2));
    ada.play(&game, "g1f3").await.ok();
    assert!(data::verify(&Place::Copy(file.clone()), |_, _| {}).await.unwrap().wrong.is_empty());
    let live = data::verify(&Place::Folder(from.path().to_owned()), |_, _| {}).await.unwrap();
    assert_eq!((live.games, live.wrong), (1, Vec::new()));
    // Nothing is written over, and nothing is put where a server runs.
    assert!(matches!(data::backup(from.path(), &file).await, Err(StorageError::File(_))));
    assert!(matches!(data::restore(&file, from.path()).await, Err(StorageError::Taken(_))));
    service.stop().await;

    let folder = to.path().join("restored");
    assert_eq!(data::restore(&file, &folder).await.unwrap().aside, None);
    let service = Server::start(config(&folder)).await.unwrap();
    let [ada, bo] = [ada, bo].map(|person| Person { address: service.address(), ..person });
    let state = ada.get(&format!("/api/games/{game}")).await.ok();
    match state["table"]["ply"].as_u64().unwrap() {
        1 => bo.play(&game, "e7e5").await.ok(),
        2 => ada.play(&game, "g1f3").await.ok(),
        other => panic!("{other} moves in the copy"),
    };
    service.stop().await;
    // A second copy replaces what was played since; that is moved aside whole.
    let aside = data::restore(&file, &folder).await.unwrap().aside.unwrap();
    assert!(data::verify(&Place::Folder(aside), |_, _| {}).await.unwrap().wrong.is_empty());
    assert!(data::verify(&Place::Folder(folder), |_, _| {}).await.unwrap().wrong.is_empty());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_reads_a_copy() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    played(folder.path()).await;
    let file = folder.path().join("copy.sqlite3");
    data::backup(folder.path(), &file).await.unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let names: Vec<_> = folder.path().read_dir().unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("partial")), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_that_lead_elsewhere_are_found() {
    for (statement, expected) in [
        ("UPDATE log SET act = replace(act, 'e7e5', 'e7e6')", "another fen"),
        ("UPDATE log SET act = replace(act, 'e7e5', 'e7e4')", "cannot be continued"),
        ("DELETE FROM log WHERE number = 1", "cannot be continued"),
        ("UPDATE games SET summary = json_set(summary, '$.ply', 9)", "another ply"),
        ("UPDATE games SET summary = json_set(summary, '$.names[0]', 'Eve')", "another names"),
        ("UPDATE log SET act = 'nonsense' WHERE number = 0", "damaged"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let game = played(folder.path()).await;
        tamper(&folder.path().join(FILE), statement).await;
        let verdict = data::verify(&Place::Folder(folder.path().to_owned()), |_, _| {}).await.unwrap();
        assert_eq!(verdict.wrong.len(), 1, "{statement}");
        let (id, why) = &verdict.wrong[0];
        assert!(*id == game && why.contains(expected), "{statement}: {why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_copy_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let game = played(folder.path()).await;
    let file = folder.path().join("copy.sqlite3");
    data::backup(folder.path(), &file).await.unwrap();
    let whole = std::fs::read(&file).unwrap();
    let mut torn = whole.clone();
    let middle = torn.len() / 2;
    torn[middle..middle + 8192].fill(7);
    let elsewhere = folder.path().join("other.sqlite3");
    tamper_new(&elsewhere, "CREATE TABLE things (name TEXT)").await;
    let foreign = std::fs::read(&elsewhere).unwrap();
    for (bytes, what) in [
        (&b"no database"[..], "text"),
        (&[], "nothing"),
        (&torn, "torn"),
        (&whole[..whole.len() / 2], "cut"),
        (&foreign, "foreign"),
    ] {
        let file = folder.path().join("bad.sqlite3");
        std::fs::write(&file, bytes).unwrap();
        let refused = data::restore(&file, folder.path()).await;
        assert!(matches!(refused, Err(StorageError::Damaged(_))), "{what}: {refused:?}");
        assert!(data::verify(&Place::Copy(file), |_, _| {}).await.is_err(), "{what}");
    }
    let missing = data::restore(&folder.path().join("missing"), folder.path()).await;
    assert!(matches!(missing, Err(StorageError::File(_))), "{missing:?}");
    tamper(&file, "UPDATE meta SET value = 999 WHERE name = 'schema'").await;
    assert!(matches!(data::restore(&file, folder.path()).await, Err(StorageError::Newer { found: 999, .. })));
    let verdict = data::verify(&Place::Folder(folder.path().to_owned()), |_, _| {}).await.unwrap();
    assert_eq!((verdict.games, verdict.wrong), (1, Vec::new()), "{game}");
}

async fn tamper_new(file: &Path, statement: &'static str) {
    std::fs::File::create(file).unwrap();
    tamper(file, statement).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_games_are_taken_away_and_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person::new(service.address(), "Ada").await;
    let mut games = Vec::new();
    for number in 0..4 {
        let game = ada.game_with(&[], json!({ "game": "chess" })).await;
        ada.post(&format!("/api/games/{game}/chat"), json!({ "text": "hello" })).await.ok();
        if number % 2 == 0 {
            ada.command(&game, json!({ "command": "abort" })).await.ok();
        }
        games.push(game);
    }
    let day = Duration::from_secs(86_400);
    assert!(matches!(data::prune(folder.path(), day, false, false).await, Err(StorageError::Taken(_))));
    service.stop().await;
    // The first two are old: one is over, one is not.
    tamper(
        &folder.path().join(FILE),
        "UPDATE games SET updated = updated - 200000000 WHERE rowid IN (SELECT rowid FROM games ORDER BY created, rowid LIMIT 2)",
    )
    .await;
    let count = async |unfinished, dry| data::prune(folder.path(), day, unfinished, dry).await.unwrap().games;
    assert_eq!((count(false, true).await, count(true, true).await), (1, 2));
    assert_eq!((count(false, false).await, count(false, false).await), (1, 0));
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person { address: service.address(), ..ada };
    let mut found = Vec::new();
    for game in &games {
        found.push(ada.get(&format!("/api/games/{game}/chat")).await.status);
    }
    assert_eq!(found, [404, 200, 200, 200]);
    service.stop().await;
    assert_eq!(count(true, false).await, 1);
    let verdict = data::verify(&Place::Folder(folder.path().to_owned()), |_, _| {}).await.unwrap();
    assert_eq!((verdict.games, verdict.wrong), (2, Vec::new()));
}
