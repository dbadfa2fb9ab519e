//! What a game's own ways to win are worth on the way there.

use super::{Knowledge, Pair, Term};
use chatura_rules::arena::Arena;
use chatura_rules::rule::Verdict;

impl<const W: usize> Knowledge<W> {
    /// Adds progress to a goal, and what rules say themselves.
    #[inline(always)]
    pub(super) fn special(&self, arena: &Arena<'_, W>, player: usize, add: &mut impl FnMut(Term, Pair)) {
        if self.facts.goal.is_none() && !self.facts.prospects {
            return;
        }
        self.special_here(arena, player, add);
    }

    #[inline(never)]
    fn special_here(&self, arena: &Arena<'_, W>, player: usize, add: &mut impl FnMut(Term, Pair)) {
        if let Some(goal) = &self.facts.goal {
            let pieces = goal.of.iter().flat_map(|kind| arena.of(player, kind.index()));
            if let Some(steps) = pieces.map(|cell| self.goal[player * self.cells + cell]).min() {
                let steps = i32::from(steps.min(12));
                // Where nobody can be checked it is a race; elsewhere the way is dangerous while there are many.
                let each = if self.facts.no_checks { Pair::both(70) } else { Pair::new(6, 34) };
                let towards = each * (12 - steps);
                add(Term::Goal, if goal.verdict == Verdict::Loss { -towards } else { towards });
            }
        }
        if self.facts.prospects {
            let [middle, end] = arena.prospects(player);
            add(Term::Aims, Pair::new(middle, end));
        }
    }
}
