//! An honest client: many games between two people each, over real sockets, a move a second in each; every answer is
//! checked. It prints what it saw as a row of a table.
//!
//! `cargo xtask load --games 1000 --seconds 30`, or against a service elsewhere with `--address`.

#[path = "load/arguments.rs"]
mod arguments;
#[path = "load/client.rs"]
mod client;
#[path = "load/pair.rs"]
mod pair;

use arguments::Arguments;
use pair::Tally;
use server::{Config, Limits, Service};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> Result<(), String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(&arguments))
}

async fn run(arguments: &Arguments) -> Result<(), String> {
    let (address, own) = match arguments.address {
        Some(address) => (address, None),
        None => {
            let folder = std::env::temp_dir().join(format!("chatura-load-{}", std::process::id()));
            let service = start(folder.clone()).await?;
            (service.address(), Some((service, folder)))
        }
    };
    let tally = play(address, arguments).await;
    let memory = own.as_ref().and_then(|_| resident());
    if let Some((service, folder)) = own {
        service.stop().await;
        let _ = std::fs::remove_dir_all(folder);
    }
    let tally = tally?;
    println!("| games | sockets | moves/s | p50 ms | p99 ms | worst ms | errors | memory MB |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    println!("{}", tally.row(arguments, memory));
    match tally.errors.is_empty() {
        true => Ok(()),
        false => Err(format!("{} errors, the first: {}", tally.errors.len(), tally.errors[0])),
    }
}

async fn start(folder: std::path::PathBuf) -> Result<Service, String> {
    let limits = Limits { games: u32::MAX, connections: 20_000, ..Limits::default() };
    let config = Config { limits, ..Config::new(folder) };
    Service::start(config).await.map_err(|error| error.to_string())
}

async fn play(address: SocketAddr, arguments: &Arguments) -> Result<Tally, String> {
    let (games, length) = (arguments.games, Duration::from_secs(arguments.seconds));
    let room = Arc::new(tokio::sync::Semaphore::new(64));
    let definition: Arc<str> = pair::send_definition(address).await?.into();
    // Everybody sits down before anybody moves.
    let mut tables = Vec::new();
    for number in 0..games {
        let (room, definition) = (Arc::clone(&room), Arc::clone(&definition));
        tables.push(tokio::spawn(async move {
            let _permit = room.acquire_owned().await.map_err(|error| error.to_string())?;
            pair::Pair::sit_down(address, &definition, number).await
        }));
    }
    let mut pairs = Vec::new();
    for table in tables {
        pairs.push(table.await.map_err(|error| error.to_string())??);
    }
    eprintln!("{} games, {} sockets; {} seconds …", games, 2 * games, arguments.seconds);
    let begin = Instant::now() + Duration::from_millis(200);
    let every = arguments.every;
    let playing: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(number, pair)| {
            // Moves are spread over the time between two of them.
            let first = begin + every.mul_f64(number as f64 / games.max(1) as f64);
            tokio::spawn(pair.play(first, every, begin + length))
        })
        .collect();
    let mut tally = Tally::default();
    for game in playing {
        tally.add(game.await.map_err(|error| error.to_string())?);
    }
    Ok(tally)
}

/// The memory of this process, client and service together, in megabytes.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}
