//! What a move leads to.

use super::{Deed, Passed, Place, Slow, cell, owned, piece};
use chatura_rules::definition::Royal;
use chatura_rules::{Cell, Piece, PieceType};

impl Slow {
    /// The position after a legal move.
    pub fn make(&self, place: &Place, deed: &Deed) -> Place {
        let mut next = self.make_unjudged(place, deed);
        let us = place.turn;
        if self.players > 2 {
            self.settle(place, &mut next, deed);
            return next;
        }
        next.turn = 1 - us;
        next.passed.retain(|passed| passed.by == us);
        next.round += us as u16;
        if self.rules.checks.is_some() && self.is_checked(&next, 1 - us) {
            next.checks[us] = next.checks[us].saturating_sub(1);
        }
        next.over = self.is_over(&next, us);
        next
    }

    /// What a move does to the board; whose turn it then is and what follows from that is left open.
    pub(super) fn make_unjudged(&self, place: &Place, deed: &Deed) -> Place {
        let us = place.turn;
        let mut next = place.clone();
        let mut progress = !deed.takes.is_empty() || deed.drops;
        if let (true, Some(kind)) = (deed.drops, deed.piece) {
            next.hands[us][kind.index()] -= 1;
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
            progress |= self.rules.reset_by.contains(&mover.kind());
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
                    if there.is_some() && !blast.spares.contains(&there.kind()) {
                        next.cells[cell.index()] = Piece::NONE;
                    }
                }
            }
        }
        if let (Some(gate), Some(kind)) = (deed.gate, deed.piece) {
            next.hands[us][kind.index()] -= 1;
            next.cells[gate.index()] = piece(us, kind);
        }
        // A cell counts as touched even if an equal piece comes to stand on it.
        let touched = |c: Cell| {
            let ends = [deed.from, deed.to].contains(&c) && !deed.idle;
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

    /// Whether a game in which `us` moved last is over by what stands on the board.
    pub(super) fn is_over(&self, place: &Place, us: usize) -> bool {
        let losable = self.rules.check_ignored || self.rules.blast.is_some();
        let count = |cells: &[Piece], player: usize, kind: PieceType| {
            cells.iter().filter(|p| **p == piece(player, kind)).count()
        };
        let start = &self.rules.start.cells;
        for player in 0..2 {
            let royal = |kind: &usize| self.rules.kinds[*kind].royal != Royal::No;
            let left = |cells: &[Piece]| -> usize {
                (0..self.types).filter(royal).map(|k| count(cells, player, PieceType(k as u8))).sum()
            };
            if losable && left(start) > 0 && left(&place.cells) == 0 && self.rules.royal_loss_ends {
                return true;
            }
            let own = place.cells.iter().filter(|p| owned(**p, player)).count();
            if self.rules.bare_ends && own > 0 && own == left(&place.cells) {
                return true;
            }
            if let Some(extinction) = &self.rules.extinction {
                let begins = |kind: &&PieceType| count(start, player, **kind) > extinction.down_to;
                let of: Vec<usize> =
                    extinction.of.iter().filter(begins).map(|k| count(&place.cells, player, *k)).collect();
                let gone = match extinction.together {
                    true => !of.is_empty() && of.iter().sum::<usize>() <= extinction.down_to,
                    false => of.iter().any(|left| *left <= extinction.down_to),
                };
                if gone {
                    return true;
                }
            }
        }
        if self.rules.checks.is_some() && place.checks.contains(&0) {
            return true;
        }
        self.has_arrived(place, us)
    }

    fn has_arrived(&self, place: &Place, us: usize) -> bool {
        let Some(goal) = &self.rules.goal else { return false };
        let there = |place: &Place, player: usize| {
            (0..self.cells).any(|c| {
                let piece = place.cells[c];
                owned(piece, player) && goal.of.contains(&piece.kind()) && goal.zone[player][c]
            })
        };
        match (there(place, 0), there(place, 1)) {
            (false, false) => false,
            // The second player has the last word, if it can arrive too.
            (true, false) if goal.reply && us == 0 => {
                let going_on = Place { over: false, ..place.clone() };
                !self.legal(&going_on).iter().any(|deed| {
                    let next = self.make_unjudged(&going_on, deed);
                    there(&next, 1)
                })
            }
            _ => true,
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
