//! What nobody sends by accident: requests that two readers read in two ways, that never end, or that name what is not theirs.

use crate::ground::{Ground, Outcome, SOON, attacks, must, refuse, refused, request, status};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

attacks! {
    "two Host headers" => two_hosts,
    "hosts of others" => other_hosts,
    "no Host header" => no_host,
    "an address in full, of another host" => absolute_form,
    "a page from elsewhere sends a form" => cross_site,
    "Content-Length and Transfer-Encoding at once" => smuggled,
    "two lengths" => two_lengths,
    "chunks whose size overflows" => chunk_overflow,
    "a header of a megabyte" => long_header,
    "ten thousand headers" => many_headers,
    "an address of a megabyte" => long_path,
    "paths out of the page's folder" => traversal,
    "methods that are none" => methods,
    "media types of forms" => media_types,
    "a compressed body" => compressed,
    "bytes of other protocols" => other_protocols,
    "random bytes" => random_bytes,
    "a body of a hundred megabytes" => huge_body,
    "a body of a hundred megabytes in chunks" => huge_chunked,
    "a head sent byte by byte" => slow_head,
    "a body sent byte by byte" => slow_body,
    "connections that say nothing" => silent,
    "two hundred connections torn in the middle" => torn,
    "a thousand requests on one connection" => pipelined,
    "JSON of depth a hundred thousand" => deep_json,
    "numbers no machine has" => odd_numbers,
    "texts no machine should keep" => odd_texts,
    "keys twice and keys unknown" => odd_keys,
    "queries that are none" => odd_queries,
}

const IDENTITY: &str = "/api/identity";

fn host(ground: &Ground) -> String {
    format!("host: {}\r\n", ground.address)
}

async fn two_hosts(ground: Arc<Ground>) -> Outcome {
    for second in ["evil.example", &ground.address.to_string()] {
        let headers = format!("{}host: {second}\r\n", host(&ground));
        refused(&ground.raw(&request("POST", IDENTITY, &headers, "{}")).await?)?;
    }
    Ok(())
}

async fn other_hosts(ground: Arc<Ground>) -> Outcome {
    for name in [
        "evil.example",
        "localhost:1@evil.example",
        "[::1]evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "127.0.0.1:80:80",
        "[::1",
        "localhost:99999999",
        "",
        "localhost\tevil",
    ] {
        refused(&ground.raw(&request("POST", IDENTITY, &format!("host: {name}\r\n"), "{}")).await?)
            .map_err(|error| format!("{name}: {error}"))?;
    }
    let behind = request("POST", IDENTITY, "host: evil.example\r\nx-forwarded-for: 192.0.2.7\r\n", "{}");
    refused(&ground.through_proxy(&behind).await?)?;
    let forwarded =
        "host: evil.example\r\nx-forwarded-host: chess.example.org\r\nx-forwarded-for: 192.0.2.7\r\n";
    refused(&ground.through_proxy(&request("POST", IDENTITY, forwarded, "{}")).await?)
}

async fn no_host(ground: Arc<Ground>) -> Outcome {
    refused(&ground.raw(&request("POST", IDENTITY, "", "{}")).await?)?;
    refused(&ground.raw(b"POST /api/identity HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}").await?)
}

async fn absolute_form(ground: Arc<Ground>) -> Outcome {
    let headers = host(&ground);
    refused(&ground.raw(&request("POST", "http://evil.example/api/identity", &headers, "{}")).await?)
}

async fn cross_site(ground: Arc<Ground>) -> Outcome {
    for header in [
        "origin: https://evil.example",
        "origin: null",
        "sec-fetch-site: cross-site",
        "origin: http://127.0.0.1:1",
    ] {
        let headers = format!("{}{header}\r\n", host(&ground));
        refused(&ground.raw(&request("POST", IDENTITY, &headers, "{}")).await?)
            .map_err(|error| format!("{header}: {error}"))?;
    }
    Ok(())
}

async fn smuggled(ground: Arc<Ground>) -> Outcome {
    let host = host(&ground);
    let inner = "POST /api/identity HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    for lengths in [
        "content-length: 4\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: 4",
        "transfer-encoding: chunked, identity",
        "transfer-encoding: xchunked",
        "transfer-encoding : chunked",
        "content-length: +4",
        "content-length: 0x4",
    ] {
        let head = format!("POST /api/nothing HTTP/1.1\r\n{host}{lengths}\r\n\r\n0\r\n\r\n{inner}");
        let answer = ground.raw(head.as_bytes()).await?;
        // One reader sees one request, another two: only the first may be answered.
        must(!answer.contains("HTTP/1.1 201"), || format!("{lengths}: the second request was done"))?;
    }
    Ok(())
}

async fn two_lengths(ground: Arc<Ground>) -> Outcome {
    let head = format!(
        "POST {IDENTITY} HTTP/1.1\r\n{}content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 40\r\n\r\n{{}}",
        host(&ground)
    );
    refused(&ground.raw(head.as_bytes()).await?)
}

async fn chunk_overflow(ground: Arc<Ground>) -> Outcome {
    for size in ["ffffffffffffffffff", "7fffffffffffffff", "-1", "", "2;a=b\n", "0x2"] {
        let text = format!(
            "POST {IDENTITY} HTTP/1.1\r\n{}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n{size}\r\n{{}}\r\n",
            host(&ground)
        );
        refused_or_given_up(&ground, text.as_bytes()).await.map_err(|error| format!("{size}: {error}"))?;
    }
    Ok(())
}

/// Refused, or answered with 503 because the rest never came.
async fn refused_or_given_up(ground: &Ground, bytes: &[u8]) -> Outcome {
    let answer = ground.raw(bytes).await?;
    match status(&answer) {
        503 => Ok(()),
        _ => refused(&answer),
    }
}

async fn long_header(ground: Arc<Ground>) -> Outcome {
    let headers = format!("{}x-long: {}\r\n", host(&ground), "x".repeat(1 << 20));
    refused(&ground.raw(&request("POST", IDENTITY, &headers, "{}")).await?)
}

async fn many_headers(ground: Arc<Ground>) -> Outcome {
    let headers: String = (0..10_000).map(|number| format!("x-{number}: y\r\n")).collect();
    refused(&ground.raw(&request("POST", IDENTITY, &(host(&ground) + &headers), "{}")).await?)
}

async fn long_path(ground: Arc<Ground>) -> Outcome {
    let path = format!("/api/games/{}", "x".repeat(1 << 20));
    refused(&ground.raw(&request("GET", &path, &host(&ground), "")).await?)
}

async fn traversal(ground: Arc<Ground>) -> Outcome {
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%252e%252e/etc/passwd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/web/../../etc/passwd",
        "/index.html%00.png",
        "/api/images/..%2F..%2Fchatura.sqlite3",
        "/api/catalogue/..%2F..%2Fetc%2Fpasswd",
        "/api/catalogue/%2Fetc%2Fpasswd/definition",
        "/chatura.sqlite3",
    ] {
        let answer = ground.raw(&request("GET", path, &host(&ground), "")).await?;
        // The page answers any name that is none of its files with itself, which is no file of the machine.
        let told =
            answer.contains("root:") || answer.contains("[workspace]") || answer.contains("SQLite format");
        must(!told && status(&answer) < 500, || format!("{path} was told"))?;
    }
    Ok(())
}

async fn methods(ground: Arc<Ground>) -> Outcome {
    for method in ["TRACE", "CONNECT", "DELETE", "PUT", "PROPFIND", "get", "X".repeat(5_000).as_str()] {
        refused(&ground.raw(&request(method, "/api/games", &host(&ground), "{}")).await?)
            .map_err(|error| format!("{method:.20}: {error}"))?;
    }
    Ok(())
}

async fn media_types(ground: Arc<Ground>) -> Outcome {
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "",
    ] {
        let text = format!(
            "POST {IDENTITY} HTTP/1.1\r\n{}content-type: {kind}\r\ncontent-length: 2\r\n\r\n{{}}",
            host(&ground)
        );
        refused(&ground.raw(text.as_bytes()).await?).map_err(|error| format!("{kind}: {error}"))?;
    }
    Ok(())
}

async fn compressed(ground: Arc<Ground>) -> Outcome {
    // What a gigabyte of zeros begins with when it is compressed; nothing may unpack it.
    let mut bytes = request(
        "POST",
        IDENTITY,
        &format!("{}content-encoding: gzip\r\n", host(&ground)),
        &"0".repeat(1_000),
    );
    let at = bytes.len() - 1_000;
    bytes[at..at + 10].copy_from_slice(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
    refused(&ground.raw(&bytes).await?)
}

async fn other_protocols(ground: Arc<Ground>) -> Outcome {
    let hello: &[&[u8]] = &[
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        b"SSH-2.0-OpenSSH_9.9\r\n",
        b"EHLO evil.example\r\n",
        b"GET /\r\n\r\n",
        b"\0\0\0\0\0\0\0\0",
        b"GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
    ];
    for bytes in hello {
        refused(&ground.raw(bytes).await?)?;
    }
    Ok(())
}

async fn random_bytes(ground: Arc<Ground>) -> Outcome {
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..rand::random_range(1..600)).map(|_| rand::random()).collect();
        let mut stream = connect(&ground).await?;
        let _ = stream.write_all(&bytes).await;
    }
    Ok(())
}

async fn connect(ground: &Ground) -> Result<TcpStream, String> {
    TcpStream::connect(ground.address).await.map_err(|error| error.to_string())
}

async fn huge_body(ground: Arc<Ground>) -> Outcome {
    for path in ["/api/games", "/api/definitions", "/api/pgn", "/api/images"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\n{}content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            host(&ground),
            100 << 20
        );
        pour(&ground, head, false).await.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

async fn huge_chunked(ground: Arc<Ground>) -> Outcome {
    for path in ["/api/games", "/api/definitions", "/api/pgn", "/api/images"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\n{}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
            host(&ground)
        );
        pour(&ground, head, true).await.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Pours until the other side has enough; it may not take all.
async fn pour(ground: &Ground, head: String, chunked: bool) -> Outcome {
    let (mut ear, mut mouth) = connect(ground).await?.into_split();
    let sending = tokio::spawn(async move {
        let piece = vec![b'x'; 1 << 16];
        let (mut sent, _) = (0, mouth.write_all(head.as_bytes()).await);
        while sent < 100 << 20 {
            let around = if chunked { ("10000\r\n", "\r\n") } else { ("", "") };
            let all = [around.0.as_bytes(), &piece, around.1.as_bytes()].concat();
            if mouth.write_all(&all).await.is_err() {
                break;
            }
            sent += piece.len();
        }
        sent
    });
    let mut answer = vec![0; 512];
    let read = tokio::time::timeout(SOON, ear.read(&mut answer)).await;
    let read = read.map_err(|_| "it takes everything")?.unwrap_or(0);
    drop(ear);
    let sent = sending.await.map_err(|error| error.to_string())?;
    must(sent < 100 << 20, || "it took all of it".to_owned())?;
    refused(&String::from_utf8_lossy(&answer[..read]))
}

/// Sends a byte a second, and wants to be hung up on within a time.
async fn drip(ground: &Ground, first: &[u8], then: &[u8]) -> Outcome {
    let mut stream = connect(ground).await?;
    stream.write_all(first).await.map_err(|error| error.to_string())?;
    let began = Instant::now();
    for byte in then.iter().cycle() {
        let mut answer = [0; 64];
        match tokio::time::timeout(Duration::from_secs(1), stream.read(&mut answer)).await {
            Ok(read) => {
                let read = read.unwrap_or(0);
                must(!answer[..read].starts_with(b"HTTP/1.1 2"), || "it was served".to_owned())?;
                return Ok(());
            }
            Err(_) if began.elapsed() > Duration::from_secs(45) => break,
            Err(_) if stream.write_all(&[*byte]).await.is_err() => return Ok(()),
            Err(_) => {}
        }
    }
    Err("it was waited for".to_owned())
}

async fn slow_head(ground: Arc<Ground>) -> Outcome {
    drip(&ground, b"POST /api/identity HTTP/1.1\r\nx-long: ", b"x").await
}

async fn slow_body(ground: Arc<Ground>) -> Outcome {
    let head = format!(
        "POST {IDENTITY} HTTP/1.1\r\n{}content-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        host(&ground)
    );
    drip(&ground, head.as_bytes(), b" ").await
}

async fn silent(ground: Arc<Ground>) -> Outcome {
    let mut held = Vec::new();
    for _ in 0..300 {
        held.push(connect(&ground).await?);
    }
    // They are let go in time, whatever they wait for.
    let mut answer = [0; 16];
    let first = held.first_mut().ok_or("no connection")?;
    let ended = tokio::time::timeout(Duration::from_secs(45), first.read(&mut answer)).await;
    must(ended.is_ok(), || "a connection that says nothing is kept for ever".to_owned())
}

async fn torn(ground: Arc<Ground>) -> Outcome {
    let head = format!(
        "POST {IDENTITY} HTTP/1.1\r\n{}content-type: application/json\r\ncontent-length: 50\r\n\r\n{{\"na",
        host(&ground)
    );
    for _ in 0..200 {
        let mut stream = connect(&ground).await?;
        let _ = stream.write_all(head.as_bytes()).await;
    }
    Ok(())
}

async fn pipelined(ground: Arc<Ground>) -> Outcome {
    let one = format!("GET /api/identity HTTP/1.1\r\n{}\r\n", host(&ground));
    let mut stream = connect(&ground).await?;
    let all =
        one.repeat(1_000) + &format!("GET /health HTTP/1.1\r\n{}connection: close\r\n\r\n", host(&ground));
    let (mut ear, mut mouth) = stream.split();
    let reading = async {
        let mut heard = Vec::new();
        let _ = ear.read_to_end(&mut heard).await;
        heard
    };
    let (_, heard) = tokio::join!(mouth.write_all(all.as_bytes()), reading);
    let text = String::from_utf8_lossy(&heard);
    let answers = text.matches("HTTP/1.1 ").count();
    must(!text.contains("HTTP/1.1 5"), || format!("{answers} answers, one of them a failure"))
}

async fn deep_json(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for path in ["/api/games", "/api/definitions", IDENTITY, "/api/check"] {
            let count = 100_000 / (open.len() + close.len()) / 2;
            let body = open.repeat(count) + &close.repeat(count);
            let (status, _) = mallory.ask("POST", path, body).await?;
            must((400..500).contains(&status), || format!("{path}: {status}"))?;
        }
    }
    Ok(())
}

async fn odd_numbers(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for number in [
        "1e999",
        "-1e999",
        "18446744073709551616",
        "-9223372036854775809",
        "0.1e-9999",
        "NaN",
        "Infinity",
        "0x10",
        "01",
    ] {
        let (status, _) =
            mallory.ask("POST", "/api/games", format!("{{\"game\":\"chess\",\"seats\":[{number}]}}")).await?;
        must((400..500).contains(&status), || format!("{number}: {status}"))?;
    }
    let clocks = ["0+0", "999999999999+0", "-5+3", "5+-3", "1e9+1", "∞", "5+3, 5+3, 5+3, 5+3, 5+3, 5+3, 5+3"];
    for clock in clocks {
        let (status, answer) =
            mallory.ask("POST", "/api/games", json!({ "game": "chess", "clock": clock }).to_string()).await?;
        must(status < 500, || format!("the clock {clock}: {status} {answer}"))?;
    }
    Ok(())
}

async fn odd_texts(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for name in [
        "\u{202e}evil",
        "a\u{200b}b",
        "\u{0}",
        "a\nb",
        "\u{feff}",
        "\u{2066}x",
        &"x".repeat(50_000),
        "\u{7f}",
    ] {
        let (status, answer) = mallory.ask("PATCH", IDENTITY, json!({ "name": name }).to_string()).await?;
        let hidden = |c: char| {
            c.is_control()
                || ('\u{200b}'..='\u{200f}').contains(&c)
                || ('\u{202a}'..='\u{202e}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c)
                || c == '\u{feff}'
        };
        let kept = answer["name"].as_str().unwrap_or("");
        must(status < 500 && !kept.contains(hidden) && kept.chars().count() <= 40, || {
            format!("{name:?} is kept as {kept:?}")
        })?;
    }
    for body in ["{\"name\":\"\\ud800\"}", "{\"name\":\"\\udfff\\ud800\"}", "{\"name\":\"a\u{0}b\"}"] {
        let (status, _) = mallory.ask("PATCH", IDENTITY, body.to_owned()).await?;
        must((400..500).contains(&status), || format!("{body}: {status}"))?;
    }
    let mut bytes = request(
        "PATCH",
        IDENTITY,
        &format!("{}authorization: Bearer {}\r\n", host(&ground), mallory.token().unwrap_or("")),
        "{\"name\":\"????\"}",
    );
    let at = bytes.len() - 6;
    bytes[at..at + 4].copy_from_slice(&[0xff, 0xc0, 0x80, 0xfe]);
    refused(&ground.raw(&bytes).await?)
}

async fn odd_keys(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for body in [
        "{\"game\":\"chess\",\"game\":\"xiangqi\"}",
        "{\"__proto__\":{\"game\":\"chess\"}}",
        "{\"game\":{\"$ne\":1}}",
        "{\"game\":null}",
        "[{\"game\":\"chess\"}]",
        "{\"game\":\"chess\",\"settings\":{\"a\":\"b\",\"c\":\"d\"}}",
    ] {
        let (status, _) = mallory.ask("POST", "/api/games", body.to_owned()).await?;
        must((400..500).contains(&status), || format!("{body}: {status}"))?;
    }
    let many: serde_json::Map<_, _> = (0..1_000).map(|n| (format!("v{n}"), json!("1"))).collect();
    refuse(&mallory, "/api/games", &json!({ "game": "chess960", "settings": many }), &[]).await
}

async fn odd_queries(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for path in [
        "/api/games?limit=99999999999",
        "/api/games?limit=-1",
        "/api/games?before=1e99",
        "/api/games?of=public&before='%3BDROP%20TABLE%20games--",
        "/api/games?of=all",
        "/api/catalogue/chess/board.svg?seat=99",
        "/api/catalogue/chess/board.svg?fen=%00",
        "/api/catalogue/chess?set=position",
        "/api/catalogue/chess960?set=position:99999",
    ] {
        let (status, answer) = mallory.ask("GET", path, String::new()).await?;
        must((400..500).contains(&status), || format!("{path}: {status} {answer}"))?;
    }
    for path in ["/api/catalogue?search=%25%25%25&tag='&players=999", "/api/catalogue?search=%00%FF"] {
        let (status, answer) = mallory.ask("GET", path, String::new()).await?;
        must(status < 500, || format!("{path}: {status} {answer}"))?;
    }
    Ok(())
}
