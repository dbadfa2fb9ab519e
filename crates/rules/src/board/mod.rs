//! The board: a graph of named cells. A rectangle is one shape among several.
//!
//! Around each cell its neighbours stand in a ring of *slots* in cyclic order, edges and vertices in turn. To go
//! straight on is to leave by the slot opposite the one entered by. A walker carries a frame (see [`Walker`]), so
//! "forward, then to the right" has a meaning on every board.

pub mod cells;
mod rectangle;

use crate::cell::Cell;
use crate::definition::{Problems, Reader, Spec};

/// A way two cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// They share a side.
    Edge,
    /// They share a corner.
    Vertex,
}

/// A node of the graph: a cell (below the number of cells) or a hole that only leaps pass over.
pub type Node = u16;

/// One place in the ring around a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Side or corner.
    pub touch: Touch,
    /// The neighbours there and the slot of theirs by which one arrives; none at the border, several where a
    /// line branches.
    pub links: Vec<(Node, u8)>,
}

/// A cell's name, look and place.
#[derive(Clone, Debug, PartialEq)]
pub struct CellInfo {
    /// Any text; `e4` on a rectangle.
    pub name: String,
    /// The column as the first player sees it, counted from 1; 0 outside.
    pub file: u16,
    /// The row as the first player sees it, counted from 1; 0 outside.
    pub rank: u16,
    /// The colour, an index into [`Board::families`].
    pub family: u8,
    /// Its corners, for drawing; y grows upward, the first player sits at the bottom.
    pub outline: Vec<(f32, f32)>,
    /// The middle.
    pub centre: (f32, f32),
}

/// A graph of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The cells by number.
    pub cells: Vec<CellInfo>,
    /// The ring of slots round each node, cells first, then holes. Slot 0 is the first player's forward.
    pub rings: Vec<Vec<Slot>>,
    /// Names of the colours of cells.
    pub families: Vec<String>,
    /// The reading order: rows from the top, `None` where there is no cell.
    pub rows: Vec<Vec<Option<Cell>>>,
    /// Named ways to map the first player's cells to another's: (name, for each player a cell per cell).
    pub symmetries: Vec<(String, Vec<Vec<Cell>>)>,
    /// How many ranks zones count, as the first player sees them.
    pub ranks: u16,
    /// How many files zones count.
    pub files: u16,
}

/// A family of boards that a definition can name.
pub struct Shape {
    /// The name in a definition.
    pub name: &'static str,
    /// What it is.
    pub documentation: &'static str,
    /// Its parameters.
    pub keys: &'static [Spec],
    /// Makes the board.
    pub build: fn(&mut Reader<'_>) -> Result<Board, Problems>,
}

/// Every shape there is.
pub const SHAPES: &[&Shape] = &[&rectangle::SHAPE];

impl Board {
    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// A board has cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.cells.iter().position(|c| c.name == name).map(|i| Cell(i as u8))
    }

    /// A cell's name.
    pub fn name(&self, cell: Cell) -> &str {
        &self.cells[cell.index()].name
    }

    /// The maps of a named symmetry for so many players; the first is the identity.
    pub fn symmetry(&self, name: &str, players: usize) -> Option<Vec<Vec<Cell>>> {
        let identity: Vec<Cell> = (0..self.len()).map(|c| Cell(c as u8)).collect();
        if name == "none" {
            return Some(vec![identity; players]);
        }
        let (_, maps) = self.symmetries.iter().find(|(n, m)| n == name && m.len() >= players)?;
        Some(maps[..players].to_vec())
    }

    /// The cells a leap (to the right, forward) ends on from here; passes over holes and pieces alike.
    pub fn leap(&self, from: Walker, leap: (i8, i8)) -> Vec<Walker> {
        self.route(leap).iter().fold(vec![from], |walkers, &heading| {
            walkers.iter().flat_map(|w| self.step(*w, heading)).collect()
        })
    }

    /// One step along a heading, counted in slots from the walker's forward. Several where the line branches.
    pub fn step(&self, from: Walker, heading: u8) -> Vec<Walker> {
        let ring = &self.rings[from.node as usize];
        let count = ring.len() as u8;
        if count == 0 {
            return Vec::new();
        }
        let slot = (heading + from.turned) % count;
        let links = &ring[slot as usize].links;
        links
            .iter()
            .map(|&(node, arrive)| {
                let there = self.rings[node as usize].len() as u8;
                // Going straight on leaves by the slot opposite the arrival; the frame turns so that this is
                // still the same heading.
                let straight = (arrive + there / 2) % there;
                Walker { node, turned: (straight + there - heading % there) % there }
            })
            .collect()
    }

    /// The same place with the frame turned to where a leap went.
    pub fn turned(&self, walker: Walker, leap: (i8, i8)) -> Walker {
        let count = self.rings[walker.node as usize].len().max(1) as u8;
        let heading = self.route(leap).first().copied().unwrap_or(0);
        Walker { turned: (walker.turned + heading) % count, ..walker }
    }

    /// The headings of a leap's steps on a ring of eight: straight first, then slanting.
    pub fn route(&self, (right, forward): (i8, i8)) -> Vec<u8> {
        let (across, along) = (right.unsigned_abs(), forward.unsigned_abs());
        let slanting = across.min(along);
        let straight = across.max(along) - slanting;
        let heading = |x: i8, y: i8| match (x.signum(), y.signum()) {
            (0, 1) => 0,
            (1, 1) => 1,
            (1, 0) => 2,
            (1, -1) => 3,
            (0, -1) => 4,
            (-1, -1) => 5,
            (-1, 0) => 6,
            _ => 7,
        };
        let axis = if along >= across { heading(0, forward) } else { heading(right, 0) };
        let mut route = vec![axis; straight as usize];
        route.extend(vec![heading(right, forward); slanting as usize]);
        route
    }
}

/// Someone on a node with a sense of direction: heading 0 leaves by slot `turned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walker {
    /// Where.
    pub node: Node,
    /// How far the frame is turned against the ring here.
    pub turned: u8,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::definition::{Names, Spanned, Table, Value};

    /// A rectangle with holes, wrapped or not.
    pub(crate) fn rectangle(files: i64, ranks: i64, wrap: bool, holes: &[&str]) -> Board {
        let value = |value: Value| Spanned::synthetic(value);
        let mut table = Table::default();
        let mut set = |key: &str, v: Value| table.set(Spanned::synthetic(key.to_owned()), value(v));
        set("size", Value::List(vec![value(Value::Number(files)), value(Value::Number(ranks))]));
        set("wrap", Value::Flag(wrap));
        set("holes", Value::List(holes.iter().map(|h| value(Value::Text((*h).to_owned()))).collect()));
        let shape = SHAPES[0];
        let mut reader = Reader::new(&table, shape.keys, Default::default(), Names::default());
        (shape.build)(&mut reader).unwrap()
    }

    fn at(board: &Board, name: &str) -> Walker {
        Walker { node: board.cell(name).unwrap().0.into(), turned: 0 }
    }

    fn names(board: &Board, walkers: &[Walker]) -> Vec<String> {
        let cell =
            |w: &Walker| board.cells.get(usize::from(w.node)).map_or("hole".into(), |c| c.name.clone());
        walkers.iter().map(cell).collect()
    }

    #[test]
    fn steps_go_to_the_eight_neighbours_in_turn() {
        let board = rectangle(8, 8, false, &[]);
        let there: Vec<String> =
            (0..8).flat_map(|heading| names(&board, &board.step(at(&board, "d4"), heading))).collect();
        assert_eq!(there, ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"]);
        assert!(board.step(at(&board, "a1"), 6).is_empty());
    }

    #[test]
    fn a_frame_that_turned_keeps_its_own_forward() {
        let board = rectangle(8, 8, false, &[]);
        let turned = board.turned(at(&board, "d4"), (1, 0));
        assert_eq!(names(&board, &board.step(turned, 0)), ["e4"]);
        assert_eq!(names(&board, &board.step(turned, 2)), ["d3"]);
    }

    #[test]
    fn a_cylinder_joins_its_sides_and_not_its_ends() {
        let board = rectangle(8, 8, true, &[]);
        assert_eq!(names(&board, &board.step(at(&board, "a4"), 6)), ["h4"]);
        assert_eq!(names(&board, &board.leap(at(&board, "h4"), (2, 1))), ["b5"]);
        assert!(board.step(at(&board, "a8"), 0).is_empty());
    }

    #[test]
    fn leaps_pass_over_holes() {
        let board = rectangle(8, 8, false, &["a2", "b2"]);
        assert_eq!(board.len(), 62);
        assert_eq!(names(&board, &board.leap(at(&board, "a1"), (0, 2))), ["a3"]);
        assert_eq!(names(&board, &board.step(at(&board, "a1"), 0)), ["hole"]);
    }

    #[test]
    fn views_are_mirrored_or_turned() {
        let board = rectangle(4, 3, false, &[]);
        let image = |symmetry: &str, name: &str| {
            let maps = board.symmetry(symmetry, 2).unwrap();
            board.name(maps[1][board.cell(name).unwrap().index()]).to_owned()
        };
        assert_eq!((image("mirror", "a1"), image("rotation", "a1")), ("a3".into(), "d3".into()));
        assert_eq!(image("none", "a1"), "a1");
        assert!(board.symmetry("mirror", 3).is_none());
    }
}
