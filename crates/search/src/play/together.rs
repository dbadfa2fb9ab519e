//! What the threads of one thought tell each other, besides the table: which moves are being searched, so that each
//! takes another, and how deep the first of them has come, so that the others need not finish what is known.

use super::root::Candidate;
use super::worker::Worker;
use chatura_rules::Move;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// From this depth on it pays to leave a move that another thread is at for later.
const DEFERRED: i32 = 4;
/// How many groups of four moves are known to be searched.
const GROUPS: usize = 1 << 13;

/// Shared by the threads of one thought.
pub(crate) struct Together {
    /// The moves being searched, each with its position as one number; nought is none. Two threads that write at once
    /// lose a note, which costs a little time and nothing else.
    busy: Vec<[AtomicU64; 4]>,
    /// The depth that the first has finished.
    reached: AtomicU32,
    /// What it found there.
    found: Mutex<(u32, Vec<Candidate>)>,
}

/// A move in a position, as one number.
#[derive(Clone, Copy)]
pub(super) struct Errand(u64);

impl Errand {
    fn new(key: u64, mv: Move) -> Errand {
        let mv = super::table::pack_move(Some(mv));
        Errand((key ^ mv.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }
}

impl Together {
    pub fn new() -> Together {
        Together {
            busy: (0..GROUPS).map(|_| Default::default()).collect(),
            reached: AtomicU32::new(0),
            found: Mutex::default(),
        }
    }

    #[inline(always)]
    fn group(&self, errand: Errand) -> &[AtomicU64; 4] {
        &self.busy[(errand.0 >> 32) as usize % GROUPS]
    }

    /// The depth that the first has finished.
    #[inline(always)]
    pub fn reached(&self) -> u32 {
        self.reached.load(Ordering::Relaxed)
    }

    /// Tells what was found at a depth, if nobody has told of it yet.
    pub(super) fn tell(&self, depth: u32, candidates: &[Candidate]) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > found.0 {
            *found = (depth, candidates.to_vec());
            self.reached.store(depth, Ordering::Relaxed);
        }
    }

    /// What was found at the deepest, if that is deeper.
    pub(super) fn deeper(&self, depth: u32) -> Option<(u32, Vec<Candidate>)> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        (found.0 > depth).then(|| found.clone())
    }
}

impl<const W: usize> Worker<'_, W> {
    /// A move here as other threads may know it, if there are any and it is worth telling them.
    #[inline(always)]
    pub(super) fn errand(&self, mv: Move, depth: i32) -> Option<Errand> {
        (depth >= DEFERRED && self.shared.together.is_some()).then(|| Errand::new(self.key, mv))
    }

    #[inline(always)]
    fn notes(&self, errand: Option<Errand>) -> Option<(&[AtomicU64; 4], u64)> {
        Some((self.shared.together.as_ref()?.group(errand?), errand?.0))
    }

    /// Whether another thread is at it.
    #[inline(always)]
    pub(super) fn is_busy(&self, errand: Option<Errand>) -> bool {
        let at =
            |(group, it): (&[AtomicU64; 4], u64)| group.iter().any(|slot| slot.load(Ordering::Relaxed) == it);
        self.notes(errand).is_some_and(at)
    }

    /// This thread begins it.
    #[inline(always)]
    pub(super) fn begin(&self, errand: Option<Errand>) {
        if let Some((group, it)) = self.notes(errand) {
            let free = group.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
            free.unwrap_or(&group[0]).store(it, Ordering::Relaxed);
        }
    }

    /// This thread is done with it.
    #[inline(always)]
    pub(super) fn end(&self, errand: Option<Errand>) {
        if let Some((group, it)) = self.notes(errand) {
            for slot in group.iter().filter(|slot| slot.load(Ordering::Relaxed) == it) {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}
