//! Two people who play each other, and what they see.

use crate::arguments::Arguments;
use crate::client::{Ear, Mouth, Person, hear, say};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Chess that does not end by itself, so that two can move for as long as they like.
const ENDLESS: &str = "extends = \"chess\"\nname = \"Endless\"\nabout = \"For measuring.\"\n\
                       end.repetition = { claim = 100, automatic = 100 }\nend.no-progress = { claim = 1000, automatic = 1000 }\n";
/// Knights go out and back.
const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// Nothing takes longer unless it is lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends the definition of the game that is played.
pub async fn send_definition(address: SocketAddr) -> Result<String, String> {
    let sender = Person::new(address, "Sender").await?;
    let sent = sender.post("/api/definitions", &json!({ "text": ENDLESS, "file": "endless.toml" })).await?;
    sent["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no id in {sent}"))
}

/// Two people at a table.
pub struct Pair {
    game: String,
    people: [Person; 2],
    sockets: [(Mouth, Ear); 2],
}

/// What was seen.
#[derive(Default)]
pub struct Tally {
    /// From sending a move until the opponent had it.
    pub latencies: Vec<Duration>,
    /// What went wrong.
    pub errors: Vec<String>,
    /// How long it was played.
    pub played: Duration,
}

impl Pair {
    /// Makes a game, takes both seats and watches.
    pub async fn sit_down(address: SocketAddr, definition: &str, number: usize) -> Result<Pair, String> {
        let people = [
            Person::new(address, &format!("White {number}")).await?,
            Person::new(address, &format!("Black {number}")).await?,
        ];
        let wish = json!({ "game": definition, "seats": ["me"], "clock": "60+60" });
        let made = people[0].post("/api/games", &wish).await?;
        let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
        people[1].post("/api/invitations", &json!({ "code": made["invitations"][0]["code"] })).await?;
        let mut white = people[0].watch(&game, None).await?;
        let mut black = people[1].watch(&game, None).await?;
        for socket in [&mut white, &mut black] {
            expect(&mut socket.1, |message| message["tell"] == "state").await?;
        }
        Ok(Pair { game, people, sockets: [white, black] })
    }

    /// Plays until a time; a move that did not come, or came wrong, is an error.
    pub async fn play(mut self, first: Instant, every: Duration, end: Instant) -> Tally {
        let mut tally = Tally::default();
        let began = first;
        let (mut ply, mut due) = (0usize, first);
        while due < end && tally.errors.is_empty() {
            tokio::time::sleep_until(due.into()).await;
            match self.make_move(ply).await {
                Ok(latency) => tally.latencies.push(latency),
                Err(error) => tally.errors.push(format!("game {} ply {ply}: {error}", self.game)),
            }
            ply += 1;
            due += every;
        }
        tally.played = began.elapsed();
        if tally.errors.is_empty()
            && let Err(error) = self.compare(ply).await
        {
            tally.errors.push(error);
        }
        tally
    }

    /// Makes a move, and waits for the opponent to have it and for the answer.
    async fn make_move(&mut self, ply: usize) -> Result<Duration, String> {
        let text = ROUND[ply % 4];
        let id = format!("{ply}");
        let command = json!({ "command": "move", "text": text, "ply": ply });
        let order = json!({ "do": "command", "id": id, "game": self.game, "command": command });
        let (mover, other) = (ply % 2, 1 - ply % 2);
        let sent = Instant::now();
        say(&mut self.sockets[mover].0, &order).await?;
        let is_move = |message: &Value| message["event"]["event"] == "moved";
        let seen = expect(&mut self.sockets[other].1, is_move).await?;
        let latency = sent.elapsed();
        let told = (seen["event"]["coordinates"].as_str(), seen["event"]["ply"].as_u64());
        if told != (Some(text), Some(ply as u64 + 1)) {
            return Err(format!("{told:?} came instead of {text}"));
        }
        let answer = expect(&mut self.sockets[mover].1, |message| message["tell"] == "answer").await?;
        match answer["ok"] == true && answer["id"] == id.as_str() && answer["result"]["repeated"] == false {
            true => Ok(latency),
            false => Err(format!("the answer was {answer}")),
        }
    }

    /// The service must know exactly the moves that were answered.
    async fn compare(&self, plies: usize) -> Result<(), String> {
        let state = self.people[0].get(&format!("/api/games/{}", self.game)).await?;
        let past = state["view"]["past"].as_array().ok_or("a game without moves")?;
        let right = past.len() == plies
            && past.iter().enumerate().all(|(ply, record)| record["coordinates"] == ROUND[ply % 4]);
        match right {
            true => Ok(()),
            false => Err(format!("game {} has {} plies, not {plies}", self.game, past.len())),
        }
    }
}

/// The next message that is meant; others are passed over.
async fn expect(ear: &mut Ear, is: impl Fn(&Value) -> bool) -> Result<Value, String> {
    let search = async {
        loop {
            let message = hear(ear).await?;
            if is(&message) {
                return Ok(message);
            }
        }
    };
    tokio::time::timeout(PATIENCE, search).await.unwrap_or_else(|_| Err("nothing came".to_owned()))
}

impl Tally {
    /// Together with another.
    pub fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.errors.extend(other.errors);
        self.played = self.played.max(other.played);
    }

    /// A row of the table.
    pub fn row(&self, arguments: &Arguments, memory: Option<u64>) -> String {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let at = |share: f64| {
            let index = (sorted.len() as f64 * share) as usize;
            sorted
                .get(index.min(sorted.len().saturating_sub(1)))
                .map_or(0.0, |took| took.as_secs_f64() * 1000.0)
        };
        let rate = sorted.len() as f64 / self.played.as_secs_f64().max(0.001);
        let memory = memory.map_or_else(|| "?".to_owned(), |megabytes| megabytes.to_string());
        format!(
            "| {} | {} | {rate:.0} | {:.1} | {:.1} | {:.1} | {} | {memory} |",
            arguments.games,
            2 * arguments.games,
            at(0.5),
            at(0.99),
            at(1.0),
            self.errors.len(),
        )
    }
}
