//! Any text as `variants.ini`, now and then compiled and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::read_mostly(data, "fuzz.ini", chatura_define::fuzz::ini));
