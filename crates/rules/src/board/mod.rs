//! The board: a graph of named cells. A rectangle is one shape among several.
//!
//! Around each cell its neighbours stand in a ring of *slots* in cyclic order, edges and vertices in turn. To go
//! straight on is to leave by the slot opposite the one entered by. A walker carries a frame (see [`Walker`]), so
//! "forward, then to the right" has a meaning on every board.

pub mod cells;
mod cross;
mod hexes;
mod lattice;
mod names;
mod rectangle;
mod ring;
mod trihex;
pub mod zone;

pub use lattice::{Lattice, Leap};
pub use names::halves;

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

impl Touch {
    /// The touch at a slot: sides and corners stand in turn, a side first.
    fn at(slot: usize) -> Touch {
        if slot & 1 == 0 { Touch::Edge } else { Touch::Vertex }
    }
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

impl CellInfo {
    /// What it is called by a letter and a number, whatever its name; its name outside.
    pub(crate) fn plain_name(&self) -> String {
        match (self.file, self.rank) {
            (file @ 1..=26, rank @ 1..) => format!("{}{rank}", char::from(b'a' + (file - 1) as u8)),
            _ => self.name.clone(),
        }
    }
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
    /// What its cells are like, which decides what a movement means on it.
    pub lattice: Lattice,
    /// Makes the board.
    pub build: fn(&mut Reader<'_>) -> Result<Board, Problems>,
}

/// Every shape there is.
pub const SHAPES: &[&Shape] =
    &[&rectangle::SHAPE, &hexes::SHAPE, &trihex::SHAPE, &ring::SHAPE, &cross::SHAPE];

/// Turns each ring so that its slot of this number becomes the first: the first player's forward.
fn facing(rings: Vec<Vec<Slot>>, forward: impl Fn(usize) -> usize) -> Vec<Vec<Slot>> {
    let counts: Vec<usize> = rings.iter().map(Vec::len).collect();
    let mut turned = rings;
    for (node, ring) in turned.iter_mut().enumerate() {
        ring.rotate_left(forward(node));
        for (there, arrive) in ring.iter_mut().flat_map(|slot| &mut slot.links) {
            let (there, count) = (usize::from(*there), counts[usize::from(*there)]);
            *arrive = ((usize::from(*arrive) + count - forward(there)) % count) as u8;
        }
    }
    turned
}

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
        self.cells.iter().position(|c| c.name == name).map(|i| Cell(i as u16))
    }

    /// A cell's name.
    pub fn name(&self, cell: Cell) -> &str {
        &self.cells[cell.index()].name
    }

    /// The maps of a named symmetry for so many players; the first is the identity.
    pub fn symmetry(&self, name: &str, players: usize) -> Option<Vec<Vec<Cell>>> {
        let identity: Vec<Cell> = (0..self.len()).map(|c| Cell(c as u16)).collect();
        if name == "none" {
            return Some(vec![identity; players]);
        }
        let (_, maps) = self.symmetries.iter().find(|(n, m)| n == name && m.len() >= players)?;
        Some(maps[..players].to_vec())
    }

    /// What the cells are like.
    pub fn lattice(&self) -> Lattice {
        let hexagons = self.rings.first().is_some_and(|ring| ring.len() == Lattice::Hexagons.steps().len());
        if hexagons { Lattice::Hexagons } else { Lattice::Squares }
    }

    /// The cells a leap ends on from here; passes over holes and pieces alike. An oblique leap on squares is an L
    /// walked over sides, the long part first or the short one: at a seam the two may end on different cells.
    pub fn leap(&self, from: Walker, leap: Leap) -> Vec<Walker> {
        let mut ends = Vec::new();
        for route in self.lattice().routes(leap) {
            for walker in self.walk(from, &route) {
                if !ends.contains(&walker) {
                    ends.push(walker);
                }
            }
        }
        ends
    }

    fn walk(&self, from: Walker, headings: &[u8]) -> Vec<Walker> {
        headings.iter().fold(vec![from], |walkers, &heading| {
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
    pub fn turned(&self, walker: Walker, leap: Leap) -> Walker {
        let count = self.rings[walker.node as usize].len().max(1) as u8;
        let heading = self.route(leap).first().copied().unwrap_or(0);
        Walker { turned: (walker.turned + heading) % count, ..walker }
    }

    /// The headings of a leap's steps: first over sides, then over corners.
    pub fn route(&self, leap: Leap) -> Vec<u8> {
        self.lattice().route(leap)
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
    use std::collections::HashSet;

    /// The board of a shape with these parameters.
    pub(crate) fn built(shape: &str, parameters: &[(&str, Value)]) -> Board {
        build(shape, parameters).unwrap()
    }

    /// What is wrong with a shape's parameters.
    pub(crate) fn refused(shape: &str, parameters: &[(&str, Value)]) -> Problems {
        build(shape, parameters).unwrap_err()
    }

    fn build(shape: &str, parameters: &[(&str, Value)]) -> Result<Board, Problems> {
        let mut table = Table::default();
        for (key, value) in parameters {
            table.set(Spanned::synthetic((*key).to_owned()), Spanned::synthetic(value.clone()));
        }
        let shape = SHAPES.iter().find(|s| s.name == shape).unwrap();
        let mut reader = Reader::new(&table, shape.keys, Default::default(), Names::default());
        (shape.build)(&mut reader)
    }

    /// Who is linked to whom and how.
    fn links(board: &Board) -> HashSet<(usize, usize, Touch)> {
        let ring = |(node, ring): (usize, &Vec<Slot>)| -> Vec<(usize, usize, Touch)> {
            let slots = ring.iter();
            slots.flat_map(|s| s.links.iter().map(move |l| (node, usize::from(l.0), s.touch))).collect()
        };
        board.rings.iter().enumerate().flat_map(ring).collect()
    }

    /// What holds for every board: links go both ways, views are symmetries of the graph and of the colours.
    pub(crate) fn assert_sound(board: &Board) {
        let name = |cell: usize| board.cells.get(cell).map_or("a hole", |info| &info.name);
        for (node, ring) in board.rings.iter().enumerate() {
            for (slot, (there, arrive)) in
                ring.iter().enumerate().flat_map(|(i, s)| s.links.iter().map(move |link| (i, *link)))
            {
                let back = &board.rings[usize::from(there)][usize::from(arrive)];
                assert_eq!(back.touch, ring[slot].touch, "{} to {}", name(node), name(usize::from(there)));
                let home = (node as u16, slot as u8);
                assert!(back.links.contains(&home), "{} to {}", name(node), name(usize::from(there)));
            }
        }
        let all = links(board);
        let inside = |(a, b, _): &&(usize, usize, Touch)| *a < board.len() && *b < board.len();
        for (symmetry, maps) in &board.symmetries {
            for map in maps {
                let images: HashSet<Cell> = map.iter().copied().collect();
                assert_eq!(images.len(), board.len(), "{symmetry}");
                for (a, b, touch) in all.iter().filter(inside) {
                    let image = (map[*a].index(), map[*b].index(), *touch);
                    assert!(all.contains(&image), "{symmetry}: {} to {}", name(*a), name(*b));
                }
                let family = |cell: usize| board.cells[cell].family;
                let colours: HashSet<(u8, u8)> =
                    (0..board.len()).map(|cell| (family(cell), family(map[cell].index()))).collect();
                assert_eq!(colours.len(), board.families.len(), "{symmetry}");
            }
        }
        let names: HashSet<&str> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names.len(), board.len());
        let read: HashSet<Cell> = board.rows.iter().flatten().flatten().copied().collect();
        assert_eq!(read.len(), board.len());
        assert_eq!(board.rows.iter().flatten().flatten().count(), board.len());
    }

    /// A rectangle with holes, wrapped or not.
    pub(crate) fn rectangle(files: i64, ranks: i64, wrap: bool, holes: &[&str]) -> Board {
        let list = |items: Vec<Value>| Value::List(items.into_iter().map(Spanned::synthetic).collect());
        let size = list(vec![Value::Number(files), Value::Number(ranks)]);
        let holes = list(holes.iter().map(|hole| Value::Text((*hole).to_owned())).collect());
        built("rectangle", &[("size", size), ("wrap", Value::Flag(wrap)), ("holes", holes)])
    }

    fn at(board: &Board, name: &str) -> Walker {
        Walker { node: board.cell(name).unwrap().0, turned: 0 }
    }

    fn names(board: &Board, walkers: &[Walker]) -> Vec<String> {
        let cell =
            |w: &Walker| board.cells.get(usize::from(w.node)).map_or("hole".into(), |c| c.name.clone());
        walkers.iter().map(cell).collect()
    }

    #[test]
    fn cells_that_share_a_side_are_drawn_so() {
        for shape in ["rectangle", "hexes", "trihex", "cross"] {
            let board = built(shape, &[]);
            let linked = links(&board);
            let near = |a: &(f32, f32), b: &(f32, f32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 0.001;
            for (a, one) in board.cells.iter().enumerate() {
                for (b, other) in board.cells.iter().enumerate().filter(|(b, _)| *b != a) {
                    let is_shared = |p: &&(f32, f32)| other.outline.iter().any(|q| near(p, q));
                    let shared = one.outline.iter().filter(is_shared).count();
                    let side = linked.contains(&(a, b, Touch::Edge));
                    assert_eq!(shared == 2, side, "{shape}: {} and {}", one.name, other.name);
                }
            }
        }
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
