//! Pawns in the evaluation: whatever runs to promote, on any board.

use super::sight::Sight;
use super::{Knowledge, Pair, Runner};
use chatura_rules::arena::Arena;

impl<const W: usize> Knowledge<W> {
    /// Pawns: free ones, doubled ones, lonely ones, supported ones.
    #[inline(always)]
    pub(super) fn runner_terms(&self, arena: &Arena<'_, W>, sight: &Sight<W>, player: usize) -> Pair {
        let mut sum = Pair::ZERO;
        if self.facts.takes_to_hand {
            return sum;
        }
        let own = sight.runners[player];
        let foes = sight.runners_of_foes[player];
        for runner in &self.runners[player] {
            for cell in arena.of(player, runner.kind) {
                if own.meets(runner.path[cell]) {
                    sum += Pair::new(-5, -18);
                }
                if !own.meets(runner.beside[cell]) {
                    sum += Pair::new(-6, -14);
                } else if sight.runner_attacks[player].has(cell) {
                    sum += Pair::new(4, 5);
                }
                if !foes.meets(runner.stoppers[cell]) && runner.steps[cell] != u8::MAX {
                    sum += self.free_runner(arena, sight, player, runner, cell);
                }
            }
        }
        sum
    }

    /// A pawn that no pawn can stop.
    #[inline(never)]
    fn free_runner(
        &self,
        arena: &Arena<'_, W>,
        sight: &Sight<W>,
        player: usize,
        runner: &Runner<W>,
        cell: usize,
    ) -> Pair {
        const NEAR: [i32; 8] = [200, 170, 100, 58, 32, 18, 11, 6];
        let steps = usize::from(runner.steps[cell]).min(NEAR.len() - 1);
        let mut worth = Pair::new(NEAR[steps] * 3 / 10, NEAR[steps] * 11 / 10);
        let next = runner.step[cell];
        if next.any() && next.without(arena.occupied()).is_empty() {
            worth = Pair::new(worth.middle * 5 / 8, worth.end * 5 / 8);
        }
        if self.facts.safety && next.any() {
            let ahead = next.lowest();
            let own = arena.royals(player).into_iter().map(|k| self.graph.distance(k, ahead)).min();
            let foe = sight.royals_of_foes[player].into_iter().map(|k| self.graph.distance(k, ahead)).min();
            if let (Some(own), Some(foe)) = (own, foe) {
                let closer = (foe.min(5) * 2 - own.min(5)).clamp(-6, 10);
                worth.end += closer * (8 - steps as i32).max(1);
            }
        }
        worth
    }
}
