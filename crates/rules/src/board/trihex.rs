//! The hexagon of three-player chess: three areas of eight by four cells that meet in the middle.

use super::{Board, CellInfo, Lattice, Shape, Slot, Touch, facing};
use crate::cell::Cell;
use crate::definition::{Problems, Reader};

/// The three-player hexagon.
pub const SHAPE: Shape = Shape {
    name: "trihex",
    documentation: "The hexagon of three-player chess: 96 cells with four sides in three areas of eight by four, one \
                    for each player. The first has files a–h and ranks 1–4, the second l k j i d c b a and 8–5, the \
                    third h g f e i j k l and 12–9, each from left to right and from the own side inward. Six cells \
                    meet in the middle, where a diagonal goes on to both other cells of its colour. Forward leads \
                    out of one's own area and, in the others', toward their first rank: zones count ranks 1–4 in \
                    the own area and 5–8 in both others, so the last rank is the first rank of both others.",
    keys: &[],
    lattice: Lattice::Squares,
    build,
};

/// The files of each area from its player's left to right.
const FILES: [[u8; 8]; 3] = [*b"abcdefgh", *b"lkjidcba", *b"hgfeijkl"];
/// The ranks of each area from its player's side inward.
const RANKS: [[u16; 4]; 3] = [[1, 2, 3, 4], [8, 7, 6, 5], [12, 11, 10, 9]];
/// Sides as the area's player sees them.
const IN: usize = 0;
const RIGHT: usize = 1;
const OUT: usize = 2;
const LEFT: usize = 3;

/// A cell by its area, its column from its player's left, its row from that player's side.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Coordinate {
    area: usize,
    column: usize,
    row: usize,
}

impl Coordinate {
    fn all() -> impl Iterator<Item = Coordinate> {
        (0..96).map(|cell| Coordinate { area: cell / 32, row: cell / 8 % 4, column: cell % 8 })
    }

    fn number(self) -> u16 {
        (self.area * 32 + self.row * 8 + self.column) as u16
    }

    /// The place beyond a side, and the side of it by which one arrives.
    fn beyond(self, side: usize) -> Option<(Coordinate, usize)> {
        let Coordinate { area, column, row } = self;
        match side {
            IN if row < 3 => Some((Coordinate { row: row + 1, ..self }, OUT)),
            // Over the seam the left half meets the next player's right half, and the right half the other's left.
            IN => {
                let area = (area + if column < 4 { 1 } else { 2 }) % 3;
                Some((Coordinate { area, column: 7 - column, row }, IN))
            }
            RIGHT => (column < 7).then_some((Coordinate { column: column + 1, ..self }, LEFT)),
            OUT => (row > 0).then(|| (Coordinate { row: row - 1, ..self }, IN)),
            _ => (column > 0).then(|| (Coordinate { column: column - 1, ..self }, RIGHT)),
        }
    }

    /// The cells of one's own colour past the corner behind a side (clockwise), and the corners of theirs by which
    /// one arrives. Both ways round the corner end on the same cell, except in the middle.
    fn across(self, corner: usize) -> Vec<(Coordinate, usize)> {
        let way = |first: usize, turn: usize, arrive: usize| {
            let (beside, side) = self.beyond(first)?;
            let (there, side) = beside.beyond((side + turn) % 4)?;
            Some((there, (side + arrive) % 4))
        };
        // A corner has the number of the side before it. Seen from the neighbour its sides run the other way.
        let mut ends: Vec<(Coordinate, usize)> = way(corner, 3, 3).into_iter().collect();
        ends.extend(way((corner + 1) % 4, 1, 0).filter(|end| !ends.contains(end)));
        ends
    }

    fn ring(self) -> Vec<Slot> {
        let side = |side: usize| Slot {
            touch: Touch::Edge,
            links: self.beyond(side).map(|(there, by)| (there.number(), 2 * by as u8)).into_iter().collect(),
        };
        let corner = |corner: usize| Slot {
            touch: Touch::Vertex,
            links: self
                .across(corner)
                .iter()
                .map(|(there, by)| (there.number(), 2 * *by as u8 + 1))
                .collect(),
        };
        (0..4).flat_map(|number| [side(number), corner(number)]).collect()
    }

    fn info(self) -> CellInfo {
        let (letter, rank) = (FILES[self.area][self.column], RANKS[self.area][self.row]);
        let corner = |right: usize, inward: usize| point(self.area, self.column + right, self.row + inward);
        let outline = vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        let middle = |of: fn(&(f32, f32)) -> f32| outline.iter().map(of).sum::<f32>() / 4.0;
        CellInfo {
            name: format!("{}{rank}", letter as char),
            file: u16::from(letter - b'a') + 1,
            rank: (if self.area == 0 { self.row + 1 } else { 8 - self.row }) as u16,
            family: ((self.column + self.row) % 2) as u8,
            centre: (middle(|p| p.0), middle(|p| p.1)),
            outline,
        }
    }
}

/// A corner of the grid of an area: the first one lies at the bottom, the others follow clockwise. A half of an area
/// is a kite between a corner of the hexagon, the middles of two of its sides, and the middle of the board.
fn point(area: usize, column: usize, row: usize) -> (f32, f32) {
    let side = 3f32.sqrt() * 2.0;
    let outward = (column as f32 - 4.0) / 4.0;
    let inward = row as f32 / 4.0;
    let x = outward * (4.0 + 2.0 * inward);
    let y = -2.0 * side * (1.0 - inward) - outward.abs() * inward * side;
    let angle = -(area as f32) * std::f32::consts::TAU / 3.0;
    (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos())
}

fn build(_: &mut Reader<'_>) -> Result<Board, Problems> {
    // In the areas of the others the first player goes on toward their side.
    let forward = |cell: usize| if cell < 32 { 2 * IN } else { 2 * OUT };
    let number = |place: Coordinate| Some(Cell(place.number()));
    // As the first player sees a row: in the third area from its player's right to left.
    let row = |area: usize, row: usize| -> Vec<Option<Cell>> {
        let columns = (0..8).map(|column| if area == 0 { column } else { 7 - column });
        columns.map(|column| number(Coordinate { area, column, row })).collect()
    };
    let outward = |area: usize| (0..4).map(move |r| (area, r));
    let rows = outward(2).chain(outward(1)).chain(outward(0).rev());
    let seat = |seat: usize| (0..96).map(|cell| Cell(((cell + 32 * seat) % 96) as u16)).collect();
    Ok(Board {
        cells: Coordinate::all().map(Coordinate::info).collect(),
        rings: facing(Coordinate::all().map(Coordinate::ring).collect(), forward),
        families: vec!["dark".into(), "light".into()],
        rows: rows.map(|(area, number)| row(area, number)).collect(),
        symmetries: vec![("rotation".into(), (0..3).map(seat).collect())],
        ranks: 8,
        files: 12,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_sound, built};
    use super::super::{Board, Walker};

    fn neighbours(board: &Board, name: &str) -> String {
        let from = Walker { node: board.cell(name).unwrap().0, turned: 0 };
        let there = (0..8).map(|heading| {
            let names: Vec<&str> = board
                .step(from, heading)
                .iter()
                .map(|w| board.cells[usize::from(w.node)].name.as_str())
                .collect();
            if names.is_empty() { "-".to_owned() } else { names.join("+") }
        });
        there.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn three_areas_meet_at_their_seams() {
        let board = built("trihex", &[]);
        assert_eq!(board.len(), 96);
        assert_sound(&board);
        // Clockwise from the first player's forward.
        assert_eq!(neighbours(&board, "a1"), "a2 b2 b1 - - - - -");
        assert_eq!(neighbours(&board, "b4"), "b5 c5 c4 c3 b3 a3 a4 a5");
        assert_eq!(neighbours(&board, "h4"), "h9 - - - h3 g3 g4 g9");
        assert_eq!(neighbours(&board, "d6"), "d7 i7 i6 i5 d5 c5 c6 c7");
        assert_eq!(neighbours(&board, "j5"), "j6 k6 k5 k9 j9 i9 i5 i6");
        assert_eq!(neighbours(&board, "j9"), "j10 i10 i9 i5 j5 k5 k9 k10");
        assert_eq!(neighbours(&board, "l12"), "- - k12 k11 l11 - - -");
    }

    #[test]
    fn six_cells_meet_in_the_middle() {
        let board = built("trihex", &[]);
        assert_eq!(neighbours(&board, "d4"), "d5 i5+e9 e4 e3 d3 c3 c4 c5");
        assert_eq!(neighbours(&board, "e4"), "e9 f9 f4 f3 e3 d3 d4 d5+i9");
        assert_eq!(neighbours(&board, "i5"), "i6 j6 j5 j9 i9 e9+d4 d5 d6");
        let family = |name: &str| board.cells[board.cell(name).unwrap().index()].family;
        assert_eq!(["d4", "e4", "e9", "i9", "i5", "d5"].map(family), [0, 1, 0, 1, 0, 1]);
        assert_eq!(family("a1"), 0);
    }

    #[test]
    fn rows_read_as_the_first_player_sees_them() {
        let board = built("trihex", &[]);
        let row = |index: usize| -> String {
            board.rows[index].iter().flatten().map(|cell| board.name(*cell)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(board.rows.len(), 12);
        assert_eq!(row(0), "l12 k12 j12 i12 e12 f12 g12 h12");
        assert_eq!(row(4), "a8 b8 c8 d8 i8 j8 k8 l8");
        assert_eq!(row(11), "a1 b1 c1 d1 e1 f1 g1 h1");
    }

    #[test]
    fn the_first_player_sits_at_the_bottom_and_the_next_to_the_left() {
        let board = built("trihex", &[]);
        let centre = |name: &str| board.cells[board.cell(name).unwrap().index()].centre;
        assert!(centre("a1").1 < -6.0 && centre("a1").0 < centre("h1").0);
        assert!(centre("d8").0 < -4.0 && centre("e12").0 > 4.0);
        assert!(centre("d4").0.abs() < 1.0 && centre("i9").1 > 0.0);
    }
}
