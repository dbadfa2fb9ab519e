//! Our own form: a line a position, in text.
//!
//! The first line names the form and the game. Each other has the position, as FEN without what only counts moves, and then
//! the moves with how often they were played and how many points came of them, with tabs between.

use crate::{BookError, BookMove};
use chatura_rules::notation::{format_fen, parse_move};
use chatura_rules::{Game, Position};
use std::collections::HashMap;

/// The beginning of the first line; the game follows.
pub(crate) const HEAD: &str = "chatura book 1 ";

/// A move by its text, how often it was played, and the points that came of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub text: String,
    pub count: u32,
    pub points: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Entries {
    positions: HashMap<String, Vec<Entry>>,
}

/// A position as it is found again: its FEN without the numbers at the end, which only count moves.
pub(crate) fn key(position: &Position) -> String {
    let fen = format_fen(position);
    let mut rest = fen.as_str();
    while let Some((before, last)) = rest.rsplit_once(' ') {
        if last.is_empty() || !last.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = before;
    }
    rest.to_owned()
}

impl Entries {
    pub fn read(game: &Game, text: &str) -> Result<Entries, BookError> {
        let wrong = |words: String| BookError::Form(words);
        let mut lines = text.lines();
        let named = lines.next().and_then(|first| first.strip_prefix(HEAD));
        let named = named.ok_or_else(|| wrong(format!("line 1: a book begins with \"{HEAD}GAME\"")))?;
        if named.trim() != game.about().id {
            return Err(wrong(format!("it is a book for {}, not for {}", named.trim(), game.about().id)));
        }
        let mut positions = HashMap::new();
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut parts = line.split('\t');
            let key = parts.next().unwrap_or_default().to_owned();
            let moves: Option<Vec<Entry>> = parts.map(entry).collect();
            let moves = moves.filter(|moves| !moves.is_empty());
            let moves = moves.ok_or_else(|| {
                wrong(format!(
                    "line {}: a position and its moves as MOVE COUNT POINTS, tabs between",
                    index + 2
                ))
            })?;
            positions.insert(key, moves);
        }
        Ok(Entries { positions })
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let known = self.positions.get(&key(position)).map_or(&[][..], Vec::as_slice);
        let legal = |entry: &Entry| {
            let mv = parse_move(position, &entry.text).ok().filter(|mv| position.is_legal(*mv))?;
            // As Polyglot weighs them: two for a win, one for a draw.
            let weight = (2.0 * entry.points).round().clamp(0.0, f64::from(u32::MAX)) as u32;
            let score = entry.points / f64::from(entry.count.max(1));
            Some(BookMove { mv, weight, count: entry.count, score: Some(score) })
        };
        known.iter().filter_map(legal).collect()
    }
}

/// Reads `e2e4 12 7.5`.
fn entry(text: &str) -> Option<Entry> {
    let mut words = text.split(' ');
    let text = words.next().filter(|text| !text.is_empty())?.to_owned();
    let count = words.next()?.parse().ok().filter(|count| *count > 0)?;
    let points: f64 = words.next()?.parse().ok()?;
    let fits = (0.0..=f64::from(count)).contains(&points) && words.next().is_none();
    fits.then_some(Entry { text, count, points })
}
