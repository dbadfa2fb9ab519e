//! Any text as `variants.ini`, compiled and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::ini(data));
