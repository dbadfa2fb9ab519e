//! What a series of captures on one cell brings, each side taking with its least piece.

use crate::knowledge::Knowledge;
use chatura_rules::arena::Arena;
use chatura_rules::set::CellSet;
use chatura_rules::{Move, MoveKind};

impl<const W: usize> Knowledge<W> {
    /// What a move takes is worth, and the type; what only rules count is not among it.
    #[inline(always)]
    pub fn victim(&self, arena: &Arena<'_, W>, mv: Move) -> (i32, usize) {
        let piece = arena.piece(mv.target().index());
        if piece.is_none() {
            return (0, 0);
        }
        let kind = piece.kind().index();
        if piece.owner().index() >= self.players {
            return (0, kind);
        }
        if self.facts.vital && arena.is_vital(piece.owner().index(), kind) {
            return (10_000, kind);
        }
        (self.exchange[kind], kind)
    }

    /// How much more the piece that moves is worth afterwards.
    #[inline(always)]
    pub fn gain(&self, arena: &Arena<'_, W>, mv: Move) -> i32 {
        match mv.promotion() {
            Some(kind) => {
                self.exchange[kind.index()] - self.exchange[arena.piece(mv.from().index()).kind().index()]
            }
            None => 0,
        }
    }

    /// Whether a move, with what may follow on its goal, brings at least so much.
    pub fn brings(&self, arena: &Arena<'_, W>, mv: Move, least: i32) -> bool {
        if self.facts.must_capture {
            return true;
        }
        let takes = arena.takes(mv);
        if self.facts.takes_along && takes {
            return self.value_of_all_taken(arena, mv) >= least;
        }
        if matches!(
            mv.kind(),
            MoveKind::Castle | MoveKind::Swap | MoveKind::Pass | MoveKind::Shoot | MoveKind::Sweep
        ) {
            return least <= 0 || takes;
        }
        let to = mv.to().index();
        let gain = self.gain(arena, mv);
        let mut balance = self.victim(arena, mv).0 + gain - least;
        if balance < 0 {
            return false;
        }
        let mut occupied = arena.occupied();
        let mover = match mv.dropped() {
            Some(kind) => kind.index(),
            None => {
                occupied.remove(mv.from().index());
                occupied.remove(mv.target().index());
                arena.piece(mv.from().index()).kind().index()
            }
        };
        occupied.insert(to);
        balance -= self.exchange[mover] + gain;
        if balance >= 0 {
            return true;
        }
        let us = arena.turn();
        // Where a capture takes the taker along nobody takes back without loss.
        if self.facts.takes_along {
            let others = (0..self.players).filter(|p| !self.allied(us, *p));
            return !others.into_iter().any(|foe| arena.attackers(foe, to, occupied).any());
        }
        self.exchange_goes_on(arena, us, to, occupied, balance)
    }

    /// The rest of an exchange: whether the one who began it comes out of it well.
    fn exchange_goes_on(
        &self,
        arena: &Arena<'_, W>,
        us: usize,
        to: usize,
        mut occupied: CellSet<W>,
        mut balance: i32,
    ) -> bool {
        let own_side = self.facts.sides[us] & arena.alive();
        let their_side = !self.facts.sides[us] & arena.alive();
        let mut ours = false;
        loop {
            let side = if ours { own_side } else { their_side };
            let Some((from, worth)) = self.least_attacker(arena, side, to, occupied) else {
                return !ours;
            };
            occupied.remove(from);
            balance = -balance - 1 - worth;
            ours = !ours;
            // After a royal this is never so: it does not take what is still protected.
            if balance >= 0 {
                return !ours;
            }
        }
    }

    #[inline(always)]
    fn least_attacker(
        &self,
        arena: &Arena<'_, W>,
        side: u8,
        to: usize,
        occupied: CellSet<W>,
    ) -> Option<(usize, i32)> {
        let mut best: Option<(usize, i32)> = None;
        for player in (0..self.players).filter(|p| side >> p & 1 != 0) {
            let attackers = arena.attackers(player, to, occupied).without(CellSet::of(to));
            for from in attackers {
                let worth = self.exchange[arena.piece(from).kind().index()];
                if best.is_none_or(|(_, least)| worth < least) {
                    best = Some((from, worth));
                }
            }
        }
        best
    }

    /// Whether the piece a move moves or drops attacks a royal from where it comes to stand.
    #[inline(always)]
    pub fn checks(&self, arena: &Arena<'_, W>, mv: Move) -> bool {
        let us = arena.turn();
        let mut occupied = arena.occupied();
        let mover = match (mv.chosen_type(), mv.kind()) {
            (Some(kind), MoveKind::Drop) => kind,
            (kind, MoveKind::Step) => {
                occupied.remove(mv.from().index());
                kind.unwrap_or_else(|| arena.piece(mv.from().index()).kind())
            }
            _ => return false,
        };
        let to = mv.to().index();
        occupied.insert(to);
        let mut royals = CellSet::EMPTY;
        for foe in (0..self.players).filter(|foe| !self.allied(us, *foe)) {
            royals |= arena.royals(foe);
        }
        arena.reach(us, mover.index(), to, occupied, royals).meets(royals)
    }

    /// What a capture takes from others with all that goes along, less what it takes from us.
    pub fn value_of_all_taken(&self, arena: &Arena<'_, W>, mv: Move) -> i32 {
        let us = arena.turn();
        let mut lost = arena.takes_along(mv);
        lost.insert(mv.from().index());
        lost.insert(mv.target().index());
        let mut value = 0;
        for cell in lost {
            let piece = arena.piece(cell);
            if piece.is_some() && piece.owner().index() < self.players {
                let worth = self.exchange[piece.kind().index()];
                value += if self.allied(us, piece.owner().index()) { -worth } else { worth };
            }
        }
        value
    }
}
