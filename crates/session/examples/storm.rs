//! Many sessions with random commands over all games of the catalogue, each checked at every step:
//! `cargo run --release -p chatura-session --example storm -- 10000`, with a first seed behind it if wanted.

#[path = "../tests/common/mod.rs"]
mod common;

use common::storm::{Tally, storm};
use std::process::ExitCode;

/// Commands given in one session.
const COMMANDS: usize = 80;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Ok(sessions), Ok(first)) = (arguments.next().unwrap_or(Ok(1000)), arguments.next().unwrap_or(Ok(0)))
    else {
        eprintln!("usage: storm [SESSIONS [FIRST SEED]]");
        return ExitCode::from(2);
    };
    let games: Vec<_> =
        chatura_define::catalogue::list().iter().map(|entry| common::game(&entry.about.id)).collect();
    let mut tally = Tally::default();
    for seed in first..first + sessions {
        let game = &games[(seed % games.len() as u64) as usize];
        let result = std::panic::catch_unwind(|| storm(game, seed, COMMANDS));
        match result {
            Ok(found) => tally.add(&found),
            Err(_) => {
                eprintln!("seed {seed}, {}", game.about().id);
                return ExitCode::FAILURE;
            }
        }
    }
    let Tally { accepted, refused, flags, ended } = tally;
    println!("{sessions} sessions of {} games, seeds from {first}", games.len());
    println!("{accepted} commands accepted, {refused} refused, {flags} flags fell, {ended} games ended");
    ExitCode::SUCCESS
}
