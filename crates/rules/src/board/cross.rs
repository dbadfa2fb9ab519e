//! The cross of four-player chess: a square without its corners.

use super::rectangle::{FileRank, Frame, assemble};
use super::{Board, Lattice, Shape};
use crate::cell::Cell;
use crate::definition::{Kind, Problem, Problems, Reader, Spec};

/// The cross.
pub const SHAPE: Shape = Shape {
    name: "cross",
    documentation: "A square of square cells without its corners, for two or four players: 14 by 14 without 3 by 3 \
                    at each corner has 160 cells. Cells are named as on the whole square, `d1` to `k14`. The second \
                    player sits to the left of the first; everybody counts ranks from the own side to the one \
                    across. Slides end at the missing corners, leaps pass over them.",
    keys: &[
        Spec {
            name: "size",
            kind: Kind::Number(3, 26),
            default: "14",
            documentation: "Files and ranks of the whole square.",
        },
        Spec {
            name: "corner",
            kind: Kind::Number(0, 12),
            default: "3",
            documentation: "Files and ranks of each missing corner; less than half the size.",
        },
    ],
    lattice: Lattice::Squares,
    build,
};

fn build(reader: &mut Reader<'_>) -> Result<Board, Problems> {
    let size = reader.number("size", 14) as i32;
    let corner = reader.number("corner", 3) as i32;
    reader.done()?;
    if 2 * corner >= size {
        let message = format!("corners of {corner} leave nothing of a square of {size}");
        let problem = Problem::new(reader.span_of("corner"), message, "too large");
        return Err(problem.help(format!("at most {}", (size - 1) / 2)).into());
    }
    Ok(cross(size, corner))
}

fn cross(size: i32, corner: i32) -> Board {
    let outer = |number: i32| number <= corner || number > size - corner;
    let all = (1..=size).flat_map(|rank| (1..=size).map(move |file| (file, rank)));
    let (holes, cells): (Vec<FileRank>, Vec<FileRank>) =
        all.partition(|(file, rank)| outer(*file) && outer(*rank));
    let name = |(file, rank): FileRank| format!("{}{rank}", (b'a' + (file - 1) as u8) as char);
    let names: Vec<(FileRank, String)> = cells.iter().map(|place| (*place, name(*place))).collect();
    let places: Vec<FileRank> = cells.iter().copied().chain(holes).collect();
    let frame = Frame { files: size, ranks: size, low: (1, 1), high: (size, size), wrap: false };
    let mut board = assemble(&names, &places, &frame);
    // Seats follow one another clockwise, so the second player's view is a quarter turn.
    let quarter = |(file, rank): FileRank| (rank, size + 1 - file);
    let mut turned: Vec<Vec<FileRank>> = vec![cells.clone()];
    for turn in 0..3 {
        turned.push(turned[turn].iter().map(|place| quarter(*place)).collect());
    }
    let find = |place: &FileRank| cells.iter().position(|c| c == place).map(|index| Cell(index as u16));
    let maps: Option<Vec<Vec<Cell>>> = turned.iter().map(|cells| cells.iter().map(find).collect()).collect();
    board.symmetries.reverse();
    board.symmetries.extend(maps.map(|maps| ("rotation".to_owned(), maps)));
    board
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_sound, built, refused};
    use crate::definition::Value::Number;

    #[test]
    fn the_cross_of_four_player_chess_has_160_cells() {
        let board = built("cross", &[]);
        assert_eq!((board.len(), board.ranks, board.files), (160, 14, 14));
        assert!(board.cell("d1").is_some() && board.cell("a4").is_some() && board.cell("n11").is_some());
        assert!(["a1", "c3", "l3", "n14"].iter().all(|name| board.cell(name).is_none()));
        assert_sound(&board);
    }

    #[test]
    fn seats_follow_one_another_clockwise() {
        let board = built("cross", &[]);
        let images = |name: &str, players: usize| -> Vec<String> {
            let cell = board.cell(name).unwrap().index();
            let maps = board.symmetry("rotation", players).unwrap();
            maps.iter().map(|map| board.name(map[cell]).to_owned()).collect()
        };
        assert_eq!(images("d1", 4), ["d1", "a11", "k14", "n4"]);
        assert_eq!(images("d1", 2), ["d1", "k14"]);
    }

    #[test]
    fn corners_may_not_meet() {
        let problems = refused("cross", &[("size", Number(8)), ("corner", Number(4))]);
        assert!(problems.0[0].message.contains("leave nothing"), "{:?}", problems.0[0].message);
    }

    #[test]
    fn other_sizes_are_crosses_too() {
        let board = built("cross", &[("size", Number(7)), ("corner", Number(2))]);
        assert_eq!(board.len(), 33);
        assert_sound(&board);
    }
}
