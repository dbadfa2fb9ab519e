//! AI players: everybody gets an answer, and their tables can be kept.

use crate::common;

use crate::common::{Person, start};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn in_a_crowd_every_game_gets_its_move() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut games = Vec::new();
    for _ in 0..100 {
        let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["ai:2", "me"] })).await.ok();
        games.push(made["game"].as_str().unwrap().to_owned());
    }
    let all = async {
        for game in &games {
            while ada.get(&format!("/api/games/{game}")).await.ok()["table"]["ply"] == 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    tokio::time::timeout(common::PATIENCE, all).await.expect("somebody waits forever");
    let metrics = String::from_utf8_lossy(&ada.get("/metrics").await.bytes).into_owned();
    for line in ["chatura_search_threads 1", "chatura_analysis_threads 0", "chatura_move_seconds_count 100"] {
        assert!(metrics.lines().any(|known| known == line), "{line}: {metrics}");
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_play_each_other_only_while_somebody_looks() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let wish = json!({ "game": "three-player", "seats": ["ai:1", "ai:1", "ai:1"] });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.ok()["table"]["ply"], 0);
    let mut socket = bo.socket().await;
    socket.watch(&game).await;
    for seat in [0, 1, 2] {
        assert_eq!(socket.event("moved").await["event"]["seat"], seat);
    }
    // Who made it keeps the table; who watches does not.
    let abort = json!({ "command": { "command": "abort" }, "as": "host" });
    let path = format!("/api/games/{game}/commands");
    assert_eq!(bo.post(&path, abort.clone()).await.code(), "not-seated");
    ada.post(&path, abort).await.ok();
    socket.event("ended").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_invited_to_a_seat_that_is_taken() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "open"] })).await.ok();
    let game = made["game"].as_str().unwrap();
    let replace = |kind: serde_json::Value| json!({ "command": "replace", "seat": 1, "occupant": { "name": "", "kind": kind } });
    assert_eq!(ada.command(game, replace(json!("person"))).await.code(), "not-allowed");
    ada.command(game, replace(json!({ "ai": { "level": 1 } }))).await.ok();
    let code = made["invitations"][0]["code"].clone();
    assert_eq!(bo.post("/api/invitations", json!({ "code": code })).await.code(), "used");
    ada.play(game, "e2e4").await.ok();
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_whose_time_runs_play_though_nobody_looks() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let wish = json!({ "game": "chess", "seats": ["ai:1", "ai:1"], "clock": "1+0" });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    let played = async {
        loop {
            let state = ada.get(&format!("/api/games/{game}")).await.ok();
            if state["table"]["ply"].as_u64().unwrap() > 3 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(common::PATIENCE, played).await.expect("they lose on time");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_ai_players_that_exist_sit_down_and_people_come_by_invitation() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    for ai in ["ai:99", "ai:onepy"] {
        let wish = json!({ "game": "chess", "seats": ["me", ai] });
        assert_eq!(ada.post("/api/games", wish).await.code(), "bad-value", "{ai}");
    }
    let pgn = "[Seats \"human, ai:99\"]\n\n1. e4 *";
    assert_eq!(ada.post("/api/pgn", json!({ "pgn": pgn })).await.code(), "bad-value");
    let wish = json!({ "game": "chess", "seats": ["ai:1", "ai:1"] });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{game}/commands");
    let replace = |kind: serde_json::Value| {
        let command = json!({ "command": "replace", "seat": 1, "occupant": { "name": "", "kind": kind } });
        ada.post(&path, json!({ "command": command, "as": "host" }))
    };
    assert_eq!(replace(json!("person")).await.code(), "not-allowed");
    assert_eq!(replace(json!("nobody")).await.code(), "not-allowed");
    assert_eq!(replace(json!({ "ai": { "level": 99 } })).await.code(), "bad-value");
    assert_eq!(replace(json!({ "ai": { "strategy": "onepy" } })).await.code(), "bad-value");
    replace(json!({ "ai": { "strategy": "one-ply" } })).await.ok();
    service.stop().await;
}

/// What a review asks of the position before the sixteenth move of the Opera game.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_opera_game_is_seen_at_a_glance() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let moves = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7";
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let position = json!({ "game": "chess", "moves": moves });
    let limits = json!({ "lines": 1, "seconds": 1 });
    let found = ada.post("/api/analysis", json!({ "position": position, "limits": limits })).await;
    let text = String::from_utf8(found.bytes.to_vec()).unwrap();
    let last: serde_json::Value = serde_json::from_str(text.trim().lines().last().unwrap()).unwrap();
    let best = &last["lines"][0];
    assert_eq!((&best["san"][0], &best["mate"]), (&json!("Qb8+"), &json!(2)), "{last}");
    service.stop().await;
}
