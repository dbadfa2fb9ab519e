//! Live play over sockets: events, versions, repeated commands, presence, several players.

use crate::common;

use crate::common::{Person, Socket, start, start_with};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

async fn play(socket: &mut Socket, game: &str, id: &str, text: &str) -> Value {
    let command = json!({ "command": "move", "text": text });
    socket.say(json!({ "do": "command", "id": id, "game": game, "command": command })).await;
    socket.answer(id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_reaches_everybody_with_what_changed() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "5+3" })).await;
    let (mut white, mut black) = (ada.socket().await, bo.socket().await);
    let mut spectator = Person::stranger(address).socket().await;
    let state = white.watch(&game).await;
    assert_eq!((state["legal"].as_array().unwrap().len(), state["seats"].clone()), (20, json!([0])));
    assert_eq!(black.watch(&game).await["legal"], json!([]));
    assert_eq!(spectator.watch(&game).await["seats"], json!([]));
    let answer = play(&mut white, &game, "1", "e2e4").await;
    assert_eq!((answer["ok"].clone(), answer["result"]["version"].clone()), (json!(true), json!(3)));
    for (socket, legal) in [(&mut white, 0), (&mut black, 20), (&mut spectator, 0)] {
        let event = socket.event("moved").await;
        assert_eq!((event["version"].clone(), event["event"]["san"].clone()), (json!(3), json!("e4")));
        assert_eq!(event["event"]["edits"].as_array().unwrap().len(), 2);
        assert_eq!(event["event"]["table"]["turn"], 1);
        assert_eq!(event["legal"].as_array().map_or(0, Vec::len), legal);
    }
    let refused = play(&mut white, &game, "2", "e4e5").await;
    assert_eq!(
        (refused["ok"].clone(), refused["problem"]["code"].clone()),
        (json!(false), json!("not-your-turn"))
    );
    assert_eq!(play(&mut black, &game, "3", "e7e4").await["problem"]["code"], "illegal-move");
    let presence = loop {
        let told = spectator.hear("presence").await;
        if told["presence"]["watching"] == 1 && told["presence"]["seats"] == json!([true, true]) {
            break told;
        }
    };
    assert_eq!(presence["game"], game.as_str());
    drop(black);
    while spectator.hear("presence").await["presence"]["seats"] != json!([true, false]) {}
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_gets_what_they_missed() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let mut away = bo.socket().await;
    let known = away.watch(&game).await["version"].as_u64().unwrap();
    drop(away);
    ada.play(&game, "e2e4").await.ok();
    bo.play(&game, "e7e5").await.ok();
    ada.play(&game, "g1f3").await.ok();
    let mut back = bo.socket().await;
    back.say(json!({ "do": "watch", "game": game, "since": known })).await;
    for (version, san) in (known + 1..).zip(["e4", "e5", "Nf3"]) {
        let event = back.event("moved").await;
        assert_eq!((event["version"].as_u64(), event["event"]["san"].as_str()), (Some(version), Some(san)));
    }
    let sync = back.hear("sync").await;
    assert_eq!(sync["version"].as_u64(), Some(known + 3));
    assert_eq!(sync["legal"].as_array().unwrap().len(), 29);
    // A version that cannot be is answered with everything.
    back.say(json!({ "do": "watch", "game": game, "since": 1_000_000 })).await;
    assert_eq!(back.hear("state").await["view"]["past"].as_array().unwrap().len(), 3);
    let polled = bo.get(&format!("/api/games/{game}/events?since={known}")).await.ok();
    assert_eq!(polled["events"].as_array().unwrap().len(), 3);
    assert_eq!(bo.get(&format!("/api/games/{game}/events?since=99")).await.code(), "resync");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_comes_twice_is_done_once() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let mut white = ada.socket().await;
    white.watch(&game).await;
    let first = play(&mut white, &game, "same", "e2e4").await;
    let second = play(&mut white, &game, "same", "e2e4").await;
    assert_eq!(
        (first["result"]["repeated"].clone(), second["result"]["repeated"].clone()),
        (json!(false), json!(true))
    );
    assert_eq!(first["result"]["version"], second["result"]["version"]);
    // Over another connection, and after the other has moved.
    bo.play(&game, "e7e5").await.ok();
    let body = json!({ "id": "same", "command": { "command": "move", "text": "e2e4" } });
    let third = ada.post(&format!("/api/games/{game}/commands"), body.clone()).await.ok();
    assert_eq!(
        (third["repeated"].clone(), third["version"].clone()),
        (json!(true), first["result"]["version"].clone())
    );
    // The same id of another person is another command.
    let other = bo.post(&format!("/api/games/{game}/commands"), body).await;
    assert_eq!(other.code(), "not-your-turn");
    assert_eq!(
        ada.get(&format!("/api/games/{game}")).await.ok()["view"]["past"].as_array().unwrap().len(),
        2
    );
    service.stop().await;
}

/// Plays legal moves round the table until a seat has left, by the one who does not move.
async fn drop_out_by_time(name: &str, count: usize) {
    let service = start().await;
    let address = service.address();
    let mut people = Vec::new();
    for number in 0..count {
        people.push(Person::new(address, &format!("P{number}")).await);
    }
    let others: Vec<&Person> = people[1..].iter().collect();
    // The second has a second, the others enough.
    let clocks = std::iter::once("10+0").chain(["1s+0"]).chain(std::iter::repeat_n("10+0", count - 2));
    let clock = clocks.collect::<Vec<_>>().join(" vs ");
    let game = people[0].game_with(&others, json!({ "game": name, "clock": clock })).await;
    let mut sockets = Vec::new();
    for person in &people {
        let mut socket = person.socket().await;
        socket.watch(&game).await;
        sockets.push(socket);
    }
    let legal = people[0].get(&format!("/api/games/{game}")).await.ok()["legal"][0]["text"].clone();
    assert_eq!(play(&mut sockets[0], &game, "first", legal.as_str().unwrap()).await["ok"], true);
    // The second does nothing until the flag falls.
    let left = sockets[0].event("left").await;
    assert_eq!(left["event"]["seat"], 1, "{left}");
    assert_eq!(left["event"]["table"]["turn"], 2);
    assert_eq!(left["event"]["table"]["statuses"][1]["state"], "out");
    let turn = sockets[2].event("left").await;
    let reply = turn["legal"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(play(&mut sockets[2], &game, "on", &reply).await["ok"], true);
    let seen = sockets[0].event("moved").await;
    assert_eq!((seen["event"]["seat"].clone(), seen["event"]["ply"].clone()), (json!(2), json!(3)));
    let late = play(&mut sockets[1], &game, "late", &reply).await;
    assert_eq!(late["ok"], false);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_players_go_on_without_one() {
    drop_out_by_time("three-player", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_players_go_on_without_one() {
    drop_out_by_time("four-player", 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_in_a_game_nobody_has_in_memory() {
    let service = start_with(|limits| limits.idle = Duration::ZERO).await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": "3s+0" })).await;
    ada.play(&game, "e2e4").await.ok();
    let gone = async {
        while !String::from_utf8_lossy(&ada.get("/metrics").await.bytes).contains("\nchatura_games 0\n") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(common::PATIENCE, gone).await.expect("it stays in memory");
    let fallen = async {
        loop {
            // A list does not bring a game back into memory.
            let listed = ada.get("/api/games").await.ok();
            match listed["games"][0]["result"].as_str() {
                Some(result) => return result.to_owned(),
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    let result = tokio::time::timeout(common::PATIENCE, fallen).await.expect("no flag falls");
    assert_eq!(result, "White wins on time");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ai_player_answers_and_a_rematch_changes_seats() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let wish = json!({ "game": "chess", "seats": ["me", "ai:1"] });
    let game = ada.post("/api/games", wish).await.ok()["game"].as_str().unwrap().to_owned();
    let mut socket = ada.socket().await;
    socket.watch(&game).await;
    assert_eq!(play(&mut socket, &game, "1", "e2e4").await["ok"], true);
    assert_eq!(socket.event("moved").await["event"]["seat"], 0);
    let reply = socket.event("moved").await;
    assert_eq!((reply["event"]["seat"].clone(), reply["event"]["ply"].clone()), (json!(1), json!(2)));
    socket.say(json!({ "do": "command", "id": "r", "game": game, "command": { "command": "resign" } })).await;
    assert_eq!(socket.event("ended").await["event"]["conclusion"]["result"], "0-1");
    socket.say(json!({ "do": "rematch", "id": "again", "game": game, "wanted": true })).await;
    let next = socket.answer("again").await["result"]["next"].as_str().unwrap().to_owned();
    let state = socket.watch(&next).await;
    assert_eq!((&state["view"]["seats"][1]["name"], &state["seats"]), (&json!("Ada"), &json!([1])));
    // The AI player has the first move now.
    if state["table"]["ply"] == 0 {
        assert_eq!(socket.event("moved").await["event"]["seat"], 0);
    }
    // The game before stays as it was, and each leads to the other.
    let before = ada.get(&format!("/api/games/{game}")).await.ok();
    assert_eq!((&before["seats"], &before["table"]["ply"]), (&json!([0]), &json!(3)));
    assert_eq!((&before["next"], &state["previous"]), (&json!(next), &json!(game)));
    let pgn = ada.get(&format!("/api/games/{game}/pgn")).await.bytes;
    assert!(String::from_utf8_lossy(&pgn).contains("1. e4"));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_needs_everybody_and_chat_reaches_them() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let mut socket = bo.socket().await;
    socket.watch(&game).await;
    let path = format!("/api/games/{game}/rematch");
    assert_eq!(ada.post(&path, json!({ "wanted": true })).await.code(), "not-over");
    ada.post(&format!("/api/games/{game}/chat"), json!({ "text": "good luck" })).await.ok();
    let chat = socket.hear("chat").await;
    assert_eq!(
        (chat["message"]["text"].clone(), chat["message"]["seat"].clone()),
        (json!("good luck"), json!(0))
    );
    ada.command(&game, json!({ "command": "resign" })).await.ok();
    assert_eq!(ada.command(&game, json!({ "command": "new-game" })).await.code(), "needs-consent");
    let asked = ada.post(&path, json!({ "wanted": true })).await.ok();
    assert_eq!((asked["asked"].clone(), asked["missing"].clone()), (json!([0]), json!([1])));
    assert_eq!(socket.hear("rematch").await["rematch"]["asked"], json!([0]));
    let next = bo.post(&path, json!({ "wanted": true })).await.ok()["next"].as_str().unwrap().to_owned();
    assert_eq!(socket.hear("rematch").await["rematch"]["next"], next.as_str());
    // Whoever asks once more is led to the same game.
    assert_eq!(ada.post(&path, json!({ "wanted": true })).await.ok()["next"], next.as_str());
    let view = ada.get(&format!("/api/games/{next}")).await.ok()["view"].clone();
    assert_eq!((&view["number"], &view["seats"][0]["name"]), (&json!(2), &json!("Bo")));
    assert_eq!(
        (&view["seats"][0]["score"]["won"], &view["seats"][1]["score"]["lost"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(ada.play(&next, "e2e4").await.code(), "not-your-turn");
    bo.play(&next, "e2e4").await.ok();
    let listed = ada.get("/api/games?of=me").await.ok()["games"].clone();
    assert_eq!((&listed[0]["game"], &listed[1]["game"]), (&json!(next), &json!(game)));
    assert_eq!((&listed[1]["ended"]["result"], &listed[1]["name"]), (&json!("0-1"), &json!("Chess")));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_asked_for() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    ada.play(&game, "e2e4").await.ok();
    assert_eq!(ada.command(&game, json!({ "command": "undo" })).await.code(), "needs-consent");
    ada.command(&game, json!({ "command": "request-takeback" })).await.ok();
    bo.command(&game, json!({ "command": "accept-takeback" })).await.ok();
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.ok()["table"]["ply"], 0);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn premoves_lead_where_pieces_could_go() {
    let service = start().await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    let found = bo.get(&format!("/api/games/{game}/premoves")).await.ok();
    let targets = |cell: &str| -> Vec<String> {
        serde_json::from_value(found["seats"][0]["targets"][cell].clone()).unwrap()
    };
    assert_eq!(found["seats"][0]["seat"], 1);
    for (from, to) in [("e7", "e5"), ("e7", "d6"), ("b8", "c6"), ("a8", "a1"), ("d8", "h4")] {
        assert!(targets(from).contains(&to.to_owned()), "{from}: {:?}", targets(from));
    }
    assert!(!targets("e7").contains(&"e8".to_owned()));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_refused_and_does_no_harm() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let game = ada.game_with(&[], json!({ "game": "chess" })).await;
    let mut socket = ada.socket().await;
    let deep = "[".repeat(4_000);
    let pieces = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"watch\"}",
        "{\"do\":\"watch\",\"game\":7}",
        &deep,
        "{\"do\":\"command\",\"id\":\"1\",\"game\":\"x\",\"command\":{}}",
        "\u{0}\u{ffff}",
        "{\"do\":\"watch\",\"game\":\"../../../etc\",\"since\":-1}",
    ];
    for piece in pieces {
        socket.say_raw(Message::text(piece)).await;
        let answer = socket.hear("answer").await;
        assert_eq!(
            (answer["ok"].clone(), answer["problem"]["status"].clone()),
            (json!(false), json!(400)),
            "{piece}"
        );
    }
    socket.say(json!({ "do": "watch", "id": "w", "game": "../../../etc" })).await;
    assert_eq!(socket.answer("w").await["problem"]["code"], "not-found");
    socket.watch(&game).await;
    // Too long a message, and one that is no text, end the socket and nothing else.
    socket.say_raw(Message::text("x".repeat(9_000))).await;
    while socket.next().await.is_some() {}
    let mut other = ada.socket().await;
    other.say_raw(Message::binary(vec![1, 2, 3])).await;
    while other.next().await.is_some() {}
    assert_eq!(ada.get("/health").await.status, 200);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_talks_too_fast_is_cut_off() {
    let service = start_with(|limits| (limits.rate, limits.burst) = (1.0, 5.0)).await;
    let mut socket = Person::stranger(service.address()).socket().await;
    let mut open = true;
    for _ in 0..200 {
        open = open && socket.say_if_open(json!({ "do": "ping" })).await;
    }
    let mut limited = 0;
    while let Some(message) = socket.next().await {
        limited += usize::from(message["problem"]["code"] == "limit");
    }
    // What was on its way when the server hung up may be lost.
    assert!(!open || (10..200).contains(&limited), "{limited}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_tells_lines_until_it_ends() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut socket = ada.socket().await;
    let limits = json!({ "depth": 3, "lines": 2 });
    socket
        .say(json!({ "do": "analyse", "id": "a", "game": "chess", "moves": ["e2e4"], "limits": limits }))
        .await;
    assert_eq!(socket.answer("a").await["ok"], true);
    let last = loop {
        let found = socket.hear("analysis").await;
        assert_eq!(found["id"], "a");
        if found["found"]["last"] == true {
            break found;
        }
    };
    assert_eq!(last["found"]["lines"].as_array().unwrap().len(), 2, "{last}");
    assert!(last["found"]["lines"][0]["san"][0].is_string());
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_one_analysis() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let (mut first, mut second) = (ada.socket().await, ada.socket().await);
    for (socket, id) in [(&mut first, "a"), (&mut second, "b")] {
        socket.say(json!({ "do": "analyse", "id": id, "game": "chess" })).await;
        assert_eq!(socket.answer(id).await["ok"], true);
    }
    while first.hear("analysis").await["found"]["last"] != true {}
    assert_eq!(second.hear("analysis").await["id"], "b");
    second.say(json!({ "do": "stop" })).await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_pings_without_end_is_cut_off() {
    let service = start_with(|limits| (limits.rate, limits.burst) = (1.0, 5.0)).await;
    let mut socket = Person::stranger(service.address()).socket().await;
    for _ in 0..200 {
        if !socket.ping_if_open().await {
            break;
        }
    }
    let ended = async { while socket.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(2), ended).await.expect("it goes on");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_an_end_even_if_nobody_ends_it() {
    let service = start_with(|limits| limits.log = 4).await;
    let ada = Person::new(service.address(), "Ada").await;
    let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
    let game = made["game"].as_str().unwrap();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        ada.play(game, text).await.ok();
    }
    assert_eq!(ada.play(game, "e2e4").await.code(), "full");
    assert_eq!(ada.command(game, json!({ "command": "undo" })).await.code(), "full");
    ada.command(game, json!({ "command": "resign" })).await.ok();
    assert_eq!(ada.get(&format!("/api/games/{game}")).await.ok()["view"]["phase"], "over");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_games_are_in_memory() {
    let service = start_with(|limits| limits.in_memory = 5).await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut games = Vec::new();
    for _ in 0..12 {
        let made = ada.post("/api/games", json!({ "game": "chess", "seats": ["me", "me"] })).await.ok();
        games.push(made["game"].as_str().unwrap().to_owned());
    }
    let mut socket = ada.socket().await;
    socket.watch(&games[0]).await;
    for game in &games {
        ada.play(game, "e2e4").await.ok();
    }
    let metrics = String::from_utf8_lossy(&ada.get("/metrics").await.bytes).into_owned();
    let count = metrics.lines().find_map(|line| line.strip_prefix("chatura_games ")).unwrap();
    assert!((1..=5).contains(&count.parse().unwrap()), "{count}");
    // One that somebody watches stays, and tells what happens.
    assert_eq!(socket.event("moved").await["event"]["san"], "e4");
    ada.play(&games[0], "e7e5").await.ok();
    assert_eq!(socket.event("moved").await["event"]["san"], "e5");
    service.stop().await;
}
