//! Any text as a board file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chatura_define::fuzz::read_mostly(data, "fuzz.xml", chatura_define::fuzz::xml));
