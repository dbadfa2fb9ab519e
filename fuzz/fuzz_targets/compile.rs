//! Any bytes as a game, compiled and played. Now and then it may take all the work there is.
#![no_main]

use chatura_fuzz::bounded;
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

/// What an input may take: all the work a compilation may cost is done in half a second where nothing is checked and counted.
const MOST: Duration = Duration::from_secs(5);

fuzz_target!(|data: &[u8]| bounded(MOST, || chatura_define::fuzz::compile(data)));
