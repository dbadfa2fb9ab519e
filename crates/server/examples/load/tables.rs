//! Many tables with two people each: everybody sits down, plays for a while, and compares notes with the server.

use crate::arguments::Arguments;
use crate::client::Person;
use crate::seat::{Plan, Seat, Signal};
use crate::tally::Tally;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Barrier, Semaphore, watch};
use tokio::task::JoinHandle;

/// Chess that does not end by itself, so that two can move for as long as they like.
const ENDLESS: &str = "extends = \"chess\"\nname = \"Endless\"\nabout = \"For measuring.\"\n\
                       end.repetition = { claim = 100, automatic = 100 }\n\
                       end.no-progress = { claim = 1000, automatic = 1000 }\n";
/// How many sit down, or compare, at a time.
const ROOM: usize = 64;

/// What the two at a table share.
pub struct Table {
    /// The id of the game.
    pub game: String,
    /// The last move that was sent: its ply and when.
    pub sent: Mutex<Option<(usize, Instant)>>,
    /// Both wait here before they compare notes.
    pub end: Barrier,
}

/// People who play until they are told to stop.
pub struct Tables {
    seats: Vec<JoinHandle<Result<Tally, String>>>,
    signal: watch::Sender<Signal>,
    began: Instant,
}

impl Tables {
    /// Everybody sits down, then everybody begins.
    pub async fn begin(address: SocketAddr, arguments: &Arguments, patient: bool) -> Result<Tables, String> {
        let room = Arc::new(Semaphore::new(ROOM));
        let definition: Arc<str> = send_definition(address).await?.into();
        let (signal, signals) = watch::channel(Signal::Wait);
        let mut coming = Vec::new();
        for number in 0..arguments.games {
            // Moves are spread over the time between two of them.
            let offset = arguments.every.mul_f64(number as f64 / arguments.games.max(1) as f64);
            let (every, drop, room) = (arguments.every, arguments.drop, Arc::clone(&room));
            let plan = Plan { every, offset, drop, patient, room: Arc::clone(&room) };
            let (definition, signals) = (Arc::clone(&definition), signals.clone());
            coming.push(tokio::spawn(async move {
                let _permit = room.acquire_owned().await.map_err(|error| error.to_string())?;
                let seats = sit_down(address, &definition, number, &plan).await?;
                Ok::<_, String>(seats.map(|seat| tokio::spawn(seat.play(signals.clone()))))
            }));
        }
        let mut seats = Vec::new();
        for table in coming {
            seats.extend(table.await.map_err(|error| error.to_string())??);
        }
        eprintln!("{} games, {} sockets …", arguments.games, 2 * arguments.games);
        let began = Instant::now() + Duration::from_secs(1);
        let _ = signal.send(Signal::Begin(began));
        Ok(Tables { seats, signal, began })
    }

    /// Tells everybody to stop, and adds up what they saw.
    pub async fn end(self) -> Result<Tally, String> {
        let played = self.began.elapsed();
        let _ = self.signal.send(Signal::Stop);
        let mut tally = Tally { played, ..Tally::default() };
        for seat in self.seats {
            match seat.await.map_err(|error| error.to_string())? {
                Ok(seen) => tally.add(seen),
                Err(error) => tally.errors.push(error),
            }
        }
        Ok(tally)
    }
}

async fn send_definition(address: SocketAddr) -> Result<String, String> {
    let sender = Person::new(address, "Sender").await?;
    let sent = sender.post("/api/definitions", &json!({ "text": ENDLESS, "file": "endless.toml" })).await?;
    sent["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no id in {sent}"))
}

/// Makes a game, and gives both seats to somebody who watches it.
async fn sit_down(
    address: SocketAddr,
    definition: &str,
    number: usize,
    plan: &Plan,
) -> Result<[Seat; 2], String> {
    let white = Person::new(address, &format!("White {number}")).await?;
    let black = Person::new(address, &format!("Black {number}")).await?;
    let wish = json!({ "game": definition, "seats": ["me"], "clock": "60+60" });
    let made = white.post("/api/games", &wish).await?;
    let game = made["game"].as_str().ok_or("a game without an id")?.to_owned();
    black.post("/api/invitations", &json!({ "code": made["invitations"][0]["code"] })).await?;
    let table = Arc::new(Table { game, sent: Mutex::new(None), end: Barrier::new(2) });
    let white = Seat::take(Arc::clone(&table), white, 0, plan.clone()).await?;
    Ok([white, Seat::take(table, black, 1, plan.clone()).await?])
}
