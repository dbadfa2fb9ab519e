//! How strong each player stands, by itself: what games for more than two are judged by.

use super::terms::{Term, Trace};
use super::{Accumulator, Knowledge, Pair, Sides};
use chatura_rules::MAX_PLAYERS;
use chatura_rules::arena::Arena;

/// Terms added up for each player.
struct Sums {
    each: [Pair; MAX_PLAYERS],
    /// Whether what was collected on the way to an end is counted elsewhere.
    collects: bool,
}

impl Trace for Sums {
    #[inline(always)]
    fn term(&mut self, player: usize, term: Term, worth: Pair) {
        if !(self.collects && term == Term::Aims) {
            self.each[player & (MAX_PLAYERS - 1)] += worth;
        }
    }
}

impl<const W: usize> Knowledge<W> {
    /// What the pieces and the stand of each player are worth, what was collected left out; nothing for those who are out.
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
        let mut sums = Sums { each: [Pair::ZERO; MAX_PLAYERS], collects: self.facts.ranked };
        self.evaluate_traced(arena, sum, sides, &mut sums);
        let phase = self.phase(sum);
        std::array::from_fn(|player| {
            if player >= self.players || arena.alive() >> player & 1 == 0 {
                return 0;
            }
            (sums.each[player] + self.material(arena, player)).at(phase)
        })
    }
}
