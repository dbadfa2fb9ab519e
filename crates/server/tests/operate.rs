//! What whoever runs a server relies on: how it is, how it stops, what it counts.

use crate::common::{Person, send, start, start_as, start_with};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn every_close_frame_arrives() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let game = ada.game_with(&[], json!({ "game": "chess" })).await;
    let mut sockets = Vec::new();
    for number in 0..24 {
        let mut socket = ada.socket().await;
        if number % 2 == 0 {
            socket.watch(&game).await;
        }
        // What was said before the end and is not read yet must not cut off the close frame.
        socket.say(json!({ "do": "ping", "id": "1" })).await;
        sockets.push(socket);
    }
    let stopping = tokio::spawn(service.stop());
    for (number, socket) in sockets.iter_mut().enumerate() {
        assert_eq!(socket.closed().await, Some(1001), "the {number}th");
    }
    drop(sockets);
    stopping.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_ready_until_it_is_to_stop_and_answers_meanwhile() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    assert_eq!(ada.get("/ready").await.ok(), json!({ "status": "ready" }));
    let bo = Person::new(service.address(), "Bo").await;
    let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
    service.service().drain(Duration::ZERO).await;
    let refused = ada.get("/ready").await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "stopping"));
    assert_eq!(ada.get("/health").await.status, 200, "it lives");
    ada.play(&game, "e4").await.ok();
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_can_have_an_address_of_their_own() {
    let service = start_as(|config| config.admin = Some("127.0.0.1:0".parse().unwrap())).await;
    let ada = Person::new(service.address(), "Ada").await;
    let keeper = Person::stranger(service.service().admin_address().unwrap());
    assert!(!String::from_utf8_lossy(&ada.get("/metrics").await.bytes).contains("chatura_games"));
    assert_eq!(Person::stranger(service.address()).get("/api/definitions").await.code(), "no-identity");
    let text = String::from_utf8_lossy(&keeper.get("/metrics").await.bytes).into_owned();
    assert!(text.contains("chatura_refusals_total{reason=\"no-identity\"} 1"), "{text}");
    assert_eq!((keeper.get("/ready").await.status, keeper.get("/api/games").await.status), (200, 404));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_too_fast_hears_which_message_it_was_and_when_to_come_back() {
    let service = start_with(|limits| (limits.rate, limits.burst) = (0.01, 5.0)).await;
    let mut socket = Person::stranger(service.address()).socket().await;
    for number in 0..12 {
        socket.say(json!({ "do": "ping", "id": number.to_string() })).await;
    }
    let mut limited = 0;
    for number in 0..12 {
        let answer = socket.hear("answer").await;
        assert_eq!(answer["id"], number.to_string());
        if answer["problem"]["code"] == "limit" {
            assert_eq!(answer["problem"]["retryAfter"], 100_000);
            limited += 1;
        }
    }
    assert!(limited >= 6, "{limited}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn definitions_are_tried_for_those_who_say_who_they_are() {
    let service = start().await;
    let text = json!({ "text": "extends = \"chess\"\nname = \"Mine\"\n" });
    let stranger = Person::stranger(service.address());
    assert_eq!(stranger.post("/api/definitions/check", text.clone()).await.code(), "no-identity");
    let ada = Person::new(service.address(), "Ada").await;
    assert_eq!(ada.post("/api/definitions/check", text).await.ok()["ok"], true);
    let legs = "\"cQ\", ".repeat(5);
    let intricate = format!("extends = \"chess\"\nname = \"Mine\"\npieces.queen.moves = [[{legs}\"G\"]]\n");
    let found = ada.post("/api/definitions/check", json!({ "text": intricate })).await.ok();
    let message = found["findings"][0]["message"].as_str().unwrap();
    assert!(message.contains("the queen: too intricate"), "{message}");
    service.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_looks_into_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let mut data = std::path::PathBuf::new();
    let service = start_as(|config| {
        config.data.push("new");
        data.clone_from(&config.data);
    })
    .await;
    let mode = std::fs::metadata(&data).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_no_neighbour_can_set_the_cookie() {
    let service = start_as(|config| config.public_url = Some("https://chess.example.org".to_owned())).await;
    let address = service.address();
    let stranger = Person::stranger(address);
    let answer = stranger.post("/api/identity", json!({})).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-chatura=") && cookie.contains("Secure"), "{cookie}");
    let own = cookie.split(';').next().unwrap();
    let other = Person::new(address, "Mallory").await.token.unwrap();
    let request = hyper::Request::builder()
        .uri("/api/identity")
        .header("host", address.to_string())
        .header("cookie", format!("chatura={other}; {own}"));
    let who = send(address, request.body(http_body_util::Full::default()).unwrap()).await.ok();
    assert_eq!(who["id"], answer.ok()["id"], "the cookie of a neighbour counted");
    service.stop().await;
}

#[test]
fn what_is_said_to_hold_attacks_is_there() {
    fn sources(folder: &std::path::Path, all: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                sources(&entry, all);
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                *all += &std::fs::read_to_string(&entry).unwrap();
            }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = String::new();
    for folder in ["crates/server/src", "crates/server/tests", "crates/define/src", "crates/define/tests"] {
        sources(&root.join(folder), &mut all);
    }
    let docs = std::fs::read_to_string(root.join("docs/operate.md")).unwrap();
    let table = docs.split("### Attacks, and what holds them").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert!(rows.len() > 15, "{}", rows.len());
    for name in rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)) {
        assert!(all.contains(&format!("fn {name}(")), "{name} is no test");
    }
}
