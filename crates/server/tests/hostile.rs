//! What nobody should send: refused, with a document that says why.

use crate::common;

use crate::common::{Person, send, start, start_as, start_with};
use chatura_rules::random::Random;
use http_body_util::Full;
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn request(address: std::net::SocketAddr, headers: &[(&str, &str)]) -> hyper::Request<Full<Bytes>> {
    let mut request = hyper::Request::builder().method("POST").uri("/api/identity");
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", address.to_string());
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.header("content-type", "application/json").body(Full::new(Bytes::from_static(b"{}"))).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_from_elsewhere_are_refused() {
    let service = start().await;
    let address = service.address();
    let own = format!("http://{address}");
    let cases: &[(&[(&str, &str)], u16)] = &[
        (&[], 201),
        (&[("origin", &own)], 201),
        (&[("sec-fetch-site", "same-origin")], 201),
        (&[("origin", "https://evil.example")], 403),
        (&[("origin", "null")], 403),
        (&[("sec-fetch-site", "cross-site")], 403),
        (&[("host", "evil.example")], 421),
        (&[("host", "localhost")], 201),
        (&[("host", "[::1]:80")], 201),
        (&[("host", "localhost:1@evil.example")], 421),
        (&[("host", "[::1]evil.example")], 421),
        (&[("host", "localhost"), ("host", "evil.example")], 421),
        (&[("host", "localhost"), ("host", "localhost")], 421),
    ];
    for (headers, status) in cases {
        assert_eq!(send(address, request(address, headers)).await.status, *status, "{headers:?}");
    }
    // An address in full names a host of its own.
    for (host, status) in [("evil.example", 421), ("localhost:1@evil.example", 421), ("localhost", 204)] {
        let text = format!(
            "GET http://{host}/api/identity HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
    let upgrade = hyper::Request::builder()
        .uri("/api/socket")
        .header("host", address.to_string())
        .header("origin", "https://evil.example")
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    assert_eq!(send(address, upgrade.body(Full::default()).unwrap()).await.code(), "origin");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_kept_from_scripts_and_other_sites() {
    let service = start().await;
    let address = service.address();
    let answer = send(address, request(address, &[])).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    for part in ["chatura=", "HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let pair = cookie.split(';').next().unwrap();
    let by_cookie =
        hyper::Request::builder().uri("/api/identity").header("host", "localhost").header("cookie", pair);
    assert_eq!(send(address, by_cookie.body(Full::default()).unwrap()).await.status, 200);
    for (name, value) in [("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer")] {
        assert_eq!(answer.headers[name], value);
    }
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_or_none_is_refused() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let long = "x".repeat(70_000);
    let pgn = "x".repeat(5 << 20);
    let cases = [
        (json!({ "name": long }), "/api/identity", "too-large"),
        (json!({ "text": "x".repeat(2 << 20) }), "/api/definitions/check", "too-large"),
        (json!({ "pgn": pgn }), "/api/pgn", "too-large"),
        (json!({ "game": "chess", "fen": "x".repeat(5_000) }), "/api/games", "bad-start"),
        (json!({ "game": "chess", "fen": "nonsense" }), "/api/games", "bad-start"),
        (json!({ "game": "../../etc/passwd" }), "/api/games", "no-such-game"),
        (json!({ "game": "/etc/passwd.toml" }), "/api/games", "no-such-game"),
        (json!({ "game": "chess", "seats": ["me", "me", "me"] }), "/api/games", "bad-value"),
        (json!({ "game": "chess", "seats": ["you"] }), "/api/games", "bad-value"),
        (json!({ "game": "chess", "clock": "forever" }), "/api/games", "bad-json"),
        (json!({ "game": "chess", "settings": { "speed": "9" } }), "/api/games", "definition"),
        (json!({ "game": "chess", "moves": ["e2e5"] }), "/api/check", "illegal-move"),
        (json!({ "game": "chess", "fen": "8/8" }), "/api/check", "bad-fen"),
        (json!({ "pgn": "1. e4 e5 2. Ke3" }), "/api/pgn", "bad-start"),
        (json!({ "code": "short" }), "/api/invitations", "bad-code"),
        (json!({ "code": "A".repeat(32) }), "/api/invitations", "used"),
        (json!({ "text": "x", "file": "../x.toml" }), "/api/definitions", "bad-file"),
        (json!({ "text": "x = " }), "/api/definitions", "definition"),
        (json!([]), "/api/games", "bad-json"),
    ];
    for (body, path, code) in cases {
        let answer = ada.post(path, body.clone()).await;
        let shown: String = body.to_string().chars().take(80).collect();
        assert_eq!(answer.code(), code, "{path} {shown}: {:?}", answer.bytes);
    }
    assert_eq!(ada.request("POST", "/api/games", "text/plain", "{}").await.code(), "media-type");
    assert_eq!(ada.request("POST", "/api/games", "application/json", "{").await.code(), "bad-json");
    assert_eq!(ada.request("DELETE", "/api/games", "", "").await.code(), "method");
    assert_eq!(ada.get("/api/nothing").await.code(), "not-found");
    assert_eq!(ada.get("/api/games/nothing").await.code(), "not-found");
    assert_eq!(ada.get("/api/games/AAAAAAAAAAAA").await.code(), "not-found");
    assert_eq!(ada.get("/api/images/..%2F..%2Fx").await.code(), "not-found");
    assert_eq!(ada.get("/../Cargo.toml").await.status, 404);
    assert_eq!(ada.get("/api/catalogue/%2Fetc%2Fpasswd").await.code(), "no-such-game");
    assert_eq!(ada.get("/api/games?of=all").await.code(), "bad-query");
    assert_eq!(ada.get("/api/catalogue/chess/board.svg?seat=9").await.code(), "bad-value");
    assert_eq!(ada.request("POST", "/api/images", "image/png", "nothing").await.code(), "bad-image");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deep_and_swollen_definitions_are_findings() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let deep = format!("x = {}{}", "[".repeat(5_000), "]".repeat(5_000));
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]><Board>&b;</Board>";
    for (text, file) in
        [(deep.as_str(), "deep.toml"), (bomb, "bomb.xml"), ("", "empty.toml"), ("\u{0}", "nul.toml")]
    {
        let answer = ada.post("/api/definitions/check", json!({ "text": text, "file": file })).await.ok();
        assert_eq!(answer["ok"], false, "{file}");
        assert!(!answer["findings"].as_array().unwrap().is_empty());
    }
    let wrong = "extends = \"chess\"\nname = \"X\"\nrules.promotion.to = [\"quen\"]\n";
    let found = ada.post("/api/definitions/check", json!({ "text": wrong })).await.ok();
    let finding = &found["findings"][0];
    assert_eq!((finding["line"].clone(), finding["column"].clone()), (json!(3), json!(23)));
    assert_eq!(finding["suggestion"], "did you mean \"queen\"?");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_waits() {
    let service = start_with(|limits| (limits.rate, limits.burst) = (0.5, 10.0)).await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(ada.get("/api/identity").await.status);
    }
    assert!(codes.iter().filter(|code| **code == 429).count() >= 5, "{codes:?}");
    // Others do not wait for it.
    assert_eq!(Person::new(service.address(), "Bo").await.get("/api/identity").await.status, 200);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_limited_whatever_tokens_it_shows() {
    let service = start_as(|config| {
        config.proxies = vec!["127.0.0.0/8".parse().unwrap()];
        (config.limits.rate, config.limits.burst, config.limits.identities) = (0.01, 3.0, 5.0);
    })
    .await;
    let address = service.address();
    let come = async |from: &str| send(address, request(address, &[("x-forwarded-for", from)])).await.status;
    let mut statuses = Vec::new();
    for number in 0..14 {
        // What a client writes itself stands before what the proxy adds, and does not count.
        statuses.push(come(&format!("203.0.113.{number}, 192.0.2.1")).await);
    }
    // Five new identities, and an address may ask four times as much as a person.
    assert_eq!((&statuses[..5], &statuses[5..]), (&[201; 5][..], &[429; 9][..]));
    assert_eq!(come("192.0.2.2").await, 201);
    assert_eq!((come("2001:db8::1").await, come("[2001:db8:1::1]:443").await), (201, 201));
    // All who cannot be told apart share what one address has, and nobody becomes this machine.
    let unnamed = ["garbage", "", "127.0.0.1", "::1", "unknown", "198.51.100.1, nobody"];
    let mut statuses = Vec::new();
    for from in unnamed {
        statuses.push(come(from).await);
    }
    statuses.push(send(address, request(address, &[])).await.status);
    assert_eq!(statuses, [201, 201, 201, 201, 201, 429, 429]);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_one_address_are_limited_and_share_what_a_token_may_say() {
    let service = start_as(|config| {
        config.proxies = vec!["127.0.0.0/8".parse().unwrap()];
        (config.limits.rate, config.limits.burst, config.limits.per_address) = (0.01, 40.0, 2);
    })
    .await;
    let address = service.address();
    let ada = Person::new(address, "Ada").await;
    let upgrade = |from: &str| {
        let request = hyper::Request::builder()
            .uri("/api/socket")
            .header("host", address.to_string())
            .header("x-forwarded-for", from)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        request.body(Full::default()).unwrap()
    };
    let (_first, one) = upgraded(address, upgrade("192.0.2.1")).await;
    let (_second, two) = upgraded(address, upgrade("192.0.2.1")).await;
    let (_third, three) = upgraded(address, upgrade("192.0.2.1")).await;
    let (_other, four) = upgraded(address, upgrade("192.0.2.2")).await;
    assert_eq!([one, two, three, four], [101, 101, 429, 101]);
    let (mut left, mut right) = (ada.socket().await, ada.socket().await);
    let mut limited = 0;
    for number in 0..25 {
        for socket in [&mut left, &mut right] {
            socket.say(json!({ "do": "ping", "id": number.to_string() })).await;
            limited += usize::from(socket.hear("answer").await["problem"]["code"] == "limit");
        }
    }
    // Each alone would have been within its limit.
    assert!((8..20).contains(&limited), "{limited}");
    service.stop().await;
}

/// The status of a request that asks for a socket; it stays open while the connection is kept.
async fn upgraded(
    address: std::net::SocketAddr,
    request: hyper::Request<Full<Bytes>>,
) -> (hyper::Response<hyper::body::Incoming>, u16) {
    let stream = TcpStream::connect(address).await.unwrap();
    let io = hyper_util::rt::TokioIo::new(stream);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
    tokio::spawn(connection.with_upgrades());
    let response = sender.send_request(request).await.unwrap();
    let status = response.status().as_u16();
    (response, status)
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_one_person_are_limited() {
    let service = start_with(|limits| limits.games = 2).await;
    let ada = Person::new(service.address(), "Ada").await;
    let game = ada.game_with(&[], json!({ "game": "chess" })).await;
    ada.game_with(&[], json!({ "game": "chess" })).await;
    assert_eq!(ada.post("/api/games", json!({ "game": "chess" })).await.code(), "limit");
    ada.command(&game, json!({ "command": "abort" })).await.ok();
    ada.post("/api/games", json!({ "game": "chess" })).await.ok();
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_senders_are_given_up() {
    let service = start_with(|limits| limits.request = Duration::from_millis(300)).await;
    let mut stream = TcpStream::connect(service.address()).await.unwrap();
    let head = "POST /api/identity HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4_096];
    let read = tokio::time::timeout(common::PATIENCE, stream.read(&mut answer)).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&answer[..read]);
    assert!(text.starts_with("HTTP/1.1 503") || text.starts_with("HTTP/1.1 400"), "{text}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_large_is_taken_from_those_who_are_known_and_from_few_at_once() {
    let service = start_as(|config| config.proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let address = service.address();
    let ada = Person::new(address, "Ada").await;
    let head = |from: &str, token: &str| {
        format!(
            "POST /api/pgn HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {from}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{{\"pgn\": \""
        )
    };
    // What comes of one who begins to send and does not go on.
    let begin = async |from: &str, token: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head(from, token).as_bytes()).await.unwrap();
        let mut answer = vec![0; 4_096];
        let read = tokio::time::timeout(Duration::from_millis(500), stream.read(&mut answer)).await;
        let text = read.map(|read| String::from_utf8_lossy(&answer[..read.unwrap()]).into_owned());
        (stream, text.unwrap_or_default())
    };
    let token = ada.token.clone().unwrap();
    let (_stranger, refused) = begin("192.0.2.1", &"A".repeat(32)).await;
    assert!(refused.starts_with("HTTP/1.1 401"), "nothing is read of nobody: {refused}");
    let mut held = Vec::new();
    for _ in 0..4 {
        let (stream, answer) = begin("192.0.2.1", &token).await;
        assert_eq!(answer, "", "it is waited for the rest");
        held.push(stream);
    }
    let (_fifth, refused) = begin("192.0.2.1", &token).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    let (_other, answer) = begin("192.0.2.2", &token).await;
    assert_eq!(answer, "", "others do not wait for them");
    drop(held);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn compiling_takes_time_of_the_processor_from_who_wants_it() {
    let service = start_as(|config| {
        config.proxies = vec!["127.0.0.0/8".parse().unwrap()];
        config.limits.thinking = Duration::from_micros(1);
    })
    .await;
    let address = service.address();
    let try_text = async |from: &str, person: &Person, number: usize| {
        let text = format!("extends = \"chess\"\nname = \"Number {number}\"\n");
        let token = person.token.as_ref().unwrap();
        let request = hyper::Request::builder()
            .method("POST")
            .uri("/api/definitions/check")
            .header("host", "localhost")
            .header("x-forwarded-for", from)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        let body = json!({ "text": text }).to_string();
        send(address, request.body(Full::new(body.into())).unwrap()).await
    };
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    assert_eq!(try_text("192.0.2.1", &ada, 1).await.ok()["ok"], true);
    let refused = try_text("192.0.2.1", &ada, 2).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "limit"));
    assert!(refused.json()["retryAfter"].as_u64().is_some_and(|wait| wait > 1_000), "{:?}", refused.bytes);
    assert_eq!(try_text("192.0.2.2", &bo, 3).await.ok()["ok"], true, "others are not charged for it");
    service.stop().await;
}

/// A game with more than five hundred moves, nearly all of them tried besides.
fn long_game() -> String {
    let steps = |ranks: [u8; 2]| ('a'..='h').flat_map(move |file| ranks.map(|rank| format!("{file}{rank}")));
    let tried = steps([3, 4]).map(|first| {
        let second = if first == "f3" { "Nc3" } else { "Nf3" };
        let mut replies = steps([6, 5]).map(|reply| format!("1... {reply} 2. {second}"));
        let main = replies.next().unwrap().replace("1... ", "");
        let others: String = replies.map(|reply| format!(" ({reply})")).collect();
        let (reply, rest) = main.split_once(' ').unwrap();
        format!("(1. {first} {reply}{others} {rest})")
    });
    format!("1. Nh3 {} *", tried.collect::<Vec<_>>().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn long_games_count_as_several_requests() {
    let service = start_with(|limits| (limits.rate, limits.burst) = (0.001, 20.0)).await;
    let ada = Person::new(service.address(), "Ada").await;
    let long = ada.post("/api/pgn", json!({ "pgn": long_game() })).await.ok();
    let short = ada.post("/api/pgn", json!({ "pgn": "1. e4 e5 *" })).await.ok();
    for (path, few) in [("", true), ("/tree", true), ("/pgn", true), ("/record", true), ("", false)] {
        let bo = Person::new(service.address(), "Bo").await;
        let game = if few { &long["game"] } else { &short["game"] };
        let path = format!("/api/games/{}{path}", game.as_str().unwrap());
        let mut granted = 0;
        let refused = loop {
            let answer = bo.get(&path).await;
            match answer.status {
                200 => granted += 1,
                _ => break answer,
            }
        };
        assert_eq!(refused.code(), "limit", "{path}");
        assert!(if few { (1..=7).contains(&granted) } else { granted >= 19 }, "{path}: {granted}");
    }
    // The same on a socket.
    let cem = Person::new(service.address(), "Cem").await;
    let mut socket = cem.socket().await;
    let mut granted = 0;
    for number in 0..12 {
        socket.say(json!({ "do": "watch", "id": number.to_string(), "game": long["game"] })).await;
        granted += usize::from(socket.hear("answer").await["ok"] == true);
    }
    assert!((1..=7).contains(&granted), "{granted}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_pieces_of_rubbish_leave_it_standing() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let mut random = Random::new(1);
    let words = [
        "{", "}", "[", "]", "\"", ":", ",", "do", "watch", "game", "command", "move", "1e999", "null",
        "\\u0000", "é", "id", "-1",
    ];
    let mut socket = ada.socket().await;
    for _ in 0..5_000 {
        let text: String = (0..random.below(20)).map(|_| *random.pick(&words)).collect();
        socket.say_raw(tokio_tungstenite::tungstenite::Message::text(text)).await;
        assert_eq!(socket.hear("answer").await["ok"], false);
    }
    let paths =
        ["/api/games", "/api/check", "/api/pgn", "/api/identity", "/api/definitions/check", "/api/analysis"];
    for _ in 0..500 {
        let text: String = (0..random.below(20)).map(|_| *random.pick(&words)).collect();
        let path = *random.pick(&paths);
        let answer = ada.request("POST", path, "application/json", text).await;
        assert!((400..500).contains(&answer.status), "{answer:?}");
    }
    for _ in 0..200 {
        let mut stream = TcpStream::connect(service.address()).await.unwrap();
        let bytes: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
        let _ = stream.write_all(&bytes).await;
    }
    assert_eq!(ada.get("/health").await.ok()["status"], Value::from("ok"));
    service.stop().await;
}
