//! Any text as a move. The first byte chooses the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use chatura_rules::Position;
use std::sync::OnceLock;

static STARTS: OnceLock<Vec<Position>> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let starts = STARTS.get_or_init(|| {
        let games = chatura_define::catalogue::list().iter();
        games.filter_map(|entry| chatura_define::load(&entry.about.id, &[], 0).ok()).map(|game| Position::start(&game)).collect()
    });
    if let [first, rest @ ..] = data {
        chatura_rules::notation::fuzz::fuzz_move(rest, &starts[usize::from(*first) % starts.len()]);
    }
});
