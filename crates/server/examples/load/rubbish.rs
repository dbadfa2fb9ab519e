//! Malformed things: frames, requests, uploads, bodies far too large, senders far too slow. Everything must be refused.

use crate::client::{Person, hear};
use futures_util::SinkExt;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// How many send at once, and how many of them are slow.
const SENDERS: usize = 16;
const SLOW: usize = 50;
/// How many send a body of a hundred megabytes.
const HUGE: usize = 20;
const HUGE_BYTES: usize = 100 << 20;
/// How long a slow sender waits between two bytes, and how often it sends one.
const PAUSE: Duration = Duration::from_secs(1);
const BYTES: usize = 40;
const WORDS: [&str; 18] = [
    "{", "}", "[", "]", "\"", ":", ",", "do", "watch", "game", "command", "move", "1e999", "null", "\\u0000",
    "é", "id", "-1",
];

#[derive(Default)]
struct Count {
    frames: AtomicUsize,
    requests: AtomicUsize,
    uploads: AtomicUsize,
    cut: AtomicUsize,
    huge: AtomicUsize,
    slow: AtomicUsize,
}

fn one(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Sends so many malformed things; what came of them, or what was taken that should not have been.
pub async fn send(address: SocketAddr, count: usize) -> Result<String, String> {
    let began = Instant::now();
    let told = Arc::new(Count::default());
    let mut senders = Vec::new();
    for number in 0..SENDERS {
        let told = Arc::clone(&told);
        senders.push(tokio::spawn(async move { pieces(address, count / SENDERS, number, &told).await }));
    }
    for number in 0..HUGE {
        let told = Arc::clone(&told);
        senders.push(tokio::spawn(async move { huge(address, number, &told).await }));
    }
    for _ in 0..SLOW {
        let told = Arc::clone(&told);
        senders.push(tokio::spawn(async move { slow(address, &told).await }));
    }
    for sender in senders {
        sender.await.map_err(|error| error.to_string())??;
    }
    let read = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    Ok(format!(
        "refused in {:.0} s: {} frames, {} requests, {} uploads, {} broken connections, {} bodies of 100 MB, {} slow senders",
        began.elapsed().as_secs_f64(),
        read(&told.frames),
        read(&told.requests),
        read(&told.uploads),
        read(&told.cut),
        read(&told.huge),
        read(&told.slow),
    ))
}

fn nonsense() -> String {
    (0..rand::random_range(0..20)).map(|_| WORDS[rand::random_range(0..WORDS.len())]).collect()
}

/// One of each kind after the other.
async fn pieces(address: SocketAddr, count: usize, number: usize, told: &Count) -> Result<(), String> {
    let mut person = Person::new(address, &format!("Rubbish {number}")).await?;
    for piece in 0..count {
        // Who sends so much is soon told to wait; a new name has new credits.
        if piece % 20 == 19 {
            person = Person::new(address, &format!("Rubbish {number}")).await?;
        }
        match piece % 4 {
            0 => frame(&person, told).await?,
            1 => {
                let paths = [
                    "/api/games",
                    "/api/check",
                    "/api/pgn",
                    "/api/identity",
                    "/api/analysis",
                    "/api/compose",
                ];
                refused(&person, paths[rand::random_range(0..paths.len())], nonsense()).await?;
                one(&told.requests);
            }
            2 => {
                refused(&person, "/api/definitions", upload().to_string()).await?;
                one(&told.uploads);
            }
            _ => {
                let mut stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
                let bytes: Vec<u8> = (0..rand::random_range(1..400)).map(|_| rand::random()).collect();
                let _ = stream.write_all(&bytes).await;
                one(&told.cut);
            }
        }
    }
    Ok(())
}

/// A frame that is no message.
async fn frame(person: &Person, told: &Count) -> Result<(), String> {
    let (mut mouth, mut ear) = person.socket().await?;
    let message = match rand::random_range(0..5) {
        0 => Message::binary(vec![7; 100]),
        1 => Message::text("x".repeat(100_000)),
        2 => Message::text("[".repeat(8_000)),
        _ => Message::text(format!("{{{}", nonsense())),
    };
    let _ = mouth.send(message).await;
    // It is answered with a refusal, or the socket is closed.
    while let Ok(answer) = hear(&mut ear).await {
        if answer["ok"] == true {
            return Err(format!("a malformed frame was answered with {answer}"));
        }
        if answer["ok"] == false {
            break;
        }
    }
    one(&told.frames);
    Ok(())
}

/// Definitions that are deep, swollen or broken.
fn upload() -> serde_json::Value {
    let entities: String = (1..20).map(|n| format!("<!ENTITY e{n} \"&e{};&e{};\">", n - 1, n - 1)).collect();
    let (text, file) = match rand::random_range(0..6) {
        0 => (format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000)), "deep.toml"),
        1 => (format!("{}x = 1", "a.".repeat(50_000)), "dotted.toml"),
        2 => (format!("<!DOCTYPE b [<!ENTITY e0 \"x\">{entities}]><Board>&e19;</Board>"), "bomb.xml"),
        3 => (format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(50_000)), "deep.xml"),
        4 => (format!("extends = \"chess\"\nname = [{}", nonsense()), "broken.toml"),
        _ => (
            "extends = \"chess\"\nname = \"X\"\nboard = { shape = \"rectangle\", files = 9999, ranks = 9999 }".to_owned(),
            "large.toml",
        ),
    };
    json!({ "text": text, "file": file })
}

async fn refused(person: &Person, path: &str, body: String) -> Result<(), String> {
    let status = person.status("POST", path, body).await?;
    match (400..500).contains(&status) {
        true => Ok(()),
        false => Err(format!("malformed, but answered with {status}: POST {path}")),
    }
}

/// A body of a hundred megabytes, to whoever takes it.
async fn huge(address: SocketAddr, number: usize, told: &Count) -> Result<(), String> {
    let path = ["/api/definitions", "/api/images", "/api/pgn", "/api/games"][number % 4];
    let chunked = number % 8 >= 4;
    let length = if chunked {
        "transfer-encoding: chunked".to_owned()
    } else {
        format!("content-length: {HUGE_BYTES}")
    };
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{length}\r\n\r\n"
    );
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let (mut ear, mut mouth) = stream.into_split();
    let sending = tokio::spawn(async move {
        let piece = vec![b'x'; 1 << 16];
        let mut sent = 0;
        let _ = mouth.write_all(head.as_bytes()).await;
        while sent < HUGE_BYTES {
            let size = if chunked { "10000\r\n" } else { "" };
            let end = if chunked { "\r\n" } else { "" };
            let all = [size.as_bytes(), &piece, end.as_bytes()].concat();
            if mouth.write_all(&all).await.is_err() {
                break;
            }
            sent += piece.len();
        }
        sent
    });
    let mut answer = vec![0; 256];
    let read = ear.read(&mut answer).await.unwrap_or(0);
    drop(ear);
    let sent = sending.await.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&answer[..read]);
    // Either it said no, or it hung up before it had all.
    match text.starts_with("HTTP/1.1 4") || (read == 0 && sent < HUGE_BYTES) {
        true => {
            one(&told.huge);
            Ok(())
        }
        false => Err(format!("a body of 100 MB was answered with {text}")),
    }
}

/// A sender that takes forever for a request.
async fn slow(address: SocketAddr, told: &Count) -> Result<(), String> {
    let head = "POST /api/identity HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
    let in_head = rand::random_bool(0.5);
    let mut stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    if !in_head {
        stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
    }
    let mut answer = [0; 16];
    for byte in 0..BYTES {
        let piece = if in_head { head.as_bytes()[byte] } else { b' ' };
        if stream.write_all(&[piece]).await.is_err() {
            break;
        }
        if let Ok(ended) = tokio::time::timeout(PAUSE, stream.read(&mut answer)).await {
            let read = ended.unwrap_or(0);
            if answer[..read].starts_with(b"HTTP/1.1 2") {
                return Err("a slow sender was served".to_owned());
            }
            one(&told.slow);
            return Ok(());
        }
    }
    Err("a slow sender was waited for".to_owned())
}
