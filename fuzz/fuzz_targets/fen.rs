//! Any text as a FEN. The first byte chooses the game.
#![no_main]

use chatura_fuzz::{USUAL, bounded, starts};
use chatura_rules::Position;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(starts);

// The games are compiled before time is taken.
fuzz_target!(init: { LazyLock::force(&STARTS); }, |data: &[u8]| {
    if let [first, rest @ ..] = data {
        let start = &STARTS[usize::from(*first) % STARTS.len()];
        bounded(USUAL, || chatura_rules::notation::fuzz::fuzz_fen(rest, start));
    }
});
