//! How strong each player stands, by itself: what games for more than two are judged by.

use super::special::POINT;
use super::terms::{Term, Trace};
use super::{Accumulator, Knowledge, Pair, Sides};
use chatura_rules::MAX_PLAYERS;
use chatura_rules::arena::Arena;

/// Terms added up for each player.
struct Sums([Pair; MAX_PLAYERS]);

impl Trace for Sums {
    #[inline(always)]
    fn term(&mut self, player: usize, _: Term, worth: Pair) {
        self.0[player & (MAX_PLAYERS - 1)] += worth;
    }
}

impl<const W: usize> Knowledge<W> {
    /// What the pieces and the stand of each player are worth, points left out; nothing for those who are out.
    pub fn strengths(&self, arena: &Arena<'_, W>, sum: &Accumulator, sides: &Sides) -> [i32; MAX_PLAYERS] {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: the processor has every instruction the function is compiled for.
            return unsafe { self.strengths_wide(arena, sum, sides) };
        }
        self.strengths_here(arena, sum, sides)
    }

    /// The same for processors that count bits by themselves.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn strengths_wide(&self, arena: &Arena<'_, W>, sum: &Accumulator, sides: &Sides) -> [i32; MAX_PLAYERS] {
        self.strengths_here(arena, sum, sides)
    }

    #[inline(always)]
    fn strengths_here(&self, arena: &Arena<'_, W>, sum: &Accumulator, sides: &Sides) -> [i32; MAX_PLAYERS] {
        let mut sums = Sums([Pair::ZERO; MAX_PLAYERS]);
        self.evaluate_traced(arena, sum, sides, &mut sums);
        let phase = self.phase(sum);
        let points = self.facts.points.is_some();
        std::array::from_fn(|player| {
            if player >= self.players || arena.alive() >> player & 1 == 0 {
                return 0;
            }
            let worth = (sums.0[player] + self.material(arena, player)).at(phase);
            worth - if points { POINT * i32::from(arena.points(player)) } else { 0 }
        })
    }
}
