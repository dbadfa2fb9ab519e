//! Any text as a file of games.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_rules::notation::fuzz::fuzz_pgn(data));
