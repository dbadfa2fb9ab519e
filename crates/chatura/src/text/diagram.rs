//! How a piece moves, as a little board around it.

use super::board::{draw, unit};
use crate::backend::Reach;
use chatura_rules::Cell;
use chatura_rules::board::Board;

/// What the marks mean.
const MARKS: &[(char, &str)] = &[
    ('*', "moves or captures"),
    ('o', "the same, leaping over whatever stands between"),
    ('m', "only moves"),
    ('x', "only captures"),
    ('i', "only with its first move"),
    ('h', "only over a piece between"),
    ('c', "moves; captures only over a piece between"),
];

/// What the marks that were used mean, in lines no longer than this.
pub fn legend(used: &[char], limit: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let mut lines: Vec<String> = Vec::new();
    for (mark, meaning) in MARKS.iter().filter(|(mark, _)| used.contains(mark)) {
        let item = format!("{mark} {meaning}");
        match lines.last_mut() {
            Some(line) if line.len() + GAP.len() + item.len() <= limit => {
                line.push_str(GAP);
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

/// The cells around a piece, each marked by what it can do there.
pub fn diagram(board: &Board, letter: &str, from: Cell, reach: &[Reach]) -> Vec<String> {
    let shown = neighbourhood(board, from, reach);
    draw(board, &shown, |cell| {
        if cell == from {
            return letter.to_owned();
        }
        match reach.iter().find(|there| there.to == cell) {
            Some(there) => mark(there).to_string(),
            None => ".".to_owned(),
        }
    })
}

/// The mark of what a piece can do on a cell.
pub fn mark(reach: &Reach) -> char {
    match reach {
        Reach { initial: true, .. } => 'i',
        Reach { hops: true, .. } => 'h',
        Reach { captures_by_hopping: true, .. } => 'c',
        Reach { moves: true, captures: true, leaps: true, .. } => 'o',
        Reach { moves: true, captures: true, .. } => '*',
        Reach { captures: true, .. } => 'x',
        _ => 'm',
    }
}

/// The cells in the smallest box around the piece and all it reaches, and at least its neighbours.
fn neighbourhood(board: &Board, from: Cell, reach: &[Reach]) -> Vec<Cell> {
    let centre = |cell: Cell| board.cells[cell.index()].centre;
    let (x, y) = centre(from);
    let step = unit(board);
    let mut low = (x - step, y - step);
    let mut high = (x + step, y + step);
    for (x, y) in reach.iter().map(|there| centre(there.to)) {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let slack = step / 100.0;
    let inside = |cell: &Cell| {
        let (x, y) = centre(*cell);
        (low.0 - slack..=high.0 + slack).contains(&x) && (low.1 - slack..=high.1 + slack).contains(&y)
    };
    (0..board.len()).map(|index| Cell(index as u16)).filter(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::rectangle;
    use super::*;

    fn reach(to: &str, board: &Board, moves: bool, captures: bool) -> Reach {
        let to = board.cell(to).unwrap();
        let (leaps, initial, hops) = (false, false, false);
        Reach { to, moves, captures, leaps, initial, hops, captures_by_hopping: false }
    }

    #[test]
    fn a_pawn_moves_ahead_and_captures_aslant() {
        let board = rectangle(8, 8);
        let mut reaches = vec![
            reach("d3", &board, true, false),
            reach("d4", &board, true, false),
            reach("c3", &board, false, true),
            reach("e3", &board, false, true),
        ];
        reaches[1].initial = true;
        let from = board.cell("d2").unwrap();
        assert_eq!(diagram(&board, "P", from, &reaches), [". i .", "x m x", ". P .", ". . ."]);
    }

    #[test]
    fn the_legend_explains_only_what_was_used() {
        assert_eq!(legend(&['x', 'm', 'x'], 80), ["m only moves   x only captures"]);
        assert_eq!(legend(&['x', 'm'], 20), ["m only moves", "x only captures"]);
    }

    #[test]
    fn the_diagram_of_a_leaper_is_as_large_as_its_leap() {
        let board = rectangle(8, 8);
        let from = board.cell("d4").unwrap();
        let mut reaches = Vec::new();
        for to in ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"] {
            reaches.push(Reach { leaps: true, ..reach(to, &board, true, true) });
        }
        let lines = diagram(&board, "N", from, &reaches);
        assert_eq!(lines, [". o . o .", "o . . . o", ". . N . .", "o . . . o", ". o . o ."]);
    }
}
