//! A hostile client: attacks the server in every way it knows, one after the other and several at once, while a hundred
//! honest games are played and every game of the catalogue is started. Each attack is bounded, and held or failed.
//!
//! `cargo xtask attack`, `cargo xtask attack --only svg`

#[path = "attack/again.rs"]
mod again;
#[path = "load/arguments.rs"]
mod arguments;
#[path = "load/client.rs"]
mod client;
#[path = "attack/floods.rs"]
mod floods;
#[path = "attack/frames.rs"]
mod frames;
#[path = "attack/ground.rs"]
mod ground;
#[path = "attack/made.rs"]
mod made;
#[path = "attack/multiplied.rs"]
mod multiplied;
#[path = "attack/people.rs"]
mod people;
#[path = "load/program.rs"]
mod program;
#[path = "attack/races.rs"]
mod races;
#[path = "load/seat.rs"]
mod seat;
#[path = "attack/shares.rs"]
mod shares;
#[path = "load/tables.rs"]
mod tables;
#[path = "load/tally.rs"]
mod tally;
#[path = "attack/uploads.rs"]
mod uploads;
#[path = "attack/wire.rs"]
mod wire;

use arguments::Arguments;
use client::Person;
use ground::{Attack, Ground};
use program::Program;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tables::Tables;
use tokio::sync::Semaphore;

/// The longest an attack may take; who has not ended by then is waited for by the server.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many attack at once.
const ATTACKERS: usize = 4;
/// What a move of an honest game may take, 99 of 100 times, in milliseconds.
const LATE: f64 = 100.0;
/// The most memory the server may have, in megabytes.
const MEMORY: u64 = 768;
/// What a game of the catalogue may take to start.
const START: Duration = Duration::from_secs(10);

fn main() -> Result<(), String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(&arguments))
}

async fn run(arguments: &Arguments) -> Result<(), String> {
    let mut program = Program::new(arguments)?;
    program.start().await?;
    // The second believes a proxy on this machine, as which the attackers pose.
    let mut proxied = program.with_data(program.data().with_extension("proxied"))?;
    proxied.options(&["--trust-proxy", "127.0.0.1", "--public-url", "https://chess.example.org"]);
    proxied.start().await?;
    let ground = Arc::new(Ground { address: program.address(), proxied: proxied.address() });
    let tables = Tables::begin(program.address(), arguments, false).await?;
    let starting = tokio::spawn(start_every_game(program.address()));
    let failed = attack(&ground, arguments).await;
    let slowest = starting.await.map_err(|error| error.to_string())?;
    let tally = tables.end().await?;
    let late = tally.late(99);
    println!(
        "meanwhile {} honest games: {} moves, p50 {:.1} ms, p99 {late:.1} ms, worst {:.1} ms, {} errors; memory {} MB",
        arguments.games,
        tally.answered,
        tally.late(50),
        tally.late(100),
        tally.errors.len(),
        program.memory().unwrap_or(0),
    );
    let (count, name, took) = slowest?;
    println!(
        "meanwhile {count} games of the catalogue started, the slowest in {} ms ({name})",
        took.as_millis()
    );
    tally.verdict()?;
    if late > LATE {
        return Err(format!("99 of 100 moves of honest games took up to {late:.1} ms"));
    }
    if let Some(memory) = program.memory().filter(|memory| *memory > MEMORY) {
        return Err(format!("the server had {memory} MB"));
    }
    match failed {
        0 => Ok(()),
        failed => Err(format!("{failed} attacks got through")),
    }
}

/// Runs the attacks, prints what came of each, and counts those that got through.
async fn attack(ground: &Arc<Ground>, arguments: &Arguments) -> usize {
    let known = [
        people::ATTACKS,
        races::ATTACKS,
        wire::ATTACKS,
        frames::ATTACKS,
        uploads::ATTACKS,
        made::ATTACKS,
        multiplied::ATTACKS,
        again::ATTACKS,
        shares::ATTACKS,
        floods::ATTACKS,
    ];
    let wanted =
        |attack: &&Attack| arguments.only.as_ref().is_none_or(|word| attack.0.contains(word.as_str()));
    let attacks: Vec<&Attack> = known.into_iter().flatten().filter(wanted).collect();
    let room = Arc::new(Semaphore::new(ATTACKERS));
    let mut under_way = Vec::new();
    for (name, begin) in attacks {
        let (ground, room) = (Arc::clone(ground), Arc::clone(&room));
        under_way.push(tokio::spawn(async move {
            let _place = room.acquire_owned().await;
            let began = Instant::now();
            let result = tokio::time::timeout(PATIENCE, begin(Arc::clone(&ground))).await;
            let mut result = result.unwrap_or_else(|_| Err("it did not end".to_owned()));
            if let Err(error) = Person::stranger(ground.address).get("/health").await {
                result = Err(format!("the server does not answer any more: {error}"));
            }
            match &result {
                Ok(()) => println!("held    {name} ({} ms)", began.elapsed().as_millis()),
                Err(why) => println!("FAILED  {name}: {why}"),
            }
            result.is_ok()
        }));
    }
    let (mut held, mut failed) = (0, 0);
    for one in under_way {
        match one.await {
            Ok(true) => held += 1,
            _ => failed += 1,
        }
    }
    println!("{held} attacks held, {failed} failed");
    failed
}

/// Starts every game of the catalogue once; how many, and which took longest.
async fn start_every_game(address: SocketAddr) -> Result<(usize, String, Duration), String> {
    let mut person = Person::new(address, "Starter").await?;
    let catalogue = person.get("/api/catalogue").await?;
    let ids: Vec<String> = catalogue["games"]
        .as_array()
        .ok_or("no games in the catalogue")?
        .iter()
        .filter_map(|game| game["id"].as_str().map(str::to_owned))
        .collect();
    let mut slowest = (ids.len(), String::new(), Duration::ZERO);
    for (number, id) in ids.into_iter().enumerate() {
        if number % 40 == 39 {
            person = Person::new(address, "Starter").await?;
        }
        let began = Instant::now();
        let made: Value = person.post("/api/games", &json!({ "game": id })).await?;
        if made["game"].as_str().is_none() || began.elapsed() > START {
            return Err(format!("{id} took {} ms to start: {made}", began.elapsed().as_millis()));
        }
        if began.elapsed() > slowest.2 {
            (slowest.1, slowest.2) = (id, began.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    match slowest.0 {
        0 => Err("the catalogue is empty".to_owned()),
        _ => Ok(slowest),
    }
}
