//! Which moves did well elsewhere in the tree: what comes first is searched first.

use super::table::pack_move;
use chatura_rules::Move;
use std::sync::atomic::{AtomicI16, AtomicU64, Ordering};

/// The most a number in these tables can be.
const MOST: i32 = 16_384;
/// How many pairs of moves are remembered at most.
const PAIRS: usize = 1 << 22;

/// What was learnt, by all threads of a thought together: one that is lost because two learn at once does not matter.
pub(crate) struct History {
    /// By piece of a player and where it went.
    quiet: Vec<AtomicI16>,
    /// By the same and the type taken.
    captures: Vec<AtomicI16>,
    /// By a move before and a move now, both as piece and place.
    pairs: Vec<AtomicI16>,
    /// By the move before: what refuted it.
    counters: Vec<AtomicU64>,
    piece_tos: usize,
    types: usize,
}

/// A piece of a player and where it went, as one number.
pub(crate) type PieceTo = usize;

impl History {
    /// Tables for so many players, types and cells.
    pub fn new(players: usize, types: usize, cells: usize) -> History {
        let piece_tos = players * types * cells;
        History {
            quiet: zeros(piece_tos),
            captures: zeros(piece_tos * types),
            pairs: zeros((piece_tos * piece_tos).min(PAIRS)),
            counters: (0..piece_tos).map(|_| AtomicU64::new(pack_move(None))).collect(),
            piece_tos,
            types,
        }
    }

    /// Lets old lessons fade before another thought.
    pub fn fade(&mut self) {
        for value in self.quiet.iter_mut().chain(&mut self.captures) {
            *value.get_mut() /= 2;
        }
    }

    /// How well a quiet move did, alone and after the moves before it.
    #[inline(always)]
    pub fn quiet(&self, piece_to: PieceTo, before: [Option<PieceTo>; 2]) -> i32 {
        let mut sum = get(&self.quiet[piece_to]) * 2;
        for before in before.into_iter().flatten() {
            sum += get(&self.pairs[self.pair(before, piece_to)]);
        }
        sum
    }

    /// How well a capture did.
    #[inline(always)]
    pub fn capture(&self, piece_to: PieceTo, victim: usize) -> i32 {
        get(&self.captures[piece_to * self.types + victim])
    }

    /// What refuted a move.
    #[inline(always)]
    pub fn counter(&self, before: Option<PieceTo>) -> Option<Move> {
        Move::from_bits(self.counters[before?].load(Ordering::Relaxed))
    }

    /// Remembers how a quiet move did.
    pub fn learn_quiet(&self, piece_to: PieceTo, before: [Option<PieceTo>; 2], bonus: i32) {
        shift(&self.quiet[piece_to], bonus);
        for before in before.into_iter().flatten() {
            shift(&self.pairs[self.pair(before, piece_to)], bonus);
        }
    }

    /// Where a pair is remembered; where there are too many, several share a place.
    #[inline(always)]
    fn pair(&self, before: PieceTo, now: PieceTo) -> usize {
        let index = before * self.piece_tos + now;
        if index < self.pairs.len() {
            return index;
        }
        let mixed = (before as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
        ((mixed & !63) as usize).wrapping_add(now) & (PAIRS - 1)
    }

    /// Remembers how a capture did.
    pub fn learn_capture(&self, piece_to: PieceTo, victim: usize, bonus: i32) {
        shift(&self.captures[piece_to * self.types + victim], bonus);
    }

    /// Remembers what refuted a move.
    pub fn learn_counter(&self, before: Option<PieceTo>, mv: Move) {
        if let Some(piece_to) = before {
            let (counter, mv) = (&self.counters[piece_to], pack_move(Some(mv)));
            if counter.load(Ordering::Relaxed) != mv {
                counter.store(mv, Ordering::Relaxed);
            }
        }
    }
}

/// Moves a number towards its bound, the less the nearer it is.
#[inline(always)]
fn shift(value: &AtomicI16, bonus: i32) {
    let old = get(value);
    let new = old + bonus - old * bonus.abs() / MOST;
    // What is not written stays with the other threads too.
    if new != old {
        value.store(new as i16, Ordering::Relaxed);
    }
}

#[inline(always)]
fn get(value: &AtomicI16) -> i32 {
    i32::from(value.load(Ordering::Relaxed))
}

fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}
