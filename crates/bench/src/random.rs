//! Random numbers that are the same everywhere.

/// George Marsaglia's xorshift with 64 bits.
#[derive(Clone, Debug)]
pub struct Xorshift(u64);

impl Xorshift {
    /// Begins here; zero is not allowed and replaced.
    pub fn new(seed: u64) -> Self {
        Xorshift(if seed == 0 { 0x9E37_79B9_7F4A_7C15 } else { seed })
    }

    /// A number below a limit, which must not be zero.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_comes_up() {
        let mut random = Xorshift::new(1);
        let mut seen = [false; 6];
        for _ in 0..200 {
            seen[random.below(6)] = true;
        }
        assert_eq!(seen, [true; 6]);
    }
}
