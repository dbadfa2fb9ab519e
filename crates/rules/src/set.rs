//! Sets of cells: `W` machine words, one bit a cell.

use crate::cell::{Cell, MAX_CELLS};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The words of a set that any board fits in.
pub const ZONE_WORDS: usize = MAX_CELLS.div_ceil(64);
/// A set of cells of any board, as definitions have it.
pub type Zone = CellSet<ZONE_WORDS>;

/// A set of cells on a board of at most `64 * W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSet<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for CellSet<W> {
    #[inline(always)]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The word a cell's bit is in. On boards of one word there is nothing to find out.
#[inline(always)]
pub(crate) const fn word_of<const W: usize>(cell: usize) -> usize {
    if W == 1 { 0 } else { cell >> 6 }
}

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: Self = CellSet([0; W]);
    /// Every bit, also those beyond the board.
    pub const ALL: Self = CellSet([!0; W]);

    /// One cell.
    #[inline(always)]
    pub const fn of(cell: usize) -> Self {
        let mut words = [0; W];
        words[word_of::<W>(cell)] = 1 << (cell & 63);
        CellSet(words)
    }

    /// The first `count` cells.
    pub fn first(count: usize) -> Self {
        (0..count).map(|c| Cell(c as u16)).collect()
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    pub const fn has(self, cell: usize) -> bool {
        self.0[word_of::<W>(cell)] >> (cell & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline(always)]
    pub const fn insert(&mut self, cell: usize) {
        self.0[word_of::<W>(cell)] |= 1 << (cell & 63);
    }

    /// Takes a cell away.
    #[inline(always)]
    pub const fn remove(&mut self, cell: usize) {
        self.0[word_of::<W>(cell)] &= !(1 << (cell & 63));
    }

    /// Adds the cell if it is missing, takes it away if it is there.
    #[inline(always)]
    pub const fn toggle(&mut self, cell: usize) {
        self.0[word_of::<W>(cell)] ^= 1 << (cell & 63);
    }

    /// Whether there is no cell in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    /// Whether there is a cell in it.
    #[inline(always)]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// How many cells there are.
    #[inline(always)]
    pub fn len(self) -> usize {
        let mut sum = 0;
        for word in self.0 {
            sum += word.count_ones();
        }
        sum as usize
    }

    /// Whether there are two cells or more.
    #[inline(always)]
    pub fn several(self) -> bool {
        if W == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.len() > 1 }
    }

    /// Whether the sets have a cell in common.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// The cells of this set that are not in the other.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        let mut words = self.0;
        for (word, gone) in words.iter_mut().zip(other.0) {
            *word &= !gone;
        }
        CellSet(words)
    }

    /// The lowest cell; the set must not be empty.
    #[inline(always)]
    pub fn lowest(self) -> usize {
        for word in 0..W - 1 {
            if self.0[word] != 0 {
                return word * 64 + self.0[word].trailing_zeros() as usize;
            }
        }
        (W - 1) * 64 + (self.0[W - 1].trailing_zeros() as usize & 63)
    }

    /// The highest cell; the set must not be empty.
    #[inline(always)]
    pub fn highest(self) -> usize {
        for word in (1..W).rev() {
            if self.0[word] != 0 {
                return word * 64 + 63 - self.0[word].leading_zeros() as usize;
            }
        }
        63 - (self.0[0] | 1).leading_zeros() as usize
    }

    /// Every bit up to and including the lowest cell; all bits if the set is empty.
    #[inline(always)]
    pub fn up_to_lowest(self) -> Self {
        // x ^ (x - 1), with the borrow carried from word to word.
        let mut words = [0; W];
        let mut borrow = true;
        for (mask, word) in words.iter_mut().zip(self.0) {
            let (less, next) = word.overflowing_sub(borrow as u64);
            *mask = word ^ less;
            borrow = next;
        }
        CellSet(words)
    }

    /// Every bit from the highest cell upward, including it; all bits if the set is empty.
    #[inline(always)]
    pub fn from_highest(self) -> Self {
        if W == 1 {
            return CellSet([u64::MAX << (63 - (self.0[0] | 1).leading_zeros()); W]);
        }
        let mut words = [0; W];
        let mut open = true;
        for index in (0..W).rev() {
            let word = self.0[index];
            let here = u64::MAX << (63 - (word | 1).leading_zeros());
            words[index] = if open { here } else { 0 };
            open &= word == 0;
        }
        CellSet(words)
    }

    /// The set without its lowest cell.
    #[inline(always)]
    pub fn without_lowest(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        CellSet(words)
    }

    /// The set without its highest cell.
    #[inline(always)]
    pub fn without_highest(self) -> Self {
        let mut words = self.0;
        for word in words.iter_mut().rev() {
            if *word != 0 {
                *word ^= 1 << (63 - word.leading_zeros());
                break;
            }
        }
        CellSet(words)
    }

    /// Every cell moved by `delta` places.
    #[inline(always)]
    pub fn shifted(self, delta: i32) -> Self {
        if W == 1 {
            let word = self.0[0];
            let moved = if delta >= 0 { word << (delta & 63) } else { word >> (-delta & 63) };
            return CellSet([moved; W]);
        }
        let mut words = [0; W];
        let (jump, bits) = ((delta.unsigned_abs() >> 6) as usize, delta.unsigned_abs() & 63);
        for (index, out) in words.iter_mut().enumerate() {
            if delta >= 0 {
                if index >= jump {
                    *out = self.0[index - jump] << bits;
                    if bits != 0 && index > jump {
                        *out |= self.0[index - jump - 1] >> (64 - bits);
                    }
                }
            } else if index + jump < W {
                *out = self.0[index + jump] >> bits;
                if bits != 0 && index + jump + 1 < W {
                    *out |= self.0[index + jump + 1] << (64 - bits);
                }
            }
        }
        CellSet(words)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Copy)]
pub struct Cells<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(self.word * 64 + bits.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for CellSet<W> {
    type Item = usize;
    type IntoIter = Cells<W>;

    #[inline(always)]
    fn into_iter(self) -> Cells<W> {
        Cells { words: self.0, word: 0 }
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell.index());
        }
        set
    }
}

macro_rules! bitwise {
    ($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt $onto:tt) => {
        impl<const W: usize> $trait for CellSet<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // A plain loop is inlined everywhere, also into what is compiled for newer processors.
                let mut words = self.0;
                let mut index = 0;
                while index < W {
                    words[index] $onto other.0[index];
                    index += 1;
                }
                CellSet(words)
            }
        }
        impl<const W: usize> $assign for CellSet<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

bitwise!(BitAnd bitand BitAndAssign bitand_assign & &=);
bitwise!(BitOr bitor BitOrAssign bitor_assign | |=);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign ^ ^=);

impl<const W: usize> Not for CellSet<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            *word = !*word;
        }
        CellSet(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const W: usize>(cells: &[usize]) -> CellSet<W> {
        cells.iter().map(|&c| Cell(c as u16)).collect()
    }

    #[test]
    fn masks_reach_the_nearest_cell_across_words() {
        for cells in [&[3usize, 70, 130][..], &[64], &[63, 64], &[191], &[0], &[]] {
            let s: CellSet<3> = set(cells);
            let low = cells.iter().min().copied().unwrap_or(191);
            let high = cells.iter().max().copied().unwrap_or(0);
            assert_eq!(s.up_to_lowest(), CellSet::first(low + 1), "{cells:?}");
            assert_eq!(s.from_highest(), !CellSet::first(high), "{cells:?}");
        }
        let one: CellSet<1> = set(&[5, 9]);
        assert_eq!(one.from_highest(), !CellSet::first(9));
    }

    #[test]
    fn shifts_cross_words() {
        for delta in [-130i32, -64, -10, -1, 0, 1, 10, 64, 100] {
            let s: CellSet<4> = set(&[131, 132, 140, 150]);
            let moved: Vec<usize> = s.shifted(delta).into_iter().collect();
            let expected: Vec<usize> =
                [131, 132, 140, 150].iter().map(|c| (c + delta) as usize).filter(|&c| c < 256).collect();
            assert_eq!(moved, expected, "{delta}");
        }
    }

    /// What sets do, compared with lists of cells.
    fn agrees<const W: usize>(mut cells: Vec<usize>, delta: i32) {
        cells.sort_unstable();
        cells.dedup();
        let s: CellSet<W> = set(&cells);
        let bits = |cells: &mut dyn Iterator<Item = usize>| -> CellSet<W> {
            let mut set = CellSet::EMPTY;
            cells.filter(|cell| *cell < 64 * W).for_each(|cell| set.insert(cell));
            set
        };
        assert_eq!(s.into_iter().collect::<Vec<_>>(), cells);
        assert_eq!((s.len(), s.is_empty(), s.several()), (cells.len(), cells.is_empty(), cells.len() > 1));
        assert!((0..64 * W).all(|cell| s.has(cell) == cells.contains(&cell)));
        if let (Some(low), Some(high)) = (cells.first(), cells.last()) {
            assert_eq!((s.lowest(), s.highest()), (*low, *high));
            assert_eq!(s.up_to_lowest(), bits(&mut (0..=*low)));
            assert_eq!(s.from_highest(), bits(&mut (*high..64 * W)));
        }
        assert_eq!(s.without_lowest(), set(cells.get(1..).unwrap_or_default()));
        assert_eq!(s.without_highest(), set(&cells[..cells.len().saturating_sub(1)]));
        let moved = |cell: &usize| usize::try_from(*cell as i64 + i64::from(delta)).unwrap_or(usize::MAX);
        assert_eq!(s.shifted(delta), bits(&mut cells.iter().map(moved)));
        assert_eq!(!!s, s);
        assert_eq!((s | !s, s & !s), (CellSet::ALL, CellSet::EMPTY));
    }

    #[test]
    fn sets_of_every_width_are_sets() {
        let mut dice = crate::random::Random::new(26);
        for _ in 0..300 {
            let count = dice.below(40);
            let cells: Vec<usize> = (0..count).map(|_| dice.below(64 * ZONE_WORDS)).collect();
            let far = dice.below(1400) as i32 - 700;
            let within = |most: usize| cells.iter().map(|cell| cell % most).collect::<Vec<_>>();
            agrees::<1>(within(64), far % 64);
            agrees::<2>(within(128), far % 128);
            agrees::<3>(within(192), far % 192);
            agrees::<4>(within(256), far % 256);
            agrees::<ZONE_WORDS>(cells.clone(), far);
        }
    }

    #[test]
    fn ends_can_be_taken_off() {
        let s: CellSet<2> = set(&[5, 66, 90]);
        assert_eq!((s.lowest(), s.highest()), (5, 90));
        assert_eq!(s.without_lowest(), set(&[66, 90]));
        assert_eq!(s.without_highest(), set(&[5, 66]));
        assert!(s.several() && !set::<2>(&[90]).several());
    }
}
