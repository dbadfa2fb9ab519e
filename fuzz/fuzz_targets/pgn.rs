//! Any text as a file of games.
#![no_main]

use chatura_fuzz::{USUAL, bounded};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bounded(USUAL, || chatura_rules::notation::fuzz::fuzz_pgn(data)));
