//! What a move leads to.

use super::{Deed, Passed, Place, Slow, cell, piece};
use chatura_rules::{Cell, NEUTRAL, Piece};

impl Slow {
    /// The position after a legal move.
    pub fn make(&self, place: &Place, deed: &Deed) -> Place {
        let mut next = self.make_unjudged(place, deed);
        let us = place.turn;
        if self.players > 2 {
            self.settle(place, &mut next, deed);
            return next;
        }
        if self.rules.checks.is_some() && self.is_checked(&next, 1 - us) {
            next.checks[us] = next.checks[us].saturating_sub(1);
        }
        if !self.has_another_move(&mut next) {
            next.turn = 1 - us;
            next.moved = 0;
            self.lengthen_turn(&mut next);
            next.passed.retain(|passed| passed.by == us);
            next.round += us as u16;
        }
        next.over = self.ending_on_board(&next, us);
        next
    }

    /// What a move does to the board; whose turn it then is and what follows from that is left open.
    pub(super) fn make_unjudged(&self, place: &Place, deed: &Deed) -> Place {
        let us = place.turn;
        let mut next = place.clone();
        let mut progress = !deed.takes.is_empty() || deed.drops;
        if let (true, Some(kind)) = (deed.drops, deed.piece) {
            // What is dropped turned over was held as what it turns back into.
            let held =
                self.rules.transform.iter().find(|(_, to)| *to == kind && next.hands[us][kind.index()] == 0);
            next.hands[us][held.map_or(kind, |(from, _)| *from).index()] -= 1;
            next.cells[deed.to.index()] = piece(us, kind);
        } else if let Some((partner, partner_to)) = deed.castle {
            let (king, rook) = (place.cells[deed.from.index()], place.cells[partner.index()]);
            next.cells[deed.from.index()] = Piece::NONE;
            next.cells[partner.index()] = Piece::NONE;
            next.cells[deed.to.index()] = king;
            next.cells[partner_to.index()] = rook;
        } else if deed.shoots {
            let shooter = place.cells[deed.from.index()];
            for taken in &deed.takes {
                self.capture(&mut next, us, *taken);
            }
            let after = self.rules.kinds[shooter.kind().index()].after_shot.unwrap_or(shooter.kind());
            next.cells[deed.from.index()] = piece(us, after);
        } else if !deed.idle {
            let mover = place.cells[deed.from.index()];
            progress |= self.rules.reset_by.contains(&self.base(mover));
            next.cells[deed.from.index()] = Piece::NONE;
            for taken in &deed.takes {
                self.capture(&mut next, us, *taken);
            }
            let becomes = deed.piece.filter(|_| deed.gate.is_none()).unwrap_or(mover.kind());
            next.cells[deed.to.index()] = piece(us, becomes);
            if let Some(blast) = self.rules.blast.as_ref().filter(|_| !deed.takes.is_empty()) {
                next.cells[deed.to.index()] = Piece::NONE;
                for cell in &blast.around[deed.to.index()] {
                    let there = next.cells[cell.index()];
                    let wall = there.is_some() && self.rules.kinds[there.kind().index()].wall;
                    if there.is_some() && !wall && !blast.spares.contains(&self.base(there)) {
                        next.cells[cell.index()] = Piece::NONE;
                    }
                }
            }
        }
        if let (Some(gate), Some(kind)) = (deed.gate, deed.piece) {
            next.hands[us][kind.index()] -= 1;
            next.cells[gate.index()] = piece(us, kind);
        }
        if let Some((of, into)) = &self.rules.petrify
            && !deed.takes.is_empty()
            && !deed.shoots
            && of.contains(&self.base(next.cells[deed.to.index()]))
            && next.cells[deed.to.index()].is_some()
        {
            next.cells[deed.to.index()] = Piece::new(NEUTRAL, *into);
        }
        if let (Some(kind), Some(goal)) = (self.rules.duck, deed.duck) {
            let duck = Piece::new(NEUTRAL, kind);
            next.cells.iter_mut().filter(|there| **there == duck).for_each(|there| *there = Piece::NONE);
            next.cells[goal.index()] = duck;
        }
        if let Some(walling) = &self.rules.walling {
            let left = (walling.on == "left" && !deed.drops && !deed.idle).then_some(deed.from);
            let free = |c: &Cell| next.cells[c.index()].is_none() && walling.zone[us][c.index()];
            if let Some(goal) = left.or(deed.wall).filter(free) {
                next.cells[goal.index()] = Piece::new(NEUTRAL, walling.piece);
            }
        }
        // A cell counts as touched even if an equal piece comes to stand on it.
        let touched = |c: Cell| {
            // Who shoots has not moved.
            let ends = c == deed.to || c == deed.from && !deed.shoots;
            let ends = ends && !deed.idle;
            ends || deed.castle.is_some_and(|(a, b)| c == a || c == b)
                || next.cells[c.index()] != place.cells[c.index()]
        };
        next.rights = place.rights.iter().copied().filter(|(_, k, p)| !touched(*k) && !touched(*p)).collect();
        next.unmoved = (0..self.cells).map(|c| place.unmoved[c] && !touched(cell(c))).collect();
        next.gates = (0..self.cells).map(|c| place.gates[c] && !touched(cell(c))).collect();
        let passes = self.counted(us, &deed.passes);
        next.passed.retain(|passed| passed.by != us);
        if !passes.is_empty() {
            next.passed.push(Passed { by: us, over: passes, at: deed.to });
        }
        next.halfmoves = if progress { 0 } else { place.halfmoves + 1 };
        next
    }

    fn capture(&self, place: &mut Place, us: usize, at: Cell) {
        let victim = std::mem::replace(&mut place.cells[at.index()], Piece::NONE);
        let Some(drops) = self.rules.drops.as_ref().filter(|d| d.captured && victim.is_some()) else {
            return;
        };
        let kind = self.rules.kinds[victim.kind().index()].demoted;
        if drops.held.contains(&kind) {
            place.hands[us][kind.index()] += 1;
        }
    }

    /// How many sequences of so many legal moves there are.
    pub fn perft(&self, place: &Place, depth: u32) -> u64 {
        let legal = self.legal(place);
        if depth <= 1 {
            return if depth == 0 { 1 } else { legal.len() as u64 };
        }
        legal.iter().map(|deed| self.perft(&self.make(place, deed), depth - 1)).sum()
    }
}
