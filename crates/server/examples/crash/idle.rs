//! A game in which nobody moves and a clock runs.

use crate::client::Person;
use crate::program::Program;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A game in which nobody moves and a clock runs.
pub struct Idle {
    person: Person,
    game: String,
}

impl Idle {
    /// Begins one.
    pub async fn new(program: &Program) -> Result<Idle, String> {
        let person = Person::new(program.address(), "Idle").await?;
        let wish = json!({ "game": "chess", "seats": ["me", "me"], "clock": "60+0" });
        let made: Value = person.post("/api/games", &wish).await?;
        let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
        Ok(Idle { person, game })
    }

    /// The same, asked of another server that has its data.
    pub fn at(&self, program: &Program) -> Idle {
        Idle { person: self.person.at(program.address()), game: self.game.clone() }
    }

    /// What is left on the clock that runs, in milliseconds.
    pub async fn left(&self) -> Result<i64, String> {
        let state = self.ask(&format!("/api/games/{}", self.game)).await?;
        state["table"]["clocks"][0]["left"].as_i64().ok_or_else(|| format!("no clock: {state}"))
    }

    /// The same, and for how long the server has been running, at the same moment.
    pub async fn left_and_up(&self) -> Result<(i64, i64), String> {
        loop {
            let (before, left, after) = (self.up().await?, self.left().await?, self.up().await?);
            // Somebody may have had to wait in between; then it is asked again.
            if after - before < 200 {
                return Ok((left, (before + after) / 2));
            }
        }
    }

    async fn up(&self) -> Result<i64, String> {
        let health = self.ask("/health").await?;
        health["uptime"].as_i64().ok_or_else(|| format!("no time: {health}"))
    }

    async fn ask(&self, path: &str) -> Result<Value, String> {
        let began = Instant::now();
        loop {
            match self.person.get(path).await {
                Ok(answer) => return Ok(answer),
                Err(error) if began.elapsed() > Duration::from_secs(20) => return Err(error),
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}
