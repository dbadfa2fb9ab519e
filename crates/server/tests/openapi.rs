//! The description of the API is true: every route is in it, and what is answered is what it says.

use crate::common::schema::{mismatch, sample};
use crate::common::{Answer, Person, description, start, start_as};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// Every operation of the description, as `get /health`.
fn operations(description: &Value) -> BTreeSet<String> {
    let paths = description["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |m| format!("{m} {path}")))
        .collect()
}

#[test]
fn every_route_is_described() {
    let source = include_str!("../src/api/mod.rs");
    let mut routes = BTreeSet::new();
    for route in source.split(".route(").skip(1) {
        let compact: String = route.split_whitespace().collect();
        let (path, rest) = compact.trim_start_matches('"').split_once("\",").unwrap();
        let handlers = rest.split(".layer(").next().unwrap();
        for method in ["get", "post", "patch", "put", "delete"] {
            if handlers.starts_with(&format!("{method}(")) || handlers.contains(&format!(").{method}(")) {
                routes.insert(format!("{method} {path}"));
            }
        }
    }
    assert!(routes.len() > 30, "{routes:?}");
    assert_eq!(routes, operations(description()));
}

/// Asks, and compares the answer with the description.
struct Asker {
    description: &'static Value,
    seen: BTreeSet<String>,
}

impl Asker {
    fn check(&mut self, method: &str, path: &str, answer: &Answer) {
        let operation = &self.description["paths"][path][method];
        let status = answer.status.to_string();
        let class = format!("{}XX", &status[..1]);
        let response = operation["responses"].get(&status).or_else(|| operation["responses"].get(&class));
        let response =
            response.unwrap_or_else(|| panic!("{method} {path}: nothing is said of {status}: {answer:?}"));
        if answer.status < 400 {
            self.seen.insert(format!("{method} {path}"));
        }
        let Some(content) = response["content"].as_object() else { return };
        let kind = answer.headers["content-type"].to_str().unwrap().split(';').next().unwrap();
        let schema = &content
            .get(kind)
            .unwrap_or_else(|| panic!("{method} {path}: nothing is said of {kind}"))["schema"];
        let bodies: Vec<Value> = match kind {
            "application/x-ndjson" => {
                let text = std::str::from_utf8(&answer.bytes).unwrap();
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
            }
            kind if kind.ends_with("json") => vec![answer.json()],
            _ => vec![String::from_utf8_lossy(&answer.bytes).into_owned().into()],
        };
        for body in bodies {
            if let Some(wrong) = mismatch(self.description, schema, &body, &format!("{method} {path}")) {
                panic!("{wrong}");
            }
        }
    }

    async fn get(&mut self, person: &Person, path: &str, filled: &str) -> Answer {
        let answer = person.get(filled).await;
        self.check("get", path, &answer);
        answer
    }

    async fn delete(&mut self, person: &Person, path: &str, filled: &str, body: Value) -> Answer {
        let answer = person.request("DELETE", filled, "application/json", body.to_string()).await;
        self.check("delete", path, &answer);
        answer
    }

    async fn post(&mut self, person: &Person, path: &str, filled: &str, body: Value) -> Answer {
        let answer = person.post(filled, body).await;
        self.check("post", path, &answer);
        answer
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.jsonl");
    crate::common::matches::play(&path, "chess", 2, 2, None, Duration::ZERO);
    let service = start_as(|config| {
        config.limits.away = Duration::ZERO;
        config.matches = folder.path().to_owned();
    })
    .await;
    let address = service.address();
    let mut asker = Asker { description: description(), seen: BTreeSet::new() };
    let ask = &mut asker;
    let stranger = Person::stranger(address);
    for path in [
        "/health",
        "/ready",
        "/metrics",
        "/api/openapi.json",
        "/api/levels",
        "/api/engines",
        "/api/clocks",
        "/api/catalogue",
    ] {
        ask.get(&stranger, path, path).await;
    }
    let of = "/api/matches/{id}";
    for (path, filled) in [
        ("/api/matches".to_owned(), "/api/matches"),
        (of.to_owned(), "/api/matches/kept"),
        (of.to_owned(), "/api/matches/none"),
        (format!("{of}/live"), "/api/matches/kept/live?since=0"),
        (format!("{of}/pgn"), "/api/matches/kept/pgn"),
        (format!("{of}/games"), "/api/matches/kept/games"),
        (format!("{of}/games/{{number}}"), "/api/matches/kept/games/1"),
        (format!("{of}/games/{{number}}/pgn"), "/api/matches/kept/games/1/pgn"),
    ] {
        ask.get(&stranger, &path, filled).await;
    }
    ask.get(&stranger, "/api/catalogue", "/api/catalogue?search=dragon&players=2").await;
    ask.get(&stranger, "/api/catalogue", "/api/catalogue?players=x").await;
    for game in ["chess", "chess960", "shogi", "three-player", "three-man", "glinski", "nothing"] {
        ask.get(&stranger, "/api/catalogue/{id}", &format!("/api/catalogue/{game}")).await;
        let path = format!("/api/catalogue/{game}/board.svg");
        ask.get(&stranger, "/api/catalogue/{id}/board.svg", &path).await;
        let path = format!("/api/catalogue/{game}/drawing?seat=1");
        ask.get(&stranger, "/api/catalogue/{id}/drawing", &path).await;
        let path = format!("/api/catalogue/{game}/board.png?size=40");
        ask.get(&stranger, "/api/catalogue/{id}/board.png", &path).await;
    }
    ask.get(&stranger, "/api/catalogue/{id}/drawing", "/api/catalogue/chess/drawing?seat=2").await;
    let square = "/api/qr.svg";
    assert_eq!(ask.post(&stranger, square, square, json!({ "text": "hello" })).await.status, 200);
    assert_eq!(
        ask.post(&stranger, square, square, json!({ "text": "x".repeat(501) })).await.code(),
        "bad-value"
    );
    let why = "/api/why";
    let mut wish = json!({ "position": { "game": "chess" }, "from": "a1", "to": "a3" });
    let reason = ask.post(&stranger, why, why, wish.clone()).await.ok();
    assert_eq!(reason["sentence"], "the pawn on a2 stands in the way");
    wish["to"] = json!("z9");
    assert_eq!(ask.post(&stranger, why, why, wish).await.code(), "bad-value");
    let openings = "/api/openings";
    ask.post(&stranger, openings, openings, json!({ "position": { "game": "chess" } })).await.ok();
    let attackers = "/api/attackers";
    let wish = json!({ "position": { "game": "chess" }, "cell": "f3" });
    let found = ask.post(&stranger, attackers, attackers, wish).await.ok();
    assert_eq!(found["attackers"].as_array().unwrap().len(), 3);
    let wish = json!({ "position": { "game": "chess" }, "cell": "z9" });
    assert_eq!(ask.post(&stranger, attackers, attackers, wish).await.code(), "bad-value");
    let compose = "/api/compose";
    let mut wish =
        json!({ "position": { "game": "chess" }, "cells": { "a1": null, "e4": [0, "N"] }, "turn": 1 });
    let made = ask.post(&stranger, compose, compose, wish.clone()).await.ok();
    assert_eq!(made["fen"], "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1");
    wish["cells"] = json!({ "e1": null });
    assert_eq!(ask.post(&stranger, compose, compose, wish.clone()).await.code(), "bad-start");
    wish["cells"] = json!({ "z9": null });
    assert_eq!(ask.post(&stranger, compose, compose, wish).await.code(), "bad-value");
    ask.get(&stranger, "/api/catalogue/{id}", "/api/catalogue/chess960?set=position:518").await;
    ask.get(&stranger, "/api/catalogue/{id}/definition", "/api/catalogue/chess/definition").await;
    people(ask, &stranger).await;
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    play(ask, &ada, &bo).await;
    inventors(ask, &ada).await;
    plans(ask, &ada, &bo).await;
    studies(ask, &ada).await;
    each_other(ask, &ada, &bo).await;
    // A socket is no answer, and reports are told on another address; both are tested elsewhere.
    asker.seen.extend(["get /api/socket", "get /reports"].map(str::to_owned));
    let all = operations(asker.description);
    let unseen: Vec<&String> = all.difference(&asker.seen).collect();
    assert!(unseen.is_empty(), "not granted once: {unseen:?}");
    service.stop().await;
}

/// How many kinds of messages and of commands the samples go through, with room for more.
const SAMPLES: usize = 4_000;

#[tokio::test(flavor = "multi_thread")]
async fn every_message_that_is_described_is_understood() {
    let service = start().await;
    let mut socket = Person::new(service.address(), "Ada").await.socket().await;
    let schemas = &description()["components"]["schemas"];
    let messages = (0..SAMPLES).map(|which| sample(description(), &schemas["Message"], which).to_string());
    let messages: BTreeSet<String> = messages.collect();
    assert!(messages.len() > 30, "{messages:?}");
    for message in messages {
        let message: Value = serde_json::from_str(&message).unwrap();
        socket.say(message.clone()).await;
        // What has no id is answered only if it is refused.
        if message.get("id").is_some() {
            let answer = socket.hear("answer").await;
            assert_ne!(answer["problem"]["code"], "bad-message", "{message}: {answer}");
            assert_eq!(answer["id"], "x", "{message}");
        }
    }
    service.stop().await;
}

async fn people(ask: &mut Asker, stranger: &Person) {
    assert_eq!(ask.get(stranger, "/api/identity", "/api/identity").await.status, 204);
    let profile = json!({ "name": "Cy", "settings": { "sound": false } });
    let made = ask.post(stranger, "/api/identity", "/api/identity", profile.clone()).await.ok();
    let cy = Person { token: made["token"].as_str().map(str::to_owned), ..stranger.clone() };
    ask.post(&cy, "/api/identity", "/api/identity", profile).await;
    ask.get(&cy, "/api/identity", "/api/identity").await;
    for body in ["{\"name\":\"Cyd\"}", "{\"name\":\" \"}", "{\"settings\":[]}"] {
        let changed = cy.request("PATCH", "/api/identity", "application/json", body).await;
        ask.check("patch", "/api/identity", &changed);
    }
}

async fn plans(ask: &mut Asker, ada: &Person, bo: &Person) {
    let game = ada.game_with(&[bo], json!({ "game": "chess" })).await;
    let at = |rest: &str| format!("/api/games/{game}/{rest}");
    let plan = json!({ "seat": 1, "lines": [["e4", "e5"]] });
    ask.post(bo, "/api/games/{id}/plans", &at("plans"), plan).await.ok();
    ask.get(bo, "/api/games/{id}/plans", &at("plans")).await;
    ask.get(bo, "/api/games/{id}/board.png", &at("board.png?size=40")).await;
    ask.get(bo, "/api/games/{id}/game.gif", &at("game.gif?size=40")).await;
}

async fn studies(ask: &mut Asker, ada: &Person) {
    let steps = json!([{ "parent": 0, "text": "e4" }]);
    let chapter = json!({ "name": "One", "game": "chess", "steps": steps });
    let made =
        ask.post(ada, "/api/studies", "/api/studies", json!({ "name": "S", "chapter": chapter })).await.ok();
    let at = format!("/api/studies/{}", made["study"].as_str().unwrap());
    ask.get(ada, "/api/studies", "/api/studies").await;
    let changes = description()["components"]["schemas"]["StudyChange"]["oneOf"].as_array().unwrap().len();
    let all = [
        json!({ "change": "rename", "name": "T" }),
        json!({ "change": "open", "open": true }),
        json!({ "change": "add-chapter", "name": "Two", "game": "shogi" }),
        json!({ "change": "rename-chapter", "chapter": 2, "name": "Zwei" }),
        json!({ "change": "remove-chapter", "chapter": 2 }),
        json!({ "change": "play", "chapter": 1, "node": 0, "text": "d4" }),
        json!({ "change": "promote", "chapter": 1, "node": 2 }),
        json!({ "change": "demote", "chapter": 1, "node": 2 }),
        json!({ "change": "annotate", "chapter": 1, "node": 2, "comment": "so", "nags": [1], "shapes": [{ "from": "a1", "to": "a1", "colour": "blue" }] }),
        json!({ "change": "remove", "chapter": 1, "node": 2 }),
    ];
    assert_eq!(all.len(), changes, "each change once");
    for change in all {
        ask.post(ada, "/api/studies/{id}/changes", &format!("{at}/changes"), change).await.ok();
    }
    ask.get(ada, "/api/studies/{id}", &at).await;
    ask.get(ada, "/api/studies/{id}/pgn", &format!("{at}/pgn")).await;
    assert_eq!(ask.get(ada, "/api/studies/{id}/kif", &format!("{at}/kif")).await.code(), "bad-pgn");
    let shogi = json!({ "name": "Shogi", "chapter": { "pgn": "   1 ７六歩(77)\n   2 ３四歩(33)\n" } });
    let made = ask.post(ada, "/api/studies", "/api/studies", shogi).await.ok();
    let kif = format!("/api/studies/{}/kif", made["study"].as_str().unwrap());
    ask.get(ada, "/api/studies/{id}/kif", &kif).await;
    ask.delete(ada, "/api/studies/{id}", &at, json!({})).await;
}

async fn each_other(ask: &mut Asker, ada: &Person, bo: &Person) {
    let game = ada.game_with(&[bo], json!({ "game": "chess" })).await;
    let meant = json!({ "game": game, "seat": 1 });
    ask.post(ada, "/api/blocks", "/api/blocks", meant.clone()).await;
    let blocks = ask.get(ada, "/api/blocks", "/api/blocks").await.ok();
    let id = blocks["blocks"][0]["id"].as_str().unwrap();
    ask.delete(ada, "/api/blocks/{id}", &format!("/api/blocks/{id}"), json!({})).await;
    let mut report = meant;
    report["text"] = "rude".into();
    ask.post(ada, "/api/reports", "/api/reports", report).await;
    let mutes = format!("/api/games/{game}/mutes");
    ask.post(ada, "/api/games/{id}/mutes", &mutes, json!({ "seat": 1, "muted": true })).await;
    let tokens = "/api/identity/tokens";
    let code = ask.post(bo, "/api/identity/move", "/api/identity/move", json!({})).await.ok()["code"].clone();
    let arrive = "/api/identity/arrive";
    let device = ask.post(bo, arrive, arrive, json!({ "code": code })).await.ok();
    let device = Person { token: device["token"].as_str().map(str::to_owned), ..bo.clone() };
    ask.post(bo, arrive, arrive, json!({ "code": code })).await;
    ask.get(&device, "/api/identity/data", "/api/identity/data").await;
    let known = ask.get(&device, tokens, tokens).await.ok();
    let id = known["tokens"][0]["id"].as_str().unwrap();
    ask.delete(&device, &format!("{tokens}/{{id}}"), &format!("{tokens}/{id}"), json!({})).await;
    ask.delete(&device, tokens, tokens, json!({})).await;
    let renewed = ask.post(&device, tokens, tokens, json!({})).await.ok();
    let device = Person { token: renewed["token"].as_str().map(str::to_owned), ..device };
    ask.delete(&device, "/api/identity", "/api/identity", json!({ "sure": true })).await;
    ask.post(ada, "/api/identity/sign-out", "/api/identity/sign-out", json!({})).await;
}

async fn play(ask: &mut Asker, ada: &Person, bo: &Person) {
    let wish = json!({ "game": "chess", "seats": ["me", "open"], "clock": "5+3", "public": true });
    let made = ask.post(ada, "/api/games", "/api/games", wish).await.ok();
    let game = format!("/api/games/{}", made["game"].as_str().unwrap());
    let one = "/api/games/{id}";
    let code = ask
        .post(ada, &format!("{one}/invitations"), &format!("{game}/invitations"), json!({ "seat": 1 }))
        .await;
    let code = code.ok()["code"].clone();
    ask.get(ada, one, &game).await;
    let look = "/api/invitations/look";
    ask.post(bo, look, look, json!({ "code": code })).await.ok();
    ask.post(bo, look, look, json!({ "code": "none" })).await;
    ask.post(bo, "/api/invitations", "/api/invitations", json!({ "code": code })).await;
    ask.post(bo, "/api/invitations", "/api/invitations", json!({ "code": code })).await;
    for (person, text) in [(ada, "e2e4"), (bo, "d7d5"), (ada, "e4d5"), (ada, "d5d6")] {
        let order = json!({ "id": text, "command": { "command": "move", "text": text } });
        ask.post(person, &format!("{one}/commands"), &format!("{game}/commands"), order).await;
    }
    for (path, filled) in [
        ("", String::new()),
        ("/positions/{ply}", "/positions/2".into()),
        ("/positions/{ply}", "/positions/99".into()),
        ("/events", "/events?since=2".into()),
        ("/events", "/events".into()),
        ("/pgn", "/pgn".into()),
        ("/record", "/record".into()),
        ("/premoves", "/premoves".into()),
        ("/tree", "/tree".into()),
        ("/away", "/away".into()),
    ] {
        ask.get(bo, &format!("{one}{path}"), &format!("{game}{filled}")).await;
    }
    ask.post(bo, &format!("{one}/away"), &format!("{game}/away"), json!({ "claim": "win" })).await;
    let chat = (format!("{one}/chat"), format!("{game}/chat"));
    ask.post(ada, &chat.0, &chat.1, json!({ "text": "hi" })).await;
    ask.post(ada, &chat.0, &chat.1, json!({ "text": "" })).await;
    ask.get(ada, &chat.0, &chat.1).await;
    for command in ["offer-draw", "accept-draw"] {
        let person = if command == "offer-draw" { ada } else { bo };
        let order = json!({ "command": { "command": command } });
        ask.post(person, &format!("{one}/commands"), &format!("{game}/commands"), order).await;
    }
    ask.get(ada, one, &game).await;
    ask.post(ada, &format!("{one}/rematch"), &format!("{game}/rematch"), json!({ "wanted": true })).await;
    for of in ["me", "public", "nobody"] {
        ask.get(ada, "/api/games", &format!("/api/games?of={of}&limit=5")).await;
    }
    let seek = json!({ "game": "chess", "clock": "5+3" });
    let open = ask.post(ada, "/api/seeks", "/api/seeks", seek.clone()).await.ok();
    ask.post(ada, "/api/seeks", "/api/seeks", json!({ "game": "nothing" })).await;
    ask.get(ada, "/api/lobby", "/api/lobby").await;
    let seats = format!("/api/games/{}/seats", open["game"].as_str().unwrap());
    ask.post(ada, &format!("{one}/seats"), &seats, json!({})).await;
    ask.post(bo, &format!("{one}/seats"), &seats, json!({ "seat": 1 })).await;
    let left = ada.game_with(&[bo], json!({ "game": "chess" })).await;
    ada.play(&left, "e2e4").await.ok();
    let away = (format!("{one}/away"), format!("/api/games/{left}/away"));
    while ask.post(ada, &away.0, &away.1, json!({ "claim": "win" })).await.status != 204 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let pgn = "[Variant \"three-player\"]\n\n1. a2-a3 *";
    ask.post(ada, "/api/pgn", "/api/pgn", json!({ "pgn": "1. e4 e5 2. Nf3 (2. f4) *" })).await;
    ask.post(ada, "/api/pgn", "/api/pgn", json!({ "pgn": pgn, "game": "nothing" })).await;
    let shogi = json!({ "pgn": "   1 ７六歩(77)\n   2 ３四歩(33)\n" });
    let made = ask.post(ada, "/api/pgn", "/api/pgn", shogi).await.ok();
    let of = format!("/api/games/{}", made["game"].as_str().unwrap());
    ask.get(ada, "/api/games/{id}", &of).await;
    ask.get(ada, "/api/games/{id}/kif", &format!("{of}/kif")).await;
    let (own, games) = ("/api/openings/games", json!({ "game": "chess", "pgn": "1. e4 e5 1-0\n" }));
    ask.post(ada, own, own, games).await.ok();
    ask.delete(ada, own, own, json!({ "game": "chess" })).await;
}

async fn inventors(ask: &mut Asker, ada: &Person) {
    for question in [
        json!({ "game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"] }),
        json!({ "game": "crazyhouse", "moves": ["e2e4", "d7d5", "e4d5", "d8d5"] }),
        json!({ "game": "chess960", "settings": { "position": "518" } }),
        json!({ "game": "chess", "fen": "no" }),
    ] {
        ask.post(ada, "/api/check", "/api/check", question).await;
    }
    let text = "extends = \"chess\"\nname = \"Mine\"\nabout = \"A game.\"\npieces.queen.moves = \"QN\"\n";
    for path in ["/api/definitions/check", "/api/definitions"] {
        ask.post(ada, path, path, json!({ "text": text, "file": "mine.toml" })).await;
        ask.post(ada, path, path, json!({ "text": "pieces = 3" })).await;
    }
    let own = ask.get(ada, "/api/definitions", "/api/definitions").await.ok();
    let id = own["definitions"][0]["id"].as_str().unwrap();
    assert_eq!(
        ask.get(ada, "/api/catalogue/{id}", &format!("/api/catalogue/{id}")).await.ok()["name"],
        "Mine"
    );
    ask.get(ada, "/api/catalogue/{id}/definition", &format!("/api/catalogue/{id}/definition")).await;
    ask.post(ada, "/api/games", "/api/games", json!({ "game": id, "seats": ["me", "me"] })).await.ok();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9\"/></svg>";
    let sent = ada.request("POST", "/api/images", "image/svg+xml", svg).await;
    ask.check("post", "/api/images", &sent);
    let image = sent.ok()["url"].as_str().unwrap().to_owned();
    ask.get(ada, "/api/images/{id}", &image).await;
    let order = json!({ "position": { "game": "chess" }, "limits": { "depth": 2, "lines": 2 } });
    ask.post(ada, "/api/analysis", "/api/analysis", order).await;
    ask.post(ada, "/api/analysis", "/api/analysis", json!({ "position": { "game": "none" } })).await;
}
