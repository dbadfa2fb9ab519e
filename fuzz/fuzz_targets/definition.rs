//! Any text as a definition.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::definition(data));
