//! What every attack stands on: who is attacked, how to send anything, how to tell a refusal.

use crate::client::Person;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Nothing if the attack was held, else what got through.
pub type Outcome = Result<(), String>;
/// An attack under way.
pub type Running = Pin<Box<dyn Future<Output = Outcome> + Send>>;
/// The name of an attack, and how it begins.
pub type Attack = (&'static str, fn(Arc<Ground>) -> Running);

/// A list of attacks.
macro_rules! attacks {
    ($($name:literal => $run:ident,)*) => {
        /// The attacks of this kind.
        pub const ATTACKS: &[crate::ground::Attack] = &[$(($name, |ground| Box::pin($run(ground)))),*];
    };
}
pub(crate) use attacks;

/// Who is attacked.
pub struct Ground {
    /// A server that everybody reaches directly.
    pub address: SocketAddr,
    /// A server behind a proxy on this machine, as which attackers pose.
    pub proxied: SocketAddr,
}

/// How long an answer may take that should come at once.
pub const SOON: Duration = Duration::from_secs(25);

impl Ground {
    /// Someone new.
    pub async fn person(&self) -> Result<Person, String> {
        Person::new(self.address, "Mallory").await
    }

    /// Someone new, from an address a proxy tells.
    pub async fn person_from(&self, from: &str) -> Result<Person, String> {
        Person::new_from(self.proxied, "Mallory", from).await
    }

    /// Two people and their game of chess, in which nothing has happened yet.
    pub async fn duel(&self) -> Result<(Person, Person, String), String> {
        let (white, black) = (self.person().await?, self.person().await?);
        let made = white.post("/api/games", &json!({ "game": "chess", "seats": ["me"] })).await?;
        let code = &made["invitations"][0]["code"];
        black.post("/api/invitations", &json!({ "code": code })).await?;
        Ok((white, black, text(&made, "game")?))
    }

    /// What comes back for bytes sent as they are, until the other side hangs up or says nothing for a while.
    pub async fn raw(&self, bytes: &[u8]) -> Result<String, String> {
        send_raw(self.address, bytes).await
    }

    /// The same of the server behind the proxy.
    pub async fn through_proxy(&self, bytes: &[u8]) -> Result<String, String> {
        send_raw(self.proxied, bytes).await
    }
}

async fn send_raw(address: SocketAddr, bytes: &[u8]) -> Result<String, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let (mut ear, mut mouth) = stream.into_split();
    let own = bytes.to_vec();
    // Whoever is refused early does not take the rest.
    let sending = tokio::spawn(async move {
        let _ = mouth.write_all(&own).await;
        mouth
    });
    let mut heard = Vec::new();
    let mut piece = vec![0; 1 << 16];
    // What comes at last may come as a reset; what was heard before counts.
    while let Ok(Ok(read @ 1..)) = tokio::time::timeout(SOON, ear.read(&mut piece)).await {
        heard.extend_from_slice(&piece[..read]);
        if heard.len() > 1 << 20 {
            return Err("it answers without end".to_owned());
        }
        if whole(&heard) {
            break;
        }
    }
    sending.abort();
    Ok(String::from_utf8_lossy(&heard).into_owned())
}

/// Whether an answer is there with all of its body.
fn whole(heard: &[u8]) -> bool {
    let text = String::from_utf8_lossy(heard).to_ascii_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.and_then(|length| length.trim().parse::<usize>().ok()).is_some_and(|length| body.len() >= length)
}

/// The status of an answer; 0 if there was none.
pub fn status(answer: &str) -> u16 {
    let words = answer.strip_prefix("HTTP/1.1 ").or_else(|| answer.strip_prefix("HTTP/1.0 "));
    words.and_then(|rest| rest.get(..3)?.parse().ok()).unwrap_or(0)
}

/// It said no, or hung up.
pub fn refused(answer: &str) -> Outcome {
    match status(answer) {
        0 | 400..500 => Ok(()),
        _ => Err(format!("answered with {}", answer.lines().next().unwrap_or(""))),
    }
}

/// A request with a body.
pub fn request(method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}

/// Refused with one of these codes.
pub async fn refuse(person: &Person, path: &str, body: &Value, codes: &[&str]) -> Outcome {
    let (status, answer) = person.ask("POST", path, body.to_string()).await?;
    let code = answer["code"].as_str().unwrap_or("");
    match (400..500).contains(&status) && (codes.is_empty() || codes.contains(&code)) {
        true => Ok(()),
        false => Err(format!("{path} {}: {status} {}", brief(body), brief(&answer))),
    }
}

/// Refused, and nothing has happened in the game.
pub async fn refuse_in(person: &Person, game: &str, command: &Value, codes: &[&str]) -> Outcome {
    let before = version(person, game).await?;
    refuse(person, &format!("/api/games/{game}/commands"), &json!({ "command": command }), codes).await?;
    match version(person, game).await? == before {
        true => Ok(()),
        false => Err(format!("refused, and done all the same: {command}")),
    }
}

/// How much has happened in a game.
pub async fn version(person: &Person, game: &str) -> Result<u64, String> {
    let state = person.get(&format!("/api/games/{game}")).await?;
    state["version"].as_u64().ok_or_else(|| format!("no version: {}", brief(&state)))
}

/// How many moves were made in a game.
pub async fn plies(person: &Person, game: &str) -> Result<usize, String> {
    let state = person.get(&format!("/api/games/{game}")).await?;
    state["view"]["past"].as_array().map(Vec::len).ok_or_else(|| format!("no moves: {}", brief(&state)))
}

/// A move that must be accepted.
pub async fn play(person: &Person, game: &str, text: &str) -> Result<Value, String> {
    let command = json!({ "command": { "command": "move", "text": text } });
    person.post(&format!("/api/games/{game}/commands"), &command).await
}

/// A text in an answer.
pub fn text(value: &Value, name: &str) -> Result<String, String> {
    value[name].as_str().map(str::to_owned).ok_or_else(|| format!("no {name} in {}", brief(value)))
}

/// The beginning of something long.
pub fn brief(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

/// An error if something is not so.
pub fn must(holds: bool, else_say: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(else_say()) }
}
