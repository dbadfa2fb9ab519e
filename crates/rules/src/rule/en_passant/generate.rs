//! Moves that leave cells open to capture, and captures on them.

use crate::cell::Cell;
use crate::compile::tables::{LameLeap, Mover, Shift};
use crate::movement::trie::Effect;
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::set::CellSet;

/// A move that leaves a path open to capture; `passing` is one more than the path's number.
#[inline(always)]
fn passing_move(from: usize, to: usize, passing: u16) -> Move {
    let mut mv = Move::step(from, to);
    if passing != 0 {
        mv.kind = MoveKind::Passing;
        mv.node = passing - 1;
    }
    mv
}

/// A capture on a cell that the piece on `victim` passed over.
fn capture(from: usize, to: usize, victim: Cell) -> Move {
    Move { kind: MoveKind::EnPassant, extra: victim, ..Move::step(from, to) }
}

impl<const W: usize> MoveGen<'_, W> {
    /// First moves of several steps, which leave cells behind them open to capture.
    #[inline(never)]
    pub(crate) fn passing_moves<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        land: CellSet<W>,
        testing: bool,
        sink: &mut S,
    ) {
        for (index, lame) in mover.more.lame[from].iter().enumerate() {
            let open = |lame: &LameLeap<W>| !lame.need.meets(self.state.occupied);
            // Another way that leaves the same behind is the same move.
            let again = || mover.more.lame[from][..index].iter().any(|l| l.trail == lame.trail && open(l));
            if lame.trail == 0 || !open(lame) || again() {
                continue;
            }
            let mut to = lame.quiet & self.empty & land;
            if testing {
                to = self.tested(from, to);
            }
            for to in to {
                for mv in self.turned(mover, passing_move(from, to, lame.trail)) {
                    if self.restraint.is_none() || self.legal_by_play(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    /// The same for many pieces at once.
    #[inline(always)]
    pub(crate) fn shifted_passing<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        shift: &Shift<W>,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let make = |to: usize| {
            let from = (to as i32 - shift.delta) as usize;
            passing_move(from, to, shift.trail[from])
        };
        let turning = mover.turning(to);
        sink.each(to.without(turning), &make);
        for to in turning {
            self.turned(mover, make(to)).into_iter().for_each(|mv| sink.one(mv));
        }
    }

    /// How a walk ends that passes cells by, or takes what has passed.
    pub(crate) fn passing_end(&self, from: usize, to: usize, effect: Effect) -> Option<Move> {
        match effect {
            Effect::GoTrailing(path) => Some(passing_move(from, to, path + 1)),
            Effect::TakePassed => self.passed_by(to).map(|victim| capture(from, to, victim)),
            _ => None,
        }
    }

    /// Captures of pieces that just passed by.
    #[inline(always)]
    pub(crate) fn en_passant<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        if self.state.status.passed.any() {
            self.captures_of_passed(sink);
        }
    }

    #[inline(never)]
    fn captures_of_passed<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for &foe in &*self.tables.foes[self.us] {
            let Some(path) = self.state.status.passed.path(foe as usize) else { continue };
            let passing = &self.tables.trails[path as usize];
            // A third player may have taken the piece that passed.
            if !self.state.of_player(foe as usize).has(passing.to as usize) {
                continue;
            }
            let latest = |over: &usize| self.passed_by(*over) == Some(Cell(passing.to));
            for over in (passing.over & self.empty).into_iter().filter(latest) {
                for (kind, from) in &self.tables.attackers[self.us].take_passed {
                    for from in from[over] & self.state.of(self.us, *kind as usize) {
                        self.one_en_passant(from, over, passing.to as usize, sink);
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn one_en_passant<S: Sink<W> + ?Sized>(&self, from: usize, to: usize, victim: usize, sink: &mut S) {
        let mv = capture(from, to, Cell(victim as u16));
        let safe = if self.restraint.is_some() {
            self.legal_by_play(mv)
        } else if self.tables.explodes() {
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
        let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
        self.turned(mover, mv).into_iter().for_each(|mv| sink.one(mv));
    }

    /// The piece that can be taken en passant on this cell: of several the latest to have passed.
    fn passed_by(&self, cell: usize) -> Option<Cell> {
        let players = self.tables.players;
        let before = (1..players).map(|back| (self.us + players - back) % players);
        before.filter(|player| self.tables.side[self.us] >> player & 1 == 0).find_map(|foe| {
            let path = self.state.status.passed.path(foe)?;
            let passing = &self.tables.trails[path as usize];
            let there = self.state.of_player(foe).has(usize::from(passing.to));
            (there && passing.over.has(cell)).then_some(Cell(passing.to))
        })
    }
}
