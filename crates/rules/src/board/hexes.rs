//! Hexagons of hexagon cells: the boards of hexagonal chess.

use super::{Board, CellInfo, Lattice, Leap, Shape, Slot, Touch};
use crate::cell::Cell;
use crate::definition::{Kind, Problems, Reader, Spec};
use std::collections::HashMap;

/// The hexagon of hexagons.
pub const SHAPE: Shape = Shape {
    name: "hexes",
    documentation: "Hexagon cells in the shape of a hexagon that stands on a corner, for two, three or six players. \
                    Files run up the board and are called `a`, `b`, … without `j`; ranks count from the lower end of \
                    each file, so side 6 has the names of Gliński's chess, `a1` to `l6` with `f11` at the top. A \
                    cell touches six others by its sides and looks past each of its corners at one more; cells \
                    have three colours. Slanting ranks are the rows of FEN, from the top.",
    keys: &[Spec {
        name: "side",
        kind: Kind::Number(2, 13),
        default: "6",
        documentation: "Cells along each side: 6 has 91 cells, 8 has 169, 13 has 469; for more files there are no more letters.",
    }],
    lattice: Lattice::Hexagons,
    build,
};

/// The distance from the middle of a cell to its corners, if neighbours are 1 apart.
const RADIUS: f32 = 0.577_350_3;
/// How far apart files are.
const FILE_WIDTH: f32 = 0.866_025_4;

fn build(reader: &mut Reader<'_>) -> Result<Board, Problems> {
    let side = reader.number("side", 6) as i8;
    reader.done()?;
    Ok(hexes(side))
}

/// The places of a board, file by file from below, counted from the middle.
fn places(side: i8) -> Vec<Leap> {
    let far = side - 1;
    let file = |x: i8| (-far - x.min(0)..=far - x.max(0)).map(move |y| (x, y));
    (-far..=far).flat_map(file).collect()
}

fn hexes(side: i8) -> Board {
    let lattice = Lattice::Hexagons;
    let places = places(side);
    let at: HashMap<Leap, usize> = places.iter().enumerate().map(|(index, place)| (*place, index)).collect();
    let slot = |(x, y): Leap, heading: usize| {
        let (right, forward) = lattice.steps()[heading];
        let there = at.get(&(x + right, y + forward));
        Slot {
            touch: Touch::at(heading),
            links: there.map(|node| (*node as u16, (heading as u8 + 6) % 12)).into_iter().collect(),
        }
    };
    let rings = places.iter().map(|place| (0..12).map(|heading| slot(*place, heading)).collect()).collect();
    let cells: Vec<CellInfo> = places.iter().map(|place| cell(*place, side)).collect();
    let ranks = 2 * side as u16 - 1;
    let row = |rank: u16| {
        let of_rank = cells.iter().enumerate().filter(|(_, cell)| cell.rank == rank);
        of_rank.map(|(index, _)| Some(Cell(index as u16))).collect()
    };
    let rows = (1..=ranks).rev().map(row).collect();
    let view = |image: &dyn Fn(Leap) -> Leap| -> Vec<Cell> {
        places.iter().map(|place| Cell(at[&image(*place)] as u16)).collect()
    };
    let seat = |sixths: usize| view(&|place| (0..sixths).fold(place, |place, _| lattice.turned(place)));
    let turns = |step: usize| ("rotation".to_owned(), (0..6).step_by(step).map(seat).collect());
    let upside_down = view(&|(x, y)| (x, -x - y));
    Board {
        files: cells.last().map_or(0, |cell| cell.file),
        cells,
        rings,
        families: vec!["dark".into(), "medium".into(), "light".into()],
        rows,
        symmetries: vec![("mirror".into(), vec![seat(0), upside_down]), turns(3), turns(2), turns(1)],
        ranks,
    }
}

fn cell((x, y): Leap, side: i8) -> CellInfo {
    let far = side - 1;
    // Nobody calls a file j.
    let file = (x + far) as u16 + if x + far >= 9 { 2 } else { 1 };
    let rank = (y + far + x.min(0)) as u16 + 1;
    let centre = (f32::from(x) * FILE_WIDTH, f32::from(y) + f32::from(x) / 2.0);
    let corner = |sixth: u8| {
        let angle = f32::from(sixth) * std::f32::consts::FRAC_PI_3;
        (centre.0 + RADIUS * angle.cos(), centre.1 + RADIUS * angle.sin())
    };
    CellInfo {
        name: format!("{}{rank}", (b'a' + (file - 1) as u8) as char),
        file,
        rank,
        // A step over a corner keeps the colour; the middle is medium.
        family: (y - x + 1).rem_euclid(3) as u8,
        outline: (0..6).map(corner).collect(),
        centre,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_sound, built};
    use super::super::{Board, Walker};
    use crate::definition::Value::Number;

    fn neighbours(board: &Board, name: &str) -> String {
        let from = Walker { node: board.cell(name).unwrap().0, turned: 0 };
        let there = (0..12).map(|heading| match board.step(from, heading)[..] {
            [walker] => board.cells[usize::from(walker.node)].name.clone(),
            _ => "-".into(),
        });
        there.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn side_six_is_the_board_of_glinski() {
        let board = built("hexes", &[]);
        assert_eq!((board.len(), board.ranks), (91, 11));
        let ends = ["a1", "a6", "b7", "e10", "f1", "f11", "g10", "k7", "l1", "l6"];
        assert!(ends.iter().all(|name| board.cell(name).is_some()));
        assert!(["a7", "f12", "j1", "l7", "m1"].iter().all(|name| board.cell(name).is_none()));
        let rows: Vec<usize> = board.rows.iter().map(Vec::len).collect();
        assert_eq!(rows, [1, 3, 5, 7, 9, 11, 11, 11, 11, 11, 11]);
        assert_sound(&board);
    }

    #[test]
    fn sides_and_corners_alternate_clockwise() {
        let board = built("hexes", &[]);
        // The middle: up, then to the right and round. East of the middle file ranks slope down.
        assert_eq!(neighbours(&board, "f6"), "f7 g7 g6 h5 g5 g4 f5 e4 e5 d5 e6 e7");
        assert_eq!(neighbours(&board, "f1"), "f2 g2 g1 - - - - - - - e1 e2");
        assert_eq!(neighbours(&board, "a1"), "a2 b3 b2 c2 b1 - - - - - - -");
        assert_eq!(neighbours(&board, "l6"), "- - - - - - l5 k5 k6 i7 k7 -");
    }

    #[test]
    fn larger_boards_are_for_six() {
        for (side, count) in [(8, 169), (9, 217), (13, 469)] {
            let board = built("hexes", &[("side", Number(side))]);
            assert_eq!(board.len(), count);
            assert_sound(&board);
            let maps = board.symmetry("rotation", 6).unwrap();
            let seats: std::collections::HashSet<_> =
                maps.iter().map(|map| map[board.cell("a1").unwrap().index()]).collect();
            assert_eq!(seats.len(), 6);
        }
    }

    #[test]
    fn two_three_and_six_sit_evenly() {
        let board = built("hexes", &[]);
        let images = |symmetry: &str, players: usize, name: &str| -> Vec<String> {
            let cell = board.cell(name).unwrap().index();
            let maps = board.symmetry(symmetry, players).unwrap();
            maps.iter().map(|map| board.name(map[cell]).to_owned()).collect()
        };
        assert_eq!(images("mirror", 2, "e1"), ["e1", "e10"]);
        assert_eq!(images("rotation", 2, "e1"), ["e1", "g10"]);
        assert_eq!(images("rotation", 3, "f1"), ["f1", "a6", "l6"]);
        assert_eq!(images("rotation", 6, "f1"), ["f1", "a1", "a6", "f11", "l6", "l1"]);
    }
}
