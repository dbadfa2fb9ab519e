//! Too much of everything: requests, newcomers, connections, chats, thinking; and who poses as somebody else to have more.

use crate::client::Person;
use crate::ground::{Ground, Outcome, attacks, brief, must, refuse, request, status, text};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

attacks! {
    "a thousand requests of one person" => requests,
    "newcomers without end from one address" => newcomers,
    "newcomers from a network of version 6" => newcomers_v6,
    "who says to be this machine" => poses_as_local,
    "who writes before what the proxy writes" => forged_chain,
    "who cannot be told apart" => unnamed,
    "six hundred sockets from one address" => sockets,
    "a spectator floods the chat" => chat,
    "messages of a chat that are too much" => chat_texts,
    "settings without end" => settings,
    "a hundred games against the engine by one, and another waits" => thinking,
    "a hundred games against the engine by each of three, and another waits" => thinking_of_three,
    "positions after two thousand moves looked at without end, and another looks" => long_lines,
    "one asks for the longest thinking" => long_thinking,
    "names looked for by asking" => probing,
    "the lobby asked a thousand times" => lobby,
    "seeks of everything by one person" => seeks,
}

/// A newcomer as the proxy tells of one; the status.
async fn newcomer(ground: &Ground, forwarded: Option<&str>) -> Result<u16, String> {
    let from = forwarded.map_or_else(String::new, |from| format!("x-forwarded-for: {from}\r\n"));
    let headers = format!("host: chess.example.org\r\n{from}");
    Ok(status(&ground.through_proxy(&request("POST", "/api/identity", &headers, "{}")).await?))
}

async fn requests(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let (mut granted, mut limited) = (0, 0);
    let began = Instant::now();
    for _ in 0..1_000 {
        let (status, answer) = mallory.ask("GET", "/api/identity", String::new()).await?;
        match status {
            200 => granted += 1,
            429 => limited += usize::from(answer["retryAfter"].as_u64().is_some()),
            _ => return Err(format!("{status} {}", brief(&answer))),
        }
    }
    // A burst, and then so many a second.
    let most = 80.0 + began.elapsed().as_secs_f64() * 25.0;
    must(f64::from(granted) <= most && granted + limited as i32 == 1_000, || {
        format!("{granted} were granted in {} ms", began.elapsed().as_millis())
    })
}

async fn newcomers(ground: Arc<Ground>) -> Outcome {
    let mut granted = 0;
    for _ in 0..60 {
        granted += u32::from(newcomer(&ground, Some("198.51.100.1")).await? == 201);
    }
    must(granted <= 40, || format!("{granted} of 60 were granted"))
}

async fn newcomers_v6(ground: Arc<Ground>) -> Outcome {
    let (mut granted, mut wide) = (0, 0);
    for number in 0..60 {
        granted += u32::from(newcomer(&ground, Some(&format!("2001:db8:1:1::{number:x}"))).await? == 201);
    }
    must(granted <= 40, || format!("{granted} of 60 in one network were granted"))?;
    for number in 0..300 {
        wide += u32::from(newcomer(&ground, Some(&format!("2001:db8:2:{number:x}::1"))).await? == 201);
    }
    must(wide <= 270, || format!("{wide} of 300 at one site were granted"))
}

async fn poses_as_local(ground: Arc<Ground>) -> Outcome {
    let mut granted = 0;
    for from in ["127.0.0.1", "::1", "127.0.0.1:80", "[::1]:80", "localhost", "::ffff:127.0.0.1"]
        .into_iter()
        .cycle()
        .take(60)
    {
        granted += u32::from(newcomer(&ground, Some(from)).await? == 201);
    }
    must(granted <= 40, || format!("{granted} of 60 were granted"))
}

async fn forged_chain(ground: Arc<Ground>) -> Outcome {
    let mut granted = 0;
    for number in 0..60 {
        let chain = format!("203.0.113.{number}, 198.51.100.9");
        granted += u32::from(newcomer(&ground, Some(&chain)).await? == 201);
    }
    must(granted <= 40, || format!("{granted} of 60 were granted"))
}

async fn unnamed(ground: Arc<Ground>) -> Outcome {
    let mut granted = 0;
    for from in
        [None, Some(""), Some("garbage"), Some("unknown"), Some("198.51.100.1, nobody"), Some("999.1.1.1")]
            .into_iter()
            .cycle()
            .take(60)
    {
        granted += u32::from(newcomer(&ground, from).await? == 201);
    }
    must(granted <= 40, || format!("{granted} of 60 were granted"))
}

async fn sockets(ground: Arc<Ground>) -> Outcome {
    let mut held = Vec::new();
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..600 {
        let head = "GET /api/socket HTTP/1.1\r\nhost: chess.example.org\r\nx-forwarded-for: 198.51.100.20\r\nconnection: upgrade\r\n\
                    upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let mut stream = TcpStream::connect(ground.proxied).await.map_err(|error| error.to_string())?;
        stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut answer = [0; 64];
        let read = stream.read(&mut answer).await.unwrap_or(0);
        match status(&String::from_utf8_lossy(&answer[..read])) {
            101 => opened += 1,
            _ => refused += 1,
        }
        held.push(stream);
    }
    must(opened <= 500 && refused >= 100, || format!("{opened} were opened"))
}

async fn chat(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/chat");
    // Many names of one person; together they may not use up what a game may hold.
    for _ in 0..12 {
        let mallory = ground.person().await?;
        for number in 0..50 {
            let (status, answer) =
                mallory.ask("POST", &path, json!({ "text": format!("spam {number}") }).to_string()).await?;
            must(status < 500, || brief(&answer))?;
        }
    }
    let (status, answer) = white.ask("POST", &path, json!({ "text": "hello" }).to_string()).await?;
    must(status < 300, || format!("a player cannot speak any more: {}", brief(&answer)))
}

async fn chat_texts(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/chat");
    for text in
        [json!("x".repeat(501)), json!(""), json!("   "), json!(7), json!(null), json!("x".repeat(60_000))]
    {
        refuse(&white, &path, &json!({ "text": text }), &[]).await?;
    }
    Ok(())
}

async fn settings(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let large = json!({ "settings": { "a": "x".repeat(20_000) } });
    let (status, answer) = mallory.ask("PATCH", "/api/identity", large.to_string()).await?;
    must((400..500).contains(&status), || format!("{status} {}", brief(&answer)))?;
    for wrong in [json!([]), json!("text"), json!(7)] {
        let (status, answer) =
            mallory.ask("PATCH", "/api/identity", json!({ "settings": wrong }).to_string()).await?;
        must((400..500).contains(&status), || format!("{status} {}", brief(&answer)))?;
    }
    Ok(())
}

/// How long the engine takes to answer a move of somebody new.
async fn answer_of_engine(ground: &Ground) -> Result<Duration, String> {
    let ada = ground.person().await?;
    let made = ada.post("/api/games", &json!({ "game": "chess", "seats": ["me", "ai:1"] })).await?;
    let game = text(&made, "game")?;
    let (_mouth, mut ear) = ada.watch(&game, None).await?;
    let command = json!({ "command": { "command": "move", "text": "e2e4" } });
    ada.post(&format!("/api/games/{game}/commands"), &command).await?;
    let began = Instant::now();
    loop {
        let heard = crate::client::hear(&mut ear).await?;
        if heard["event"]["event"] == "moved" && heard["event"]["seat"] == 1 {
            return Ok(began.elapsed());
        }
    }
}

async fn thinking(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    a_hundred_games(&mallory).await?;
    let took = answer_of_engine(&ground).await?;
    println!(
        "        (after a hundred games of one a stranger waited {} ms for the engine)",
        took.as_millis()
    );
    must(took < Duration::from_secs(3), || format!("a stranger waited {} ms", took.as_millis()))
}

async fn thinking_of_three(ground: Arc<Ground>) -> Outcome {
    let mut begun = Vec::new();
    for _ in 0..3 {
        let mallory = ground.person().await?;
        begun.push(tokio::spawn(async move { a_hundred_games(&mallory).await }));
    }
    for one in begun {
        one.await.map_err(|error| error.to_string())??;
    }
    let took = answer_of_engine(&ground).await?;
    println!("        (after a hundred games of each of three a stranger waited {} ms)", took.as_millis());
    must(took < Duration::from_secs(5), || format!("a stranger waited {} ms", took.as_millis()))
}

/// Asks the strongest engine for a move in a hundred games at once.
async fn a_hundred_games(mallory: &Person) -> Outcome {
    for number in 0..100 {
        let wish = json!({ "game": "chess", "seats": ["me", "ai:20"], "clock": "1+0" });
        let (status, made) = mallory.ask("POST", "/api/games", wish.to_string()).await?;
        must(status < 500, || brief(&made))?;
        if let Some(game) = made["game"].as_str() {
            let command = json!({ "command": { "command": "move", "text": "e2e4" } });
            let _ = mallory.ask("POST", &format!("/api/games/{game}/commands"), command.to_string()).await?;
        }
        if number % 25 == 24 {
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    }
    Ok(())
}

async fn long_lines(ground: Arc<Ground>) -> Outcome {
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(2_000).collect();
    let wish = json!({ "game": "chess", "moves": moves }).to_string();
    let mallory = Arc::new(ground.person().await?);
    let mut asking = Vec::new();
    for _ in 0..40 {
        let (mallory, wish) = (Arc::clone(&mallory), wish.clone());
        asking.push(tokio::spawn(async move { mallory.ask("POST", "/api/check", wish).await.map(drop) }));
    }
    let other = ground.person().await?;
    let began = Instant::now();
    let (status, answer) =
        other.ask("POST", "/api/check", json!({ "game": "chess", "moves": ["e2e4"] }).to_string()).await?;
    let took = began.elapsed();
    for one in asking {
        one.await.map_err(|error| error.to_string())??;
    }
    must(status == 200, || format!("{status} {}", brief(&answer)))?;
    must(took < Duration::from_secs(5), || format!("another waited {} ms", took.as_millis()))
}

async fn long_thinking(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for wish in [
        "ai:time=99999999999",
        "ai:depth=999999",
        "ai:nodes=99999999999999999999",
        "ai:0",
        "ai:21",
        "ai:-1",
        "ai:",
    ] {
        let body = json!({ "game": "chess", "seats": ["me", wish] });
        let (status, answer) = mallory.ask("POST", "/api/games", body.to_string()).await?;
        must(status < 500, || format!("{wish}: {status} {}", brief(&answer)))?;
    }
    let took = answer_of_engine(&ground).await?;
    must(took < Duration::from_secs(10), || format!("a stranger waited {} ms", took.as_millis()))
}

async fn probing(ground: Arc<Ground>) -> Outcome {
    // A game that is not there and one that is nobody's business are told apart by their id alone.
    let mallory = ground.person().await?;
    for id in ["AAAAAAAAAAAA", "BBBBBBBBBBBB", "zzzzzzzzzzzz"] {
        let (status, _) = mallory.ask("GET", &format!("/api/games/{id}"), String::new()).await?;
        must(status == 404, || format!("{id}: {status}"))?;
    }
    let nobody = Person::stranger(ground.address);
    for path in ["/api/games", "/api/definitions"] {
        let (status, answer) = nobody.ask("GET", path, String::new()).await?;
        must((400..500).contains(&status), || format!("{path}: {status} {}", brief(&answer)))?;
    }
    Ok(())
}

async fn lobby(ground: Arc<Ground>) -> Outcome {
    let mut asking = Vec::new();
    for _ in 0..10 {
        let person = ground.person().await?;
        asking.push(tokio::spawn(async move {
            for _ in 0..100 {
                let (status, _) = person.ask("GET", "/api/lobby", String::new()).await?;
                must(status == 200 || status == 429, || status.to_string())?;
            }
            Ok::<(), String>(())
        }));
    }
    for one in asking {
        one.await.map_err(|error| error.to_string())??;
    }
    Ok(())
}

async fn seeks(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let mut waiting = std::collections::BTreeSet::new();
    for _ in 0..30 {
        let (status, answer) = mallory
            .ask("POST", "/api/seeks", json!({ "game": "chess", "clock": "77+7" }).to_string())
            .await?;
        must(status < 500, || brief(&answer))?;
        waiting.extend(answer["game"].as_str().map(str::to_owned));
    }
    must(waiting.len() == 1, || format!("one person waits in {} games at once", waiting.len()))
}
