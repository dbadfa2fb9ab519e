//! Names of cells: along the border where columns and rows have names, else small inside each cell.

use crate::geometry::{Bounds, Point, overlap, room, slide};
use crate::layout::Layout;
use chatura_rules::board::{self, Board, CellInfo};
use std::collections::BTreeMap;

/// A short text round a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// The size of its letters.
    pub size: f32,
}

/// What pieces cover of a box of side 1 round the origin.
const ENVELOPE: [Point; 8] = [
    (-0.30, 0.43),
    (0.30, 0.43),
    (0.43, 0.10),
    (0.43, -0.22),
    (0.20, -0.44),
    (-0.20, -0.44),
    (-0.43, -0.22),
    (-0.43, 0.10),
];
/// How much of the room in a cell a piece takes.
const FILL: f32 = 0.81;
/// In how many directions from the middle a name is tried.
const DIRECTIONS: usize = 24;
/// How much smaller a piece may be, for a radius of 1, to have its name below.
const PREFERENCE: f32 = 0.12;
/// The width and the height of a character of size 1.
const CHARACTER: Point = (0.6, 0.74);

/// Where the piece of a cell stands, how large it is, and where the cell's name is if it is inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The middle of the piece's box.
    pub middle: Point,
    /// The side of the box.
    pub size: f32,
    /// The name beside the piece.
    pub label: Option<Label>,
}

/// The stand in the middle of a cell.
pub fn bare(outline: &[Point], centre: Point) -> Stand {
    Stand { middle: centre, size: FILL * room(outline, centre, &ENVELOPE), label: None }
}

/// How far it is from the middle of a cell to its nearest side.
pub fn radius(outline: &[Point], centre: Point) -> f32 {
    let disc: Vec<Point> = (0..32).map(|step| direction(step, 32)).collect();
    room(outline, centre, &disc)
}

/// The stand that leaves most room to the piece beside a name in letters of about this size.
pub fn beside(outline: &[Point], centre: Point, name: &str, size: f32) -> Stand {
    let radius = radius(outline, centre);
    let size = size / (name.chars().count().max(3) as f32 / 3.0).sqrt();
    let (wide, high) = (CHARACTER.0 * size * name.chars().count() as f32, CHARACTER.1 * size);
    let padded = Bounds::around((0.0, 0.0), wide + 0.16 * radius, high + 0.12 * radius).corners();
    let mut best: Option<(f32, Stand)> = None;
    for step in 0..DIRECTIONS {
        let toward = direction(step, DIRECTIONS);
        let Some(far) = slide(outline, centre, toward, &padded) else { continue };
        let at = (centre.0 + toward.0 * far, centre.1 + toward.1 * far);
        let text = Bounds::around(at, wide + 0.04 * radius, high + 0.14 * radius).corners();
        for shift in [0.0, 0.06, 0.12, 0.18] {
            let middle = (centre.0 - toward.0 * shift * radius, centre.1 - toward.1 * shift * radius);
            let limit = FILL * room(outline, middle, &ENVELOPE);
            let side = largest(limit, |side| !overlap(&text, &ENVELOPE.map(|p| scaled(p, side, middle))));
            // A name below its piece, or to the left of it, so that neighbours look alike.
            let score = side + radius * (PREFERENCE * (toward.1 - 0.1 * toward.0) - 0.1 * shift);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                let label = Some(Label { text: name.to_owned(), at, size });
                best = Some((score, Stand { middle, size: side, label }));
            }
        }
    }
    best.map_or_else(|| bare(outline, centre), |(_, stand)| stand)
}

fn direction(step: usize, of: usize) -> Point {
    let angle = step as f32 * std::f32::consts::TAU / of as f32;
    (angle.cos(), angle.sin())
}

fn scaled((x, y): Point, side: f32, middle: Point) -> Point {
    (middle.0 + side * x, middle.1 + side * y)
}

/// The largest number up to a limit that is good, if smaller ones are.
fn largest(limit: f32, good: impl Fn(f32) -> bool) -> f32 {
    if good(limit) {
        return limit;
    }
    let (mut low, mut high) = (0.0, limit);
    for _ in 0..8 {
        let middle = (low + high) / 2.0;
        if good(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Names of columns below them and of rows to their left, if all cells that have a file and a rank are named by them.
pub fn border(board: &Board, layout: &Layout, cell: f32) -> Option<Vec<Label>> {
    let near = |value: f32| (value / cell * 16.0).round() as i32;
    let mut columns: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    let mut rows: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for index in (0..board.len()).filter(|index| is_inside(&board.cells[*index])) {
        // Slanting sides make no columns.
        let upright = |a: &Point, b: &Point| near(a.0) == near(b.0) || near(a.1) == near(b.1);
        let outline = &layout.outlines[index];
        if !(0..outline.len()).all(|i| upright(&outline[i], &outline[(i + 1) % outline.len()])) {
            return None;
        }
        let (x, y) = layout.centres[index];
        columns.entry(near(x)).or_default().push(index);
        rows.entry(near(y)).or_default().push(index);
    }
    let size = 0.27 * cell;
    let mut labels = Vec::new();
    for column in columns.values() {
        let bounds = Bounds::of(column.iter().flat_map(|index| layout.outlines[*index].iter().copied()));
        let at = ((bounds.low.0 + bounds.high.0) / 2.0, bounds.high.1 + 0.25 * cell);
        labels.push(Label { text: common(board, column)?, at, size });
    }
    for row in rows.values() {
        let bounds = Bounds::of(row.iter().flat_map(|index| layout.outlines[*index].iter().copied()));
        let at = (bounds.low.0 - 0.25 * cell, (bounds.low.1 + bounds.high.1) / 2.0);
        labels.push(Label { text: common(board, row)?, at, size });
    }
    (columns.len() + rows.len() > 2).then_some(labels)
}

/// Whether a cell belongs to a file and a rank.
pub fn is_inside(info: &CellInfo) -> bool {
    info.file > 0 && info.rank > 0
}

/// The half of their names, the file's or the rank's, that all these cells share.
fn common(board: &Board, cells: &[usize]) -> Option<String> {
    let halves = |index: usize| {
        let name = &board.cells[index].name;
        board::halves(name).unwrap_or((name, ""))
    };
    let (file, rank) = halves(*cells.first()?);
    let shared = |half: &dyn Fn(usize) -> bool| cells.iter().all(|index| half(*index));
    if !file.is_empty() && shared(&|index| halves(index).0 == file) {
        // A single row shares both; its letters are of no use then.
        let alone = cells.len() > 1 || rank.is_empty();
        return Some(if alone { file } else { rank }.to_owned());
    }
    (!rank.is_empty() && shared(&|index| halves(index).1 == rank)).then(|| rank.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_beside_its_piece() {
        let square = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)];
        let alone = bare(&square, (20.0, 20.0));
        let stand = beside(&square, (20.0, 20.0), "e4", 8.0);
        let label = stand.label.unwrap();
        let text = Bounds::around(label.at, 2.0 * CHARACTER.0 * label.size, CHARACTER.1 * label.size);
        assert!(
            text.low.0 > 0.0 && text.high.0 < 40.0 && text.low.1 > 20.0 && text.high.1 < 40.0,
            "{text:?}"
        );
        let piece = ENVELOPE.map(|point| scaled(point, stand.size, stand.middle));
        assert!(!overlap(&text.corners(), &piece));
        assert!(stand.size <= alone.size && stand.size > 0.7 * alone.size, "{} {}", stand.size, alone.size);
    }
}
