//! Where a piece could go before anyone asks whether that is legal.

use crate::cell::{Cell, NEUTRAL};
use crate::compile::game::{AnyTables, Game};
use crate::compile::tables::Tables;
use crate::movement::steps::{self, Act, PieceHistory, StepRule};
use crate::movement::trie::{Class, Effect};
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::set::{CellSet, Zone};

impl Game {
    /// The cells to which the movement of the piece on a cell leads, sorted by file, then rank. Whose turn it is does
    /// not matter, nor does the safety of royals, so the setup need not be a position that can be played. What rules
    /// add to a movement (castling, the first step and captures in passing of board files, shots) is left out.
    pub fn destinations(&self, setup: &Setup, from: Cell) -> Vec<Cell> {
        let found = match &self.tables {
            AnyTables::One(tables) => self.found(tables, setup, from),
            AnyTables::Two(tables) => self.found(tables, setup, from),
            AnyTables::Three(tables) => self.found(tables, setup, from),
            AnyTables::Four(tables) => self.found(tables, setup, from),
            AnyTables::Eleven(tables) => self.found(tables, setup, from),
        };
        let mut cells: Vec<Cell> = found.into_iter().map(|cell| Cell(cell as u16)).collect();
        let board = self.board();
        cells.sort_by_key(|cell| {
            let info = &board.cells[cell.index()];
            (info.file, info.rank, *cell)
        });
        cells
    }

    fn found<const W: usize>(&self, tables: &Tables<W>, setup: &Setup, from: Cell) -> Zone {
        let known = |piece: crate::Piece| {
            let owner = piece.owner();
            piece.is_some()
                && piece.kind().index() < tables.types
                && (owner.index() < tables.players || owner == NEUTRAL)
        };
        let mut state: State<W> = State::empty(tables.players);
        let placed = setup.cells.iter().copied().enumerate().take(tables.cells);
        placed.filter(|(_, piece)| known(*piece)).for_each(|(cell, piece)| state.put(cell, piece));
        if from.index() >= tables.cells {
            return CellSet::EMPTY;
        }
        let piece = state.piece(from.index());
        if piece.is_none() || piece.owner() == NEUTRAL {
            return CellSet::EMPTY;
        }
        let passed = setup.en_passant.iter().copied().collect::<CellSet<W>>() & !state.occupied;
        let rules = &self.checked().steps[self.types()[piece.kind().index()].base];
        match rules.is_empty() {
            true => {
                let unmoved = self.start().cells[from.index()] == piece;
                let found = tables.destinations(&state, from.index(), passed, unmoved);
                found.into_iter().map(|cell| Cell(cell as u16)).collect()
            }
            false => self.stepped(tables, &state, rules, from),
        }
    }

    /// Where rules of steps lead, without what named rules add.
    fn stepped<const W: usize>(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        rules: &[StepRule],
        from: Cell,
    ) -> Zone {
        let piece = state.piece(from.index());
        let own: Vec<StepRule> = rules.iter().filter_map(own).collect();
        let places = &self.checked().places[piece.owner().index()];
        let unmoved = self.start().cells[from.index()] == piece;
        let history = PieceHistory { start: unmoved, unmoved };
        let mut found = CellSet::EMPTY;
        if let Ok(trie) = steps::build(self.board(), &own, places, from, history) {
            let mut class = |cell: Cell| tables.class(state, piece.owner().index(), cell.index());
            trie.walk(&mut class, &mut |cell, _| found.insert(cell.index()));
        }
        found
    }
}

/// A rule without the parts that only named rules have.
fn own(rule: &StepRule) -> Option<StepRule> {
    let named = matches!(rule.act, Act::DoubleStep | Act::TakePassed | Act::RifleCapture);
    let nested = rule.nested.iter().filter_map(own).collect();
    (!named).then(|| StepRule { nested, ..rule.clone() })
}

impl<const W: usize> Tables<W> {
    /// The empty cells to which the piece on a cell could go without taking anything. Whose turn it is does not
    /// matter, nor does the safety of royals.
    #[inline(never)]
    pub(crate) fn quiet_destinations(&self, state: &State<W>, from: usize) -> CellSet<W> {
        let piece = state.piece(from);
        let us = piece.owner().index();
        let mover = self.mover(us, piece.kind().index());
        let empty = self.all.without(state.occupied);
        let mut to = mover.destinations(from, state.occupied, empty, CellSet::EMPTY);
        for lame in mover.more.lame.get(from).into_iter().flatten() {
            if !lame.need.meets(state.occupied) {
                to |= lame.quiet;
            }
        }
        let mut class = |cell: Cell| match cell.index() == from {
            true => Class::Empty,
            false => self.class(state, us, cell.index()),
        };
        let mut end = |cell: Cell, effect: Effect| {
            if matches!(effect, Effect::Go | Effect::GoTrailing(_)) {
                to.insert(cell.index());
            }
        };
        let unmoved = mover.more.unmoved.get(from).filter(|_| state.marks.unmoved().has(from));
        for trie in mover.more.tries.get(from).into_iter().chain(unmoved) {
            trie.walk(&mut class, &mut end);
        }
        to & empty
    }

    pub fn destinations(
        &self,
        state: &State<W>,
        from: usize,
        passed: CellSet<W>,
        unmoved: bool,
    ) -> CellSet<W> {
        let piece = state.piece(from);
        let us = piece.owner().index();
        let mover = self.mover(us, piece.kind().index());
        let friends = (0..self.players)
            .filter(|player| self.side[us] >> player & 1 != 0)
            .fold(CellSet::EMPTY, |all, player| all | state.of_player(player));
        let (empty, foes) = (self.all.without(state.occupied), state.occupied.without(friends));
        let mut to = mover.destinations(from, state.occupied, empty, foes) & (empty | foes);
        for lame in mover.more.lame.get(from).into_iter().flatten() {
            if !lame.need.meets(state.occupied) {
                to |= (lame.quiet & empty) | (lame.capture & foes);
            }
        }
        if let Some(takes) = mover.more.take_passed.get(from) {
            to |= *takes & passed & empty;
        }
        let mut class = |cell: Cell| match cell.index() == from {
            true => Class::Empty,
            false => self.class(state, us, cell.index()),
        };
        let mut end = |cell: Cell, effect: Effect| {
            if effect != Effect::TakePassed || passed.has(cell.index()) {
                to.insert(cell.index());
            }
        };
        let more = mover.more.unmoved.get(from).filter(|_| unmoved);
        for trie in mover.more.tries.get(from).into_iter().chain(more) {
            trie.walk(&mut class, &mut end);
        }
        to
    }
}
