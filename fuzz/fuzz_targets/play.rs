//! Any definition that is accepted can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::play(data));
