//! Any text as the parameters of an interactive diagram, now and then compiled and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::read_mostly(data, "fuzz.txt", chatura_define::fuzz::diagram));
