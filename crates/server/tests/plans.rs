//! Conditional moves, openings that are counted, and pictures of games.

use crate::common::{Person, config, start};
use chatura_server::Server;
use serde_json::{Value, json};

/// Waits until a game has so many plies; everything of it.
async fn until(person: &Person, game: &str, ply: u64) -> Value {
    loop {
        let state = person.get(&format!("/api/games/{game}")).await.ok();
        if state["table"]["ply"].as_u64().unwrap() >= ply {
            return state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

fn moves(state: &Value) -> Vec<&str> {
    state["view"]["past"].as_array().unwrap().iter().map(|record| record["san"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_planned_is_answered_and_nobody_else_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "3d/move" })).await;
    let plans = format!("/api/games/{game}/plans");
    let lines = json!([["e4", "e5", "Nf3", "Nc6"], ["d4", "d5"]]);
    let told = bo.post(&plans, json!({ "seat": 1, "lines": lines })).await.ok();
    assert_eq!(told["lines"], json!([["e2e4", "e7e5", "g1f3", "b8c6"], ["d2d4", "d7d5"]]));
    assert_eq!(ada.get(&plans).await.ok()["seats"], json!([{ "seat": 0, "lines": [] }]));
    for (seat, lines, code) in [
        (0, json!([["e4", "e5"]]), "not-yours"),
        (1, json!([["e5", "e4"]]), "illegal-move"),
        (1, json!([["e4"]]), "bad-value"),
    ] {
        assert_eq!(bo.post(&plans, json!({ "seat": seat, "lines": lines })).await.code(), code, "{lines}");
    }
    assert_eq!(ada.post(&plans, json!({ "seat": 0, "lines": [] })).await.code(), "no-plan");
    // It is kept, and followed by a server that was started anew.
    service.stop().await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let [ada, bo] = [ada, bo].map(|person| Person { address: service.address(), ..person });
    ada.play(&game, "e4").await.ok();
    assert_eq!(moves(&until(&ada, &game, 2).await), ["e4", "e5"]);
    assert_eq!(bo.get(&plans).await.ok()["seats"][0]["lines"], json!([["g1f3", "b8c6"]]));
    ada.play(&game, "Nf3").await.ok();
    assert_eq!(moves(&until(&ada, &game, 4).await), ["e4", "e5", "Nf3", "Nc6"]);
    // What was not foreseen is not answered.
    assert_eq!(bo.get(&plans).await.ok()["seats"][0]["lines"], json!([]));
    ada.play(&game, "Bb5").await.ok();
    bo.post(&plans, json!({ "seat": 1, "lines": [] })).await.code();
    assert_eq!(until(&ada, &game, 5).await["table"]["turn"], 1);
    let fast = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+3" })).await;
    let plans = format!("/api/games/{fast}/plans");
    let refused = bo.post(&plans, json!({ "seat": 1, "lines": [["e4", "e5"]] })).await;
    assert_eq!(refused.code(), "no-plan");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_of_finished_games_are_counted_position_by_position() {
    let service = start().await;
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    // By two ways to the same position.
    for line in [["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"], ["Nf3", "Nc6", "e4", "e5", "Bc4", "Nf6"]] {
        let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
        for (ply, text) in line.iter().enumerate() {
            let who = if ply % 2 == 0 { &ada } else { &bo };
            who.play(&game, text).await.ok();
        }
        bo.command(&game, json!({ "command": "resign" })).await.ok();
    }
    let ask = async |moves: Value| {
        let position = json!({ "game": "chess", "moves": moves });
        ada.post("/api/openings", json!({ "position": position })).await.ok()
    };
    let found = loop {
        let found = ask(json!(["Nf3", "Nc6", "e4", "e5"])).await;
        if found["games"] == 2 {
            break found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    let best = json!({ "coordinates": "f1c4", "san": "Bc4", "games": 2, "wins": [2, 0], "draws": 0 });
    assert_eq!(found["moves"], json!([best]));
    let first = ask(json!([])).await;
    assert_eq!((&first["games"], first["moves"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!(ask(json!(["a3"])).await["games"], 0);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_pictures_and_links_show_them() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada <b>").await;
    let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
    let game = made["game"].as_str().unwrap();
    for text in ["e4", "e5"] {
        ada.play(game, text).await.ok();
    }
    let picture = ada.get(&format!("/api/games/{game}/board.png?size=100")).await;
    assert_eq!((picture.status, &picture.bytes[1..4]), (200, &b"PNG"[..]));
    assert_eq!(picture.headers["cross-origin-resource-policy"], "cross-origin");
    let film = ada.get(&format!("/api/games/{game}/game.gif?size=100")).await;
    assert_eq!((film.status, &film.bytes[..6]), (200, &b"GIF89a"[..]));
    let board = ada.get("/api/catalogue/three-player/board.png?seat=1&size=64").await;
    assert_eq!((board.status, &board.bytes[1..4]), (200, &b"PNG"[..]));
    assert_eq!(ada.get("/api/catalogue/chess/board.png?seat=2").await.code(), "bad-value");
    assert_eq!(ada.get(&format!("/api/games/{game}/board.png?ply=9")).await.status, 404);
    let page = async |path: &str| String::from_utf8(ada.get(path).await.bytes.to_vec()).unwrap();
    let text = page(&format!("/play/{game}")).await;
    let image = format!("content=\"http://{}/api/games/{game}/board.png?size=600\"", service.address());
    assert!(text.contains(&image) && text.contains("og:title\" content=\"Chess\""), "{text}");
    assert!(text.contains("Ada &lt;b&gt;") && !text.contains("Ada <b>"), "{text}");
    assert!(page("/games/chess").await.contains("/api/catalogue/chess/board.png"));
    assert!(!page("/").await.contains("og:image"));
    assert!(!page("/play/nothing").await.contains("og:image"));
    // Only boards that are for that may be shown in frames elsewhere.
    let policy = |answer: &crate::common::Answer| {
        answer.headers["content-security-policy"].to_str().unwrap().to_owned()
    };
    assert!(policy(&ada.get(&format!("/embed/{game}")).await).contains("frame-ancestors *"));
    assert!(policy(&ada.get(&format!("/play/{game}")).await).contains("frame-ancestors 'none'"));
    service.stop().await;
}
