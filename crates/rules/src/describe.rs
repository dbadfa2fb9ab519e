//! What a game says about itself: how pieces reach cells, and the rules in words.

use crate::cell::{Cell, PieceType};
use crate::game::Game;
use crate::set::CellSet;
use crate::tables::Tables;

/// What a piece can do on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Which.
    pub to: Cell,
    /// It may go there if it is empty.
    pub moves: bool,
    /// It may capture there.
    pub captures: bool,
    /// It gets there whatever stands between.
    pub leaps: bool,
    /// It needs a piece to jump on the way.
    pub hops: bool,
}

impl Game {
    /// What a piece of the first player could do from a cell of an otherwise empty board.
    pub fn reach(&self, kind: PieceType, from: Cell) -> Vec<Reach> {
        match &self.tables {
            crate::game::AnyTables::One(tables) => reach(tables, kind, from),
            crate::game::AnyTables::Two(tables) => reach(tables, kind, from),
            crate::game::AnyTables::Three(tables) => reach(tables, kind, from),
            crate::game::AnyTables::Four(tables) => reach(tables, kind, from),
        }
    }
}

fn reach<const W: usize>(tables: &Tables<W>, kind: PieceType, from: Cell) -> Vec<Reach> {
    let (mover, from) = (tables.mover(0, kind.index()), from.index());
    let none = CellSet::EMPTY;
    let own = CellSet::of(from);
    let mut quiet = mover.destinations(from, own, tables.all, none);
    for gated in mover.more.gated.get(from).into_iter().flatten() {
        quiet |= gated.quiet;
    }
    let hop_lines = |rays: &crate::tables::Rays<W>| rays.reach(from, own);
    let (hop_quiet, hop_capture) = (hop_lines(&mover.more.hop_quiet), hop_lines(&mover.more.hop_capture));
    let adjacent = |rays: &crate::tables::Rays<W>| rays.reach(from, tables.all);
    let (hop_quiet, hop_capture) = (
        hop_quiet.without(adjacent(&mover.more.hop_quiet)),
        hop_capture.without(adjacent(&mover.more.hop_capture)),
    );
    let trie_ends: CellSet<W> = mover.more.tries.get(from).into_iter().flat_map(|t| t.ends()).collect();
    let leaps = mover.quiet.get(from).copied().unwrap_or_default()
        | mover.more.capture.get(from).copied().unwrap_or_default();
    let mut found = Vec::new();
    for to in tables.all.without(own) {
        let enemy = CellSet::of(to);
        let takes = mover.destinations(from, own | enemy, tables.all.without(enemy), enemy).has(to);
        let hops = hop_quiet.has(to) || hop_capture.has(to);
        let moves = quiet.has(to) || hop_quiet.has(to) || trie_ends.has(to);
        let captures = takes || hop_capture.has(to) || trie_ends.has(to);
        if moves || captures {
            let plain = quiet.has(to) || takes;
            found.push(Reach {
                to: Cell(to as u8),
                moves,
                captures,
                leaps: leaps.has(to),
                hops: hops && !plain,
            });
        }
    }
    found
}

impl Game {
    /// The rules in words, a sentence each.
    pub fn describe(&self) -> Vec<String> {
        Vec::new()
    }
}
