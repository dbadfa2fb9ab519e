//! What the threads of one search tell each other, besides the transposition table: which moves are being searched, so
//! that each defers those and takes another, and how deep the first of them has come, so that the others need not
//! finish what is known.

use super::root::Candidate;
use super::worker::Worker;
use chatura_rules::Move;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// From this depth on it pays to leave a move that another thread is at for later.
const DEFERRED: i32 = 4;
/// How many groups of four moves are known to be searched.
const GROUPS: usize = 1 << 13;

/// Shared by the threads of one search (symmetric multiprocessing).
pub(crate) struct Smp {
    /// The moves being searched, each with its position as one number; nought is none. Two threads that write at once
    /// lose a note, which costs a little time and nothing else.
    busy: Vec<[AtomicU64; 4]>,
    /// The depth that the first has finished.
    reached: AtomicU32,
    /// What it found there.
    found: Mutex<(u32, Vec<Candidate>)>,
}

/// A move in a position, hashed to one number.
#[derive(Clone, Copy)]
pub(super) struct MoveHash(u64);

impl MoveHash {
    fn new(key: u64, mv: Move) -> MoveHash {
        let mv = super::table::pack_move(Some(mv));
        MoveHash((key ^ mv.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }
}

impl Smp {
    pub fn new() -> Smp {
        Smp {
            busy: (0..GROUPS).map(|_| Default::default()).collect(),
            reached: AtomicU32::new(0),
            found: Mutex::default(),
        }
    }

    #[inline(always)]
    fn group(&self, move_hash: MoveHash) -> &[AtomicU64; 4] {
        &self.busy[(move_hash.0 >> 32) as usize % GROUPS]
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
    pub(super) fn move_hash(&self, mv: Move, depth: i32) -> Option<MoveHash> {
        (depth >= DEFERRED && self.shared.smp.is_some()).then(|| MoveHash::new(self.key, mv))
    }

    #[inline(always)]
    fn notes(&self, move_hash: Option<MoveHash>) -> Option<(&[AtomicU64; 4], u64)> {
        Some((self.shared.smp.as_ref()?.group(move_hash?), move_hash?.0))
    }

    /// Whether it is left for later: another thread searches it.
    #[inline(always)]
    pub(super) fn is_deferred(&self, move_hash: Option<MoveHash>) -> bool {
        let at =
            |(group, it): (&[AtomicU64; 4], u64)| group.iter().any(|slot| slot.load(Ordering::Relaxed) == it);
        self.notes(move_hash).is_some_and(at)
    }

    /// This thread begins to search it.
    #[inline(always)]
    pub(super) fn start_searching(&self, move_hash: Option<MoveHash>) {
        if let Some((group, it)) = self.notes(move_hash) {
            let free = group.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
            free.unwrap_or(&group[0]).store(it, Ordering::Relaxed);
        }
    }

    /// This thread is done with it.
    #[inline(always)]
    pub(super) fn finish_searching(&self, move_hash: Option<MoveHash>) {
        if let Some((group, it)) = self.notes(move_hash) {
            for slot in group.iter().filter(|slot| slot.load(Ordering::Relaxed) == it) {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}
