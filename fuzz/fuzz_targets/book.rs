//! Any bytes as an opening book for chess, Polyglot's or our own. With an even first byte a book of our own has its first line
//! already, and Polyglot's the key of the start.
#![no_main]

use chatura_book::Book;
use chatura_fuzz::{USUAL, bounded, game};
use chatura_rules::{Position, random::Random};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static START: LazyLock<Position> = LazyLock::new(|| Position::start(&game("chess")));

/// The key of the start of chess, as Polyglot has it.
const KEY: u64 = 0x463b_9618_1691_fc9c;
const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\t";

// The game is compiled before time is taken.
fuzz_target!(init: { LazyLock::force(&START); }, |data: &[u8]| bounded(USUAL, || {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let (text, entries) = match first % 2 {
        0 => {
            let keyed = rest.chunks(8).flat_map(|entry| [&KEY.to_be_bytes(), entry].concat());
            (format!("chatura book 1 chess\n{POSITION}{text}"), keyed.collect())
        }
        _ => (text.into_owned(), rest.to_vec()),
    };
    for book in [Book::of_text(START.game(), &text), Book::of_polyglot(START.game(), &entries)] {
        match book {
            Ok(book) => {
                let moves = book.moves(&START);
                assert!(moves.iter().all(|known| START.is_legal(known.mv)));
                assert!(moves.iter().all(|known| known.score.is_none_or(|score| (0.0..=1.0).contains(&score))));
                let _ = book.choose(&START, &mut Random::new(1));
            }
            Err(error) => drop(error.to_string()),
        }
    }
}));
