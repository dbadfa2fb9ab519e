//! Makes a book from games.

use crate::own::{self, Entry};
use crate::{BookError, is_chess, polyglot};
use chatura_rules::notation::format_move;
use chatura_rules::{Game, Line, Move};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Counts games: which moves were played where, and what came of them.
#[derive(Clone, Debug)]
pub struct Maker {
    game: Arc<Game>,
    plies: usize,
    games: u32,
    positions: BTreeMap<String, Seen>,
}

/// What was seen of a position.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Its key in Polyglot's books, where it can have one.
    key: u64,
    moves: BTreeMap<String, Counted>,
}

#[derive(Clone, Debug, Default)]
struct Counted {
    /// As Polyglot's books write it.
    code: u16,
    count: u32,
    points: f64,
}

impl Maker {
    /// Counts so many plies of each game.
    pub fn new(game: &Arc<Game>, plies: usize) -> Maker {
        Maker { game: game.clone(), plies, games: 0, positions: BTreeMap::new() }
    }

    /// How many games were counted.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many positions were seen.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Counts a game, with what each player has won, from 0 to 1.
    pub fn add(&mut self, line: &Line, shares: &[f64]) {
        self.games += 1;
        let chess = is_chess(&self.game);
        let mut position = line.first();
        for mv in line.moves().iter().copied().take(self.plies) {
            let share = shares.get(position.turn().index()).copied().unwrap_or(0.5).clamp(0.0, 1.0);
            let seen = self.positions.entry(own::key(&position)).or_default();
            let counted = seen.moves.entry(format_move(&position, mv)).or_default();
            if chess && counted.count == 0 {
                seen.key = polyglot::key(&position);
                counted.code = polyglot::code(&position, mv).unwrap_or(0);
            }
            counted.count += 1;
            counted.points += share;
            if self.play(&mut position, mv).is_none() {
                break;
            }
        }
    }

    fn play(&self, position: &mut chatura_rules::Position, mv: Move) -> Option<()> {
        position.play(mv).ok().map(drop)
    }

    /// The book in our own form, with the moves that were played at least so often.
    pub fn text(&self, least: u32) -> String {
        let mut text = format!("{}{}\n", own::HEAD, self.game.about().id);
        for (key, seen) in &self.positions {
            let entry = |(text, counted): (&String, &Counted)| Entry {
                text: text.clone(),
                count: counted.count,
                points: counted.points,
            };
            let mut moves: Vec<Entry> =
                seen.moves.iter().map(entry).filter(|entry| entry.count >= least).collect();
            moves.sort_by(|a, b| b.points.total_cmp(&a.points).then(b.count.cmp(&a.count)));
            if moves.is_empty() {
                continue;
            }
            text += key;
            for Entry { text: mv, count, points } in moves {
                // Shares of more than two players are no halves.
                let _ = write!(text, "\t{mv} {count} {}", (points * 1000.0).round() / 1000.0);
            }
            text.push('\n');
        }
        text
    }

    /// The book in Polyglot's form; only for chess.
    pub fn polyglot(&self, least: u32) -> Result<Vec<u8>, BookError> {
        if !is_chess(&self.game) {
            let words = format!("Polyglot's books are for chess, not for {}", self.game.about().id);
            return Err(BookError::Form(words));
        }
        let mut all = Vec::new();
        for seen in self.positions.values() {
            let kept: Vec<&Counted> =
                seen.moves.values().filter(|counted| counted.count >= least && counted.code != 0).collect();
            let weight = |counted: &Counted| (2.0 * counted.points).round();
            // A weight has sixteen bits.
            let most = kept.iter().map(|counted| weight(counted)).fold(f64::from(u16::MAX), f64::max);
            for counted in kept {
                let weight = (weight(counted) * f64::from(u16::MAX) / most).round() as u16;
                if weight > 0 {
                    all.push((seen.key, counted.code, weight));
                }
            }
        }
        Ok(polyglot::write(all))
    }
}
