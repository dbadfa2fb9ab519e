//! The ring of 3-man chess: files lead to a hub and beyond it, moats part the camps.

use super::{Board, CellInfo, Lattice, Shape, Slot, Touch, facing};
use crate::cell::Cell;
use crate::definition::{Kind, Problems, Reader, Spec};

/// The ring.
pub const SHAPE: Shape = Shape {
    name: "ring",
    documentation: "The round board of 3-man chess: 144 cells in files a–x round a hub, ranks 1 (outside) to 6, for \
                    three players with the camps a–h, i–p and q–x. From rank 6 a file goes straight over the hub into \
                    the twelfth file from it, a diagonal into the tenth on the other side, keeping its colour. \
                    Forward is inward on the twelve files nearest one's own, outward on the twelve across, and always \
                    outward on ranks 1–3 of others' camps. Zones count ranks along it: 1–6 where it leads inward, \
                    7–12 where it leads outward, so the last rank is the outer rank of both other camps.",
    keys: &[Spec {
        name: "moat",
        kind: Kind::Number(0, 6),
        default: "3",
        documentation: "How many ranks, from the outside, are parted between camps (x|a, h|i, p|q). Nothing steps \
                        over a moat, nor diagonally round its inner end.",
    }],
    lattice: Lattice::Squares,
    build,
};

const FILES: i32 = 24;
const RANKS: i32 = 6;
/// How many files a camp has.
const CAMP: i32 = 8;
/// Each circle is so much wider than the next: cells look alike at every rank.
const GROWTH: f32 = 1.3;
const OUTER: f32 = 8.0;

/// File and rank, counted from 0; rank 0 is outside.
type FileRank = (i32, i32);

fn number((file, rank): FileRank) -> u16 {
    (rank * FILES + file) as u16
}

fn places() -> impl DoubleEndedIterator<Item = FileRank> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

/// Where a step leads, and the slot by which one arrives.
fn step((file, rank): FileRank, slot: usize, moat: i32) -> Option<(FileRank, usize)> {
    let (along, inward) = Lattice::Squares.steps()[slot];
    let (along, inward) = (i32::from(along), i32::from(inward));
    if rank + inward == RANKS {
        // Over the hub. A step aside would change the colour, so a diagonal goes two files aside.
        let there = (file + FILES / 2 + 2 * along).rem_euclid(FILES);
        return Some(((there, rank), (8 - slot) % 8));
    }
    let there = ((file + along).rem_euclid(FILES), rank + inward);
    let border = along != 0 && (file + along.max(0)) % CAMP == 0;
    let parted = border && rank.min(there.1) < moat;
    (there.1 >= 0 && !parted).then_some((there, (slot + 4) % 8))
}

/// Whether the first player's forward is inward here.
fn inward((file, rank): FileRank) -> bool {
    let own = file < CAMP;
    let near = (file + 2) % FILES < FILES / 2;
    own || near && rank >= RANKS / 2
}

fn build(reader: &mut Reader<'_>) -> Result<Board, Problems> {
    let moat = reader.number("moat", 3) as i32;
    reader.done()?;
    let slot = |place: FileRank, slot: usize| Slot {
        touch: Touch::at(slot),
        links: step(place, slot, moat)
            .map(|(there, arrive)| (number(there), arrive as u8))
            .into_iter()
            .collect(),
    };
    let rings = places().map(|place| (0..8).map(|heading| slot(place, heading)).collect()).collect();
    let forward: Vec<usize> = places().map(|place| if inward(place) { 0 } else { 4 }).collect();
    let cell = |place: FileRank| Cell(number(place));
    let row = |rank: i32| (0..FILES).map(|file| Some(cell((file, rank)))).collect();
    let seat = |seat: i32| places().map(|(file, rank)| cell(((file + CAMP * seat) % FILES, rank))).collect();
    Ok(Board {
        cells: places().map(info).collect(),
        rings: facing(rings, |node| forward[node]),
        families: vec!["dark".into(), "light".into()],
        rows: (0..RANKS).rev().map(row).collect(),
        symmetries: vec![("rotation".into(), (0..3).map(seat).collect())],
        ranks: 2 * RANKS as u16,
        files: FILES as u16,
    })
}

fn info(place: FileRank) -> CellInfo {
    let (file, rank) = place;
    // Halves of a file and of a rank; the first camp's middle points down.
    let point = |half: i32, depth: f32| {
        let angle = (half as f32 / 2.0 - 10.0) * std::f32::consts::TAU / FILES as f32;
        let radius = OUTER * GROWTH.powf(-depth);
        (radius * angle.cos(), radius * angle.sin())
    };
    let (outer, inner) = (rank as f32, rank as f32 + 1.0);
    let outside = (0..3).map(|half| point(2 * file + half, outer));
    let inside = (0..3).rev().map(|half| point(2 * file + half, inner));
    CellInfo {
        name: format!("{}{}", (b'a' + file as u8) as char, rank + 1),
        file: file as u16 + 1,
        rank: (if inward(place) { rank + 1 } else { 2 * RANKS - rank }) as u16,
        family: ((file + rank) % 2) as u8,
        outline: outside.chain(inside).collect(),
        centre: point(2 * file + 1, outer + 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_sound, built};
    use super::super::{Board, Walker};
    use crate::definition::Value::Number;

    fn neighbours(board: &Board, name: &str) -> String {
        let from = Walker { node: board.cell(name).unwrap().0, turned: 0 };
        let there = (0..8).map(|heading| match board.step(from, heading)[..] {
            [walker] => board.cells[usize::from(walker.node)].name.clone(),
            _ => "-".into(),
        });
        there.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn files_go_over_the_hub() {
        let board = built("ring", &[]);
        assert_eq!(board.len(), 144);
        assert_sound(&board);
        // From the first player's forward, clockwise.
        assert_eq!(neighbours(&board, "c3"), "c4 d4 d3 d2 c2 b2 b3 b4");
        assert_eq!(neighbours(&board, "c6"), "o6 q6 d6 d5 c5 b5 b6 m6");
        // Outward, left and right change places.
        assert_eq!(neighbours(&board, "o6"), "o5 n5 n6 a6 c6 e6 p6 p5");
    }

    #[test]
    fn nothing_steps_over_a_moat() {
        let board = built("ring", &[]);
        assert_eq!(neighbours(&board, "a1"), "a2 b2 b1 - - - - -");
        assert_eq!(neighbours(&board, "h3"), "h4 - - - h2 g2 g3 g4");
        assert_eq!(neighbours(&board, "h4"), "h5 i5 i4 - h3 g3 g4 g5");
        assert_eq!(neighbours(&board, "x4"), "x5 a5 a4 - x3 w3 w4 w5");
        let open = built("ring", &[("moat", Number(0))]);
        assert_eq!(neighbours(&open, "a1"), "a2 b2 b1 - - - x1 x2");
        assert_sound(&open);
    }

    #[test]
    fn ranks_count_along_forward() {
        let board = built("ring", &[]);
        let rank = |name: &str| board.cells[board.cell(name).unwrap().index()].rank;
        assert_eq!(["a1", "h2", "d6", "i4", "j6", "x5"].map(rank), [1, 2, 6, 4, 6, 5]);
        assert_eq!(["k6", "p6", "v4", "i3", "x1", "p1"].map(rank), [7, 7, 9, 10, 12, 12]);
        assert_eq!(board.cells.iter().filter(|cell| cell.rank == 12).count(), 16);
    }

    #[test]
    fn the_first_camp_is_at_the_bottom() {
        let board = built("ring", &[]);
        let centre = |name: &str| board.cells[board.cell(name).unwrap().index()].centre;
        assert!(centre("a1").0 < -5.0 && centre("h1").0 > 5.0);
        assert!(centre("d1").1 < -6.5 && centre("d6").1 > -2.5);
        assert!(centre("p1").1 > 6.0);
    }
}
