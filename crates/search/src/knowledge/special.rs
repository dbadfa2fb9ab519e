//! What a game's own ways to win are worth on the way there.

use super::{Knowledge, Pair, Term};
use chatura_rules::arena::Arena;
use chatura_rules::rule::Verdict;

/// What a point is worth in the evaluation, where points count.
pub(super) const POINT: i32 = 40;

impl<const W: usize> Knowledge<W> {
    /// Adds progress to a goal, points, and what rules say themselves.
    #[inline(always)]
    pub(super) fn special(&self, arena: &Arena<'_, W>, player: usize, add: &mut impl FnMut(Term, Pair)) {
        let facts = &self.facts;
        if facts.goal.is_none() && !facts.prospects && facts.points.is_none() {
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
        if self.facts.points.is_some() {
            add(Term::Points, Pair::both(POINT * i32::from(arena.points(player))));
        }
    }

    /// Whether taking this piece, the last but so many of its kind, decides the game.
    #[inline(always)]
    pub fn dies_out(&self, arena: &Arena<'_, W>, player: usize, kind: usize) -> bool {
        let rule = self.facts.extinction.as_ref();
        rule.is_some_and(|rule| rule.is_lost_without_one(kind, || arena.of(player, kind).len()))
    }
}
