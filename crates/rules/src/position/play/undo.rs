//! Taking a move back: what it changed, and what stood there before.

use crate::cell::Piece;
use crate::compile::tables::Tables;
use crate::position::moves::Edit;
use crate::position::state::{Marks, State, Status};
use crate::rule::drops;
use crate::rule::elimination::{self, SeatUndo};
use crate::set::CellSet;
use smallvec::SmallVec;

/// What it takes to take a move back, and to say what it did.
#[derive(Clone, Debug)]
pub(crate) struct Undo<const W: usize> {
    status: Status,
    marks: Marks<W>,
    /// How the players stood, in games for more than two.
    pub(crate) seats: Option<SeatUndo>,
    /// A plain step, which is taken back as a whole.
    pub(crate) step: Option<Step>,
    /// Other cells changed, with what stood there.
    pub(crate) edits: SmallVec<[(u16, Piece); 12]>,
    /// Hands changed: player, place in the hand, by how much.
    pub(crate) hands: SmallVec<[(u8, u8, i8); 4]>,
    /// Bytes of rules that changed, with what they were.
    pub(crate) memory: SmallVec<[(u8, u8); 8]>,
}

/// A piece that went from one cell to another and did not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub from: u16,
    pub to: u16,
    pub piece: Piece,
    pub victim: Piece,
}

impl<const W: usize> Undo<W> {
    /// What takes back a move that has not yet changed anything.
    #[inline(always)]
    pub fn new(state: &State<W>) -> Self {
        Undo {
            status: state.status,
            marks: state.marks,
            seats: None,
            step: None,
            edits: SmallVec::new(),
            hands: SmallVec::new(),
            memory: SmallVec::new(),
        }
    }

    /// Cells changed, with what stood there.
    #[inline(always)]
    pub fn changes(&self) -> impl Iterator<Item = (u16, Piece)> + Clone + '_ {
        let step = self.step.into_iter().flat_map(|s| [(s.from, s.piece), (s.to, s.victim)]);
        step.chain(self.edits.iter().copied())
    }

    /// A plain step: from where and which piece, to where and what stood there.
    #[inline(always)]
    pub fn plain_step(&self) -> Option<[(u16, Piece); 2]> {
        self.step.map(|s| [(s.from, s.piece), (s.to, s.victim)])
    }

    /// Cells changed by anything but a plain step, with what stood there.
    #[inline(always)]
    pub fn single_edits(&self) -> &[(u16, Piece)] {
        &self.edits
    }

    /// What the move changed, cell by cell, in the order it happened.
    pub fn edits(&self, tables: &Tables<W>, after: &State<W>) -> Vec<Edit> {
        let changes: Vec<(u16, Piece)> = self.changes().collect();
        let mut edits = Vec::with_capacity(changes.len());
        for (index, &(cell, before)) in changes.iter().enumerate() {
            // A cell may change twice in one move; it then stands for what the next change found there.
            let later = changes[index + 1..].iter().find(|(c, _)| *c == cell);
            let after = later.map_or_else(|| after.piece(cell as usize), |(_, piece)| *piece);
            edits.push(Edit::Cell { cell: crate::Cell(cell), before, after });
        }
        edits.extend(drops::edits(tables, self));
        edits
    }
}

impl<const W: usize> Tables<W> {
    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&self, state: &mut State<W>, undo: &Undo<W>) {
        for &(cell, before) in undo.edits.iter().rev() {
            let cell = cell as usize;
            if state.piece(cell).is_some() {
                state.take(cell);
            }
            if before.is_some() {
                state.put(cell, before);
            }
        }
        if let Some(Step { from, to, piece, victim }) = undo.step {
            let (from, to) = (from as usize, to as usize);
            let there = CellSet::of(to);
            state.toggle(piece, CellSet::of(from) | there);
            state.occupied.insert(from);
            if victim.is_some() {
                state.toggle(victim, there);
            } else {
                state.occupied.remove(to);
            }
            state.write(from, piece);
            state.write(to, victim);
        }
        drops::take_back(state, undo);
        if self.memory > 0 {
            for &(at, before) in undo.memory.iter().rev() {
                state.memory[at as usize] = before;
            }
        }
        state.status = undo.status;
        state.marks = undo.marks;
        elimination::take_back(state, undo);
    }
}
