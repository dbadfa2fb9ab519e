//! Honest clients: many games between two people each, over real sockets, a move a second in each; every answer is
//! checked, and at the end every list of moves. It prints what it saw as a row of a table.
//!
//! `cargo xtask load --games 1000 --seconds 30`; with `--drop` people lose their connections at random, with
//! `--rubbish 10000` others send malformed things meanwhile, with `--ai` the program plays the second side.

#[path = "load/ai.rs"]
mod ai;
#[path = "load/arguments.rs"]
mod arguments;
#[path = "load/client.rs"]
mod client;
#[path = "load/program.rs"]
mod program;
#[path = "load/rubbish.rs"]
mod rubbish;
#[path = "load/seat.rs"]
mod seat;
#[path = "load/tables.rs"]
mod tables;
#[path = "load/tally.rs"]
mod tally;

use arguments::Arguments;
use program::Program;
use std::net::SocketAddr;
use std::time::Duration;
use tables::Tables;
use tally::Tally;

fn main() -> Result<(), String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(&arguments))
}

async fn run(arguments: &Arguments) -> Result<(), String> {
    let (address, program) = match arguments.address {
        Some(address) => (address, None),
        None => {
            let mut program = Program::new(arguments)?;
            program.start().await?;
            (program.address(), Some(program))
        }
    };
    let memory = || {
        let megabytes = program.as_ref().and_then(Program::memory);
        megabytes.map_or_else(|| "?".to_owned(), |megabytes| megabytes.to_string())
    };
    if arguments.ai {
        return ai::play(address, arguments).await.map(|row| println!("{row} {} |", memory()));
    }
    let (tally, rubbish) = play(address, arguments).await?;
    println!("| games | sockets | moves/s | p50 ms | p99 ms | worst ms | moves | errors | memory MB |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    println!(
        "| {} | {} | {:.0} | {:.1} | {:.1} | {:.1} | {} | {} | {} |",
        arguments.games,
        2 * arguments.games,
        tally.rate(),
        tally.late(50),
        tally.late(99),
        tally.late(100),
        tally.answered,
        tally.errors.len(),
        memory(),
    );
    if arguments.drop {
        println!("came back: {} told what they missed, {} told everything", tally.replayed, tally.anew);
    }
    if let Some(rubbish) = rubbish {
        println!("{rubbish}");
    }
    tally.verdict()
}

async fn play(address: SocketAddr, arguments: &Arguments) -> Result<(Tally, Option<String>), String> {
    let tables = Tables::begin(address, arguments, false).await?;
    let length = tokio::time::sleep(Duration::from_secs(arguments.seconds));
    let rubbish = match arguments.rubbish {
        0 => None,
        count => Some(rubbish::send(address, count).await?),
    };
    length.await;
    Ok((tables.end().await?, rubbish))
}
