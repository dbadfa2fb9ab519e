//! A number for the middle of a game and one for its end.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// What something is worth in the middle of a game, and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub middle: i32,
    pub end: i32,
}

/// How much of the armies counts as all of it, for the part of the game.
pub(crate) const FULL_PHASE: i32 = 256;

impl Pair {
    pub const ZERO: Pair = Pair { middle: 0, end: 0 };

    #[inline(always)]
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair { middle, end }
    }

    /// The same in both parts.
    #[inline(always)]
    pub const fn both(value: i32) -> Pair {
        Pair { middle: value, end: value }
    }

    /// Between the two, by how much is left.
    #[inline(always)]
    pub fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair::new(-self.middle, -self.end)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, by: i32) -> Pair {
        Pair::new(self.middle * by, self.end * by)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}
