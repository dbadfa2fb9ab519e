//! Any bytes as an endgame table.
#![no_main]

use chatura_fuzz::{USUAL, bounded};
use chatura_search::tables::{Tables, fuzz};
use libfuzzer_sys::fuzz_target;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Three by three: whatever a table is about, it is small.
const SMALL: &str = "name = \"Small\"\nboard.size = [3, 3]\npieces.king = { letter = \"K\", moves = \"K\", royal = true }\n\
                     pieces.rook = { letter = \"R\", moves = \"R\" }\nsetup.array = \"kr1/3/1RK\"\nend.checkmate = \"loss\"\n";

static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(|| {
    let game =
        chatura_define::load_text(SMALL, "small.toml", &[], 0).unwrap_or_else(|error| panic!("{error}"));
    Mutex::new(fuzz::none(&game).unwrap_or_else(|| panic!("a game for tables")))
});

// The game is compiled before time is taken.
fuzz_target!(init: { LazyLock::force(&TABLES); }, |data: &[u8]| {
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    bounded(USUAL, || fuzz::table(data, &mut tables));
});
