//! Another person's seat: every command without the right token is refused.

use crate::common::{Person, start};
use serde_json::{Value, json};

/// Every command there is; a new one that is not here fails to be counted below.
fn commands() -> Vec<Value> {
    vec![
        json!({ "command": "move", "text": "e2e4" }),
        json!({ "command": "undo" }),
        json!({ "command": "redo" }),
        json!({ "command": "jump", "ply": 0 }),
        json!({ "command": "request-takeback" }),
        json!({ "command": "accept-takeback" }),
        json!({ "command": "decline-takeback" }),
        json!({ "command": "resign" }),
        json!({ "command": "offer-draw" }),
        json!({ "command": "accept-draw" }),
        json!({ "command": "decline-draw" }),
        json!({ "command": "claim-draw" }),
        json!({ "command": "abort" }),
        json!({ "command": "pause" }),
        json!({ "command": "resume" }),
        json!({ "command": "add-time", "seat": 0, "span": 1000 }),
        json!({ "command": "swap", "first": 0, "second": 1 }),
        json!({ "command": "replace", "seat": 0, "occupant": { "name": "X", "kind": "person" } }),
        json!({ "command": "rename", "seat": 0, "name": "X" }),
        json!({ "command": "new-game" }),
        json!({ "command": "visit", "node": 0 }),
        json!({ "command": "promote", "node": 0 }),
        json!({ "command": "prune", "node": 0 }),
        json!({ "command": "annotate", "node": 0, "comment": "", "nags": [] }),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_listed() {
    let known = commands();
    // What the refusal of an unknown command lists is all there are.
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let game = ada.game_with(&[], json!({ "game": "chess" })).await;
    let answer = ada.command(&game, json!({ "command": "nothing" })).await;
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    let listed: Vec<&str> = detail.split("expected one of ").nth(1).unwrap().split(", ").collect();
    assert_eq!(listed.len(), known.len(), "{detail}");
    for command in known {
        assert!(detail.contains(&format!("`{}`", command["command"].as_str().unwrap())), "{command}");
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_right_token_every_command_is_refused() {
    let service = start().await;
    let address = service.address();
    let (ada, bo, eve) = (
        Person::new(address, "Ada").await,
        Person::new(address, "Bo").await,
        Person::new(address, "Eve").await,
    );
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+0" })).await;
    let other = eve.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
    let wrong_seat = Person::with_token(address, other["token"].as_str().unwrap());
    let guess = Person::with_token(address, &"A".repeat(32));
    let before = ada.get(&format!("/api/games/{game}")).await.ok();
    for (who, intruder) in [
        ("eve", &eve),
        ("nobody", &Person::stranger(address)),
        ("a guess", &guess),
        ("another seat", &wrong_seat),
    ] {
        for command in commands() {
            for role in ["player", "host"] {
                let body = json!({ "command": command, "as": role });
                let answer = intruder.post(&format!("/api/games/{game}/commands"), body).await;
                assert_eq!((answer.status, answer.code().as_str()), (403, "not-seated"), "{who}: {command}");
            }
        }
        assert_eq!(
            intruder.post(&format!("/api/games/{game}/rematch"), json!({ "wanted": true })).await.status,
            403
        );
        let invite = intruder.post(&format!("/api/games/{game}/invitations"), json!({ "seat": 1 })).await;
        assert_eq!(invite.status, 403);
    }
    let after = ada.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!(before["version"], after["version"]);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_speaks_for_an_opponent_or_keeps_a_table_with_others() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+0" })).await;
    assert_eq!(bo.play(&game, "e2e4").await.code(), "not-your-turn");
    assert_eq!(bo.command(&game, json!({ "command": "rename", "seat": 0, "name": "X" })).await.status, 403);
    assert_eq!(bo.command(&game, json!({ "command": "undo" })).await.status, 403);
    for command in commands() {
        let body = json!({ "command": command, "as": "host" });
        let answer = bo.post(&format!("/api/games/{game}/commands"), body).await;
        assert_eq!(answer.status, 403, "{command}: {:?}", answer.bytes);
    }
    assert_eq!(ada.play(&game, "e2e4").await.ok()["version"], 3);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_exchanged_once() {
    let service = start().await;
    let address = service.address();
    let (ada, bo, eve) = (
        Person::new(address, "Ada").await,
        Person::new(address, "Bo").await,
        Person::new(address, "Eve").await,
    );
    let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["open", "me"] })).await.ok();
    let game = made["game"].as_str().unwrap();
    let code = made["invitations"][0]["code"].clone();
    assert_eq!(Person::stranger(address).post("/api/invitations", json!({ "code": code })).await.status, 401);
    let joined = bo.post("/api/invitations", json!({ "code": code, "name": "Bobby" })).await.ok();
    assert_eq!(joined["seats"], json!([0]));
    assert_eq!(eve.post("/api/invitations", json!({ "code": code })).await.code(), "used");
    let state = eve.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!(
        (state["view"]["seats"][0]["name"].clone(), state["view"]["phase"].clone()),
        (json!("Bobby"), json!("playing"))
    );
    assert_eq!(state["seats"], json!([]));
    // The token of the seat speaks for it without an identity.
    let bot = Person::with_token(address, joined["token"].as_str().unwrap());
    assert_eq!(bot.play(game, "e2e4").await.status, 200);
    assert_eq!(bot.play(game, "e7e5").await.code(), "not-your-turn");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_invitation_replaces_the_old() {
    let service = start().await;
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me"] })).await.ok();
    let path = format!("/api/games/{}/invitations", made["game"].as_str().unwrap());
    let again = ada.post(&path, json!({ "seat": 1 })).await.ok();
    let old = bo.post("/api/invitations", json!({ "code": made["invitations"][0]["code"] })).await;
    assert_eq!(old.code(), "used");
    bo.post("/api/invitations", json!({ "code": again["code"] })).await.ok();
    assert_eq!(ada.post(&path, json!({ "seat": 1 })).await.code(), "taken");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_socket_holds_seats_of_several_games_by_their_tokens() {
    let service = start().await;
    let address = service.address();
    let ada = Person::new(address, "Ada").await;
    let mut bot = Person::stranger(address).socket().await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
        let game = made["game"].as_str().unwrap().to_owned();
        bot.say(json!({ "do": "watch", "game": game, "token": made["token"] })).await;
        assert_eq!(bot.hear("state").await["seats"], json!([0, 1]));
        games.push(game);
    }
    for (id, game) in ["1", "2"].iter().zip(&games) {
        let command = json!({ "command": "move", "text": "e2e4" });
        bot.say(json!({ "do": "command", "id": id, "game": game, "command": command })).await;
        assert_eq!(bot.answer(id).await["ok"], true);
    }
    // Whoever leaves a game has no seat in it any more.
    bot.say(json!({ "do": "leave", "game": games[0] })).await;
    let command = json!({ "command": "move", "text": "e7e5" });
    bot.say(json!({ "do": "command", "id": "3", "game": games[0], "command": command })).await;
    assert_eq!(bot.answer("3").await["problem"]["code"], "not-seated");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_screen_have_names_of_their_own() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let wish = json!({ "game": "chess", "seats": [{ "name": "Grandma" }, { "name": "Tim" }] });
    let made = ada.post("/api/games", wish).await.ok();
    let game = made["game"].as_str().unwrap();
    assert_eq!(made["seats"], json!([0, 1]));
    let view = ada.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!(view["view"]["seats"][0]["name"], "Grandma");
    assert_eq!(view["view"]["seats"][1]["name"], "Tim");
    // Both are the same person's to move.
    for text in ["e2e4", "e7e5"] {
        ada.command(game, json!({ "command": "move", "text": text })).await.ok();
    }
    let bytes = ada.get(&format!("/api/games/{game}/pgn")).await.bytes;
    let pgn = String::from_utf8_lossy(&bytes);
    assert!(pgn.contains("[White \"Grandma\"]") && pgn.contains("[Black \"Tim\"]"), "{pgn}");
    let long = json!({ "game": "chess", "seats": [{ "name": "x".repeat(41) }, "me"] });
    assert_eq!(ada.post("/api/games", long).await.code(), "bad-name");
    service.stop().await;
}
