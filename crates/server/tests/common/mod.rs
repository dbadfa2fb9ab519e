//! A server and people who use it, over real connections.
#![allow(dead_code, reason = "each test uses its part")]

pub mod matches;
pub mod schema;

use chatura_server::{Config, Limits, Server};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Nothing here takes longer unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The description of the API.
pub fn description() -> &'static Value {
    static DESCRIPTION: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(chatura_server::OPENAPI).expect("a description"));
    &DESCRIPTION
}

/// Nobody is limited who does not ask to be.
pub fn config(data: &Path) -> Config {
    let limits = Limits { rate: 1_000.0, burst: 10_000.0, ..Limits::default() };
    Config { engine_threads: 1, limits, ..Config::new(data) }
}

/// A server with data of its own.
pub struct Running {
    service: Server,
    _folder: tempfile::TempDir,
}

impl Running {
    /// Where it is reached from this machine, also if it listens everywhere.
    pub fn address(&self) -> SocketAddr {
        let address = self.service.address();
        let ip = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
        SocketAddr::new(ip, address.port())
    }

    pub fn service(&self) -> &Server {
        &self.service
    }

    pub async fn stop(self) {
        self.service.stop().await;
    }
}

pub async fn start() -> Running {
    start_with(|_| {}).await
}

pub async fn start_with(change: impl FnOnce(&mut Limits)) -> Running {
    start_as(|config| change(&mut config.limits)).await
}

pub async fn start_as(change: impl FnOnce(&mut Config)) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    change(&mut config);
    Running { service: Server::start(config).await.unwrap(), _folder: folder }
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: hyper::HeaderMap,
    pub bytes: Bytes,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("no JSON: {:?}", self.bytes))
    }

    /// The body of a request that was granted.
    pub fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {:?}", self.status, self.bytes);
        self.json()
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        assert!(self.status >= 400, "{} {:?}", self.status, self.bytes);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

pub async fn send(address: SocketAddr, request: hyper::Request<Full<Bytes>>) -> Answer {
    let work = async {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let response = sender.send_request(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status.as_u16(), headers: parts.headers, bytes }
    };
    tokio::time::timeout(PATIENCE, work).await.expect("no answer")
}

/// Someone who uses the server.
#[derive(Clone)]
pub struct Person {
    pub address: SocketAddr,
    pub token: Option<String>,
    /// The address a proxy says they come from.
    pub from: Option<String>,
}

impl Person {
    pub fn stranger(address: SocketAddr) -> Person {
        Person { address, token: None, from: None }
    }

    pub fn with_token(address: SocketAddr, token: &str) -> Person {
        Person { address, token: Some(token.to_owned()), from: None }
    }

    pub async fn new(address: SocketAddr, name: &str) -> Person {
        Person::stranger(address).known_as(name).await
    }

    /// Somebody new for whom a proxy speaks.
    pub async fn new_from(address: SocketAddr, name: &str, from: &str) -> Person {
        Person { from: Some(from.to_owned()), ..Person::stranger(address) }.known_as(name).await
    }

    async fn known_as(self, name: &str) -> Person {
        let stranger = self;
        let body = stranger.post("/api/identity", json!({ "name": name })).await.ok();
        Person { token: body["token"].as_str().map(str::to_owned), ..stranger }
    }

    pub async fn request(&self, method: &str, path: &str, kind: &str, body: impl Into<Bytes>) -> Answer {
        let mut request =
            hyper::Request::builder().method(method).uri(path).header("host", self.address.to_string());
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(from) = &self.from {
            request = request.header("x-forwarded-for", from);
        }
        if !kind.is_empty() {
            request = request.header("content-type", kind);
        }
        send(self.address, request.body(Full::new(body.into())).unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request("POST", path, "application/json", body.to_string()).await
    }

    pub async fn command(&self, game: &str, command: Value) -> Answer {
        self.post(&format!("/api/games/{game}/commands"), json!({ "command": command })).await
    }

    pub async fn play(&self, game: &str, text: &str) -> Answer {
        self.command(game, json!({ "command": "move", "text": text })).await
    }

    /// A game with open seats for the others, which they take.
    pub async fn game_with(&self, others: &[&Person], wish: Value) -> String {
        let mut wish = wish;
        wish["seats"] = json!(["me"]);
        let made = self.post("/api/games", wish).await.ok();
        for (other, invitation) in others.iter().zip(made["invitations"].as_array().unwrap()) {
            other.post("/api/invitations", json!({ "code": invitation["code"] })).await.ok();
        }
        made["game"].as_str().unwrap().to_owned()
    }

    pub async fn socket(&self) -> Socket {
        let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
        if let Some(token) = &self.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (stream, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        let mut socket = Socket { stream, heard: VecDeque::new() };
        assert_eq!(socket.hear("welcome").await["tell"], "welcome");
        socket
    }
}

/// An open socket.
pub struct Socket {
    stream: tokio_tungstenite::WebSocketStream<TcpStream>,
    heard: VecDeque<Value>,
}

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.say_raw(Message::text(message.to_string())).await;
    }

    /// Says something to one who may have hung up; tells whether it could be said.
    pub async fn say_if_open(&mut self, message: Value) -> bool {
        self.stream.send(Message::text(message.to_string())).await.is_ok()
    }

    /// Asks whether somebody is there, as sockets do; tells whether it could be asked.
    pub async fn ping_if_open(&mut self) -> bool {
        self.stream.send(Message::Ping(Vec::new().into())).await.is_ok()
    }

    pub async fn say_raw(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }

    /// The next message, whatever it is, but as the description of the API says; nothing at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    let root = description();
                    let wrong =
                        schema::mismatch(root, &root["components"]["schemas"]["Frame"], &frame, "socket");
                    assert_eq!(wrong, None);
                    return Some(frame);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// How the other side closes; nothing if the connection only ends.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("nothing came") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                _ => return None,
            }
        }
    }

    /// The next message of a kind; others are kept for later.
    pub async fn hear(&mut self, kind: &str) -> Value {
        if let Some(at) = self.heard.iter().position(|message| message["tell"] == kind) {
            return self.heard.remove(at).unwrap();
        }
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before any {kind}"));
            if message["tell"] == kind {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// The next event of a kind; other events are skipped.
    pub async fn event(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear("event").await;
            if message["event"]["event"] == kind {
                return message;
            }
        }
    }

    pub async fn answer(&mut self, id: &str) -> Value {
        loop {
            let answer = self.hear("answer").await;
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub async fn watch(&mut self, game: &str) -> Value {
        self.say(json!({ "do": "watch", "game": game })).await;
        self.hear("state").await
    }
}
