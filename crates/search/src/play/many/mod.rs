//! More than two sides: paranoid, max^n and best-reply, on the picker, history and table of the search for two.
//!
//! A position has a value for every player: the share of places it can expect, or the points where points decide. When
//! only two sides are left, the search for two takes over.

mod max_n;
mod one_side;
mod quiet;
mod root;
mod shares;
#[cfg(test)]
mod tests;
mod value;

use super::worker::{MAX_PLY, Worker};
use crate::answer::Score;
use crate::engine::Algorithm;
use crate::knowledge::Knowledge;
use chatura_rules::arena::Arena;
use chatura_rules::{MAX_PLAYERS, Move};
use value::{FIRST, PARTS, Values};

/// What a thought about more than two sides keeps.
pub(crate) struct Many {
    algorithm: Algorithm,
    /// Whose thought it is.
    thinker: usize,
    /// How many parts of a value a point is; 0 where points do not count.
    unit: i32,
    /// About what a pawn is worth where the thought began.
    pawn: i32,
    /// Everybody's points where the thought began.
    begun_with: [i32; MAX_PLAYERS],
    /// By ply: who played on then, and whose turn it was.
    present: Vec<(u8, usize)>,
    /// By ply: what those have who were out by then.
    fates: Vec<Values>,
    /// By ply: the plies at which somebody went out, added up.
    exits: Vec<i32>,
}

impl Many {
    /// A value as it is told.
    pub fn score(&self, value: i32) -> Score {
        self.score_of(self.thinker, value)
    }

    fn score_of(&self, player: usize, value: i32) -> Score {
        if self.unit > 0 {
            let more = i64::from(value) * 100 * i64::from(PARTS) / i64::from(self.unit);
            return Score::Points(self.begun_with[player] * 100 + more as i32);
        }
        Score::Place(value.clamp(-FIRST, FIRST))
    }
}

impl Many {
    /// What so many points are worth.
    #[inline(always)]
    fn worth(&self, collected: i32) -> i32 {
        (i64::from(collected) * i64::from(self.unit) / i64::from(PARTS)) as i32
    }

    /// What was measured in hundredths of a pawn, as a value.
    pub fn scaled(&self, hundredths: i32) -> i32 {
        (hundredths * self.pawn / 100).max(1)
    }
}

/// Whether more than two sides still play.
pub(super) fn applies<const W: usize>(know: &Knowledge<W>, arena: &Arena<'_, W>) -> bool {
    let alive = arena.alive();
    let sides = (0..know.players).filter(|player| {
        // A side is counted by the first of its players who is there.
        let side = know.facts.sides[*player] & alive;
        alive >> player & 1 != 0 && side.trailing_zeros() as usize == *player
    });
    sides.count() > 2
}

impl<const W: usize> Worker<'_, W> {
    /// What everybody can expect without looking ahead.
    pub(super) fn outlooks(&mut self) -> Vec<Score> {
        self.note(0);
        let values = self.values(0);
        (0..self.know.players).map(|player| self.many().score_of(player, values[player])).collect()
    }

    /// Prepares a thought about more than two sides.
    pub(super) fn set_many(&mut self, algorithm: Algorithm) {
        let thinker = self.arena.turn();
        let mut many = Many {
            algorithm,
            thinker,
            unit: self.know.point_unit(&self.arena),
            pawn: 0,
            begun_with: std::array::from_fn(|player| self.arena.points(player)),
            present: vec![(0, 0); MAX_PLY + 4],
            fates: vec![[0; MAX_PLAYERS]; MAX_PLY + 4],
            exits: vec![0; MAX_PLY + 4],
        };
        many.present[0] = (self.arena.alive(), thinker);
        many.pawn = match many.unit {
            0 => value::pawn(self.know.strengths(&self.arena, &self.sum, &self.sides)[thinker]),
            _ => many.worth(1),
        };
        self.many = Some(Box::new(many));
        // What a position is worth depends on who asks and how it is thought about.
        let whose = (algorithm as u64 + 1) * 16 + thinker as u64;
        self.add_salt(whose.wrapping_mul(0xa076_1d64_78bd_642f));
    }

    /// Whether a move of another against the thinker takes something of a third.
    #[inline(always)]
    pub(super) fn helps_thinker(&self, mv: Move) -> bool {
        self.many.as_ref().is_some_and(|many| {
            let victim = self.arena.piece(mv.target().index());
            many.algorithm != Algorithm::MaxN
                && self.side() == 1
                && victim.is_some()
                && self.sides.side[victim.owner().index() & 15] != 0
        })
    }

    /// The thought; only called within one.
    #[inline(always)]
    fn many(&mut self) -> &mut Many {
        self.many.as_mut().unwrap_or_else(|| unreachable!("a thought about many has been prepared"))
    }
}
