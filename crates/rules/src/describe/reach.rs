//! What a piece could do from a cell, for diagrams.

use crate::board::Board;
use crate::cell::{Cell, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::abilities::Abilities;
use crate::compile::game::Game;
use crate::compile::tables::{Rays, Tables};
use crate::compile::width::with_tables;
use crate::compile::work::{WalkError, Work};
use crate::definition::{Definition, Moment};
use crate::movement::build_within;
use crate::movement::trie::Trie;
use crate::position::setup::Setup;
use crate::set::{CellSet, Zone};

/// What a piece can do on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Which.
    pub to: Cell,
    /// It may go there if it is empty.
    pub moves: bool,
    /// It may capture there.
    pub captures: bool,
    /// It gets there whatever stands between; a neighbouring cell is no leap away.
    pub leaps: bool,
    /// It gets there only by a first move, from the cells where it begins.
    pub initial: bool,
    /// Whatever it does there, it needs a piece to jump on the way.
    pub hops: bool,
    /// It goes there freely, but to capture it needs a piece to jump on the way.
    pub captures_by_hopping: bool,
}

impl Game {
    /// What a piece of the first player could do from a cell of an otherwise empty board.
    pub fn reach(&self, kind: PieceType, from: Cell) -> Vec<Reach> {
        let none = CellSet::EMPTY;
        let first = self.first_moves.get(kind.index()).and_then(|by_cell| by_cell.get(from.index()));
        let first = first.copied().unwrap_or(none);
        let mut found = with_tables!(self, |tables| reach(tables, kind, from, first));
        let near: Zone = neighbours(self.board(), from);
        found.iter_mut().for_each(|reach| reach.leaps &= !near.has(reach.to.index()));
        found
    }

    /// What a piece of the first player could capture from a cell without going there, and whether it could also go
    /// there to capture some of that.
    pub(crate) fn shots(&self, kind: PieceType, from: Cell) -> (Zone, bool) {
        with_tables!(self, |tables| shots(tables, kind, from))
    }

    /// The cell that shows most of a piece, with what it reaches from there: a cell from which it has first moves if it
    /// has any, of those where it reaches most, of those the one nearest to the middle. Nothing if it goes nowhere.
    pub fn best_view(&self, kind: PieceType) -> Option<(Cell, Vec<Reach>)> {
        let cells = &self.board().cells;
        let count = cells.len() as f32;
        let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.centre.0, sum.1 + cell.centre.1));
        let middle = (sum.0 / count, sum.1 / count);
        let away = |cell: Cell| {
            let (x, y) = cells[cell.index()].centre;
            (x - middle.0).hypot(y - middle.1)
        };
        (0..cells.len())
            .map(|index| Cell(index as u16))
            .map(|from| (from, self.reach(kind, from)))
            .filter(|(_, reach)| !reach.is_empty())
            .min_by(|(one, some), (other, more)| {
                let first = |reach: &[Reach]| reach.iter().any(|there| there.initial);
                let by_reach = first(more).cmp(&first(some)).then(more.len().cmp(&some.len()));
                by_reach.then(away(*one).total_cmp(&away(*other)))
            })
    }
}

fn neighbours(board: &Board, cell: Cell) -> Zone {
    let links = board.rings[cell.index()].iter().flat_map(|slot| &slot.links);
    links.filter(|(node, _)| usize::from(*node) < board.len()).map(|(node, _)| Cell(*node)).collect()
}

fn reach<const W: usize>(tables: &Tables<W>, kind: PieceType, from: Cell, first: Zone) -> Vec<Reach> {
    let (mover, from) = (tables.mover(0, kind.index()), from.index());
    let none = CellSet::EMPTY;
    let own = CellSet::of(from);
    let mut quiet = mover.destinations(from, own, tables.all, none);
    for lame in mover.more.lame.get(from).into_iter().flatten() {
        quiet |= lame.quiet;
    }
    // A line behind whatever is jumped: all of it but the cell next to the piece.
    let behind = |rays: &Rays<W>| rays.reach(from, own).without(rays.reach(from, tables.all));
    let (hop_quiet, hop_capture) = (behind(&mover.more.hop_quiet), behind(&mover.more.hop_capture));
    let trie_ends: CellSet<W> = mover.more.tries.get(from).into_iter().flat_map(Trie::ends).collect();
    let stays: CellSet<W> = mover.more.tries.get(from).into_iter().flat_map(Trie::rifle_targets).collect();
    let leaps = mover.quiet.get(from).copied().unwrap_or_default()
        | mover.more.capture.get(from).copied().unwrap_or_default();
    let mut found = Vec::new();
    for to in tables.all.without(own) {
        let enemy = CellSet::of(to);
        let takes = mover.destinations(from, own | enemy, tables.all.without(enemy), enemy).has(to);
        let initial = first.has(to);
        let moves = quiet.has(to) || hop_quiet.has(to) || trie_ends.without(stays).has(to) || initial;
        let captures = takes || hop_capture.has(to) || trie_ends.has(to);
        if moves || captures {
            found.push(Reach {
                to: Cell(to as u16),
                moves,
                captures,
                leaps: leaps.has(to),
                initial,
                hops: (hop_quiet.has(to) || hop_capture.has(to)) && !quiet.has(to) && !takes,
                captures_by_hopping: quiet.has(to) && hop_capture.has(to) && !takes,
            });
        }
    }
    found
}

fn shots<const W: usize>(tables: &Tables<W>, kind: PieceType, from: Cell) -> (Zone, bool) {
    let (mover, from) = (tables.mover(0, kind.index()), from.index());
    let tries = mover.more.tries.get(from).into_iter();
    let targets: CellSet<W> = tries.flat_map(Trie::rifle_targets).collect();
    let goes = targets.into_iter().any(|to| {
        let enemy = CellSet::of(to);
        let free = tables.all.without(enemy);
        mover.destinations(from, CellSet::of(from) | enemy, free, enemy).has(to)
    });
    (targets.into_iter().map(|cell| Cell(cell as u16)).collect(), goes)
}

/// For each type and cell of the first player where only a first move leads; nothing for types without first moves.
pub(crate) fn first_moves(
    definition: &Definition,
    checked: &CheckedDefinition,
    start: &Setup,
    work: &Work,
) -> Result<Vec<Vec<Zone>>, WalkError> {
    let cells = checked.board.len();
    (0..checked.types.len())
        .map(|kind| {
            let piece = &definition.pieces[checked.types[kind].base];
            let zone = |text: &str| checked.zone(text).ok();
            let abilities = Abilities::of(piece, |text| zone(text).unwrap_or_default());
            if (0..cells).all(|cell| abilities.at(cell, |moment| moment != Moment::Always) == 0) {
                return Ok(Vec::new());
            }
            work.turn_to(checked.types[kind].base);
            let within = piece.within.as_ref().and_then(|text| zone(&text.value));
            let begins = piece.first_zone.as_ref().and_then(|own| zone(&own.of(&checked.players[0])?.value));
            let begins = begins.unwrap_or_else(|| checked.start_cells(start, 0, kind));
            (0..cells)
                .map(|cell| match begins.has(cell) {
                    true => only_first(&checked.board, &abilities, Cell(cell as u16), within, work),
                    false => Ok(CellSet::EMPTY),
                })
                .collect()
        })
        .collect()
}

fn only_first(
    board: &Board,
    abilities: &Abilities,
    from: Cell,
    within: Option<Zone>,
    work: &Work,
) -> Result<Zone, WalkError> {
    let ends = |first: bool| -> Result<Zone, WalkError> {
        let chosen = abilities.at(from.index(), |moment| first || moment == Moment::Always);
        let moves = abilities.movement(chosen);
        Ok(build_within(work, board, &moves, from, true)?.ends().collect())
    };
    Ok(ends(true)?.without(ends(false)?) & within.unwrap_or(CellSet::first(board.len())))
}
