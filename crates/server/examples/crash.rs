//! Ends the server from outside again and again while people play, and looks whether every move that was answered is
//! still there, every game goes on, and clocks are right. With `--fill` the disk is filled instead. Then the drill: a copy
//! made while people play is put into another folder, and both are looked over.
//!
//! `cargo xtask crash --games 1000 --rounds 20`

#[path = "load/arguments.rs"]
mod arguments;
#[path = "load/client.rs"]
mod client;
#[path = "crash/drill.rs"]
mod drill;
#[path = "crash/filler.rs"]
mod filler;
#[path = "crash/idle.rs"]
mod idle;
#[path = "load/program.rs"]
mod program;
#[path = "load/seat.rs"]
mod seat;
#[path = "load/tables.rs"]
mod tables;
#[path = "load/tally.rs"]
mod tally;

use arguments::Arguments;
use idle::Idle;
use program::Program;
use std::time::{Duration, Instant};
use tables::Tables;

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
    let idle = Idle::new(&program).await?;
    let tables = Tables::begin(program.address(), arguments, true).await?;
    let rounds = match &arguments.fill {
        true => filler::rounds(&program, arguments).await,
        false => kill_rounds(&mut program, arguments, &idle).await,
    };
    // People still play while the copy is made.
    let copy = drill::Copy::make(&program);
    let tally = tables.end().await?;
    let drilled = match copy {
        Ok(copy) => copy.put_back(&mut program, &idle).await,
        Err(error) => Err(error),
    };
    println!(
        "{}; {} games, {} moves answered, {} refused, {} came back to what they missed, {} to everything, {} errors",
        rounds?,
        arguments.games,
        tally.answered,
        tally.refused,
        tally.replayed,
        tally.anew,
        tally.errors.len(),
    );
    tally.verdict()?;
    println!("{}", drilled?);
    Ok(())
}

async fn kill_rounds(program: &mut Program, arguments: &Arguments, idle: &Idle) -> Result<String, String> {
    let (mut worst, mut slowest) = (0, Duration::ZERO);
    for round in 1..=arguments.rounds {
        tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
        let (before, asked) = (idle.left().await?, Instant::now());
        program.kill();
        let (alive, killed) = (asked.elapsed(), Instant::now());
        program.start().await?;
        slowest = slowest.max(killed.elapsed());
        let (after, up) = idle.left_and_up().await?;
        // Only the time it ran is charged.
        let off = before - after - (alive.as_millis() as i64 + up);
        worst = worst.max(off.abs());
        eprintln!("round {round}: away {} ms, the clock is off by {off} ms", killed.elapsed().as_millis());
        if off.abs() > CLOCK {
            return Err(format!("round {round}: a clock is off by {off} ms"));
        }
    }
    // Whoever was away comes back before it ends.
    tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
    let slowest = slowest.as_millis();
    Ok(format!(
        "{} times ended from outside, answering again after at most {slowest} ms, clocks off by at most {worst} ms",
        arguments.rounds
    ))
}
