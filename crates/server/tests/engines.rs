//! Engines of others: for whoever sits at the machine, never for a visitor.
#![cfg(unix)]

use crate::common::{Answer, Person, Running, send, start_as};
use chatura_players::{EngineList, KnownEngine};
use chatura_protocol::drive::Launch;
use http_body_util::Full;
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// One that plays the same move for Black whatever happens, and leaves a file behind where it was started.
pub fn list(started: &std::path::Path) -> Arc<EngineList> {
    let play = "while read -r l; do case \"$l\" in uci) echo id name Mock; echo uciok;; isready) echo readyok;; \
                go*) echo info depth 3 score cp 20 nodes 9 pv e7e5; echo bestmove e7e5;; quit) exit;; esac; done";
    let text = format!("echo started >> {}; {play}", started.display());
    let launch = Launch { arguments: vec!["-c".to_owned(), text], ..Launch::new("sh") };
    let mut list = EngineList::default();
    list.add(KnownEngine::meet("mock", &launch).unwrap());
    std::fs::remove_file(started).unwrap();
    Arc::new(list)
}

async fn ply(person: &Person, game: &str) -> Value {
    person.get(&format!("/api/games/{game}")).await.ok()["table"]["ply"].clone()
}

/// Everything by which a program could be started is refused.
async fn assert_refused(service: &Running, started: &std::path::Path) {
    let eve = Person::new(service.address(), "Eve").await;
    assert_eq!(eve.get("/api/engines").await.ok()["engines"], json!([]));
    let wish = |seats: Value| json!({ "game": "chess", "seats": seats });
    // Whether there is such a one is not told either.
    for name in ["engine:mock", "engine:none"] {
        assert_eq!(eve.post("/api/games", wish(json!(["me", name]))).await.code(), "not-owner");
    }
    let own = eve.post("/api/games", wish(json!(["me", "ai:1"]))).await.ok();
    let game = own["game"].as_str().unwrap();
    let occupant = json!({ "name": "", "kind": { "ai": { "program": "mock" } } });
    let replace = json!({ "command": "replace", "seat": 1, "occupant": occupant });
    assert_eq!(eve.command(game, replace).await.code(), "not-owner");
    let pgn = "[Seats \"human, engine:mock\"]\n\n1. e4 *";
    assert_eq!(eve.post("/api/pgn", json!({ "pgn": pgn })).await.code(), "not-owner");
    let look = json!({ "position": { "game": "chess" }, "limits": { "engine": "mock", "seconds": 1 } });
    assert_eq!(eve.post("/api/analysis", look).await.code(), "not-owner");
    let mut socket = eve.socket().await;
    let look = json!({ "do": "analyse", "id": "a", "game": "chess", "limits": { "engine": "mock" } });
    socket.say(look).await;
    assert_eq!(socket.answer("a").await["problem"]["code"], "not-owner");
    assert!(!started.exists(), "a program was started");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let engines = list(&started);
    let known = Arc::clone(&engines);
    let public = start_as(move |config| {
        config.engines = known;
        config.public_url = Some("https://chess.example.org".to_owned());
    })
    .await;
    assert_refused(&public, &started).await;
    public.stop().await;
    let known = Arc::clone(&engines);
    let network = start_as(move |config| {
        config.engines = known;
        config.listen = ([0, 0, 0, 0], 0).into();
    })
    .await;
    assert_refused(&network, &started).await;
    network.stop().await;
    let known = Arc::clone(&engines);
    let asked = start_as(move |config| {
        config.engines = known;
        config.listen = ([0, 0, 0, 0], 0).into();
        config.owner_among_others = true;
    })
    .await;
    let ada = Person::new(asked.address(), "Ada").await;
    assert_eq!(ada.get("/api/engines").await.ok()["engines"][0]["player"], "engine:mock");
    asked.stop().await;
    let behind = start_as(move |config| {
        config.engines = engines;
        config.proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    assert_refused(&behind, &started).await;
    behind.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_at_the_machine_plays_and_analyses_with_one() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let engines = list(&started);
    let service = start_as(move |config| config.engines = engines).await;
    let ada = Person::new(service.address(), "Ada").await;
    let known = ada.get("/api/engines?game=chess").await.ok();
    assert_eq!(known["engines"], json!([{ "player": "engine:mock", "name": "Mock", "protocol": "uci" }]));
    assert_eq!(ada.get("/api/engines?game=shogi").await.ok()["engines"], json!([]));
    let wish = json!({ "game": "chess", "seats": ["me", "engine:mock"] });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    ada.play(&game, "e4").await.ok();
    let answered = async {
        while ply(&ada, &game).await != 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, answered).await.expect("it does not answer");
    // It knows no other move: it cannot go on, and has lost.
    ada.play(&game, "d4").await.ok();
    let over = async {
        while ada.get(&format!("/api/games/{game}")).await.ok()["view"]["phase"] != "over" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, over).await.expect("it does not end");
    // Another game at the same table is for the same players; so is a new one.
    let again = ada.post(&format!("/api/games/{game}/rematch"), json!({ "wanted": true })).await.ok();
    let next = again["next"].as_str().unwrap().to_owned();
    let seats = ada.get(&format!("/api/games/{next}")).await.ok()["view"]["seats"].clone();
    let program = |seat: &Value| seat.to_string().contains("mock");
    let own = seats.as_array().unwrap().iter().position(|seat| !program(seat)).unwrap();
    assert!(program(&seats[1 - own]), "{seats}");
    let begun = async {
        // Whoever is White begins; the engine knows no move for White, and gives up then.
        if own == 0 {
            ada.play(&next, "e4").await.ok();
        }
        let wanted = |state: &Value| state["table"]["ply"] == 2 || state["view"]["phase"] == "over";
        while !wanted(&ada.get(&format!("/api/games/{next}")).await.ok()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, begun).await.expect("the rematch is not played");
    let position = json!({ "game": "chess", "moves": ["e4"] });
    let look = json!({ "position": position, "limits": { "engine": "mock", "seconds": 1 } });
    let found = ada.post("/api/analysis", look).await;
    let last: Value =
        serde_json::from_slice(found.bytes.split(|b| *b == b'\n').rfind(|l| !l.is_empty()).unwrap()).unwrap();
    assert_eq!((&last["lines"][0]["san"], &last["last"]), (&json!(["e5"]), &json!(true)));
    look_beside_ours(&ada).await;
    let none = json!({ "game": "chess", "seats": ["me", "engine:none"] });
    assert_eq!(ada.post("/api/games", none).await.code(), "bad-value");
    service.stop().await;
}

/// A program looks at a position while our engine does; what it does instead is told.
async fn look_beside_ours(ada: &Person) {
    let mut socket = ada.socket().await;
    let ask = |id: &str, moves: Value, limits: Value| json!({ "do": "analyse", "id": id, "game": "chess", "moves": moves, "limits": limits });
    // Ours goes on until it is stopped.
    socket.say(ask("ours", json!(["e4"]), json!({ "seconds": 60 }))).await;
    assert_eq!(socket.answer("ours").await["ok"], true);
    // It knows one line; to be asked for more is no fault.
    socket.say(ask("theirs", json!(["e4"]), json!({ "engine": "mock", "seconds": 1, "lines": 3 }))).await;
    assert_eq!(socket.answer("theirs").await["ok"], true);
    let (mut ours, mut theirs) = (false, false);
    while !(ours && theirs) {
        let told = socket.hear("analysis").await;
        match told["id"].as_str() {
            Some("ours") => {
                assert_eq!(told["found"]["last"], false, "{told}");
                ours = true;
            }
            _ => theirs |= told["found"]["last"] == true && told["found"]["lines"][0]["san"] == json!(["e5"]),
        }
    }
    // Its move is none there.
    socket.say(ask("wrong", json!([]), json!({ "engine": "mock", "seconds": 1 }))).await;
    assert_eq!(socket.answer("wrong").await["ok"], true);
    let problem = loop {
        let told = socket.hear("analysis").await;
        if told["id"] == "wrong" && told["found"]["last"] == true {
            break told["found"]["problem"].as_str().unwrap_or_default().to_owned();
        }
    };
    assert!(problem.contains("illegal move: e7e5"), "{problem}");
    socket.say(json!({ "do": "stop" })).await;
}

/// What a visitor asks for: somebody whom a proxy names.
async fn from_elsewhere(visitor: &Person, path: &str, body: &Value) -> Answer {
    let request = hyper::Request::builder()
        .method("POST")
        .uri(path)
        .header("host", visitor.address.to_string())
        .header("x-forwarded-for", "192.0.2.7")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", visitor.token.as_deref().unwrap_or_default()));
    send(visitor.address, request.body(Full::new(Bytes::from(body.to_string()))).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_plays_against_a_program_begins_no_other_game_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let engines = list(&started);
    let service = start_as(move |config| config.engines = engines).await;
    let (ada, eve) =
        (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Eve").await);
    let wish = json!({ "game": "chess", "seats": ["open", "engine:mock"] });
    let made = ada.post("/api/games", wish).await.ok();
    let game = made["game"].as_str().unwrap();
    let code = json!({ "code": made["invitations"][0]["code"] });
    from_elsewhere(&eve, "/api/invitations", &code).await.ok();
    let commands = format!("/api/games/{game}/commands");
    from_elsewhere(&eve, &commands, &json!({ "command": { "command": "resign" } })).await.ok();
    let rematch =
        from_elsewhere(&eve, &format!("/api/games/{game}/rematch"), &json!({ "wanted": true })).await;
    assert_eq!(rematch.code(), "not-owner");
    let new_game = json!({ "command": { "command": "new-game", "seating": "keep" } });
    let mut as_host = new_game.clone();
    as_host["as"] = json!("host");
    for new in [new_game, as_host] {
        let refused = from_elsewhere(&eve, &commands, &new).await;
        assert_eq!(refused.code(), "not-owner", "{new}");
    }
    let state = ada.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!((&state["view"]["phase"], &state["next"]), (&json!("over"), &Value::Null));
    // Whoever sits at the machine may.
    let again = eve.post(&format!("/api/games/{game}/rematch"), json!({ "wanted": true })).await.ok();
    assert!(again["next"].is_string(), "{again}");
    service.stop().await;
}
