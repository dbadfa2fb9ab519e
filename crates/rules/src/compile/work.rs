//! What compiling may cost: work is counted as it is done, whether or not anything comes of it.
//!
//! The count alone decides what is too intricate, so a definition is accepted on every machine or on none. Deadlines and
//! cancellation are for those who wait.

use crate::cell::MAX_TYPES;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The most work of one compilation, in steps of some tens of nanoseconds. The largest game of the catalogue needs a
/// tenth of it.
pub const MAX_WORK: u64 = 16_000_000;
/// How much is done between two looks at the clock.
const LOOK: u64 = 1 << 14;

/// For how long somebody waits for a compilation.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// When it is given up.
    pub until: Option<Instant>,
    /// Set when nobody wants the result any more.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// The most work in steps, where less is wanted than everybody may ask for.
    pub steps: Option<u64>,
}

/// Why a movement is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    /// The ways from one cell.
    #[error("too intricate: there are too many ways to walk from one cell")]
    States,
    /// The ways from all cells, or of all pieces together.
    #[error("too intricate: the pieces have too many ways to move")]
    Work,
    /// The time.
    #[error("too intricate: it was not compiled in the time there was")]
    Late,
    /// Somebody.
    #[error("compiling was cancelled")]
    Cancelled,
}

/// Counts the work of one compilation.
#[derive(Debug)]
pub struct Work {
    all: u64,
    left: Cell<u64>,
    /// The next look is due when no more than this is left.
    look: Cell<u64>,
    /// The piece being worked on, and what was left when that began.
    piece: Cell<(usize, u64)>,
    /// What each piece of the definition has cost.
    spent: Cell<[u64; MAX_TYPES]>,
    patience: Patience,
}

impl Default for Work {
    fn default() -> Work {
        Work::new(Patience::default())
    }
}

impl Work {
    /// All that may be done.
    pub fn new(patience: Patience) -> Work {
        let all = patience.steps.map_or(MAX_WORK, |steps| steps.min(MAX_WORK));
        Work {
            all,
            left: Cell::new(all),
            look: Cell::new(all),
            piece: Cell::new((0, all)),
            spent: Cell::new([0; MAX_TYPES]),
            patience,
        }
    }

    /// Counts some work.
    #[inline]
    pub(crate) fn spend(&self, steps: usize) -> Result<(), WalkError> {
        let left = self.left.get().checked_sub(steps as u64 + 1).ok_or(WalkError::Work)?;
        self.left.set(left);
        if left > self.look.get() { Ok(()) } else { self.look_up(left) }
    }

    #[cold]
    fn look_up(&self, left: u64) -> Result<(), WalkError> {
        self.look.set(left.saturating_sub(LOOK));
        if self.patience.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
            return Err(WalkError::Cancelled);
        }
        match self.patience.until.is_some_and(|until| Instant::now() >= until) {
            true => Err(WalkError::Late),
            false => Ok(()),
        }
    }

    /// What follows is done for a piece of the definition.
    pub(crate) fn turn_to(&self, piece: usize) {
        let (last, before) = self.piece.replace((piece, self.left.get()));
        let mut spent = self.spent.get();
        spent[last.min(MAX_TYPES - 1)] += before - self.left.get();
        self.spent.set(spent);
    }

    /// The piece that has cost most.
    pub(crate) fn dearest(&self) -> usize {
        self.turn_to(self.piece.get().0);
        let spent = self.spent.get();
        (0..spent.len()).rev().max_by_key(|piece| spent[*piece]).unwrap_or(0)
    }

    /// How much was done.
    pub(crate) fn done(&self) -> u64 {
        self.all - self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_runs_out_and_the_dearest_is_named() {
        let work = Work::default();
        for (piece, steps) in [(0, 10), (2, 1_000_000), (1, 100)] {
            work.turn_to(piece);
            assert_eq!(work.spend(steps), Ok(()));
        }
        assert_eq!(work.spend(MAX_WORK as usize), Err(WalkError::Work));
        assert_eq!((work.dearest(), work.done()), (2, 1_000_113));
        assert_eq!(work.spend(usize::MAX - 1), Err(WalkError::Work));
    }

    #[test]
    fn nobody_waits_longer_than_they_said() {
        let late = Work::new(Patience { until: Some(Instant::now()), ..Patience::default() });
        assert_eq!(late.spend(1), Err(WalkError::Late));
        let cancelled = Arc::new(AtomicBool::new(false));
        let work = Work::new(Patience { cancelled: Some(Arc::clone(&cancelled)), ..Patience::default() });
        assert_eq!(work.spend(1), Ok(()));
        cancelled.store(true, Ordering::Relaxed);
        let told = (0..3).map(|_| work.spend(LOOK as usize)).find(Result::is_err);
        assert_eq!(told, Some(Err(WalkError::Cancelled)));
    }

    #[test]
    fn less_work_may_be_wanted() {
        let work = Work::new(Patience { steps: Some(100), ..Patience::default() });
        assert_eq!((work.spend(98), work.done()), (Ok(()), 99));
        assert_eq!(work.spend(1), Err(WalkError::Work));
        assert_eq!(Work::new(Patience { steps: Some(u64::MAX), ..Patience::default() }).all, MAX_WORK);
    }
}
