//! People who play the program, all at once: how long it takes to answer when it has to answer many.

use crate::arguments::Arguments;
use crate::client::{Ear, Person, hear, say};
use crate::tally::percentile;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Nobody waits longer unless it starves.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays so many games against the program at once, for a while; a row of a table.
pub async fn play(address: SocketAddr, arguments: &Arguments) -> Result<String, String> {
    let mut games = Vec::new();
    let (every, end) = (arguments.every, Instant::now() + Duration::from_secs(arguments.seconds));
    for number in 0..arguments.games {
        games.push(tokio::spawn(one(address, number, every, end)));
    }
    let (mut waits, mut fewest) = (Vec::new(), usize::MAX);
    for game in games {
        let own = game.await.map_err(|error| error.to_string())??;
        fewest = fewest.min(own.len());
        waits.extend(own);
    }
    println!(
        "| games against the program | answers | fewest in a game | p50 ms | p99 ms | worst ms | memory MB |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    Ok(format!(
        "| {} | {} | {fewest} | {:.0} | {:.0} | {:.0} |",
        arguments.games,
        waits.len(),
        percentile(&waits, 50),
        percentile(&waits, 99),
        percentile(&waits, 100)
    ))
}

/// One game: a move as soon as it is one's turn and a while has passed; how long each answer took.
async fn one(
    address: SocketAddr,
    number: usize,
    every: Duration,
    end: Instant,
) -> Result<Vec<Duration>, String> {
    let person = Person::new(address, &format!("Person {number}")).await?;
    let made = person.post("/api/games", &json!({ "game": "chess", "seats": ["me", "ai:5"] })).await?;
    let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
    let (mut mouth, mut ear) = person.watch(&game, None).await?;
    let mut turn = until(&mut ear, |message| message["tell"] == "state").await?;
    let mut waits = Vec::new();
    while Instant::now() < end {
        let Some(legal) = turn["legal"].as_array().filter(|legal| !legal.is_empty()) else { break };
        let text = legal[rand::random_range(0..legal.len())]["text"].clone();
        let sent = Instant::now();
        let order = json!({ "do": "command", "id": waits.len().to_string(), "game": game, "command": { "command": "move", "text": text } });
        say(&mut mouth, &order).await?;
        let over = |message: &Value| message["event"]["event"] == "ended";
        let mine = |message: &Value| message["legal"].is_array() && message["tell"] == "event";
        turn = until(&mut ear, |message| mine(message) || over(message)).await?;
        if over(&turn) {
            break;
        }
        waits.push(sent.elapsed());
        tokio::time::sleep(every).await;
    }
    Ok(waits)
}

async fn until(ear: &mut Ear, is: impl Fn(&Value) -> bool) -> Result<Value, String> {
    let search = async {
        loop {
            let message = hear(ear).await?;
            if message["ok"] == false {
                return Err(message.to_string());
            }
            if is(&message) {
                return Ok(message);
            }
        }
    };
    tokio::time::timeout(PATIENCE, search).await.unwrap_or_else(|_| Err("nobody answered".to_owned()))
}
