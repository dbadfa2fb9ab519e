//! The table of positions: what was found out about them, shared by all threads without locks.

use crate::answer::DECIDED;
use chatura_rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// Nothing is stored.
    None = 0,
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    /// What a value means that was found within a window.
    #[inline(always)]
    pub fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, if one was.
    pub mv: Option<Move>,
    /// What it is worth.
    pub value: i32,
    /// What it is worth without looking ahead, if that was asked.
    pub eval: Option<i32>,
    /// How deep it was searched.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
}

impl Entry {
    /// Whether a value with this bound decides a window.
    #[inline(always)]
    pub fn cuts(&self, value: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
            Bound::None => false,
        }
    }
}

/// Two words: the move with depth, bound and age; and a part of the key with the values. The key is stored mixed with
/// the other word, so that halves of two entries never pass for one.
#[derive(Default)]
struct Slot {
    first: AtomicU64,
    second: AtomicU64,
}

/// As many as fit into a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

const NO_EVAL: i16 = i16::MIN;
const NO_MOVE: u64 = Move::NO_BITS;
const DEPTH_SHIFT: u32 = 52;
const BOUND_SHIFT: u32 = 59;
const AGE_SHIFT: u32 = 61;

impl TranspositionTable {
    /// A table of about so many millions of bytes; less if there is not so much.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let mut count = megabytes.clamp(1, 1 << 20) * 1_000_000 / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() {
            count = (count / 2).max(1);
        }
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
    }

    /// Another thought begins: what is older gives way.
    pub fn next_age(&self) {
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1) & 7, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Says that a position will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, whatever the address, and every processor of this kind has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let second = slot.second.load(Ordering::Relaxed);
            let first = slot.first.load(Ordering::Relaxed);
            if (second >> 32) as u32 == check(key, first) && first >> BOUND_SHIFT & 3 != 0 {
                return Some(unpack(first, second));
            }
        }
        None
    }

    /// Keeps what was found out about a position.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut worst, mut least) = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let first = slot.first.load(Ordering::Relaxed);
            let second = slot.second.load(Ordering::Relaxed);
            if (second >> 32) as u32 == check(key, first) {
                let old = unpack(first, second);
                // A shallow look at a position does not replace a deep one, unless that is old; and none replaces a
                // win that was found.
                let fresh = (first >> AGE_SHIFT) as u8 == age;
                let shallow = fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth;
                let won = old.value > DECIDED && old.bound != Bound::Upper && entry.value < old.value;
                if shallow || won {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                worst = slot;
                break;
            }
            let past = age.wrapping_sub((first >> AGE_SHIFT) as u8) & 7;
            let worth = (first >> DEPTH_SHIFT & 127) as i32 - 6 * i32::from(past);
            if worth < least {
                (worst, least) = (slot, worth);
            }
        }
        let (first, second) = pack(key, &entry, age);
        worst.first.store(first, Ordering::Relaxed);
        worst.second.store(second, Ordering::Relaxed);
    }

    /// How full it is, in thousandths.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let looked = self.buckets.len().min(250);
        let fresh = |slot: &&Slot| {
            let first = slot.first.load(Ordering::Relaxed);
            first >> BOUND_SHIFT & 3 != 0 && (first >> AGE_SHIFT) as u8 == age
        };
        let used = self.buckets[..looked].iter().flat_map(|bucket| &bucket.0).filter(fresh).count();
        (used * 1000 / (looked * 4).max(1)) as u32
    }
}

/// The part of the key that is stored, mixed with the first word.
#[inline(always)]
fn check(key: u64, first: u64) -> u32 {
    key as u32 ^ first as u32 ^ (first >> 32) as u32
}

#[inline(always)]
fn pack(key: u64, entry: &Entry, age: u8) -> (u64, u64) {
    let first = pack_move(entry.mv)
        | (entry.depth.clamp(0, 127) as u64) << DEPTH_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
        | u64::from(age & 7) << AGE_SHIFT;
    let fitting = |value: i32| value.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16;
    let eval = entry.eval.map_or(NO_EVAL, fitting);
    let values = u64::from(fitting(entry.value) as u16) << 16 | u64::from(eval as u16);
    (first, u64::from(check(key, first)) << 32 | values)
}

#[inline(always)]
fn unpack(first: u64, second: u64) -> Entry {
    let eval = second as u16 as i16;
    Entry {
        mv: Move::from_bits(first),
        value: i32::from((second >> 16) as u16 as i16),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: (first >> DEPTH_SHIFT & 127) as i32,
        bound: match first >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        },
    }
}

/// A move or none as a number that fits into 52 bits.
#[inline(always)]
pub(super) fn pack_move(mv: Option<Move>) -> u64 {
    mv.map_or(NO_MOVE, Move::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::PieceType;

    #[test]
    fn entries_come_back_as_they_went() {
        let table = TranspositionTable::new(1);
        let mv = Move::step(255, 3).with_piece(PieceType(63));
        for (index, mv) in [None, Some(mv), Some(Move::step(1, 2)), Some(Move::PASS)].into_iter().enumerate()
        {
            for value in [-32_000, -1, 0, 31_999] {
                for eval in [None, Some(-20_000), Some(7)] {
                    let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1);
                    let entry = Entry { mv, value, eval, depth: 77, bound: Bound::Exact };
                    table.store(key, entry);
                    assert_eq!(table.probe(key), Some(entry));
                    assert_eq!(table.probe(key ^ 1), None);
                }
            }
        }
    }
}
