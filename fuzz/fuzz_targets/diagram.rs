//! Any text as the parameters of an interactive diagram, compiled and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::diagram(data));
