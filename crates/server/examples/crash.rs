//! Ends the service from outside again and again while people play, and looks whether every move that was answered is
//! still there, every game goes on, and clocks are right. With `--fill` the disk is filled instead.
//!
//! `cargo xtask crash --games 50 --rounds 20`

#[path = "crash/arguments.rs"]
mod arguments;
#[path = "load/client.rs"]
mod client;
#[path = "crash/filler.rs"]
mod filler;
#[path = "crash/player.rs"]
mod player;
#[path = "crash/program.rs"]
mod program;

use arguments::Arguments;
use client::Person;
use player::{Player, Seen};
use program::Program;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a clock may be off, in milliseconds.
const CLOCK: i64 = 1_000;

fn main() -> Result<(), String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(&arguments))
}

async fn run(arguments: &Arguments) -> Result<(), String> {
    let mut program = Program::new(arguments)?;
    program.start().await?;
    let definition = player::send_definition(program.address()).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for number in 0..arguments.games {
        let player = Player::sit_down(program.address(), &definition, number).await?;
        players.push(tokio::spawn(player.play(arguments.every, Arc::clone(&stop))));
    }
    let idle = Idle::new(&program).await?;
    let rounds = match &arguments.fill {
        true => filler::rounds(&program, arguments).await,
        false => kill_rounds(&mut program, arguments, &idle).await,
    };
    stop.store(true, Ordering::Relaxed);
    let mut seen = Seen::default();
    for player in players {
        seen.add(&player.await.map_err(|error| error.to_string())??);
    }
    program.end();
    println!("{}, {} moves answered, {} reconnections, none lost", rounds?, seen.moves, seen.reconnections);
    Ok(())
}

async fn kill_rounds(program: &mut Program, arguments: &Arguments, idle: &Idle) -> Result<String, String> {
    let mut worst = 0;
    for round in 0..arguments.rounds {
        tokio::time::sleep(arguments.round).await;
        let (before, asked) = (idle.left().await?, Instant::now());
        program.kill();
        let alive = asked.elapsed();
        program.start().await?;
        let (started, after) = (Instant::now(), idle.left().await?);
        let ran = (alive + started.elapsed()).as_millis() as i64;
        let off = before - after - ran;
        worst = worst.max(off.abs());
        eprintln!("round {}: the clock is off by {off} ms", round + 1);
        // The service runs a little before it can be asked; only what it was down must not be charged.
        if !(-CLOCK..=CLOCK + program.startup().as_millis() as i64).contains(&off) {
            return Err(format!("round {}: a clock is off by {off} ms", round + 1));
        }
    }
    Ok(format!("{} times ended from outside, clocks off by at most {worst} ms", arguments.rounds))
}

/// A game in which nobody moves and a clock runs.
struct Idle {
    person: Person,
    game: String,
}

impl Idle {
    async fn new(program: &Program) -> Result<Idle, String> {
        let person = Person::new(program.address(), "Idle").await?;
        let wish = json!({ "game": "chess", "seats": ["me", "me"], "clock": "60+0" });
        let made: Value = person.post("/api/games", &wish).await?;
        let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
        Ok(Idle { person, game })
    }

    /// What is left on the clock that runs, in milliseconds.
    async fn left(&self) -> Result<i64, String> {
        let began = Instant::now();
        loop {
            match self.person.get(&format!("/api/games/{}", self.game)).await {
                Ok(state) => {
                    return state["table"]["clocks"][0]["left"]
                        .as_i64()
                        .ok_or_else(|| format!("no clock: {state}"));
                }
                Err(error) if began.elapsed() > Duration::from_secs(20) => return Err(error),
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}
