//! Numbers that look random and follow from a seed: for openings, playouts, samples and tests, the same on every
//! machine. Nothing that must stay secret may be drawn here.

/// A generator of numbers: George Marsaglia's xorshift with 64 bits.
///
/// ```
/// use chatura_rules::random::Random;
///
/// let mut random = Random::new(7);
/// let throw = 1 + random.below(6);
/// assert!((1..=6).contains(&throw));
/// // The same seed draws the same again.
/// assert_eq!(1 + Random::new(7).below(6), throw);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that follow from a seed. Neighbouring seeds begin far apart.
    pub const fn new(seed: u64) -> Random {
        // Zero is the one state that leads nowhere.
        Random(seed.wrapping_mul(GOLDEN) | 1)
    }

    /// Numbers for one of many that draw from the same seed: what another draws, or whether there is another, changes
    /// nothing here.
    pub fn named(name: &str, seed: u64) -> Random {
        Random::new(number(name, seed))
    }

    /// The next number.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit; zero if the limit is zero.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        let limit = if limit == 0 { 1 } else { limit as u64 };
        // The lowest bits of a xorshift are its worst.
        ((self.next() >> 11) % limit) as usize
    }

    /// True with this probability, from 0 to 1.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        const ALL: f64 = (1_u64 << 53) as f64;
        ((self.next() >> 11) as f64) < probability * ALL
    }

    /// True once in so many times.
    #[inline]
    pub const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[inline]
    pub const fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts items into any order, each as likely as the others.
    pub const fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut rest = items.len();
        while rest > 1 {
            let drawn = self.below(rest);
            rest -= 1;
            items.swap(rest, drawn);
        }
    }
}

/// One well-mixed number for a name and a seed: one step of splitmix64.
pub fn number(name: &str, seed: u64) -> u64 {
    // FNV-1a.
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut mixed = (seed ^ hash).wrapping_add(GOLDEN);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The golden ratio of 2⁶⁴: its multiples spread evenly.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_comes_up_about_as_often() {
        let mut random = Random::new(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[random.below(6)] += 1;
        }
        assert!(seen.iter().all(|times| (900..1100).contains(times)), "{seen:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }

    #[test]
    fn a_chance_comes_as_often_as_it_says() {
        let mut random = Random::new(2);
        let often = (0..10_000).filter(|_| random.chance(0.25)).count();
        assert!((2300..2700).contains(&often), "{often}");
        assert!((0..100).all(|_| !random.chance(0.0)) && (0..100).all(|_| random.chance(1.0)));
        let seldom = (0..10_000).filter(|_| random.once_in(20)).count();
        assert!((400..600).contains(&seldom), "{seldom}");
    }

    #[test]
    fn what_is_shuffled_is_all_there_in_any_order() {
        let mut random = Random::new(3);
        let mut first = [0; 5];
        for _ in 0..5000 {
            let mut items = [0, 1, 2, 3, 4];
            random.shuffle(&mut items);
            first[items[0]] += 1;
            items.sort_unstable();
            assert_eq!(items, [0, 1, 2, 3, 4]);
        }
        assert!(first.iter().all(|times| (850..1150).contains(times)), "{first:?}");
    }

    #[test]
    fn names_and_seeds_draw_apart() {
        let draw = |name: &str, seed: u64| Random::named(name, seed).next();
        assert_eq!(draw("chess", 1), draw("chess", 1));
        assert_ne!(draw("chess", 1), draw("shogi", 1));
        assert_ne!(draw("chess", 1), draw("chess", 2));
        assert_ne!(Random::new(0).next(), 0);
    }

    /// Seeds are written down by people: what they draw must stay.
    #[test]
    fn a_seed_draws_what_it_always_drew() {
        let mut random = Random::new(1);
        assert_eq!([random.next(), random.next()], [0xdc1b_77ae_0bf3_4dad, 0x64f0_eeb9_026e_6076]);
        assert_eq!(number("position", 7), 0x02fc_9608_b956_a481);
    }
}
