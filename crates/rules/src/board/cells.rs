//! Cells listed one by one, each with what stands round it: the form of boards that no shape generates.
//!
//! A list says who touches whom and in which order round a cell. This turns each ring so that its first slot is the
//! first player's forward and the slots go clockwise, as [`Board`] wants it, and finds the slot by which each link
//! arrives.

use super::{Board, CellInfo, Node, Slot, Touch};
use crate::cell::Cell;
use std::collections::VecDeque;

/// A cell of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name, file, rank, family, outline and centre.
    pub info: CellInfo,
    /// What touches it, in cyclic order: how, and the numbers of the cells there.
    pub ring: Vec<(Touch, Vec<usize>)>,
    /// The places of the ring in the order they were written. A cell that stands in two of them is left behind by
    /// way of the first.
    pub order: Vec<usize>,
}

/// How a listed ring becomes one of a board: slot `index` is the listed one at `start`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    start: usize,
    clockwise: bool,
}

/// The board of a list of at most 676 cells whose numbers all refer to cells of the list. It has no symmetries yet.
pub fn board(listed: &[Listed], families: Vec<String>) -> Board {
    let turns = turns(listed);
    let rings = listed.iter().zip(&turns).enumerate();
    let ring = |(from, (cell, turn)): (usize, (&Listed, &Turn))| {
        let slots = cell.ring.len();
        (0..slots)
            .map(|slot| {
                let (touch, cells) = &cell.ring[turn.listed(slot, slots)];
                let link = |&to: &usize| (to as Node, arrival(listed, &turns, from, slot, to));
                Slot { touch: *touch, links: cells.iter().map(link).collect() }
            })
            .collect()
    };
    let top = |key: fn(&CellInfo) -> u16| listed.iter().map(|cell| key(&cell.info)).max().unwrap_or(0);
    Board {
        rings: rings.map(ring).collect(),
        rows: rows(listed),
        cells: listed.iter().map(|cell| cell.info.clone()).collect(),
        families,
        symmetries: Vec::new(),
        ranks: top(|info| info.rank),
        files: top(|info| info.file),
    }
}

impl Turn {
    /// The place in the list of a slot of the board.
    fn listed(self, slot: usize, slots: usize) -> usize {
        let step = if self.clockwise { slot } else { slots - slot };
        (self.start + step) % slots.max(1)
    }

    /// The slot of the board at a place in the list.
    fn slot(self, listed: usize, slots: usize) -> usize {
        let step = (listed + slots - self.start) % slots.max(1);
        if self.clockwise { step } else { (slots - step) % slots.max(1) }
    }
}

/// Where the ring of `to` holds `from`, by the order written.
fn listed_at(to: &Listed, from: usize) -> Option<usize> {
    to.order.iter().copied().find(|place| to.ring[*place].1.contains(&from))
}

/// The slot by which one arrives. A link that leads only one way arrives as if the frame were the same on both
/// cells; [`Board::straight_on`] notices that nothing leads back.
fn arrival(listed: &[Listed], turns: &[Turn], from: usize, slot: usize, to: usize) -> u8 {
    let slots = listed[to].ring.len();
    match listed_at(&listed[to], from) {
        Some(place) => turns[to].slot(place, slots) as u8,
        None => ((slot + slots / 2) % slots.max(1)) as u8,
    }
}

/// Rows by rank from the highest, cells by file.
fn rows(listed: &[Listed]) -> Vec<Vec<Option<Cell>>> {
    let mut ranks: Vec<u16> = listed.iter().map(|cell| cell.info.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let row = |rank: &u16| {
        let cells = listed.iter().enumerate().filter(|(_, cell)| cell.info.rank == *rank);
        let mut row: Vec<(u16, usize)> = cells.map(|(index, cell)| (cell.info.file, index)).collect();
        row.sort_unstable();
        row.into_iter().map(|(_, index)| Some(Cell(index as u16))).collect()
    };
    ranks.iter().rev().map(row).collect()
}

/// How each ring is turned: by files and ranks where these tell, else as a neighbour's frame has it.
fn turns(listed: &[Listed]) -> Vec<Turn> {
    let mut turns: Vec<Option<Turn>> = (0..listed.len()).map(|cell| told(listed, cell)).collect();
    let mut queue: VecDeque<usize> = (0..listed.len()).filter(|cell| turns[*cell].is_some()).collect();
    while let Some(from) = queue.pop_front() {
        let Some(turn) = turns[from] else { continue };
        let here = listed[from].ring.len();
        for slot in 0..here {
            for &to in &listed[from].ring[turn.listed(slot, here)].1 {
                let slots = listed[to].ring.len();
                let Some(back) = listed_at(&listed[to], from).filter(|_| turns[to].is_none()) else {
                    continue;
                };
                // Going straight on keeps the heading: the place opposite the arrival is the same slot there.
                let slot = slot * slots / here;
                let opposite = back + slots / 2;
                let clockwise = spin(listed, to).unwrap_or(turn.clockwise);
                let step = if clockwise { slots - slot % slots.max(1) } else { slot };
                let start = (opposite + step) % slots.max(1);
                if listed[to].ring[start].0 != Touch::Edge {
                    continue;
                }
                turns[to] = Some(Turn { start, clockwise });
                queue.push_back(to);
            }
        }
    }
    let plain = |cell: &Listed| {
        let edge = cell.order.iter().copied().find(|place| cell.ring[*place].0 == Touch::Edge);
        Turn { start: edge.unwrap_or(0), clockwise: true }
    };
    turns.into_iter().zip(listed).map(|(turn, cell)| turn.unwrap_or_else(|| plain(cell))).collect()
}

/// The turn that files and ranks tell: forward is the side where the file stays and the rank grows.
fn told(listed: &[Listed], cell: usize) -> Option<Turn> {
    let Listed { info, ring, .. } = &listed[cell];
    let slots = ring.len();
    let find = |fits: &dyn Fn(&CellInfo) -> bool| {
        let holds = |(touch, cells): &(Touch, Vec<usize>)| {
            *touch == Touch::Edge && cells.iter().any(|&to| fits(&listed[to].info))
        };
        ring.iter().position(holds)
    };
    let ahead = find(&|to| to.file == info.file && to.rank > info.rank);
    let behind = find(&|to| to.file == info.file && to.rank < info.rank).filter(|_| slots.is_multiple_of(2));
    let start = ahead.or_else(|| behind.map(|place| (place + slots / 2) % slots))?;
    // To the right is within half a turn clockwise.
    let clockwise = |to: usize| (to + slots - start) % slots < slots.div_ceil(2);
    let right = find(&|to| to.rank == info.rank && to.file == info.file + 1).map(clockwise);
    let left = find(&|to| to.rank == info.rank && to.file + 1 == info.file).map(|to| !clockwise(to));
    Some(Turn { start, clockwise: spin(listed, cell).or(right).or(left)? })
}

/// Whether the ring goes clockwise on the page; most of its neighbours must say the same.
fn spin(listed: &[Listed], cell: usize) -> Option<bool> {
    let (x, y) = listed[cell].info.centre;
    let toward: Vec<(f32, f32)> = listed[cell]
        .ring
        .iter()
        .filter_map(|(_, cells)| listed.get(*cells.first()?))
        .map(|there| (there.info.centre.0 - x, there.info.centre.1 - y))
        .collect();
    let turns = toward.iter().zip(toward.iter().cycle().skip(1));
    let balance: i32 = turns
        .map(|(a, b)| match a.0 * b.1 - a.1 * b.0 {
            cross if cross < 0.0 => 1,
            cross if cross > 0.0 => -1,
            _ => 0,
        })
        .sum();
    (balance != 0).then_some(balance > 0)
}

impl Board {
    /// The cells straight on for one who came to a cell from another; none where nothing leads back, or where no slot
    /// lies opposite.
    pub fn straight_on(&self, from: Cell, at: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (from, at) = (Node::from(from.0), Node::from(at.0));
        let ring = &self.rings[usize::from(at)];
        let links = self.rings[usize::from(from)].iter().flat_map(|slot| &slot.links);
        let arrival = links.filter(|(to, _)| *to == at).map(|(_, arrival)| usize::from(*arrival)).next();
        let holds = |slot: &Slot| slot.links.iter().any(|(to, _)| *to == from);
        let opposite = arrival
            .filter(|slot| ring.len().is_multiple_of(2) && ring.get(*slot).is_some_and(holds))
            .map(|slot| &ring[(slot + ring.len() / 2) % ring.len()]);
        opposite.into_iter().flat_map(|slot| self.cells_of(slot))
    }

    /// The cells that touch a cell in one way.
    pub fn touching(&self, at: Cell, touch: Touch) -> impl Iterator<Item = Cell> + '_ {
        let slots = self.rings[at.index()].iter().filter(move |slot| slot.touch == touch);
        slots.flat_map(|slot| self.cells_of(slot))
    }

    fn cells_of<'a>(&'a self, slot: &'a Slot) -> impl Iterator<Item = Cell> + 'a {
        let cells = slot.links.iter().filter(|(node, _)| usize::from(*node) < self.len());
        cells.map(|(node, _)| Cell(*node))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::rectangle;
    use super::*;

    /// A board taken apart, its rings written from some other slot and the other way round.
    fn listed(board: &Board, shift: usize, reverse: bool) -> Vec<Listed> {
        (0..board.len())
            .map(|cell| {
                let slots = board.rings[cell].iter();
                let mut ring: Vec<(Touch, Vec<usize>)> = slots
                    .map(|slot| {
                        let links = slot.links.iter().map(|(node, _)| usize::from(*node));
                        (slot.touch, links.filter(|node| *node < board.len()).collect())
                    })
                    .collect();
                if reverse {
                    ring.reverse();
                }
                ring.rotate_left(shift);
                Listed { info: board.cells[cell].clone(), order: (0..ring.len()).collect(), ring }
            })
            .collect()
    }

    #[test]
    fn rings_are_turned_to_the_first_players_forward() {
        let square = rectangle(5, 4, false, &[]);
        for (shift, reverse) in [(0, false), (3, false), (1, true), (6, true)] {
            let again = board(&listed(&square, shift, reverse), square.families.clone());
            assert_eq!(again.rings, square.rings, "{shift} {reverse}");
            assert_eq!(again.rows, square.rows);
        }
    }

    #[test]
    fn straight_on_needs_a_way_back() {
        let square = rectangle(3, 3, false, &[]);
        let mut list = listed(&square, 0, false);
        let at = |name: &str| square.cell(name).unwrap();
        let on =
            |board: &Board, from: &str, to: &str| board.straight_on(at(from), at(to)).collect::<Vec<_>>();
        assert_eq!(on(&board(&list, Vec::new()), "a1", "b2"), [at("c3")]);
        for (_, cells) in &mut list[at("b2").index()].ring {
            cells.retain(|cell| *cell != at("a1").index());
        }
        assert!(on(&board(&list, Vec::new()), "a1", "b2").is_empty());
    }
}
