//! Moves that are tested on the cells they change: of royals, with explosions, en passant.

use super::MoveGen;
use super::attack::After;
use super::sink::Sink;
use crate::cell::Cell;
use crate::position::moves::{Move, MoveKind};
use crate::set::CellSet;

impl<const W: usize> MoveGen<'_, W> {
    /// Royals go where they cannot be taken; says where that is.
    #[inline(always)]
    pub(super) fn royal_moves<S: Sink<W> + ?Sized, const ORTHODOX: bool>(&self, sink: &mut S) -> CellSet<W> {
        let mut goals = CellSet::EMPTY;
        for from in self.royals {
            let kind = self.state.piece(from).kind().index();
            let mover = self.tables.mover(self.us, kind);
            let rest = self.royals.without(CellSet::of(from));
            let reach = mover.destinations(from, self.state.occupied, self.empty, self.foes) & self.targets;
            let mut to = CellSet::EMPTY;
            for cell in reach {
                let after = After::step(self.state, from, cell);
                if !self.tables.royal_attacked_quick::<ORTHODOX>(self.state, self.us, cell, after)
                    && (rest.is_empty() || self.safe(after, rest))
                {
                    to.insert(cell);
                }
            }
            goals |= to;
            if let Some(restraint) = &self.restraint {
                to = restraint.allow(self, mover, from, to);
            }
            if mover.promotes {
                self.promoting(mover, from, to, sink);
            } else {
                sink.steps(from, to);
            }
            if !mover.more.tries.is_empty() {
                self.royal_trie_moves(mover, from, sink);
            }
        }
        goals
    }

    /// Captures that blow up what is around: each is tested on what would be left.
    #[inline(never)]
    pub(super) fn blasting_captures<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for from in self.state.of_player(self.us) {
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            let mut reach = mover.destinations(from, self.state.occupied, self.empty, self.foes);
            if !mover.more.tries.is_empty() {
                let mut moves: Vec<Move> = Vec::new();
                self.loose().trie_moves(mover, from, self.foes, &mut moves);
                reach |= moves.iter().filter(|mv| mv.kind == MoveKind::Step).map(|mv| mv.to).collect();
            }
            let mut to = CellSet::EMPTY;
            for cell in reach & self.foes {
                if self.survives_blast(from, cell, cell) {
                    to.insert(cell);
                }
            }
            if mover.promotes {
                self.promoting(mover, from, to, sink);
            } else {
                sink.steps(from, to);
            }
        }
    }

    /// Captures that put a player out together with the attacks that would forbid them: who is out gives no check.
    #[inline(never)]
    pub(super) fn beating_captures<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        let sight = &self.tables.attackers[self.us].sight;
        let own = self.state.of_player(self.us);
        for &foe in &*self.tables.foes[self.us] {
            let royals = self.tables.royal_pieces(self.state, foe as usize) & self.foes;
            let Some(royal) = royals.into_iter().next().filter(|_| !royals.several()) else { continue };
            let seen = self.tables.intricate || sight[royal].meets(own);
            if seen && self.tables.attacked_by_apart(self.state, self.us, royal, After::now(self.state)) {
                self.captures_that_beat(foe as usize, royal, sink);
            }
        }
    }

    /// The captures of a player's last royal that are legal only because that player is then out.
    #[inline(never)]
    fn captures_that_beat<S: Sink<W> + ?Sized>(&self, foe: usize, royal: usize, sink: &mut S) {
        let mut moves: Vec<Move> = Vec::new();
        let mut loose = self.loose();
        loose.targets = CellSet::of(royal);
        let list: &mut dyn Sink<W> = &mut moves;
        loose.plain::<_, false>(list);
        for mv in moves.into_iter().filter(|mv| mv.kind == MoveKind::Step) {
            let from = mv.from.index();
            let mut own = self.royals;
            if own.has(from) {
                own.toggle(from);
                own.insert(royal);
            }
            let mut after = After::step(self.state, from, royal);
            if self.safe(after, own) {
                continue;
            }
            after.gone |= self.state.of_player(foe);
            if self.safe(after, own) {
                sink.one(mv);
            }
        }
    }

    /// Whether a capture leaves the mover's royals whole and safe, or the game won.
    #[inline(never)]
    pub(super) fn survives_blast(&self, from: usize, to: usize, victim: usize) -> bool {
        let Some(blast) = &self.tables.rules.blast else { return true };
        let mut lost = blast.lost(self.state, to);
        lost.insert(from);
        lost.insert(victim);
        if lost.meets(self.royals) {
            return false;
        }
        let mut gone = lost;
        for &foe in &*self.tables.foes[self.us] {
            let royals = self.tables.royals(self.state, foe as usize);
            if royals.any() && royals.without(lost).is_empty() {
                if self.tables.players == 2 {
                    return true;
                }
                gone |= self.state.of_player(foe as usize);
            }
        }
        let after = After { occupied: self.state.occupied.without(lost), gone };
        self.safe(after, self.royals)
    }

    /// Captures of pieces that just passed by.
    #[inline(never)]
    pub(super) fn en_passant<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for &foe in &*self.tables.foes[self.us] {
            let Some(path) = self.state.status.passing[foe as usize].checked_sub(1) else { continue };
            let passing = &self.tables.passings[path as usize];
            // A third player may have taken the piece that passed.
            if !self.state.of_player(foe as usize).has(passing.to as usize) {
                continue;
            }
            for over in passing.over & self.empty {
                for (kind, from) in &self.tables.attackers[self.us].en_passant {
                    for from in from[over] & self.state.of(self.us, *kind as usize) {
                        self.one_en_passant(from, over, passing.to as usize, sink);
                    }
                }
            }
        }
    }

    #[inline(never)]
    pub(super) fn one_en_passant<S: Sink<W> + ?Sized>(
        &self,
        from: usize,
        to: usize,
        victim: usize,
        sink: &mut S,
    ) {
        let mut mv = Move::step(from, to);
        mv.kind = MoveKind::EnPassant;
        mv.extra = Cell(victim as u8);
        let safe = if self.restraint.is_some() {
            self.legal_by_play(mv)
        } else if self.tables.rules.blast.is_some() {
            self.survives_blast(from, to, victim)
        } else {
            let mut after = After::step(self.state, from, to);
            after.occupied.remove(victim);
            after.gone.insert(victim);
            let mut royals = self.royals;
            if royals.has(from) {
                royals.toggle(from);
                royals.insert(to);
            }
            self.safe(after, royals)
        };
        if !safe {
            return;
        }
        let kind = self.state.piece(from).kind().index();
        let tables = &self.tables.rules.promotions[self.us * self.tables.types + kind];
        let mut stays = true;
        for table in tables {
            if table.zone.has(to) || table.leaving && table.zone.has(from) {
                for choice in self.choices(table) {
                    sink.one(mv.with_piece(choice));
                }
            }
            stays &= !table.forced.has(to);
        }
        if stays {
            sink.one(mv);
        }
    }
}
