//! Any text as a move. The first byte chooses the game.
#![no_main]

use chatura_rules::Position;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let games = chatura_define::catalogue::list().iter();
    let games = games.filter_map(|entry| chatura_define::load(&entry.about.id, &[], 0).ok());
    games.map(|game| Position::start(&game)).collect()
});

// The games are compiled before time is taken.
fuzz_target!(init: { LazyLock::force(&STARTS); }, |data: &[u8]| {
    if let [first, rest @ ..] = data {
        chatura_rules::notation::fuzz::fuzz_move(rest, &STARTS[usize::from(*first) % STARTS.len()]);
    }
});
