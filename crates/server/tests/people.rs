//! What people do with who they are, and about each other.

use crate::common::{Person, Socket, config, start, start_as};
use chatura_server::Server;
use serde_json::{Value, json};

async fn delete(person: &Person, path: &str, body: Value) -> crate::common::Answer {
    person.request("DELETE", path, "application/json", body.to_string()).await
}

fn with(person: &Person, answer: &Value) -> Person {
    Person::with_token(person.address, answer["token"].as_str().unwrap())
}

/// Sits somebody at a public game of another.
async fn sit(person: &Person, game: &str) -> crate::common::Answer {
    person.post(&format!("/api/games/{game}/seats"), json!({})).await
}

async fn say(person: &Person, game: &str, text: &str) -> crate::common::Answer {
    person.post(&format!("/api/games/{game}/chat"), json!({ "text": text })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_is_out_on_every_way() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut socket = ada.socket().await;
    let out = ada.post("/api/identity/sign-out", json!({})).await;
    assert_eq!(out.status, 204);
    let cookie = out.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("chatura=;") && cookie.contains("Max-Age=0"), "{cookie}");
    assert_eq!(ada.get("/api/identity").await.code(), "no-identity");
    assert_eq!(socket.closed().await, Some(1008), "the socket stays open");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_renewed_and_revoked_one_by_one_and_all_but_one() {
    let service = start().await;
    let old = Person::new(service.address(), "Ada").await;
    let ada = with(&old, &old.post("/api/identity/tokens", json!({})).await.ok());
    assert_eq!(old.get("/api/identity").await.code(), "no-identity");
    let mut devices = Vec::new();
    for _ in 0..3 {
        let code = ada.post("/api/identity/move", json!({})).await.ok()["code"].clone();
        let stranger = Person::stranger(service.address());
        let arrived = stranger.post("/api/identity/arrive", json!({ "code": code })).await;
        assert!(arrived.headers["set-cookie"].to_str().unwrap().starts_with("chatura="));
        devices.push(with(&ada, &arrived.ok()));
        assert_eq!(stranger.post("/api/identity/arrive", json!({ "code": code })).await.code(), "used");
    }
    let who = ada.get("/api/identity").await.ok();
    assert_eq!(devices[0].get("/api/identity").await.ok(), who, "another device is the same person");
    let tokens = devices[0].get("/api/identity/tokens").await.ok()["tokens"].as_array().unwrap().clone();
    let current: Vec<&Value> = tokens.iter().filter(|token| token["current"] == true).collect();
    assert_eq!((tokens.len(), current.len()), (4, 1));
    let id = current[0]["id"].as_str().unwrap();
    let bo = Person::new(service.address(), "Bo").await;
    let path = format!("/api/identity/tokens/{id}");
    assert_eq!(delete(&bo, &path, json!({})).await.code(), "not-found", "it belongs to another");
    assert_eq!(delete(&ada, &path, json!({})).await.status, 204);
    assert_eq!(devices[0].get("/api/identity").await.code(), "no-identity");
    // A secret of one seat goes with the others.
    let wish = json!({ "game": "chess", "seats": ["me", "me"] });
    let made = ada.post("/api/games", wish).await.ok();
    let bot = with(&ada, &made);
    let mut socket = devices[1].socket().await;
    assert_eq!(delete(&ada, "/api/identity/tokens", json!({})).await.status, 204);
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(devices[2].get("/api/identity").await.code(), "no-identity");
    let game = made["game"].as_str().unwrap();
    assert_eq!(bot.play(game, "e4").await.code(), "not-seated");
    ada.play(game, "e4").await.ok();
    assert_eq!(ada.get("/api/identity").await.ok(), who);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_can_be_taken_along() {
    let service = start().await;
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    ada.play(&game, "e4").await.ok();
    say(&ada, &game, "good luck").await.ok();
    say(&bo, &game, "a word of another").await.ok();
    let text = "extends = \"chess\"\nname = \"Mine\"\n";
    ada.post("/api/definitions", json!({ "text": text })).await.ok();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9\"/></svg>";
    ada.request("POST", "/api/images", "image/svg+xml", svg).await.ok();
    let answer = ada.get("/api/identity/data").await;
    assert!(answer.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let lines = String::from_utf8(answer.bytes.to_vec()).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let with_key = |key: &str| lines.iter().filter(|line| line.get(key).is_some()).collect::<Vec<_>>();
    assert_eq!(with_key("identity")[0]["identity"]["name"], "Ada");
    assert_eq!(with_key("definition")[0]["text"], text);
    assert!(with_key("image")[0]["hex"].as_str().unwrap().starts_with("3c737667"));
    let said: Vec<&Value> = with_key("chat").into_iter().map(|line| &line["text"]).collect();
    assert_eq!(said, ["good luck"]);
    assert_eq!(with_key("moves")[0]["moves"], json!(["e4"]));
    assert_eq!(Person::stranger(service.address()).get("/api/identity/data").await.code(), "no-identity");
    for _ in 0..2 {
        ada.get("/api/identity/data").await;
    }
    let refused = ada.get("/api/identity/data").await;
    assert_eq!((refused.code().as_str(), &refused.json()["retryAfter"]), ("limit", &json!(60_000)));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_is_forgotten_and_their_games_stay() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let played = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    ada.play(&played, "e4").await.ok();
    say(&ada, &played, "my words").await.ok();
    let open = ada.post("/api/games", json!({ "game": "chess", "seats": ["me"], "public": true })).await.ok();
    let same = bo.game_with(&[&ada], json!({ "game": "chess" })).await;
    let rename = json!({ "command": "rename", "seat": 0, "name": "Ada" });
    bo.command(&same, rename).await.ok();
    assert_eq!(delete(&ada, "/api/identity", json!({ "sure": false })).await.code(), "bad-value");
    assert_eq!(delete(&ada, "/api/identity", json!({ "sure": true })).await.status, 204);
    assert_eq!(ada.get("/api/identity").await.code(), "no-identity");
    let state = bo.get(&format!("/api/games/{played}")).await.ok();
    let seats = &state["view"]["seats"];
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("deleted"), &json!("Bo")));
    assert_eq!(state["view"]["phase"], "over");
    assert_eq!(bo.get(&format!("/api/games/{played}/record")).await.ok()["moves"], json!(["e4"]));
    assert_eq!(bo.get(&format!("/api/games/{played}/chat")).await.ok()["messages"], json!([]));
    let waiting = bo.get(&format!("/api/games/{}", open["game"].as_str().unwrap())).await.ok();
    assert_eq!(waiting["view"]["phase"], "over", "nobody waits for who is gone");
    // Another of the same name keeps it.
    let seats = bo.get(&format!("/api/games/{same}")).await.ok()["view"]["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("Ada"), &json!("deleted")));
    service.stop().await;
    // Nothing of them is left in the data but the name of the other.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("chatura.sqlite3"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let sql = "SELECT (SELECT COUNT(*) FROM log WHERE act LIKE '%\"Ada\"%' AND game = $1)
        + (SELECT COUNT(*) FROM games WHERE (origin LIKE '%\"Ada\"%' OR summary LIKE '%\"Ada\"%') AND id = $1)
        + (SELECT COUNT(*) FROM identities WHERE name = 'Ada')";
    let row = sqlx::query(sql).bind(&played).fetch_one(&mut connection).await.unwrap();
    assert_eq!(sqlx::Row::get::<i64, _>(&row, 0), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_is_not_met_and_not_heard() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let number = say(&bo, &game, "rude").await.ok()["number"].clone();
    let mut socket = ada.socket().await;
    socket.watch(&game).await;
    let block = json!({ "game": game, "message": number });
    assert_eq!(bo.post("/api/blocks", block.clone()).await.code(), "bad-value", "oneself");
    assert_eq!(ada.post("/api/blocks", json!({ "game": game })).await.code(), "bad-value");
    assert_eq!(ada.post("/api/blocks", json!({ "game": game, "seat": 7 })).await.code(), "not-found");
    assert_eq!(ada.post("/api/blocks", block).await.status, 204);
    say(&bo, &game, "ruder").await.ok();
    say(&ada, &game, "peace").await.ok();
    assert_eq!(socket.hear("chat").await["message"]["text"], "peace");
    let texts = |answer: Value| -> Vec<String> {
        let messages = answer["messages"].as_array().unwrap().clone();
        messages.iter().map(|message| message["text"].as_str().unwrap().to_owned()).collect()
    };
    let path = format!("/api/games/{game}/chat");
    assert_eq!(texts(ada.get(&path).await.ok()), ["peace"]);
    assert_eq!(texts(bo.get(&path).await.ok()), ["rude", "ruder", "peace"]);
    // Neither takes a seat at a table of the other, nor are they paired.
    let seek = json!({ "game": "chess", "clock": "5+3" });
    let first = ada.post("/api/seeks", seek.clone()).await.ok();
    let second = bo.post("/api/seeks", seek).await.ok();
    assert_ne!(first["game"], second["game"]);
    assert_eq!(sit(&bo, first["game"].as_str().unwrap()).await.code(), "taken");
    assert_eq!(sit(&ada, second["game"].as_str().unwrap()).await.code(), "taken");
    let blocks = ada.get("/api/blocks").await.ok()["blocks"].clone();
    assert_eq!(blocks[0]["name"], "Bo");
    let path = format!("/api/blocks/{}", blocks[0]["id"].as_str().unwrap());
    assert_eq!(delete(&ada, &path, json!({})).await.status, 204);
    sit(&bo, first["game"].as_str().unwrap()).await.ok();
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keeper_mutes_and_a_spectator_has_a_budget() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let (cem, dee) = (Person::new(address, "Cem").await, Person::new(address, "Dee").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "public": true })).await;
    for number in 0..50 {
        say(&cem, &game, &number.to_string()).await.ok();
    }
    assert_eq!(say(&cem, &game, "more").await.code(), "limit");
    for person in [&dee, &bo, &ada] {
        say(person, &game, "others still speak").await.ok();
    }
    let mute = |muted: bool| json!({ "seat": 1, "muted": muted });
    let path = format!("/api/games/{game}/mutes");
    assert_eq!(bo.post(&path, json!({ "seat": 0, "muted": true })).await.code(), "not-allowed");
    assert_eq!(ada.post(&path, mute(true)).await.status, 204);
    assert_eq!(say(&bo, &game, "?").await.code(), "muted");
    bo.play(&game, "e4").await.code();
    assert_eq!(ada.post(&path, mute(false)).await.status, 204);
    say(&bo, &game, "thanks").await.ok();
    let keeper =
        async |person: &Person| person.get(&format!("/api/games/{game}")).await.ok()["keeper"].clone();
    assert_eq!((keeper(&ada).await, keeper(&bo).await), (json!(true), json!(false)));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_the_server_reads_reports() {
    let service = start_as(|config| config.admin = Some("127.0.0.1:0".parse().unwrap())).await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let number = say(&bo, &game, "rude").await.ok()["number"].clone();
    let report = json!({ "game": game, "message": number, "text": "This is rude." });
    assert_eq!(ada.post("/api/reports", report).await.status, 204);
    let empty = json!({ "game": game, "message": number, "text": " " });
    assert_eq!(ada.post("/api/reports", empty).await.code(), "bad-value");
    let keeper = Person::stranger(service.service().admin_address().unwrap());
    let reports = keeper.get("/reports").await.ok()["reports"].clone();
    assert_eq!((&reports[0]["said"], &reports[0]["text"]), (&json!("rude"), &json!("This is rude.")));
    let elsewhere = ada.get("/reports").await;
    assert!(!String::from_utf8_lossy(&elsewhere.bytes).contains("rude"), "everybody reads reports");
    service.stop().await;
}

/// Everything that is told as one frame, however many messages it comes in.
async fn whole(socket: &mut Socket) -> (usize, Value) {
    let (mut count, mut text) = (0, String::new());
    loop {
        let part = socket.next().await.unwrap();
        assert_ne!(part["tell"], "state", "it is no longer than one message");
        if part["tell"] != "part" {
            continue;
        }
        count += 1;
        text += part["text"].as_str().unwrap();
        if part["more"] == false {
            return (count, serde_json::from_str(&text).unwrap());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_too_long_for_one_message_comes_in_parts() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let text = "extends = \"chess\"\nname = \"Long\"\n[end]\nrepetition = false\nno-progress = false\n";
    let id = ada.post("/api/definitions", json!({ "text": text })).await.ok()["id"].clone();
    let mut pgn = String::new();
    for round in 0..2_000 {
        let moves = if round % 2 == 0 { "Nf3 Nf6" } else { "Ng1 Ng8" };
        pgn += &format!("{}. {moves} ", round + 1);
    }
    let made = ada.post("/api/pgn", json!({ "pgn": format!("{pgn}*"), "game": id })).await.ok();
    let game = made["game"].as_str().unwrap();
    let mut socket = ada.socket().await;
    socket.say(json!({ "do": "watch", "game": game })).await;
    let (count, state) = whole(&mut socket).await;
    assert!(count > 1);
    assert_eq!((&state["tell"], &state["game"]), (&json!("state"), &json!(game)));
    assert_eq!(state["view"]["past"].as_array().unwrap().len(), 4_000);
    // It is played on as any other.
    socket.say(json!({ "do": "command", "id": "1", "game": game, "command": { "command": "move", "text": "e4" } })).await;
    assert_eq!(socket.answer("1").await["ok"], true);
    service.stop().await;
}
