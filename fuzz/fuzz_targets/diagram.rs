//! Any text as the parameters of an interactive diagram, read.
#![no_main]

use chatura_fuzz::{USUAL, bounded};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bounded(USUAL, || chatura_define::fuzz::diagram(data)));
