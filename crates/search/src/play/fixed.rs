//! Plain alpha-beta to a fixed depth: positions are judged only where it ends, or where the game does.

use super::moves_at_root;
use super::root::Candidate;
use super::worker::Worker;
use crate::answer::{INFINITE, WON};
use chatura_rules::Move;
use chatura_rules::arena::Wanted;

impl<const W: usize> Worker<'_, W> {
    /// The root of such a search.
    pub(super) fn fixed(&mut self, only: &[Move], depth: u32) -> (Vec<Candidate>, u32) {
        let depth = depth.clamp(1, 20);
        self.may_stop = true;
        let moves = moves_at_root(&self.arena, only);
        let side = self.side();
        let mut alpha = -INFINITE;
        let mut candidates = Vec::new();
        for mv in moves {
            self.play(mv);
            let value = self.fixed_below(side, alpha, INFINITE, depth - 1, 1);
            self.undo();
            // Where time ran out the value says nothing.
            let value = if self.stopped { -INFINITE } else { value };
            candidates.push(Candidate::new(mv, if value > alpha { value } else { -INFINITE }));
            alpha = alpha.max(value);
        }
        candidates.sort_by_key(|c| -c.value);
        (candidates, depth)
    }

    fn fixed_below(&mut self, side: u8, alpha: i32, beta: i32, depth: u32, ply: usize) -> i32 {
        if self.side() == side {
            self.fixed_search(alpha, beta, depth, ply)
        } else {
            -self.fixed_search(-beta, -alpha, depth, ply)
        }
    }

    fn fixed_search(&mut self, mut alpha: i32, beta: i32, depth: u32, ply: usize) -> i32 {
        self.count(ply);
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.ending(ply) {
            return value;
        }
        let checked = self.arena.in_check(self.arena.turn());
        if let Some(value) = self.drawn(checked, ply) {
            return value;
        }
        if !self.arena.has_move() {
            return self.stuck(checked, ply);
        }
        if depth == 0 {
            return self.evaluate();
        }
        let mut moves = Vec::with_capacity(64);
        self.arena.generate(Wanted::All, &mut moves);
        let side = self.side();
        let mut best = -WON - 1;
        for mv in moves {
            self.play(mv);
            let value = self.fixed_below(side, alpha, beta, depth - 1, ply + 1);
            self.undo();
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
