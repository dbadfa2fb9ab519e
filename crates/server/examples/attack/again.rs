//! What somebody tries who comes a second time: answers that nobody takes, tricks with headers, names that look like nothing.

use crate::client::{Person, say};
use crate::ground::{Ground, Outcome, SOON, attacks, brief, must, refuse, request, status, text};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

attacks! {
    "answers that nobody takes" => untaken,
    "a socket that hears nothing and asks on" => untaken_on_a_socket,
    "positions put together, explored and explained that are none" => odd_questions,
    "headers twice, folded, hidden and after the body" => tricky_headers,
    "methods and ranges and expectations" => tricky_requests,
    "names that look like nothing or like others" => unseen_names,
    "reports, blocks and mutes without end" => complaints,
    "pictures of every ply by ten people, and another draws" => every_ply,
}

/// What something small may take, queues included.
const QUICK: Duration = Duration::from_secs(15);

/// The head of a request.
fn head(ground: &Ground) -> String {
    format!("host: {}\r\n", ground.address)
}

async fn untaken(ground: Arc<Ground>) -> Outcome {
    let asked = request("GET", "/api/openapi.json", &head(&ground), "");
    let mut held = Vec::new();
    for _ in 0..60 {
        let socket = TcpSocket::new_v4().map_err(|error| error.to_string())?;
        let _ = socket.set_recv_buffer_size(4_096);
        let mut stream = socket.connect(ground.address).await.map_err(|error| error.to_string())?;
        stream.write_all(&asked.repeat(60)).await.map_err(|error| error.to_string())?;
        held.push(stream);
    }
    // Who takes nothing is let go; what was on its way may still come.
    tokio::time::sleep(Duration::from_secs(24)).await;
    let mut piece = vec![0; 1 << 16];
    let mut open = 0;
    for stream in &mut held {
        let rest = async { while let Ok(1..) = stream.read(&mut piece).await {} };
        open += usize::from(tokio::time::timeout(Duration::from_secs(2), rest).await.is_err());
        must(open < 5, || "they are waited for without end".to_owned())?;
    }
    Ok(())
}

async fn untaken_on_a_socket(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let made = mallory.post("/api/games", &json!({ "game": "six-player" })).await?;
    let game = text(&made, "game")?;
    let (mut mouth, ear) = mallory.socket().await?;
    // It says that it lives, so only what it does not take tells that it does not listen.
    let asking = async {
        for number in 0..100_000 {
            let wish = json!({ "do": "watch", "id": number.to_string(), "game": game });
            if say(&mut mouth, &wish).await.is_err() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("it is told everything, and takes nothing".to_owned())
    };
    let ended = tokio::time::timeout(Duration::from_secs(55), asking).await;
    drop(ear);
    ended.unwrap_or_else(|_| Err("it stays open".to_owned()))
}

async fn odd_questions(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    let long = "8/".repeat(10_000);
    let many: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(1_900).collect();
    let cells: serde_json::Map<String, Value> =
        (0..2_000).map(|n| (format!("z{n}"), json!([0, "Q"]))).collect();
    let kings: serde_json::Map<String, Value> = ["a1", "b1", "c1", "d1", "f1", "g1", "h1"]
        .map(|cell| (cell.to_owned(), json!([1, "K"])))
        .into_iter()
        .collect();
    let at = |fen: &str| json!({ "game": "chess", "fen": fen });
    for (path, body) in [
        ("/api/openings", json!({ "position": at(&long) })),
        ("/api/openings", json!({ "position": at("'; DROP TABLE openings; --") })),
        ("/api/openings", json!({ "position": { "game": "chess", "moves": many } })),
        ("/api/openings", json!({ "position": { "game": "my-nothing" } })),
        ("/api/compose", json!({ "position": { "game": "chess" }, "cells": cells })),
        ("/api/compose", json!({ "position": { "game": "chess" }, "cells": kings })),
        ("/api/compose", json!({ "position": { "game": "chess" }, "cells": {}, "turn": 255 })),
        ("/api/compose", json!({ "position": { "game": "chess" }, "cells": { "e1": null, "e8": null } })),
        ("/api/compose", json!({ "position": { "game": "four-player" }, "cells": { "h8": [7, "Q"] } })),
        ("/api/why", json!({ "position": { "game": "chess" }, "from": "\u{0}", "to": "e".repeat(9_000) })),
        ("/api/attackers", json!({ "position": { "game": "chess" }, "cell": "i9" })),
        ("/api/qr.svg", json!({ "text": "x".repeat(60_000) })),
        ("/api/analysis", json!({ "game": "chess", "fen": long })),
    ] {
        let (status, answer) = person.ask("POST", path, body.to_string()).await?;
        must(status < 500, || format!("{path} {}: {status} {}", brief(&body), brief(&answer)))?;
    }
    Ok(())
}

async fn tricky_headers(ground: Arc<Ground>) -> Outcome {
    let (ada, mallory) = (ground.person().await?, ground.person().await?);
    let (hers, own) = (ada.token().unwrap_or_default(), mallory.token().unwrap_or_default());
    let host = head(&ground);
    let many = (0..500).map(|n| format!("chatura{n}={own}; ")).collect::<String>();
    let who =
        |headers: &str| request("GET", "/api/identity", &format!("{host}connection: close\r\n{headers}"), "");
    let id = text(&ada.get("/api/identity").await?, "id")?;
    for headers in [
        format!("authorization: Bearer {own}\r\nauthorization: Bearer {}\r\n", "A".repeat(32)),
        format!("authorization: Bearer {own}\r\ncookie: chatura={}\r\n", "A".repeat(32)),
        format!("cookie: {many}\r\n"),
        format!("cookie: chatura={own}; chatura={}\r\n", "A".repeat(32)),
        format!("cookie: chatura=\"{own}\"\r\n"),
        format!("authorization: Bearer {own},{own}\r\n"),
        format!(
            "x-original-url: /api/identity/data\r\nx-rewrite-url: /metrics\r\nauthorization: Bearer {own}\r\n"
        ),
        "authorization:\r\n".to_owned(),
        "cookie: =; ;;; chatura\r\n".to_owned(),
    ] {
        let answer = ground.raw(&who(&headers)).await?;
        must(status(&answer) < 500 && !answer.contains(&id), || format!("{headers:.80}: {answer:.200}"))?;
    }
    for bytes in [
        // What is folded, hidden behind a null or comes after the body is not believed.
        format!("GET /api/identity HTTP/1.1\r\n{host}x: y\r\n authorization: Bearer {hers}\r\n\r\n"),
        format!("GET /api/identity HTTP/1.1\r\n{host}x: \0\r\nconnection: close\r\n\r\n"),
        format!("GET /api/identity HTTP/1.1\r\n{host}x : y\r\nconnection: close\r\n\r\n"),
        format!("GET /api/identity HTTP/1.1\n{}x: y\n\n", host.replace('\r', "")),
        format!(
            "POST /api/games HTTP/1.1\r\n{host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\
             trailer: authorization\r\nconnection: close\r\n\r\n10\r\n{{\"game\":\"chess\"}}\r\n0\r\nauthorization: Bearer {hers}\r\n\r\n"
        ),
    ] {
        let answer = ground.raw(bytes.as_bytes()).await?;
        let ok = status(&answer) < 500 && status(&answer) != 201 && !answer.contains(&id);
        must(ok, || format!("{bytes:.80}: {answer:.200}"))?;
    }
    Ok(())
}

async fn tricky_requests(ground: Arc<Ground>) -> Outcome {
    let host = head(&ground);
    let (white, _, game) = ground.duel().await?;
    let own = white.token().unwrap_or_default();
    let ranges = (0..1_000).map(|n| format!("{n}-,")).collect::<String>();
    for bytes in [
        format!(
            "GET /api/openapi.json HTTP/1.1\r\n{host}connection: close\r\nrange: bytes={ranges}0-\r\n\r\n"
        ),
        format!(
            "GET /api/openapi.json HTTP/1.1\r\n{host}connection: close\r\naccept-encoding: {}\r\n\r\n",
            "gzip;q=0.5,".repeat(1_500)
        ),
        format!(
            "GET /api/lobby HTTP/1.1\r\n{host}connection: close\r\nif-none-match: {}\r\n\r\n",
            "W/\"x\",".repeat(2_000)
        ),
        format!("HEAD /api/games/{game}/game.gif HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
        format!("OPTIONS * HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
        format!(
            "OPTIONS /api/games HTTP/1.1\r\n{host}origin: https://evil.example\r\naccess-control-request-method: DELETE\r\nconnection: close\r\n\r\n"
        ),
        format!(
            "TRACE /api/identity HTTP/1.1\r\n{host}authorization: Bearer {own}\r\nconnection: close\r\n\r\n"
        ),
        format!("CONNECT evil.example:443 HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
        format!(
            "DELETE /api/games/{game} HTTP/1.1\r\n{host}authorization: Bearer {own}\r\nconnection: close\r\n\r\n"
        ),
        format!(
            "GET /api/games/{game}/commands HTTP/1.1\r\n{host}x-http-method-override: POST\r\nauthorization: Bearer {own}\r\nconnection: close\r\n\r\n"
        ),
    ] {
        let answer = ground.raw(bytes.as_bytes()).await?;
        let told = answer.to_ascii_lowercase();
        must(status(&answer) < 500 && !told.contains("access-control-allow"), || {
            format!("{bytes:.60}: {answer:.200}")
        })?;
        must(!answer.contains(own), || format!("{bytes:.60}: it tells the secret"))?;
    }
    // Who is told to go on before sending, and does not, is not waited for.
    let began = Instant::now();
    let expects = format!(
        "POST /api/games HTTP/1.1\r\n{host}authorization: Bearer {own}\r\ncontent-type: application/json\r\ncontent-length: 20\r\nexpect: 100-continue\r\n\r\n"
    );
    ground.raw(expects.as_bytes()).await?;
    must(began.elapsed() <= SOON, || "it waits without end".to_owned())
}

async fn unseen_names(ground: Arc<Ground>) -> Outcome {
    for name in [
        "\u{3164}",
        "\u{115f}",
        "\u{2800}",
        "\u{ad}",
        "\u{200d}",
        "A\u{200c}da",
        "\u{e0041}\u{e0042}",
        "\u{2028}",
        "\u{85}",
        "\u{fff9}x\u{fffb}",
        "\u{180e}",
        "\u{2060}",
        "\u{1d173}",
        "\u{61c}Ada",
        "Ada\u{202c}",
        "\u{feff}",
        "\u{fe0f}\u{fe0f}",
        "\u{a0}",
        "\u{2003}",
        " Ada",
        "Ada ",
        "\u{ffa0}",
    ] {
        let body = json!({ "name": name }).to_string();
        let (status, answer) = Person::stranger(ground.address).ask("POST", "/api/identity", body).await?;
        must((400..500).contains(&status), || format!("{name:?}: {status} {}", brief(&answer)))?;
    }
    // Marks without end over one letter are no more than a name may have.
    let mallory = ground.person().await?;
    let high = format!("Z{}", "\u{330d}".repeat(39));
    let (status, answer) = mallory.ask("PATCH", "/api/identity", json!({ "name": high }).to_string()).await?;
    must((400..500).contains(&status), || format!("a name as high as a tower: {status} {}", brief(&answer)))?;
    for wish in [
        json!({ "name": "\u{202e}x", "chapter": { "name": "one", "game": "chess", "steps": [] } }),
        json!({ "name": "x", "chapter": { "name": "\u{3164}", "game": "chess", "steps": [] } }),
    ] {
        refuse(&mallory, "/api/studies", &wish, &["bad-name"]).await?;
    }
    let (white, _, game) = ground.duel().await?;
    let command = json!({ "command": { "command": "rename", "seat": 0, "name": "\u{202e}gnirts" } });
    let (status, answer) =
        white.ask("POST", &format!("/api/games/{game}/commands"), command.to_string()).await?;
    let state = white.get(&format!("/api/games/{game}")).await?.to_string();
    must(!state.contains('\u{202e}'), || format!("{status} {}", brief(&answer)))
}

async fn complaints(ground: Arc<Ground>) -> Outcome {
    let (white, _, game) = ground.duel().await?;
    for number in 0..200 {
        let body = json!({ "game": game, "seat": 1, "text": "x".repeat(500) });
        let (status, answer) = white.ask("POST", "/api/reports", body.to_string()).await?;
        must(status < 500, || format!("{number}: {status} {}", brief(&answer)))?;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let long = json!({ "game": game, "seat": 1, "text": "x".repeat(50_000) });
    refuse(&white, "/api/reports", &long, &[]).await?;
    for body in [
        json!({ "game": game, "seat": 99 }),
        json!({ "game": game, "message": 4_000_000_000_u32 }),
        json!({ "game": game }),
    ] {
        refuse(&white, "/api/blocks", &body, &[]).await?;
    }
    let stranger = ground.person().await?;
    refuse(&stranger, &format!("/api/games/{game}/mutes"), &json!({ "seat": 1, "muted": true }), &[]).await
}

async fn every_ply(ground: Arc<Ground>) -> Outcome {
    let (white, _, game) = ground.duel().await?;
    let mut drawing = Vec::new();
    for person in 0..10 {
        let (nobody, game) = (ground.person().await?, game.clone());
        drawing.push(tokio::spawn(async move {
            for size in 0..20 {
                let path =
                    format!("/api/games/{game}/board.png?ply=0&size={}&seat={}", 600 - size, person % 2);
                let (status, _) = nobody.fetch(&path).await?;
                must([200, 429, 503].contains(&status), || status.to_string())?;
            }
            Ok::<(), String>(())
        }));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    let (status, _) = white.fetch("/api/catalogue/chess/board.png?size=333").await?;
    let took = began.elapsed();
    drawing.iter().for_each(tokio::task::JoinHandle::abort);
    must(status == 200 && took < QUICK, || format!("another: {status} after {} ms", took.as_millis()))
}
