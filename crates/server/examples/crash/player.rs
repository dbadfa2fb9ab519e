//! One who plays both seats of a game, comes back whenever the service was away, and forgets no answer.

use crate::client::{Ear, Mouth, Person, hear, say};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Chess that does not end by itself.
const ENDLESS: &str = "extends = \"chess\"\nname = \"Endless\"\nabout = \"For measuring.\"\n\
                       end.repetition = { claim = 100, automatic = 100 }\n\
                       end.no-progress = { claim = 1000, automatic = 1000 }\n";
/// Knights go out and back.
const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// Nothing takes longer unless the service is away.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may be away.
const AWAY: u32 = 600;
/// The game would end by itself after that.
const LONGEST: usize = 390;

/// Sends the definition of the game that is played.
pub async fn send_definition(address: SocketAddr) -> Result<String, String> {
    let sender = Person::new(address, "Sender").await?;
    let sent = sender.post("/api/definitions", &json!({ "text": ENDLESS, "file": "endless.toml" })).await?;
    sent["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no id in {sent}"))
}

/// One who plays.
pub struct Player {
    person: Person,
    game: String,
    /// How many moves were answered.
    answered: usize,
    /// Everything up to this version was heard.
    version: u64,
    socket: Option<(Mouth, Ear)>,
    reconnections: usize,
}

/// What was seen.
#[derive(Default)]
pub struct Seen {
    /// Moves answered.
    pub moves: usize,
    /// How often somebody came back.
    pub reconnections: usize,
}

impl Seen {
    /// Together with another.
    pub fn add(&mut self, other: &Seen) {
        self.moves += other.moves;
        self.reconnections += other.reconnections;
    }
}

impl Player {
    /// Makes a game with both seats.
    pub async fn sit_down(address: SocketAddr, definition: &str, number: usize) -> Result<Player, String> {
        let person = Person::new(address, &format!("Player {number}")).await?;
        let wish = json!({ "game": definition, "seats": ["me", "me"], "clock": "60+60" });
        let made = person.post("/api/games", &wish).await?;
        let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
        Ok(Player { person, game, answered: 0, version: 0, socket: None, reconnections: 0 })
    }

    /// Plays until told to stop, then compares.
    pub async fn play(mut self, every: Duration, stop: Arc<AtomicBool>) -> Result<Seen, String> {
        while !stop.load(Ordering::Relaxed) && self.answered < LONGEST {
            if self.socket.is_none() {
                self.come_back().await?;
            }
            match tokio::time::timeout(PATIENCE, self.make_move()).await {
                Ok(Ok(true)) => self.answered += 1,
                // Refused because it cannot be kept: nothing has happened.
                Ok(Ok(false)) => {}
                Ok(Err(_)) | Err(_) => self.socket = None,
            }
            tokio::time::sleep(every).await;
        }
        self.compare().await?;
        Ok(Seen { moves: self.answered, reconnections: self.reconnections.saturating_sub(1) })
    }

    /// Opens a socket again and asks for what was missed.
    async fn come_back(&mut self) -> Result<(), String> {
        self.reconnections += 1;
        let since = (self.version > 0).then_some(self.version);
        for _ in 0..AWAY {
            if let Ok((mouth, mut ear)) = self.person.watch(&self.game, since).await
                && let Ok(Ok(state)) = tokio::time::timeout(PATIENCE, settled(&mut ear)).await
            {
                let ply = state["table"]["ply"].as_u64().unwrap_or(0) as usize;
                // One move may have been kept whose answer did not arrive.
                if ply != self.answered && ply != self.answered + 1 {
                    return Err(format!(
                        "game {}: {} moves were answered, {ply} are there",
                        self.game, self.answered
                    ));
                }
                self.answered = ply;
                self.version = state["version"].as_u64().unwrap_or(0);
                self.socket = Some((mouth, ear));
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("game {}: the service does not come back", self.game))
    }

    /// Makes the next move; whether it was kept.
    async fn make_move(&mut self) -> Result<bool, String> {
        let (mouth, ear) = self.socket.as_mut().ok_or("no socket")?;
        let ply = self.answered;
        let command = json!({ "command": "move", "text": ROUND[ply % 4], "ply": ply });
        let id = format!("{ply}");
        say(mouth, &json!({ "do": "command", "id": id, "game": self.game, "command": command })).await?;
        loop {
            let message = hear(ear).await?;
            if let Some(version) = message["version"].as_u64() {
                self.version = version;
            }
            if message["tell"] == "answer" && message["id"] == id.as_str() {
                return match (message["ok"].as_bool(), message["problem"]["code"].as_str()) {
                    (Some(true), _) => Ok(true),
                    (_, Some("storage")) => Ok(false),
                    _ => Err(message.to_string()),
                };
            }
        }
    }

    /// The service must know exactly the moves that were answered, or one more.
    async fn compare(&mut self) -> Result<(), String> {
        self.come_back().await?;
        let state = self.person.get(&format!("/api/games/{}", self.game)).await?;
        let past = state["view"]["past"].as_array().ok_or("a game without moves")?;
        let right = past.len() == self.answered
            && past.iter().enumerate().all(|(ply, record)| record["coordinates"] == ROUND[ply % 4]);
        match right {
            true => Ok(()),
            false => Err(format!(
                "game {}: {} moves were answered, {} are there",
                self.game,
                self.answered,
                past.len()
            )),
        }
    }
}

/// Waits for the message that says how things are.
async fn settled(ear: &mut Ear) -> Result<Value, String> {
    loop {
        let message = hear(ear).await?;
        match message["tell"].as_str() {
            Some("state" | "sync") => return Ok(message),
            Some("answer") => return Err(message.to_string()),
            _ => {}
        }
    }
}
