//! What a move leads to.

use super::{Deed, Passed, Place, Slow, cell, piece};
use chatura_rules::{Cell, NEUTRAL, Piece, PieceType};

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
        next.count = self.counted_on(place.count, &next);
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
        } else if deed.swaps {
            let moved = [deed.from, deed.to].map(|at| self.base(place.cells[at.index()]));
            progress |= moved.iter().any(|kind| self.rules.reset_by.contains(kind));
            self.swap(&mut next, deed);
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
        self.aim(&mut next, us, deed);
        self.convert(place, &mut next, deed);
        self.grant_castling(&mut next, us, deed);
        next.halfmoves = if progress { 0 } else { place.halfmoves + 1 };
        next
    }

    /// Who is placed where it may castle from has the right, as soon as the king is there.
    fn grant_castling(&self, next: &mut Place, us: usize, deed: &Deed) {
        let Some(castling) = self.of(us).castling.as_ref().filter(|own| !own.from[us].is_empty()) else {
            return;
        };
        let king = castling.from[us][0];
        if !deed.drops
            || !castling.from[us].contains(&deed.to)
            || next.cells[king.index()] != piece(us, castling.king)
        {
            return;
        }
        for partner in castling.from[us][1..].iter().filter(|cell| **cell != king) {
            if self.may_partner(next.cells[partner.index()], us)
                && !next.rights.contains(&(us, king, *partner))
            {
                next.rights.push((us, king, *partner));
            }
        }
    }

    /// Those at whom a piece aims now that must not be aimed at lose their first moves.
    fn aim(&self, next: &mut Place, us: usize, deed: &Deed) {
        let there = next.cells[deed.to.index()];
        if deed.idle || !super::owned(there, us) || deed.shoots {
            return;
        }
        let mut alone = self.empty();
        alone.cells[deed.to.index()] = there;
        let goals: Vec<Cell> =
            self.ways_of(&alone, us, deed.to.index()).into_iter().map(|way| way.to).collect();
        for goal in goals {
            let aimed = next.cells[goal.index()];
            let foe = aimed.is_some() && aimed.owner() != NEUTRAL && self.are_foes(us, aimed.owner().index());
            if foe && self.rules.kinds[aimed.kind().index()].first_safe.contains(&there.kind()) {
                next.unmoved[goal.index()] = false;
            }
        }
    }

    /// How far a count near the end has come.
    fn counted_on(&self, before: [u8; 3], place: &Place) -> [u8; 3] {
        let Some(counting) = &self.rules.counting else { return before };
        let there =
            |player: usize| place.cells.iter().filter(move |c| super::owned(**c, player)).collect::<Vec<_>>();
        let is_royal =
            |c: &Piece| self.rules.kinds[c.kind().index()].royal != chatura_rules::definition::Royal::No;
        let bare = |player: usize| !there(player).is_empty() && there(player).iter().all(|c| is_royal(c));
        let pawns = place.cells.iter().any(|c| c.is_some() && counting.without.contains(&self.base(*c)));
        let stronger = match (bare(0), bare(1)) {
            (true, true) => return [0; 3],
            (true, false) => Some(1),
            (false, true) => Some(0),
            (false, false) => None,
        };
        let wanted = match stronger {
            Some(_) if pawns => None,
            Some(player) => {
                let count =
                    |kind: PieceType| there(player).iter().filter(|c| self.base(***c) == kind).count();
                let by_type = counting.bare.iter().find(|(kind, _)| count(*kind) > 0);
                by_type
                    .map(|(kind, limits)| limits[count(*kind).min(2) - 1])
                    .or(counting.otherwise)
                    .map(|limit| (2, limit))
            }
            None => {
                let begins = match counting.few {
                    Some(few) => (0..2).any(|player| there(player).len() <= few),
                    None => !pawns,
                };
                counting.board.filter(|_| begins).map(|limit| (1, limit))
            }
        };
        let pieces = place.cells.iter().filter(|c| c.is_some()).count() as u8;
        match wanted {
            None => [0; 3],
            Some((which, _)) if which == before[0] => [before[0], before[1], before[2].saturating_add(1)],
            Some((which, limit)) => {
                [which, limit, if which == 2 && counting.from_pieces { 2 * pieces } else { 0 }]
            }
        }
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
