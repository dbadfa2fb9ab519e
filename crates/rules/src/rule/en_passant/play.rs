//! Which pieces can be taken in passing, and for how long.

use crate::cell::{Cell, MAX_PLAYERS, Piece, Player};
use crate::compile::tables::{Mover, Tables};
use crate::compile::width::with_width;
use crate::movement::trie::Effect;
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::position::play::Undo;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::rule::parts::{Placing, RuleParts};
use crate::set::CellSet;

/// For each player one more than the number of the path a piece has just passed along; 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Passed([u16; MAX_PLAYERS]);

impl Passed {
    /// Whether anybody's piece has.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != [0; MAX_PLAYERS]
    }

    /// The path a player's piece has passed along.
    #[inline(always)]
    pub fn path(self, player: usize) -> Option<u16> {
        self.0[player & (MAX_PLAYERS - 1)].checked_sub(1)
    }

    /// A player's path as a number.
    pub fn number(self, player: usize) -> u64 {
        self.0[player].into()
    }

    /// A player's piece has passed along a path.
    #[inline(always)]
    fn note(&mut self, player: usize, path: u16) {
        self.0[player & (MAX_PLAYERS - 1)] = path + 1;
    }

    /// A player's piece can be taken so no more.
    #[inline(always)]
    pub fn forget(&mut self, player: usize) {
        self.0[player & (MAX_PLAYERS - 1)] = 0;
    }

    /// The same for the first two players.
    #[inline(always)]
    pub fn forget_both(&mut self) {
        (self.0[0], self.0[1]) = (0, 0);
    }

    /// Who has passed along which path.
    fn all(self) -> impl Iterator<Item = (usize, u16)> {
        (0..MAX_PLAYERS).filter_map(move |player| Some((player, self.path(player)?)))
    }
}

impl Move {
    /// The cell of the piece it takes, if one stands there to be taken: where it goes, but en passant where the piece
    /// stands that passed. What is swept or blown up on the way is not among it.
    #[inline(always)]
    pub fn target(self) -> Cell {
        if self.kind == MoveKind::EnPassant { self.extra } else { self.to }
    }

    /// The path it leaves open to capture, if it does: also with a piece that comes in behind it.
    #[inline(always)]
    pub(crate) fn path(self) -> Option<u16> {
        match self.kind {
            MoveKind::Passing => Some(self.node),
            MoveKind::Gate => self.node.checked_sub(1),
            _ => None,
        }
    }
}

impl Move {
    /// The same move of a piece that changes with it: it is no longer what could be taken in passing.
    pub(crate) fn closed(self) -> Move {
        match self.kind {
            MoveKind::Passing => Move { kind: MoveKind::Step, node: 0, ..self },
            _ => self,
        }
    }
}

impl Position {
    /// The cells that a move leaves open to capture.
    pub(crate) fn passes_over(&self, mv: Move) -> Vec<Cell> {
        let Some(path) = mv.path() else { return Vec::new() };
        with_width!(self.game(), &self.state, |tables, _state| {
            tables.trails[usize::from(path)].over.into_iter().map(|cell| Cell(cell as u16)).collect()
        })
    }

    /// The pieces that may be taken en passant: whose they are, the cells they passed over, where they stand.
    pub(crate) fn passed(&self) -> Vec<(Player, Vec<Cell>, Cell)> {
        with_width!(self.game(), &self.state, |tables, state| {
            let told = state.status.passed.all().map(|(player, path)| {
                let passing = &tables.trails[usize::from(path)];
                let over = passing.over.into_iter().map(|cell| Cell(cell as u16)).collect();
                (Player(player as u8), over, Cell(passing.to))
            });
            told.collect()
        })
    }
}

impl<const W: usize> Tables<W> {
    /// A piece that went over cells can be taken on them, if someone stands so that it matters.
    #[inline(always)]
    pub fn leave_open(&self, state: &mut State<W>, us: usize, mv: Move) {
        let Some(path) = mv.path() else { return };
        // What a rule put on the cells passed over closes them.
        let open = || self.trails[path as usize].over.without(state.occupied).any();
        if self.can_be_taken(state, us, path) && (self.orthodox || open()) {
            state.status.passed.note(us, path);
        }
    }

    /// Whether someone stands so that the piece could be taken en passant.
    #[inline(never)]
    pub fn can_be_taken(&self, state: &State<W>, us: usize, path: u16) -> bool {
        // Someone may come to stand there before the piece is out of danger.
        let again = !self.rules.listeners.moves_again.is_empty();
        if again || self.armies_pass_on() {
            return true;
        }
        self.foes[us].iter().any(|&foe| {
            self.attackers[foe as usize].take_passed.iter().any(|(kind, from)| {
                let takers = state.of(foe as usize, *kind as usize);
                self.trails[path as usize].over.into_iter().any(|cell| from[cell].meets(takers))
            })
        })
    }

    /// A piece that passed by can be taken so only while it is there, and someone who could do it, and a cell to do
    /// it on: with more than two players others come in between.
    pub fn forget_passed(&self, state: &mut State<W>) {
        if !state.status.passed.any() {
            return;
        }
        for (player, path) in state.status.passed.all() {
            let passing = &self.trails[usize::from(path)];
            let there = state.of_player(player).has(usize::from(passing.to));
            let open = passing.over.without(state.occupied).any();
            if !there || !open || !self.can_be_taken(state, player, path) {
                state.status.passed.forget(player);
            }
        }
    }

    /// Takes a piece on a cell it passed over; says that this is progress.
    pub fn play_en_passant<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, passed) = (mv.from.index(), mv.extra.index());
        let (piece, victim) = (state.piece(from), state.piece(passed));
        self.set::<HASH>(state, undo, from, Piece::NONE);
        self.set::<HASH>(state, undo, passed, Piece::NONE);
        self.captured::<HASH>(state, undo, us, victim);
        let kind = mv.promotion().unwrap_or(piece.kind());
        self.set::<HASH>(state, undo, mv.to.index(), Piece::new(piece.owner(), kind));
        self.explode::<HASH>(state, undo, mv.to.index());
        true
    }
}

/// A player who is out can be taken so no more.
pub(crate) fn forfeit<const W: usize>(state: &mut State<W>, player: usize) {
    state.status.passed.forget(player);
}

/// Its part of a position.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    /// The pieces that can be taken on the cells that a setup lists.
    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        for (passer, path) in passings(at.tables, state, &setup.en_passant) {
            state.status.passed.note(passer, path);
        }
        Ok(())
    }

    fn tell(&self, tables: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        setup.en_passant = cells(tables, state);
    }
}

/// The cells passed over; where others could have passed there too, also those of the pieces that did.
fn cells<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Vec<Cell> {
    let paths: Vec<(usize, u16)> = state.status.passed.all().collect();
    let passed = || paths.iter().map(|(_, path)| &tables.trails[*path as usize]);
    let over = passed().fold(CellSet::EMPTY, |all, passing| all | passing.over);
    let mut cells: Vec<Cell> = over.into_iter().map(|cell| Cell(cell as u16)).collect();
    if !paths.is_empty() && passings(tables, state, &cells) != paths {
        cells.extend(passed().map(|passing| Cell(passing.to)));
    }
    cells
}

/// Finds the pieces that may have passed over cells: whose, and by which path. A cell over which nothing can have
/// passed does not count. The piece may be a partner's, or in the middle of a turn the player's own: the next one can
/// take it. Where the list names cells with pieces too, only these have passed.
fn passings<const W: usize>(tables: &Tables<W>, state: &State<W>, listed: &[Cell]) -> Vec<(usize, u16)> {
    let mut found = Vec::new();
    let listed: CellSet<W> = listed.iter().copied().collect();
    let named = listed & state.occupied;
    let turn = usize::from(state.status.turn);
    let amid = state.status.moved > 0;
    // Of two players nobody moved since; otherwise someone may have come to stand where the piece came from or passed.
    let again = !tables.rules.listeners.moves_again.is_empty();
    let listened = !tables.rules.listeners.after_move.is_empty();
    let others_moved = tables.players > 2 || again || listened || tables.rules.gating.is_some();
    for passer in (0..tables.players).filter(|p| *p != turn || amid) {
        for kind in 0..tables.types {
            for (from, path) in passing_paths(tables.mover(passer, kind)) {
                let passing = &tables.trails[path as usize];
                let to = passing.to as usize;
                let untouched = !passing.over.meets(state.occupied) && !state.occupied.has(from);
                let fits = passing.over.meets(listed & !state.occupied)
                    && (untouched || others_moved)
                    && state.of(passer, kind).has(to)
                    && (named.is_empty() || named.has(to));
                if fits && tables.can_be_taken(state, passer, path) {
                    found.push((passer, path));
                }
            }
        }
    }
    fullest(tables, state, listed, &found)
}

/// Of paths that lead to the same cell, the one that passes over all the cells listed and no other, where there is one:
/// whoever may go two cells or three has passed over those that are named.
fn fullest<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    listed: CellSet<W>,
    found: &[(usize, u16)],
) -> Vec<(usize, u16)> {
    let over = |path: u16| tables.trails[path as usize].over.without(state.occupied);
    let listed_alone = |path: u16| over(path).without(listed).is_empty();
    let yields = |(passer, path): (usize, u16)| {
        let same = |(other, way): &(usize, u16)| {
            *other == passer && tables.trails[*way as usize].to == tables.trails[path as usize].to
        };
        found.iter().filter(|other| same(other) && listed_alone(other.1)).any(|(_, other)| {
            let more = over(*other).without(over(path)).any() && over(path).without(over(*other)).is_empty();
            !listed_alone(path) || more
        })
    };
    found.iter().copied().filter(|passing| !yields(*passing)).collect()
}

/// Every path a type can leave open to capture, with the cell it begins on.
fn passing_paths<const W: usize>(mover: &Mover<W>) -> Vec<(usize, u16)> {
    let mut paths = Vec::new();
    for (from, lame) in mover.more.lame.iter().enumerate() {
        paths.extend(lame.iter().filter_map(|g| Some((from, g.trail.checked_sub(1)?))));
    }
    for tries in [&mover.more.tries, &mover.more.unmoved] {
        for (from, trie) in tries.iter().enumerate() {
            for arm in trie.nodes.iter().flat_map(|node| &node.arms) {
                if let Effect::GoTrailing(path) = arm.effect {
                    paths.push((from, path));
                }
            }
        }
    }
    paths
}
