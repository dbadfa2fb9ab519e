//! Any text said to our engine, line by line. The first byte chooses the protocol.
#![no_main]

use chatura_fuzz::{bounded, game};
use chatura_protocol::{Games, fuzz};
use chatura_rules::Game;
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// What a conversation may take: it has up to sixty thoughts.
const MOST: Duration = Duration::from_secs(10);

/// What is offered, small games before all: a thought about them is short.
const OFFERED: [&str; 5] = ["chess", "chess960", "crazyhouse", "minishogi", "losalamos"];
const UNLISTED: &str = "three-player";

static GAMES: LazyLock<Vec<Arc<Game>>> =
    LazyLock::new(|| OFFERED.iter().chain([&UNLISTED]).map(|name| game(name)).collect());

// The games are compiled before time is taken, and once.
fuzz_target!(init: { LazyLock::force(&GAMES); }, |data: &[u8]| {
    let load = |name: &str, _: &[(String, String)]| {
        let known = GAMES.iter().find(|game| game.about().id == name);
        known.map(Arc::clone).ok_or_else(|| "there is no such game".to_owned())
    };
    let within = |path: &str| vec![path.to_owned()];
    let (names, unlisted) = (OFFERED.map(str::to_owned).to_vec(), vec![UNLISTED.to_owned()]);
    let games = Games { names, shaped: Vec::new(), unlisted, load: &load, within: &within };
    bounded(MOST, || match data {
        [first, rest @ ..] if first % 2 == 0 => drop(fuzz::uci(rest, &games)),
        [_, rest @ ..] => drop(fuzz::xboard(rest, &games)),
        [] => {}
    });
});
