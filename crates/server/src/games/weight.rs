//! How much work a game is. What takes long is done where nobody else waits for it: a move on a board of 676 cells with
//! hundreds of riders takes a hundred times as long as one of chess.

use super::legal::legal_moves;
use crate::problem::Problem;
use axum::http::StatusCode;
use chatura_rules::notation::pgn::{Pgn, PgnLine};
use chatura_rules::{Game, Position};
use chatura_session::{Phase, Session, Time};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What may be done between what others want.
const LIGHT: Duration = Duration::from_millis(1);
/// Of what something took, so much is forgotten each time it is done again: one part of so many. Positions differ, and the next
/// may be as heavy as the one before the last.
const FORGOTTEN: u64 = 32;

/// How long all of a game may take to be played: it is played again whenever it comes back from its log.
const LONGEST: Duration = Duration::from_secs(5);

/// The most something took lately, in microseconds.
#[derive(Debug, Default)]
pub struct Weight(AtomicU64);

impl Weight {
    /// It was done again.
    pub fn note(&self, took: Duration) {
        let before = self.0.load(Ordering::Relaxed);
        let now = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.0.store(now.max(before - before.div_ceil(FORGOTTEN)), Ordering::Relaxed);
    }

    /// Does it, and notes how long that takes.
    pub fn measure<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        self.note(began.elapsed());
        done
    }

    /// Whether it holds up others.
    pub fn is_heavy(&self) -> bool {
        u128::from(self.0.load(Ordering::Relaxed)) > LIGHT.as_micros()
    }
}

/// How much work it is to do something in a game, and to tell of it.
#[derive(Debug, Default)]
pub struct Weights {
    /// A command, with what is told of it.
    pub acting: Weight,
    /// What somebody asks, and all that one is told who begins to watch.
    pub telling: Weight,
    /// What all commands took together, in microseconds.
    spent: AtomicU64,
}

impl Weights {
    /// Finds out, before anybody has to wait for it.
    pub fn of(session: &Session) -> Weights {
        let weights = Weights::default();
        let _view = weights.telling.measure(|| {
            if session.phase() == Phase::Playing {
                weights.acting.measure(|| legal_moves(session.position()));
            }
            serde_json::to_value(session.view(Time(0)))
        });
        weights
    }

    /// Commands took so long.
    pub fn add(&self, took: Duration) {
        self.spent.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Refuses what would make a game longer that takes too long to play again.
    pub fn require_room(&self) -> Result<(), Problem> {
        match u128::from(self.spent.load(Ordering::Relaxed)) < LONGEST.as_micros() {
            true => Ok(()),
            false => Err(too_long()),
        }
    }
}

fn too_long() -> Problem {
    let detail = "the moves of this game take so long to work out that no more are kept; resign or abort it";
    Problem::new(StatusCode::CONFLICT, "full", detail)
}

/// How many moves are written down, with those of variations.
fn moves(line: &PgnLine) -> usize {
    line.nodes.iter().map(|node| 1 + node.variations.iter().map(moves).sum::<usize>()).sum()
}

/// Refuses a game that was written down if its moves would take too long to play, as far as the first position tells.
pub fn require_playable(game: &Arc<Game>, written: &Pgn) -> Result<(), Problem> {
    let began = Instant::now();
    let _ = legal_moves(&Position::start(game));
    let moves = u32::try_from(moves(&written.line)).unwrap_or(u32::MAX);
    match began.elapsed().saturating_mul(moves) < 2 * LONGEST {
        true => Ok(()),
        false => {
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-long", "its moves take too long to play"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_heavy_once_is_for_a_while() {
        let weight = Weight::default();
        weight.note(Duration::from_micros(900));
        assert!(!weight.is_heavy());
        weight.note(Duration::from_millis(50));
        // Who moves a light piece between two heavy ones gains nothing.
        (0..100).for_each(|_| weight.note(Duration::from_micros(50)));
        assert!(weight.is_heavy());
        (0..200).for_each(|_| weight.note(Duration::from_micros(50)));
        assert!(!weight.is_heavy(), "a game that was slow once is not slow for ever");
        weight.note(Duration::MAX);
        assert!(weight.is_heavy());
    }

    #[test]
    fn a_game_that_takes_too_long_to_play_again_is_not_gone_on_with() {
        let weights = Weights::default();
        (0..50_000).for_each(|_| weights.add(Duration::from_micros(50)));
        assert!(weights.require_room().is_ok(), "any game of chess");
        (0..100).for_each(|_| weights.add(Duration::from_millis(30)));
        assert_eq!(weights.require_room().unwrap_err().code, "full");
    }
}
