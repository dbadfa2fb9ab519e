//! Choosing a move.

mod one_ply;

use crate::answer::{Answer, Report};
use crate::engine::Options;
use crate::knowledge::Knowledge;
use crate::limits::{Limits, Stop};
use rules::Move;
use rules::arena::Arena;

/// What a thought is about, besides the arena, which stands where the line began.
pub(crate) struct Setting<'a, const W: usize> {
    pub knowledge: &'a Knowledge<W>,
    pub options: &'a Options,
    /// The moves that led here.
    pub moves: &'a [Move],
    pub limits: &'a Limits,
    pub stop: &'a Stop,
}

/// Thinks.
pub(crate) fn think<const W: usize>(
    mut arena: Arena<'_, W>,
    setting: &Setting<'_, W>,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    for mv in setting.moves {
        arena.play(*mv);
    }
    one_ply::think(&mut arena, setting, report)
}
