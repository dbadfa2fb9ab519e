//! A board as it lies on the page: where each cell is, who sits where, which neighbours are parted.

use crate::geometry::{Bounds, Point, area, mean, turned};
use chatura_rules::board::{Board, CellInfo, Touch};
use chatura_rules::{Cell, Game, Player};
use std::collections::HashMap;
use std::f32::consts::FRAC_PI_2;

/// Where everything lies; y grows downward.
#[derive(Debug)]
pub struct Layout {
    /// The outlines of the cells.
    pub outlines: Vec<Vec<Point>>,
    /// Their middles.
    pub centres: Vec<Point>,
    /// How far clockwise each player sits from the bottom, as an angle.
    pub seats: Vec<f32>,
}

impl Layout {
    /// The board of a game with cells of about this size, a player at the bottom.
    pub fn new(game: &Game, cell: f32, seat: Player) -> Layout {
        let board = game.board();
        let upright = |point: Point| (point.0, -point.1);
        let outlines: Vec<Vec<Point>> =
            board.cells.iter().map(|cell| outline(cell).into_iter().map(upright).collect()).collect();
        let centres: Vec<Point> = board.cells.iter().map(|cell| upright(cell.centre)).collect();
        let seats: Vec<f32> =
            (0..game.players().len()).map(|player| angle(game, &centres, Player(player as u8))).collect();
        let first = seats.first().copied().unwrap_or(0.0);
        let turn = seats.get(seat.index()).map_or(0.0, |angle| first - angle);
        let areas: f32 = outlines.iter().map(|outline| area(outline)).sum();
        let typical = (areas / board.len().max(1) as f32).sqrt();
        let scale = if typical > 0.0 { cell / typical } else { cell };
        let place = |point: Point| turned((point.0 * scale, point.1 * scale), turn);
        Layout {
            outlines: outlines.into_iter().map(|outline| outline.into_iter().map(place).collect()).collect(),
            centres: centres.into_iter().map(place).collect(),
            seats: seats.into_iter().map(|angle| angle - first + turn).collect(),
        }
    }

    /// Lines the definition draws, from middle to middle.
    pub fn lines(&self, game: &Game) -> Vec<(Point, Point)> {
        let middle = |cell: Cell| self.centres[cell.index()];
        game.lines().iter().map(|(from, to)| (middle(*from), middle(*to))).collect()
    }

    /// Dots the definition draws.
    pub fn dots(&self, game: &Game) -> Vec<Point> {
        let middle = |cell: Cell| self.centres[cell.index()];
        game.dots().iter().filter_map(|(one, other)| mean([middle(*one), middle(*other)])).collect()
    }

    /// Every corner of every cell.
    pub fn corners(&self) -> impl Iterator<Item = Point> + '_ {
        self.outlines.iter().flatten().copied()
    }

    /// Sides that two cells share on the page but not in the game: moats.
    pub fn walls(&self, board: &Board) -> Vec<(Point, Point)> {
        let key = |(x, y): Point| ((x * 8.0).round() as i32, (y * 8.0).round() as i32);
        let mut seen: HashMap<_, usize> = HashMap::new();
        let mut walls = Vec::new();
        for (cell, outline) in self.outlines.iter().enumerate() {
            for (index, from) in outline.iter().enumerate() {
                let to = &outline[(index + 1) % outline.len()];
                let ends = (key(*from).min(key(*to)), key(*from).max(key(*to)));
                match seen.insert(ends, cell) {
                    Some(other) if other != cell && !touch(board, cell, other) => walls.push((*from, *to)),
                    _ => {}
                }
            }
        }
        walls
    }
}

/// The outline of a cell; a square for one that has none.
fn outline(cell: &CellInfo) -> Vec<Point> {
    if cell.outline.len() < 3 {
        return Bounds::around(cell.centre, 1.0, 1.0).corners().to_vec();
    }
    cell.outline.clone()
}

/// Whether two cells share a side in the game.
fn touch(board: &Board, one: usize, other: usize) -> bool {
    let sides = board.rings[one].iter().filter(|slot| slot.touch == Touch::Edge);
    sides.flat_map(|slot| &slot.links).any(|(node, _)| usize::from(*node) == other)
}

/// Where a player sits: the direction of its first rank from the middle, clockwise from the bottom.
fn angle(game: &Game, centres: &[Point], player: Player) -> f32 {
    let cells = game.board().cells.iter().enumerate().filter(|(_, cell)| cell.rank == 1);
    let home = cells.map(|(cell, _)| centres[game.view(player, Cell(cell as u16)).index()]);
    let (Some(home), Some(middle)) = (mean(home), mean(centres.iter().copied())) else { return 0.0 };
    let (x, y) = (home.0 - middle.0, home.1 - middle.1);
    if x.hypot(y) < 0.05 { 0.0 } else { y.atan2(x) - FRAC_PI_2 }
}
