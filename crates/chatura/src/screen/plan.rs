//! Where each cell of a board stands on a screen of characters. No shape is known here: cells are placed by their
//! centres where these form a grid, by the reading order where only that does, and freely otherwise.

use chatura_rules::Cell;
use chatura_rules::board::{Board, halves};
use std::collections::{BTreeMap, HashMap};

/// How many columns and lines a board may take that does not fit its screen.
const WIDEST: usize = 120;
const HIGHEST: usize = 100;
/// How far a cell may be moved from its place, in cells.
const FAR: f32 = 3.0;

/// Where cells stand, and what stands on the border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Column and line of the left end of each cell.
    pub places: Vec<(usize, usize)>,
    /// How many columns a cell takes; the first one is for a mark.
    pub width: usize,
    /// Whether the border does not name the cells, so that each must show its own name.
    pub named: bool,
    /// What stands to the left of each line.
    pub left: Vec<String>,
    /// What stands below: the column and the text.
    pub below: Vec<(usize, String)>,
}

/// How much room there is, and how much a cell needs.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Columns of the screen.
    pub columns: usize,
    /// Lines for the board if everything else stands below it.
    pub lines: usize,
    /// Columns of what could stand beside it.
    pub beside: usize,
    /// Lines that this would save below.
    pub below: usize,
    /// The characters of the longest piece.
    pub piece: usize,
    /// Whether cells have a colour of their own, so that they may touch.
    pub painted: bool,
}

impl Plan {
    /// The plan of a board as the first player sees it, or turned upside down.
    pub fn new(board: &Board, room: Room, turned: bool) -> Plan {
        Plan::mapped(board, room, turned, |cell| cell)
    }

    /// The plan with each cell in the place of the one that `seen` names.
    pub fn mapped(board: &Board, room: Room, turned: bool, seen: impl Fn(usize) -> usize) -> Plan {
        let (cells, named) = match grid(board).or_else(|| rows(board)) {
            Some(cells) => (cells, false),
            None => (Vec::new(), true),
        };
        let mut plan = if named { free(board, room) } else { regular(cells, room) };
        if turned {
            let right = plan.places.iter().map(|(column, _)| *column).max().unwrap_or(0);
            let bottom = plan.places.iter().map(|(_, line)| *line).max().unwrap_or(0);
            for (column, line) in &mut plan.places {
                (*column, *line) = (right - *column, bottom - *line);
            }
        }
        plan.places = (0..plan.places.len()).map(|cell| plan.places[seen(cell)]).collect();
        if !named {
            plan.label(board);
        }
        plan
    }

    /// How many lines the board takes without what stands below.
    pub fn lines(&self) -> usize {
        self.places.iter().map(|(_, line)| line + 1).max().unwrap_or(0)
    }

    /// The widest text to the left.
    pub fn margin(&self) -> usize {
        self.left.iter().map(|text| text.chars().count() + 1).max().unwrap_or(0)
    }

    /// The columns that names take in a cell.
    pub fn name_width(&self, board: &Board) -> usize {
        board.cells.iter().map(|cell| cell.name.chars().count()).max().unwrap_or(0)
    }

    /// The cell at a column and line, the margin not counted.
    pub fn cell_at(&self, column: usize, line: usize) -> Option<usize> {
        let here = |&(left, own): &(usize, usize)| own == line && (left..left + self.width).contains(&column);
        self.places.iter().position(here)
    }

    /// Puts on the border what the cells of a line or a column have in common.
    fn label(&mut self, board: &Board) {
        let mut lines: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut columns: HashMap<usize, Vec<usize>> = HashMap::new();
        for (cell, (column, line)) in self.places.iter().enumerate() {
            if board.cells[cell].rank > 0 {
                lines.entry(*line).or_default().push(cell);
                columns.entry(*column).or_default().push(cell);
            }
        }
        self.left = (0..self.lines())
            .map(|line| lines.get(&line).and_then(|cells| common(board, cells)).unwrap_or_default())
            .collect();
        self.below =
            columns.iter().filter_map(|(column, cells)| Some((column + 1, common(board, cells)?))).collect();
        self.below.sort();
    }
}

/// The rank or the file that the names of all these cells share.
fn common(board: &Board, cells: &[usize]) -> Option<String> {
    let shared = |half: fn((&str, &str)) -> String| {
        let mut halves = cells.iter().map(|cell| halves(&board.cells[*cell].name).map(half));
        let first = halves.next()??;
        halves.all(|half| half.as_ref() == Some(&first)).then_some(first)
    };
    let rank = shared(|(_, rank)| rank.to_owned());
    rank.filter(|_| cells.len() > 1).or_else(|| shared(|(file, _)| file.to_owned()))
}

/// Column and line of each cell in units of cells, if the centres form a grid of squares.
fn grid(board: &Board) -> Option<Vec<(usize, usize)>> {
    let unit = unit(board);
    let left = board.cells.iter().map(|cell| cell.centre.0).fold(f32::INFINITY, f32::min);
    let top = board.cells.iter().map(|cell| cell.centre.1).fold(f32::NEG_INFINITY, f32::max);
    let whole = |distance: f32| {
        let steps = distance / unit;
        ((steps - steps.round()).abs() < 0.1).then_some(steps.round() as usize)
    };
    board.cells.iter().map(|cell| Some((whole(cell.centre.0 - left)?, whole(top - cell.centre.1)?))).collect()
}

/// Column and line of each cell in the reading order, if rows are ranks and columns are files.
fn rows(board: &Board) -> Option<Vec<(usize, usize)>> {
    let mut places = vec![None; board.len()];
    for (line, row) in board.rows.iter().enumerate() {
        if row.len() != board.rows[0].len() || row.contains(&None) {
            return None;
        }
        for (column, cell) in row.iter().enumerate() {
            let cell = (*cell)?;
            let name = |cell: Cell| halves(&board.cells[cell.index()].name);
            let (letters, number) = name(cell)?;
            if name(row[0]?)?.1 != number || name(board.rows[0][column]?)?.0 != letters {
                return None;
            }
            places[cell.index()] = Some((column, line));
        }
    }
    places.into_iter().collect()
}

/// A grid on the screen.
fn regular(cells: Vec<(usize, usize)>, room: Room) -> Plan {
    let across = cells.iter().map(|(column, _)| column + 1).max().unwrap_or(1);
    // Painted cells look better with the piece in their middle.
    let centred = room.painted && room.piece == 1 && across * 3 + 5 <= room.columns;
    let width = if centred { 3 } else { room.piece + 1 };
    let places = cells.into_iter().map(|(column, line)| (column * width, line)).collect();
    Plan { places, width, named: false, left: Vec::new(), below: Vec::new() }
}

/// Cells at their centres, as near to the shape of the board as columns and lines allow, names inside.
fn free(board: &Board, room: Room) -> Plan {
    let name = board.cells.iter().map(|cell| cell.name.chars().count()).max().unwrap_or(0);
    let width = 1 + room.piece + name;
    // First what leaves room beside the board, then all there is, then more than there is.
    // There are no letters below to leave a line for.
    let tries = [
        (room.columns.saturating_sub(room.beside), room.lines + room.below + 1),
        (room.columns, room.lines + 1),
    ];
    let fitting = tries.into_iter().filter_map(|(columns, lines)| nearest(board, width, columns, lines));
    let best = fitting.min_by(|one, other| one.0.total_cmp(&other.0));
    let more = |lines| nearest(board, width, room.columns.max(WIDEST), lines);
    let best = best.or_else(|| (room.lines..=HIGHEST).step_by(4).find_map(more));
    let places = best.map_or_else(|| listed(board, width, room.columns), |(_, places)| places);
    Plan { places, width, named: true, left: Vec::new(), below: Vec::new() }
}

/// The places on so many columns and lines that distort the board least, and how much that is.
fn nearest(board: &Board, width: usize, columns: usize, lines: usize) -> Option<(f32, Vec<(usize, usize)>)> {
    let far = |pick: fn(f32, f32) -> f32, start: f32, axis: fn(&(f32, f32)) -> f32| {
        board.cells.iter().map(|cell| axis(&cell.centre)).fold(start, pick)
    };
    let (left, right) = (far(f32::min, f32::INFINITY, |c| c.0), far(f32::max, f32::NEG_INFINITY, |c| c.0));
    let (bottom, top) = (far(f32::min, f32::INFINITY, |c| c.1), far(f32::max, f32::NEG_INFINITY, |c| c.1));
    let (across, down) = ((right - left).max(f32::EPSILON), (top - bottom).max(f32::EPSILON));
    let mut best: Option<(f32, Vec<(usize, usize)>)> = None;
    for lines in 2..=lines {
        for columns in width..=columns.saturating_sub(width) {
            // A character is about twice as high as wide.
            let shape = ((columns as f32 / lines as f32) / (2.0 * across / down)).ln().abs();
            if best.as_ref().is_some_and(|(least, _)| *least <= shape) {
                continue;
            }
            let wanted = board.cells.iter().map(|cell| {
                let column = (cell.centre.0 - left) / across * columns as f32;
                (column, (top - cell.centre.1) / down * (lines - 1) as f32)
            });
            let Some((shift, places)) = settle(&wanted.collect::<Vec<_>>(), width, columns) else { continue };
            if shift > FAR {
                continue;
            }
            let measure = shape + 2.0 * shift;
            if best.as_ref().is_none_or(|(least, _)| measure < *least) {
                best = Some((measure, places));
            }
        }
    }
    best
}

/// Whole columns and lines near the wanted ones, so that no two cells share a place; with them how far the worst was
/// moved, in cells.
fn settle(wanted: &[(f32, f32)], width: usize, last: usize) -> Option<(f32, Vec<(usize, usize)>)> {
    let mut shift = 0.0_f32;
    let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, (_, line)) in wanted.iter().enumerate() {
        shift = shift.max((line - line.round()).abs());
        lines.entry(line.round() as usize).or_default().push(cell);
    }
    let mut places = vec![(0, 0); wanted.len()];
    for (line, mut cells) in lines {
        cells.sort_by(|one, other| wanted[*one].0.total_cmp(&wanted[*other].0));
        let mut free = 0;
        for cell in &cells {
            let column = (wanted[*cell].0.round() as usize).max(free);
            places[*cell] = (column, line);
            free = column + width;
        }
        // What was pushed over the right edge pushes back.
        let mut limit = last + width;
        for cell in cells.iter().rev() {
            let column = places[*cell].0.min(limit.checked_sub(width)?);
            places[*cell].0 = column;
            limit = column;
            shift = shift.max((column as f32 - wanted[*cell].0).abs() / width as f32);
        }
    }
    Some((shift, places))
}

/// One cell after the other, for a board that cannot be drawn to scale.
fn listed(board: &Board, width: usize, columns: usize) -> Vec<(usize, usize)> {
    let each = (columns / width).max(1);
    (0..board.len()).map(|cell| (cell % each * width, cell / each)).collect()
}

/// The smallest distance between two cells.
fn unit(board: &Board) -> f32 {
    let mut unit = f32::INFINITY;
    for (index, one) in board.cells.iter().enumerate() {
        for other in &board.cells[index + 1..] {
            unit = unit.min((one.centre.0 - other.centre.0).hypot(one.centre.1 - other.centre.1));
        }
    }
    if unit.is_finite() && unit > 0.0 { unit } else { 1.0 }
}
