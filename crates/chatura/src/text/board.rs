//! A part of a board drawn with characters. Cells are placed by their centres, so no shape is known here.

use chatura_rules::Cell;
use chatura_rules::board::Board;

/// The board with a text on each of the given cells.
pub fn draw(board: &Board, shown: &[Cell], symbol: impl Fn(Cell) -> String) -> Vec<String> {
    let symbols: Vec<(Cell, String)> = shown.iter().map(|&cell| (cell, symbol(cell))).collect();
    let width = symbols.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
    let places = place(board, width);
    let left = shown.iter().map(|cell| places[cell.index()].0).min().unwrap_or(0);
    let top = shown.iter().map(|cell| places[cell.index()].1).min().unwrap_or(0);
    let bottom = shown.iter().map(|cell| places[cell.index()].1).max().unwrap_or(0);
    let mut canvas = vec![Vec::<char>::new(); bottom - top + 1];
    for (cell, text) in &symbols {
        let (column, line) = places[cell.index()];
        write(&mut canvas[line - top], column - left, text);
    }
    canvas.into_iter().map(|line| String::from_iter(line).trim_end().to_owned()).collect()
}

/// Column and line of each cell, so that texts of this width do not touch.
fn place(board: &Board, width: usize) -> Vec<(usize, usize)> {
    let unit = unit(board);
    let lowest = board.cells.iter().map(|cell| cell.centre.0).fold(f32::INFINITY, f32::min);
    let highest = board.cells.iter().map(|cell| cell.centre.1).fold(f32::NEG_INFINITY, f32::max);
    let at = |across: usize, down: usize| -> Vec<(usize, usize)> {
        let scaled = |distance: f32, scale: usize| (distance / unit * scale as f32).round() as usize;
        board
            .cells
            .iter()
            .map(|cell| (scaled(cell.centre.0 - lowest, across), scaled(highest - cell.centre.1, down)))
            .collect()
    };
    // Lines should fall where the rows of cells are; that fails only on round boards.
    let faithful = |down: usize| {
        board.cells.iter().all(|cell| {
            let line = (highest - cell.centre.1) / unit * down as f32;
            (line - line.round()).abs() < 0.25
        })
    };
    let scales = |down: usize| (1..=4).map(move |times| ((width + 1) * times, down));
    (1..=3)
        .filter(|&down| faithful(down))
        .chain(1..=3)
        .flat_map(scales)
        .map(|(across, down)| at(across, down))
        .find(|places| apart(places, width))
        .unwrap_or_else(|| by_rows(board, width))
}

/// The smallest distance between two cells.
pub fn unit(board: &Board) -> f32 {
    let mut unit = f32::INFINITY;
    for (index, one) in board.cells.iter().enumerate() {
        for other in &board.cells[index + 1..] {
            unit = unit.min((one.centre.0 - other.centre.0).hypot(one.centre.1 - other.centre.1));
        }
    }
    if unit.is_finite() && unit > 0.0 { unit } else { 1.0 }
}

fn apart(places: &[(usize, usize)], width: usize) -> bool {
    let mut sorted: Vec<(usize, usize)> = places.iter().map(|&(column, line)| (line, column)).collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[1].1 - pair[0].1 > width)
}

/// The reading order, for a board that cannot be drawn to scale.
fn by_rows(board: &Board, width: usize) -> Vec<(usize, usize)> {
    let mut places = vec![(0, 0); board.len()];
    for (line, row) in board.rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            if let Some(cell) = cell {
                places[cell.index()] = (column * (width + 1), line);
            }
        }
    }
    places
}

fn write(line: &mut Vec<char>, column: usize, text: &str) {
    for (offset, character) in text.chars().enumerate() {
        if line.len() <= column + offset {
            line.resize(column + offset + 1, ' ');
        }
        line[column + offset] = character;
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use chatura_rules::board::CellInfo;

    /// A rectangle good enough to draw.
    pub fn rectangle(files: u16, ranks: u16) -> Board {
        let cell = |file: u16, rank: u16| CellInfo {
            name: format!("{}{rank}", (b'a' + file as u8 - 1) as char),
            file,
            rank,
            family: 0,
            outline: Vec::new(),
            centre: (f32::from(file), f32::from(rank)),
        };
        let cells = (1..=ranks).flat_map(|rank| (1..=files).map(move |file| cell(file, rank))).collect();
        let rows = Vec::new();
        Board { cells, rings: Vec::new(), families: Vec::new(), rows, symmetries: Vec::new(), ranks, files }
    }

    #[test]
    fn rows_of_a_hexagon_stand_between_each_other() {
        let mut board = rectangle(2, 2);
        for (cell, centre) in
            board.cells.iter_mut().zip([(0.0, 0.0), (1.5, 0.866), (0.0, 1.732), (1.5, 2.598)])
        {
            cell.centre = centre;
        }
        let all: Vec<Cell> = (0..4).map(Cell).collect();
        let lines = draw(&board, &all, |cell| cell.0.to_string());
        assert_eq!(lines, ["  3", "2", "  1", "0"]);
    }
}
