//! Positions to learn from, in memory.

use crate::records::{self, Record};
use chatura_rules::random::Random;
use chatura_rules::{Game, MAX_PLAYERS};
use chatura_search::Engine;
use chatura_search::net::{Inputs, Sample};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Of so many games one is held back, to see how the net does with what it has not seen.
const HELD_BACK: u64 = 20;
/// What the engine thinks is not asked beyond this: there is a mate, or as good as one.
const DECIDED: i16 = 3_000;

/// Positions to learn from.
pub struct Set {
    players: usize,
    /// Facts of all positions, one after the other.
    facts: Vec<u32>,
    /// Where those of each position end.
    ends: Vec<u64>,
    /// By position: whose turn it is, who plays, how many pieces there are, whether it is held back.
    about: Vec<About>,
    /// By position, or by position × players: what the hand-made evaluation says.
    values: Vec<i16>,
    /// By position × players: the share of the others each left behind.
    shares: Vec<u8>,
    /// How many hundredths of a pawn make a chance of 0.73.
    pub unit: f32,
}

#[derive(Clone, Copy)]
struct About {
    turn: u8,
    alive: u8,
    pieces: u16,
    /// What the engine thought, for the one whose turn it is.
    score: i16,
    held_back: bool,
}

/// One position as training sees it.
pub(super) struct One<'a> {
    pub turn: usize,
    pub alive: u8,
    pub pieces: usize,
    pub score: i16,
    pub facts: &'a [u32],
    pub values: &'a [i16],
    pub shares: &'a [u8],
}

impl Set {
    /// Reads games from files, the latest last, until there are as many positions as there may be; the oldest games are
    /// left out first.
    pub fn read(
        game: &Arc<Game>,
        engine: &Engine,
        inputs: &Inputs,
        files: &[&Path],
        most: usize,
    ) -> io::Result<Set> {
        let players = game.players().len();
        let mut set = Set {
            players,
            facts: Vec::new(),
            ends: Vec::new(),
            about: Vec::new(),
            values: Vec::new(),
            shares: Vec::new(),
            unit: 250.0,
        };
        let mut number = 0;
        for file in files.iter().rev() {
            records::read(file, inputs.fingerprint(), |record| {
                number += 1;
                // Neighbouring numbers say little about each other.
                let held_back = Random::new(number).next().is_multiple_of(HELD_BACK);
                set.add(game, engine, inputs, &record, held_back);
                set.len() < most
            })?;
        }
        set.unit = set.fit_unit();
        Ok(set)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.about.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.about.is_empty()
    }

    fn add(&mut self, game: &Arc<Game>, engine: &Engine, inputs: &Inputs, record: &Record, held_back: bool) {
        let Some(first) = record.first(game) else { return };
        if record.shares.len() != self.players {
            return;
        }
        let shares: Vec<u8> = record.shares.iter().map(|share| (share * 240.0) as u8).collect();
        engine.samples(&first, &record.moves, inputs, &mut |sample: &Sample<'_>| {
            let Some(score) = record.scores.get(sample.ply).copied().flatten() else { return };
            if sample.violent || self.players == 2 && score.abs() > DECIDED {
                return;
            }
            self.facts.extend(sample.facts);
            self.ends.push(self.facts.len() as u64);
            self.about.push(About {
                turn: sample.turn as u8,
                alive: sample.alive,
                pieces: sample.pieces as u16,
                score,
                held_back,
            });
            let values = if self.players == 2 { 1 } else { self.players };
            let narrow = |value: &i32| (*value).clamp(-32_000, 32_000) as i16;
            self.values.extend(sample.values[..values.min(MAX_PLAYERS)].iter().map(narrow));
            self.shares.extend(&shares);
        });
    }

    /// The positions to learn from, and those held back.
    pub(super) fn divided(&self) -> (Vec<u32>, Vec<u32>) {
        (0..self.len() as u32).partition(|index| !self.about[*index as usize].held_back)
    }

    /// One position.
    #[inline(always)]
    pub(super) fn one(&self, index: u32) -> One<'_> {
        let at = index as usize;
        let begin = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        let (about, values) = (self.about[at], if self.players == 2 { 1 } else { self.players });
        One {
            turn: about.turn.into(),
            alive: about.alive,
            pieces: about.pieces.into(),
            score: about.score,
            facts: &self.facts[begin..self.ends[at] as usize],
            values: &self.values[at * values..][..values],
            shares: &self.shares[at * self.players..][..self.players],
        }
    }

    /// How many hundredths of a pawn make a chance of 0.73 in this game: as the scores and the results fit best. With more
    /// than two players, as how strong they stand and who came in before whom.
    fn fit_unit(&self) -> f32 {
        let every = (self.len() / 20_000).max(1);
        let wrong = |unit: f32| -> f64 {
            let mut sum = 0.0;
            for index in (0..self.len() as u32).step_by(every) {
                let one = self.one(index);
                let error = |lead: f32, share: f32| f64::from(chance(lead / unit) - share).powi(2);
                if self.players == 2 {
                    sum += error(one.score.into(), share(one.shares[one.turn]));
                    continue;
                }
                for first in 0..self.players {
                    for second in first + 1..self.players {
                        if one.alive >> first & 1 != 0 && one.alive >> second & 1 != 0 {
                            let lead = f32::from(one.values[first]) - f32::from(one.values[second]);
                            sum += error(lead, before(one.shares, first, second));
                        }
                    }
                }
            }
            sum
        };
        let units = (0..24).map(|index| 60.0 * 1.2f32.powi(index));
        let best = units.map(|unit| (wrong(unit), unit)).min_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(250.0, |(_, unit)| unit)
    }
}

/// A share as it is kept, as a part of one.
#[inline(always)]
pub(super) fn share(kept: u8) -> f32 {
    f32::from(kept) / 240.0
}

/// Whether one came in before another, by their shares: 1, a half, or 0.
#[inline(always)]
pub(super) fn before(shares: &[u8], one: usize, other: usize) -> f32 {
    match shares[one].cmp(&shares[other]) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// The chance to win with such a lead.
#[inline(always)]
pub(super) fn chance(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}
