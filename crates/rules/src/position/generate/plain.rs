//! Plain moves: to where the masks let a piece go, without a test of its own wherever that is possible.

use super::MoveGen;
use super::attack::After;
use super::sink::Sink;
use crate::compile::tables::{Bulk, Mover};
use crate::set::CellSet;

impl<const W: usize> MoveGen<'_, W> {
    /// Moves of pieces that are not royal, to where the masks let them.
    #[inline(always)]
    pub(crate) fn plain<S: Sink<W> + ?Sized, const ORTHODOX: bool>(&self, sink: &mut S) {
        let (tables, state, us) = (self.tables, self.state, self.us);
        let land = self.targets & self.danger.mask;
        let testing = self.danger.test_all || tables.intricate && self.danger.sensitive.any();
        let careful = testing || !ORTHODOX && self.restraint.is_some();
        let free = state.of_player(us).without(self.danger.pinned | self.royals);
        let occupied = state.occupied;
        for mover in &tables.movers[us * tables.types..][..tables.types] {
            let pieces = state.of_type(mover.kind) & free;
            if pieces.is_empty() {
                continue;
            }
            if careful {
                for from in pieces {
                    self.moves_of(mover, from, land, testing, sink);
                    if sink.is_full() {
                        return;
                    }
                }
                continue;
            }
            match mover.bulk {
                Bulk::Shifts => self.shifted(mover, pieces, land, sink),
                Bulk::Leaps => {
                    for from in pieces {
                        sink.steps(from, mover.quiet[from] & land);
                    }
                }
                Bulk::Rays => {
                    for from in pieces {
                        sink.steps(from, mover.rays.reach(from, occupied) & land);
                    }
                }
                Bulk::LeapsAndRays => {
                    for from in pieces {
                        sink.steps(from, (mover.quiet[from] | mover.rays.reach(from, occupied)) & land);
                    }
                }
                Bulk::Single => {
                    for from in pieces {
                        self.moves_of(mover, from, land, false, sink);
                    }
                }
            }
            if sink.is_full() {
                return;
            }
        }
        let pinned = self.danger.pinned.without(self.royals);
        if pinned.any() {
            self.pinned_moves(pinned, land, testing, sink);
        }
    }

    /// Moves of pieces that must stay on a line.
    #[inline(never)]
    pub(crate) fn pinned_moves<S: Sink<W> + ?Sized>(
        &self,
        pinned: CellSet<W>,
        land: CellSet<W>,
        testing: bool,
        sink: &mut S,
    ) {
        for from in pinned {
            let mut land = land;
            for &foe in &*self.tables.foes[self.us] {
                if self.state.status.alive >> foe & 1 != 0 {
                    land &= self.tables.line_of_pin(self.state, foe as usize, self.royals, from);
                }
            }
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            self.moves_of(mover, from, land, testing, sink);
        }
    }

    /// The moves of one piece that end in `land`.
    #[inline(never)]
    pub(crate) fn moves_of<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        from: usize,
        land: CellSet<W>,
        testing: bool,
        sink: &mut S,
    ) {
        let mut to = mover.destinations(from, self.state.occupied, self.empty, self.foes) & land;
        if testing {
            to = self.tested(from, to);
        }
        if let Some(restraint) = &self.restraint {
            to = restraint.allow(self, mover, from, to);
        }
        self.arrivals(mover, from, to, sink);
        if mover.leaves_trail {
            self.passing_moves(mover, from, land, testing, sink);
        }
        if !mover.more.tries.is_empty() {
            self.trie_moves(mover, from, land, sink);
        }
    }

    /// Those destinations after which no royal is attacked; only what may change an attack is tried.
    #[inline(never)]
    pub(crate) fn tested(&self, from: usize, to: CellSet<W>) -> CellSet<W> {
        let sensitive = &self.danger.sensitive;
        let doubtful = if self.danger.test_all || sensitive.has(from) { to } else { to & *sensitive };
        let mut good = to.without(doubtful);
        for cell in doubtful {
            if self.safe(After::step(self.state, from, cell), self.royals) {
                good.insert(cell);
            }
        }
        good
    }

    /// The steps of many pieces at once.
    #[inline(always)]
    pub(crate) fn shifted<S: Sink<W> + ?Sized>(
        &self,
        mover: &Mover<W>,
        pieces: CellSet<W>,
        land: CellSet<W>,
        sink: &mut S,
    ) {
        let (quiet, takes) = (land & self.empty, land & self.foes);
        for shift in &mover.shifts.quiet {
            let mut from = pieces & shift.from;
            if shift.need[0] != 0 {
                from &= self.empty.shifted(-shift.need[0]);
                if shift.need[1] != 0 {
                    from &= self.empty.shifted(-shift.need[1]);
                }
            }
            let to = from.shifted(shift.delta) & quiet;
            match shift.trail.is_empty() {
                true => self.shifted_to(mover, shift.delta, to, sink),
                false => self.shifted_passing(mover, shift, to, sink),
            }
        }
        for shift in &mover.shifts.capture {
            let to = (pieces & shift.from).shifted(shift.delta) & takes;
            self.shifted_to(mover, shift.delta, to, sink);
        }
    }
}
