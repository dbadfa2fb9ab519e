//! One person: requests and a socket.
#![allow(dead_code, reason = "each client uses its part")]

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

const JSON: &str = "application/json";

/// One person.
pub struct Person {
    address: SocketAddr,
    token: Option<String>,
    /// The address that is said to speak, to a server that believes it.
    from: Option<String>,
}

/// What is written to a socket.
pub type Mouth = SplitSink<WebSocketStream<TcpStream>, Message>;
/// What comes from it.
pub type Ear = SplitStream<WebSocketStream<TcpStream>>;

impl Person {
    /// Someone new.
    pub async fn new(address: SocketAddr, name: &str) -> Result<Person, String> {
        Person::stranger(address).known_as(name).await
    }

    /// Someone new for whom a proxy speaks.
    pub async fn new_from(address: SocketAddr, name: &str, from: &str) -> Result<Person, String> {
        Person { from: Some(from.to_owned()), ..Person::stranger(address) }.known_as(name).await
    }

    async fn known_as(self, name: &str) -> Result<Person, String> {
        let body = self.post("/api/identity", &json!({ "name": name })).await?;
        Ok(Person { token: body["token"].as_str().map(str::to_owned), ..self })
    }

    /// Someone unknown.
    pub fn stranger(address: SocketAddr) -> Person {
        Person { address, token: None, from: None }
    }

    /// The same person, at another server that knows the same people.
    pub fn at(&self, address: SocketAddr) -> Person {
        Person { address, token: self.token.clone(), from: self.from.clone() }
    }

    /// The same person with another secret.
    pub fn with_token(&self, token: &str) -> Person {
        Person { token: Some(token.to_owned()), ..self.again() }
    }

    /// The same person once more.
    pub fn again(&self) -> Person {
        self.at(self.address)
    }

    /// The secret, if there is one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// A request that must be granted.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.request("POST", path, Bytes::from(body.to_string())).await
    }

    /// A question that must be answered.
    pub async fn get(&self, path: &str) -> Result<Value, String> {
        self.request("GET", path, Bytes::new()).await
    }

    /// The status of any answer.
    pub async fn status(&self, method: &str, path: &str, body: String) -> Result<u16, String> {
        self.ask(method, path, body).await.map(|(status, _)| status)
    }

    /// Any answer, with its status; what is no JSON is nothing.
    pub async fn ask(&self, method: &str, path: &str, body: String) -> Result<(u16, Value), String> {
        let (status, bytes) = self.send(method, path, JSON, body.into()).await?;
        Ok((status.as_u16(), serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// The answer to something that is no JSON.
    pub async fn upload(&self, path: &str, kind: &str, bytes: Vec<u8>) -> Result<(u16, Value), String> {
        let (status, bytes) = self.send("POST", path, kind, bytes.into()).await?;
        Ok((status.as_u16(), serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// Any answer as it is.
    pub async fn fetch(&self, path: &str) -> Result<(u16, Bytes), String> {
        let (status, bytes) = self.send("GET", path, JSON, Bytes::new()).await?;
        Ok((status.as_u16(), bytes))
    }

    async fn request(&self, method: &str, path: &str, body: Bytes) -> Result<Value, String> {
        let fail = |error: &dyn std::fmt::Display| format!("{method} {path}: {error}");
        let (status, bytes) = self.send(method, path, JSON, body).await?;
        match status.is_success() {
            true => serde_json::from_slice(&bytes).map_err(|error| fail(&error)),
            false => Err(fail(&format!("{status} {}", String::from_utf8_lossy(&bytes)))),
        }
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: Bytes,
    ) -> Result<(hyper::StatusCode, Bytes), String> {
        let fail = |error: &dyn std::fmt::Display| format!("{method} {path}: {error}");
        let stream = TcpStream::connect(self.address).await.map_err(|error| fail(&error))?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| fail(&error))?;
        tokio::spawn(connection);
        let mut request = hyper::Request::builder().method(method).uri(path);
        request = request.header("host", self.address.to_string()).header("content-type", kind);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(from) = &self.from {
            request = request.header("x-forwarded-for", from);
        }
        let request = request.body(Full::new(body)).map_err(|error| fail(&error))?;
        let response = sender.send_request(request).await.map_err(|error| fail(&error))?;
        let status = response.status();
        let bytes = response.into_body().collect().await.map_err(|error| fail(&error))?.to_bytes();
        Ok((status, bytes))
    }

    /// Opens a socket that watches a game from a version on.
    pub async fn watch(&self, game: &str, since: Option<u64>) -> Result<(Mouth, Ear), String> {
        let (mut mouth, ear) = self.socket().await?;
        say(&mut mouth, &json!({ "do": "watch", "game": game, "since": since })).await?;
        Ok((mouth, ear))
    }

    /// Opens a socket.
    pub async fn socket(&self) -> Result<(Mouth, Ear), String> {
        let fail = |error: &dyn std::fmt::Display| format!("socket: {error}");
        let mut request = format!("ws://{}/api/socket", self.address)
            .into_client_request()
            .map_err(|error| fail(&error))?;
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}").parse().map_err(|_| fail(&"no header"))?;
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = TcpStream::connect(self.address).await.map_err(|error| fail(&error))?;
        stream.set_nodelay(true).map_err(|error| fail(&error))?;
        // There are thousands of sockets, and most messages are small.
        let small = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(4 << 10);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(small)).await;
        let (socket, _) = opened.map_err(|error| fail(&error))?;
        Ok(socket.split())
    }
}

/// Says something on a socket.
pub async fn say(mouth: &mut Mouth, message: &Value) -> Result<(), String> {
    mouth.send(Message::text(message.to_string())).await.map_err(|error| error.to_string())
}

/// The next message on a socket.
pub async fn hear(ear: &mut Ear) -> Result<Value, String> {
    loop {
        match ear.next().await {
            Some(Ok(Message::Text(text))) => {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(other)) => return Err(format!("closed: {other:?}")),
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err("closed".to_owned()),
        }
    }
}
