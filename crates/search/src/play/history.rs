//! Which moves did well elsewhere in the tree: what comes first is searched first.

use rules::Move;

/// The most a number in these tables can be.
const MOST: i32 = 16_384;
/// How many pairs of moves are remembered at most.
const PAIRS: usize = 1 << 22;

/// What was learnt in one thread.
pub(crate) struct History {
    /// By piece of a player and where it went.
    quiet: Vec<i16>,
    /// By the same and the type taken.
    captures: Vec<i16>,
    /// By a move before and a move now, both as piece and place.
    pairs: Vec<i16>,
    /// By the move before: what refuted it.
    counters: Vec<Option<Move>>,
    traces: usize,
    types: usize,
}

/// A piece of a player and where it went, as one number.
pub(crate) type Trace = usize;

impl History {
    /// Tables for so many players, types and cells.
    pub fn new(players: usize, types: usize, cells: usize) -> History {
        let traces = players * types * cells;
        History {
            quiet: vec![0; traces],
            captures: vec![0; traces * types],
            pairs: vec![0; (traces * traces).min(PAIRS)],
            counters: vec![None; traces],
            traces,
            types,
        }
    }

    /// Lets old lessons fade before another thought.
    pub fn fade(&mut self) {
        for value in self.quiet.iter_mut().chain(&mut self.captures) {
            *value /= 2;
        }
    }

    /// How well a quiet move did, alone and after the moves before it.
    #[inline(always)]
    pub fn quiet(&self, trace: Trace, before: [Option<Trace>; 2]) -> i32 {
        let mut sum = i32::from(self.quiet[trace]) * 2;
        for before in before.into_iter().flatten() {
            sum += i32::from(self.pairs[self.pair(before, trace)]);
        }
        sum
    }

    /// How well a capture did.
    #[inline(always)]
    pub fn capture(&self, trace: Trace, victim: usize) -> i32 {
        i32::from(self.captures[trace * self.types + victim])
    }

    /// What refuted a move.
    #[inline(always)]
    pub fn counter(&self, before: Option<Trace>) -> Option<Move> {
        before.and_then(|trace| self.counters[trace])
    }

    /// Remembers how a quiet move did.
    pub fn learn_quiet(&mut self, trace: Trace, before: [Option<Trace>; 2], bonus: i32) {
        shift(&mut self.quiet[trace], bonus);
        for before in before.into_iter().flatten() {
            let pair = self.pair(before, trace);
            shift(&mut self.pairs[pair], bonus);
        }
    }

    /// Where a pair is remembered; where there are too many, several share a place.
    #[inline(always)]
    fn pair(&self, before: Trace, now: Trace) -> usize {
        let index = before * self.traces + now;
        if index < self.pairs.len() {
            return index;
        }
        let mixed = (before as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
        ((mixed & !63) as usize).wrapping_add(now) & (PAIRS - 1)
    }

    /// Remembers how a capture did.
    pub fn learn_capture(&mut self, trace: Trace, victim: usize, bonus: i32) {
        shift(&mut self.captures[trace * self.types + victim], bonus);
    }

    /// Remembers what refuted a move.
    pub fn learn_counter(&mut self, before: Option<Trace>, mv: Move) {
        if let Some(trace) = before {
            self.counters[trace] = Some(mv);
        }
    }
}

/// Moves a number towards its bound, the less the nearer it is.
#[inline(always)]
fn shift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}
