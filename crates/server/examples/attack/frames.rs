//! Frames of a socket that break its rules, and messages that break ours.

use crate::client::{hear, say};
use crate::ground::{Ground, Outcome, SOON, attacks, brief, must, refused, request, text};
use futures_util::SinkExt;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

attacks! {
    "a socket for a page from elsewhere" => foreign_socket,
    "a socket asked for wrongly" => wrong_upgrade,
    "frames without a mask" => unmasked,
    "frames with reserved bits and kinds" => reserved,
    "a frame of eight exabytes" => exabytes,
    "a text that is no UTF-8" => no_utf8,
    "a message in parts without end" => endless_parts,
    "a ping of a kilobyte" => large_ping,
    "a continuation of nothing" => lone_continuation,
    "a message of a hundred kilobytes" => large_message,
    "bytes instead of a text" => binary,
    "messages that are none" => no_messages,
    "pings without end" => ping_flood,
    "messages without end" => message_flood,
    "who hears nothing while much is told" => deaf,
    "who asks for a long game again and again and hears nothing" => deaf_to_long,
    "a thousand games on one socket" => many_watched,
    "games that are not there on a socket" => watch_nothing,
    "analyses without end on a socket" => analysis_flood,
}

const KEY: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

async fn foreign_socket(ground: Arc<Ground>) -> Outcome {
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        let headers = format!("host: {}\r\n{KEY}origin: {origin}\r\n", ground.address);
        refused(&ground.raw(format!("GET /api/socket HTTP/1.1\r\n{headers}\r\n").as_bytes()).await?)?;
    }
    Ok(())
}

async fn wrong_upgrade(ground: Arc<Ground>) -> Outcome {
    let host = format!("host: {}\r\n", ground.address);
    for headers in [
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 99\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "connection: upgrade\r\nupgrade: h2c\r\n",
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n",
        "",
    ] {
        refused(&ground.raw(&request("GET", "/api/socket", &format!("{host}{headers}"), "")).await?)?;
    }
    refused(&ground.raw(&request("POST", "/api/socket", &format!("{host}{KEY}"), "{}")).await?)
}

/// Opens a socket, sends bytes as they are, and wants it to be closed.
async fn closes(ground: &Ground, bytes: &[u8]) -> Outcome {
    let mut stream = TcpStream::connect(ground.address).await.map_err(|error| error.to_string())?;
    let head = format!("GET /api/socket HTTP/1.1\r\nhost: {}\r\n{KEY}\r\n", ground.address);
    stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut piece = [0; 4096];
    let read = stream.read(&mut piece).await.map_err(|error| error.to_string())?;
    must(piece[..read].starts_with(b"HTTP/1.1 101"), || "no socket was opened".to_owned())?;
    let _ = stream.write_all(bytes).await;
    let ended = async { while let Ok(1..) = stream.read(&mut piece).await {} };
    // Whoever answers no pings is let go after a while, but that is not what is asked here.
    let soon = tokio::time::timeout(Duration::from_secs(8), ended).await;
    must(soon.is_ok(), || "the socket stays open".to_owned())
}

async fn unmasked(ground: Arc<Ground>) -> Outcome {
    closes(&ground, b"\x81\x02{}").await
}

async fn reserved(ground: Arc<Ground>) -> Outcome {
    for first in [0xc1_u8, 0xa1, 0x91, 0x83, 0x87, 0x8b, 0x8f] {
        closes(&ground, &[first, 0x82, 0, 0, 0, 0, b'{', b'}'])
            .await
            .map_err(|error| format!("{first:x}: {error}"))?;
    }
    Ok(())
}

async fn exabytes(ground: Arc<Ground>) -> Outcome {
    closes(&ground, &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, b'x']).await?;
    closes(&ground, &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, b'x']).await
}

async fn no_utf8(ground: Arc<Ground>) -> Outcome {
    closes(&ground, &[0x81, 0x84, 0, 0, 0, 0, 0xff, 0xfe, 0xc0, 0x80]).await
}

async fn endless_parts(ground: Arc<Ground>) -> Outcome {
    let mut bytes = vec![0x01, 0xfe, 0x03, 0xe8, 0, 0, 0, 0];
    bytes.extend([b'x'; 1_000]);
    for _ in 0..50 {
        bytes.extend([0x00, 0xfe, 0x03, 0xe8, 0, 0, 0, 0]);
        bytes.extend([b'x'; 1_000]);
    }
    closes(&ground, &bytes).await
}

async fn large_ping(ground: Arc<Ground>) -> Outcome {
    let mut bytes = vec![0x89, 0xfe, 0x03, 0xe8, 0, 0, 0, 0];
    bytes.extend([b'x'; 1_000]);
    closes(&ground, &bytes).await
}

async fn lone_continuation(ground: Arc<Ground>) -> Outcome {
    closes(&ground, &[0x80, 0x82, 0, 0, 0, 0, b'{', b'}']).await
}

/// Says something that is answered with a refusal, or ends the socket.
async fn rebuffed(ground: &Ground, message: Message) -> Outcome {
    let (mut mouth, mut ear) = ground.person().await?.socket().await?;
    let _ = mouth.send(message).await;
    let answer = async {
        while let Ok(heard) = hear(&mut ear).await {
            must(heard["ok"] != true, || brief(&heard))?;
            if heard["ok"] == false {
                break;
            }
        }
        Ok(())
    };
    tokio::time::timeout(SOON, answer).await.unwrap_or_else(|_| Err("nothing came of it".to_owned()))
}

async fn large_message(ground: Arc<Ground>) -> Outcome {
    let padding = "x".repeat(100_000);
    rebuffed(&ground, Message::text(json!({ "do": "ping", "id": "1", "padding": padding }).to_string())).await
}

async fn binary(ground: Arc<Ground>) -> Outcome {
    rebuffed(&ground, Message::binary(b"{\"do\":\"ping\",\"id\":\"1\"}".to_vec())).await
}

async fn no_messages(ground: Arc<Ground>) -> Outcome {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "7",
        "{\"do\":\"everything\"}",
        "{\"do\":[\"ping\"]}",
        "{\"do\":\"watch\"}",
        "{\"do\":\"command\",\"id\":\"1\"}",
        "{\"do\":\"chat\",\"id\":\"1\",\"game\":\"\",\"text\":\"\"}",
        "{\"do\":\"analyse\",\"id\":\"1\",\"game\":\"/etc/passwd\"}",
        "{\"do\":\"analyse\",\"id\":\"1\",\"game\":\"chess\",\"limits\":{\"lines\":99999,\"seconds\":1e18}}",
        "{\"do\":\"why\",\"id\":\"1\",\"game\":\"x\",\"from\":\"e1\",\"to\":\"e9\"}",
    ] {
        rebuffed(&ground, Message::text(text.to_owned()))
            .await
            .map_err(|error| format!("{text}: {error}"))?;
    }
    rebuffed(&ground, Message::text("[".repeat(8_000))).await
}

async fn ping_flood(ground: Arc<Ground>) -> Outcome {
    let (mut mouth, mut ear) = ground.person().await?.socket().await?;
    let hearing = tokio::spawn(async move { while hear(&mut ear).await.is_ok() {} });
    for _ in 0..20_000 {
        if mouth.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    hearing.abort();
    Ok(())
}

async fn message_flood(ground: Arc<Ground>) -> Outcome {
    let (mut mouth, mut ear) = ground.person().await?.socket().await?;
    let count = 2_000;
    let talking = tokio::spawn(async move {
        for number in 0..count {
            if say(&mut mouth, &json!({ "do": "ping", "id": number.to_string() })).await.is_err() {
                break;
            }
        }
        mouth
    });
    let (mut granted, mut limited) = (0, 0);
    while let Ok(Ok(heard)) = tokio::time::timeout(Duration::from_secs(3), hear(&mut ear)).await {
        granted += usize::from(heard["ok"] == true);
        limited += usize::from(heard["problem"]["code"] == "limit");
        if granted + limited == count {
            break;
        }
    }
    talking.abort();
    must(granted < 400 && (limited > 0 || granted + limited < count), || {
        format!("{granted} of {count} were granted")
    })
}

async fn deaf(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let mut held = Vec::new();
    for _ in 0..20 {
        // Nobody ever reads what these are told.
        held.push(white.watch(&game, None).await?);
    }
    for (person, mv) in
        [(&white, "g1f3"), (&black, "g8f6"), (&white, "f3g1"), (&black, "f6g8")].into_iter().cycle().take(40)
    {
        let command = json!({ "command": { "command": "move", "text": mv } });
        let (status, answer) =
            person.ask("POST", &format!("/api/games/{game}/commands"), command.to_string()).await?;
        if answer["code"] == "over" {
            break;
        }
        must(status < 300 || status == 429, || brief(&answer))?;
    }
    Ok(())
}

async fn deaf_to_long(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let endless =
        "extends = \"chess\"\nname = \"Endless\"\nend.repetition = false\nend.no-progress = false\n";
    let sent = mallory.post("/api/definitions", &json!({ "text": endless })).await?;
    let pgn = format!("{}*", "Nf3 Nf6 Ng1 Ng8 ".repeat(2_000));
    let made = mallory.post("/api/pgn", &json!({ "pgn": pgn, "game": sent["id"] })).await?;
    let game = text(&made, "game")?;
    let mut held = Vec::new();
    for _ in 0..20 {
        let (mut mouth, ear) = ground.person().await?.socket().await?;
        for number in 0..50 {
            let wish = json!({ "do": "watch", "id": number.to_string(), "game": game });
            if say(&mut mouth, &wish).await.is_err() {
                break;
            }
        }
        held.push((mouth, ear));
    }
    let asked = (0..60).map(|_| mallory.ask("GET", "/api/identity", String::new()));
    let answers = futures_util::future::join_all(asked).await;
    let wrong = answers.iter().find(|answer| !answer.as_ref().is_ok_and(|(status, _)| *status < 500));
    must(wrong.is_none(), || format!("{wrong:?}"))?;
    // Somebody else is answered meanwhile.
    ground.person().await?.get(&format!("/api/games/{game}")).await.map(drop)
}

async fn many_watched(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let (mut mouth, mut ear) = mallory.socket().await?;
    let mut refused = 0;
    for number in 0..80 {
        if number % 40 == 39 {
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
        let made = ground.person().await?.post("/api/games", &json!({ "game": "chess" })).await?;
        say(&mut mouth, &json!({ "do": "watch", "id": number.to_string(), "game": text(&made, "game")? }))
            .await?;
        loop {
            let heard = hear(&mut ear).await?;
            if heard["tell"] == "state" {
                break;
            }
            if heard["ok"] == false {
                refused += 1;
                break;
            }
        }
    }
    must(refused >= 10, || format!("{refused} of 80 games were refused"))
}

async fn watch_nothing(ground: Arc<Ground>) -> Outcome {
    for game in ["AAAAAAAAAAAA", "..", "", "\u{0}", "' OR 1=1 --", &"A".repeat(5_000)] {
        rebuffed(&ground, Message::text(json!({ "do": "watch", "id": "1", "game": game }).to_string()))
            .await?;
    }
    Ok(())
}

async fn analysis_flood(ground: Arc<Ground>) -> Outcome {
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let (mut mouth, ear) = ground.person().await?.socket().await?;
        for number in 0..20 {
            let wish = json!({ "do": "analyse", "id": number.to_string(), "game": "chess", "limits": { "lines": 5, "seconds": 300 } });
            say(&mut mouth, &wish).await?;
        }
        sockets.push((mouth, ear));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    // Whoever hangs up is not thought for any longer.
    drop(sockets);
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let told = ground
            .raw(&request(
                "GET",
                "/metrics",
                &format!("host: {}\r\nconnection: close\r\n", ground.address),
                "",
            ))
            .await?;
        if told.contains("\nchatura_analysis_threads 0\n") {
            return Ok(());
        }
    }
    Err("it thinks on for those who are gone".to_owned())
}
