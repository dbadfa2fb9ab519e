//! Ends that need no search for moves: how the rules that know one are asked when a move has been played.

use super::Verdict;
use super::behaviour::Listeners;
use crate::cell::Piece;
use crate::compile::tables::Tables;
use crate::position::outcome::Reason;
use crate::position::play::Undo;
use crate::position::state::{Ending, State};
use std::ops::Range;

/// An end that a rule found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Why.
    pub reason: Reason,
    /// Whom it happened to.
    pub player: usize,
    /// What it means for that player.
    pub verdict: Verdict,
}

/// A position to be judged: after a move, or as it was set up.
pub(crate) struct Played<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    /// Who moved last.
    pub us: usize,
    pub(crate) state: &'a mut State<W>,
    undo: Option<&'a mut Undo<W>>,
    memory: Range<usize>,
}

impl<const W: usize> Played<'_, W> {
    /// The position.
    #[inline(always)]
    pub fn state(&self) -> &State<W> {
        self.state
    }

    /// Whether nobody has moved: it was set up.
    #[inline(always)]
    pub fn is_setup(&self) -> bool {
        self.undo.is_none()
    }

    /// Whether anybody but the one who moved may have lost a piece.
    #[inline(always)]
    pub fn others_lost(&self) -> bool {
        let others = |piece: Piece| piece.is_some() && piece.owner().index() != self.us;
        match &self.undo {
            None => true,
            Some(undo) => match undo.step {
                Some(step) if undo.edits.is_empty() => others(step.victim),
                _ => undo.changes().any(|(_, piece)| others(piece)),
            },
        }
    }

    /// Between which cells the move went, if it was a plain step and nothing else.
    #[inline(always)]
    pub fn step(&self) -> Option<[u16; 2]> {
        let undo = self.undo.as_deref().filter(|undo| undo.edits.is_empty())?;
        undo.step.map(|step| [step.from, step.to])
    }

    /// Those who play, the one who moved last of all: what happens to the others is looked for first.
    #[inline(always)]
    pub fn players(&self) -> impl Iterator<Item = usize> + use<W> {
        let (us, count, alive) = (self.us, self.tables.players, self.state.status.alive);
        (0..count).filter(move |p| *p != us).chain([us]).filter(move |p| alive >> p & 1 != 0)
    }

    /// The rule's own bytes.
    #[inline(always)]
    pub fn memory(&self) -> &[u8] {
        &self.state.memory[self.memory.clone()]
    }

    /// Changes one of the rule's own bytes.
    #[inline(always)]
    pub fn remember(&mut self, index: usize, value: u8) {
        let at = self.memory.start + index;
        debug_assert!(at < self.memory.end, "a rule has only the bytes it asked for");
        if let Some(undo) = &mut self.undo {
            undo.memory.push((at as u8, self.state.memory[at]));
        }
        self.state.memory[at] = value;
    }
}

impl<const W: usize> Tables<W> {
    /// Looks for an end after a move of `us`. The first end found holds, in the order of rules.
    #[inline(never)]
    pub fn judge(&self, state: &mut State<W>, undo: &mut Undo<W>, us: usize) {
        self.rules.listeners.judge(&mut Played { tables: self, us, state, undo: Some(undo), memory: 0..0 });
    }

    /// Looks for an end in a position that was set up.
    pub fn judge_setup(&self, state: &mut State<W>) {
        self.judge_again(state, self.moved_last(state));
    }

    /// The same after a move of `us` that has been judged, when others have left.
    pub fn judge_again(&self, state: &mut State<W>, us: usize) {
        self.rules.listeners.judge(&mut Played { tables: self, us, state, undo: None, memory: 0..0 });
    }
}

impl<const W: usize> Listeners<W> {
    /// All are asked, as each may keep count.
    fn judge(&self, played: &mut Played<'_, W>) {
        let mut ending = Ending::GOING_ON;
        for (rule, memory, number) in self.judges() {
            played.memory = memory;
            let end = rule.outcome(played).filter(|end| end.verdict != Verdict::None);
            if let Some(end) = end.filter(|_| !ending.is_over()) {
                ending = Ending::of(end, number);
            }
        }
        if ending.is_over() {
            played.state.status.ending = ending;
        }
    }
}
