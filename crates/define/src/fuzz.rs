//! Bodies of fuzz tests: any bytes may come, nothing may panic.
//!
//! Reading is apart from compiling, which takes a hundred times as long: a reader meets more texts in the same time.

mod small;

pub use small::compile;

use crate::catalogue::{definition_of_text, load_text_within};
use chatura_rules::{Game, Patience};
use std::sync::Arc;

/// How many moves are played.
const MOVES: usize = 30;

/// The most steps a text is compiled for: twice as many as the most intricate game of the catalogue needs, and done in a
/// part of a second even where every check is on.
const STEPS: u64 = 3_000_000;

/// A definition's text, read but not compiled.
pub fn definition(bytes: &[u8]) {
    read(bytes, "fuzz.toml");
}

/// A board file, read but not compiled.
pub fn xml(bytes: &[u8]) {
    read(bytes, "fuzz.xml");
}

/// A text as `variants.ini`, read but not compiled.
pub fn ini(bytes: &[u8]) {
    read(bytes, "fuzz.ini");
}

/// A text as a diagram's parameters, read but not compiled.
pub fn diagram(bytes: &[u8]) {
    read(bytes, "fuzz.txt");
}

/// A text in the form that its file's name tells, read but not compiled.
fn read(bytes: &[u8], file: &str) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = definition_of_text(&text, file, &[], 0) {
        error.findings().iter().for_each(|finding| drop(finding.to_string()));
    }
}

/// A number that any change of the bytes changes.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(1_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)))
}

/// Betza notation.
pub fn betza(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match crate::betza::parse(&text) {
        Ok(movement) => {
            assert!(movement.parts.len() <= crate::betza::MAX_PARTS);
            for part in &movement.parts {
                assert!(!part.legs.is_empty() && part.legs.iter().all(|leg| !leg.leaps.is_empty()));
            }
        }
        Err(error) => assert!(text.is_char_boundary(error.column)),
    }
}

/// A text of any form, told by its beginning and its lines. One that is accepted can be played: thirty moves at random, each
/// written, read, taken back and asked for an outcome. A board file is also written and read again.
pub fn play(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let is_board = text.trim_start().starts_with('<');
    let file = if is_board { "fuzz.xml" } else { "fuzz.toml" };
    let patience = Patience { steps: Some(STEPS), ..Patience::default() };
    match load_text_within(&text, file, &[], 0, patience) {
        Ok(game) => {
            if is_board {
                write_board(&game);
            }
            play_game(&game, bytes, MOVES);
        }
        Err(error) => error.findings().iter().for_each(|finding| drop(finding.to_string())),
    }
}

/// Writes a game as a board file, which can be read again, and asks it where pieces go.
fn write_board(game: &Game) {
    let start = game.start();
    for cell in (0..game.board().len()).map(|cell| chatura_rules::Cell(cell as u16)) {
        let _ = game.destinations(start, cell);
    }
    if let Ok(text) = crate::xml::write(game) {
        let again = crate::xml::read(&text, "again", 0);
        assert!(again.problems.is_empty(), "{:?}", again.problems);
    }
}

fn play_game(game: &Arc<Game>, bytes: &[u8], most: usize) {
    use chatura_rules::notation::{format_fen, format_move, format_san, parse_fen};
    use chatura_rules::random::Random;
    let mut random = Random::new(sum(bytes));
    let mut line = chatura_rules::Line::new(chatura_rules::Position::start(game));
    for _ in 0..most {
        let moves = line.position().legal_moves();
        let _ = (line.outcome(), line.claimable(), parse_fen(game, &format_fen(line.position())));
        if moves.is_empty() {
            break;
        }
        let mv = *random.pick(&moves);
        let before = line.position().clone();
        let _ = (format_move(&before, mv), format_san(&before, mv));
        line.play_unchecked(mv);
        line.undo();
        assert!(*line.position() == before, "{mv:?} cannot be taken back");
        line.play_unchecked(mv);
        assert_eq!(line.position().hash(), line.position().hash_afresh());
    }
}

#[cfg(test)]
mod tests {
    use chatura_rules::random::Random;

    #[test]
    fn any_notation_is_read_or_refused() {
        let letters = b"WFDNAHCLZJGKRBQfblrvshmceinjpgzaOo0123 \xC3\xA9";
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let text: Vec<u8> = (0..random.below(24)).map(|_| letters[random.below(letters.len())]).collect();
            super::betza(&text);
        }
    }

    #[test]
    fn any_mutilated_definition_is_read_or_refused() {
        for entry in crate::catalogue::list() {
            let mut random = Random::named(&entry.about.id, 2);
            for _ in 0..100 {
                let mut text = entry.text.as_bytes().to_vec();
                for _ in 0..=random.below(4) {
                    let (from, length) = (random.below(text.len()), random.below(12));
                    let end = (from + length).min(text.len());
                    match random.below(3) {
                        0 => drop(text.drain(from..end)),
                        1 => text[from] = b"\"'[]{}=.,\n#a1\\"[random.below(14)],
                        _ => {
                            let copied = text[from..end].to_vec();
                            let at = random.below(text.len());
                            text.splice(at..at, copied);
                        }
                    }
                }
                super::definition(&text);
            }
        }
    }

    #[test]
    fn large_and_deep_texts_are_refused() {
        for part in ["=", "a=[", "\"\"\"", "a.", "[[a]]\n", "a={b=", "[", "\u{e9}"] {
            super::definition(part.repeat(250_000 / part.len()).as_bytes());
        }
        let numbered = |form: fn(usize) -> String| (0..20_000).map(form).collect::<String>();
        super::definition(numbered(|n| format!("a{n}=1\n")).as_bytes());
        super::definition(numbered(|n| format!("[a{n}]\n")).as_bytes());
    }
}
