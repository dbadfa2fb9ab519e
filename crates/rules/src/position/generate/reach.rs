//! Where a piece may go by its tables.

use crate::compile::tables::{Form, Mover};
use crate::set::CellSet;

impl<const W: usize> Mover<W> {
    /// Where a piece may go from here by its tables: own pieces are not yet left out.
    #[inline(always)]
    pub fn destinations(
        &self,
        from: usize,
        occupied: CellSet<W>,
        empty: CellSet<W>,
        foes: CellSet<W>,
    ) -> CellSet<W> {
        match self.form {
            Form::Leaps => self.quiet[from],
            Form::Rays => self.rays.reach(from, occupied),
            Form::LeapsAndRays => self.quiet[from] | self.rays.reach(from, occupied),
            Form::Mixed => self.mixed(from, occupied, empty, foes),
        }
    }

    #[inline(never)]
    fn mixed(&self, from: usize, occupied: CellSet<W>, empty: CellSet<W>, foes: CellSet<W>) -> CellSet<W> {
        let more = &*self.more;
        let mut to = CellSet::EMPTY;
        if !self.quiet.is_empty() {
            to |= (self.quiet[from] & empty) | (more.capture[from] & foes);
        }
        to |= self.rays.reach(from, occupied) & (empty | foes);
        if !more.quiet_rays.is_empty() {
            to |= more.quiet_rays.reach(from, occupied) & empty;
        }
        if !more.capture_rays.is_empty() {
            to |= more.capture_rays.reach(from, occupied) & foes;
        }
        if !more.hop_quiet.is_empty() {
            to |= more.hop_quiet.hop(from, occupied) & empty;
        }
        if !more.hop_capture.is_empty() {
            to |= more.hop_capture.hop(from, occupied) & foes;
        }
        if !more.lame.is_empty() {
            for lame in &more.lame[from] {
                if !lame.need.meets(occupied) && lame.trail == 0 {
                    to |= (lame.quiet & empty) | (lame.capture & foes);
                }
            }
        }
        to
    }
}
