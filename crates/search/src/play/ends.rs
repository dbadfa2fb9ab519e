//! How the game may be over within the tree, and what that is worth.

use super::worker::Worker;
use crate::answer::{BY_RULE, WON};
use chatura_rules::arena::Cycle;
use chatura_rules::rule::Verdict;
use chatura_rules::set::CellSet;

/// What all places are worth where everybody's place is known already.
const PLACED: i32 = 12_000;
/// How many plies back a position is looked for where every move can be undone.
const REVERSED: usize = 32;

impl<const W: usize> Worker<'_, W> {
    /// What an end is worth to the side to move.
    #[inline(always)]
    fn value_of(&self, player: usize, verdict: Verdict, ply: usize) -> i32 {
        if self.know.facts.ranked {
            return self.by_rank();
        }
        let ours = self.sides.side[player & 15] == self.side();
        let won = WON - ply as i32;
        match (verdict, ours) {
            (Verdict::Win, true) | (Verdict::Loss, false) => won,
            (Verdict::Win, false) | (Verdict::Loss, true) => -won,
            (Verdict::Draw | Verdict::None, _) => 0,
        }
    }

    /// What was decided by the last move, if that was.
    #[inline(always)]
    pub fn ending(&self, ply: usize) -> Option<i32> {
        let ending = if self.know.facts.foregone { self.arena.foregone() } else { self.arena.ending() };
        ending.map(|(player, verdict)| self.value_of(player, verdict, ply))
    }

    /// Everybody has a place, those too who are out; that of the side to move against that of the other.
    fn by_rank(&self) -> i32 {
        let players = self.know.players;
        let best = |side: u8| {
            let of_side =
                (0..players).filter(|p| self.sides.side[*p] == side && self.sides.alive >> p & 1 != 0);
            of_side.map(|player| self.arena.rank(player)).max().unwrap_or(0)
        };
        let us = self.side();
        PLACED * (best(us) - best(1 - us)) / (2 * (players as i32 - 1)).max(1)
    }

    /// What it means to have no move.
    pub fn stuck(&self, checked: bool, ply: usize) -> i32 {
        self.value_of(self.arena.turn(), self.arena.stuck(checked), ply)
    }

    /// Repetition, no progress, too little left; the last move has not decided the game.
    pub fn drawn(&self, checked: bool, ply: usize) -> Option<i32> {
        let facts = &self.know.facts;
        if facts.unsafe_royal != Verdict::None
            && self.arena.has_move()
            && self.arena.only_unsafe_royal_moves()
        {
            return Some(self.value_of(self.arena.turn(), facts.unsafe_royal, ply));
        }
        let halfmoves = usize::from(self.arena.halfmoves());
        if let Some((moves, verdict)) = facts.progress
            && halfmoves >= usize::from(moves) * self.arena.alive().count_ones() as usize
            && (!checked || self.arena.has_move())
        {
            return Some(self.by_rule(self.arena.turn(), verdict, ply));
        }
        if facts.material
            && self.arena.occupied().len() <= 8 + 2 * self.know.players
            && self.arena.is_material_dead()
        {
            let goes_on = !checked || self.arena.has_move();
            return goes_on.then(|| self.value_of(self.arena.turn(), Verdict::Draw, ply));
        }
        // Where what is taken comes back, drops and captures can be undone too.
        let reversible = if facts.takes_to_hand { self.trail.len().min(REVERSED) } else { halfmoves };
        if reversible >= 3 { self.repeated(reversible, ply) } else { None }
    }

    /// What it is worth that this position has been there before.
    fn repeated(&self, reversible: usize, ply: usize) -> Option<i32> {
        let rule = self.know.facts.repetition;
        let simple = self.know.players == 2 && self.know.facts.moves_per_turn == 1;
        let (first, each) = if simple { (4, 2) } else { (2, 1) };
        let mut times = 1;
        let length = self.trail.len();
        let most = reversible.min(length);
        let mut back = first;
        while back <= most {
            let index = length - back;
            if self.trail[index..][..each].iter().any(|step| step.null) {
                return None;
            }
            if self.trail[index].key == self.key {
                times += 1;
                // Within the tree once is enough: whoever wants it can have it again.
                if index >= self.root || rule.is_some_and(|rule| times >= rule.times) {
                    return Some(self.judge_cycle(back, ply));
                }
            }
            back += each;
        }
        None
    }

    /// What a cycle means: perpetual attacks first.
    fn judge_cycle(&self, steps: usize, ply: usize) -> i32 {
        let Some(rule) = self.know.facts.repetition else { return 0 };
        if rule.perpetual_check == Verdict::None && rule.perpetual_chase == Verdict::None {
            return self.by_rule(self.arena.turn(), rule.verdict, ply);
        }
        let chases = rule.perpetual_chase != Verdict::None;
        let mut cycle = Cycle::default();
        self.relive(steps, |arena, mv, player| {
            let chased = if chases { arena.chased_by(player) } else { CellSet::EMPTY };
            cycle.add(player, mv, arena.gives_check(player), chased.into_iter());
        });
        if let Some((_, player, verdict)) = cycle.guilty(rule.perpetual_check, rule.perpetual_chase) {
            return self.by_rule(player, verdict, ply);
        }
        self.by_rule(self.arena.turn(), rule.verdict, ply)
    }

    /// A loss by repetition or for want of progress takes longer than the tree is deep, or depends on how it came there.
    fn by_rule(&self, player: usize, verdict: Verdict, ply: usize) -> i32 {
        self.value_of(player, verdict, ply).clamp(-BY_RULE, BY_RULE)
    }
}
