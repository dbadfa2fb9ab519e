//! What is drawn on a board besides its cells: what the definition says for the first player, for everybody.

use crate::board::Board;
use crate::cell::Cell;
use crate::definition::{Problem, Spanned};

/// Two cells named `d1-f3` as every player sees them; one cell named alone is both ends.
pub(super) fn pairs(
    texts: &[Spanned<String>],
    board: &Board,
    views: &[Vec<Cell>],
    problems: &mut Vec<Problem>,
) -> Vec<(Cell, Cell)> {
    let mut pairs = Vec::new();
    for text in texts {
        let (from, to) = text.value.split_once('-').unwrap_or((&text.value, &text.value));
        let cell = |name: &str| board.cell(name.trim());
        let (Some(from), Some(to)) = (cell(from), cell(to)) else {
            let message = format!("\"{}\" names no two cells of this board", text.value);
            let problem = Problem::new(text.span, message, "not on this board");
            problems.push(problem.help("write a cell, or two with a dash between: \"d1-f3\""));
            continue;
        };
        let seen = views.iter().map(|view| (view[from.index()], view[to.index()]));
        pairs.extend(seen.map(|(from, to)| (from.min(to), from.max(to))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::rectangle;

    #[test]
    fn everybody_sees_the_same_lines() {
        let board = rectangle(4, 4, false, &[]);
        let views = board.symmetry("mirror", 2).unwrap();
        let mut problems = Vec::new();
        let texts = ["a1-b2", "c1"].map(|text| Spanned::synthetic(text.to_owned()));
        let names = |cell: Cell| board.name(cell).to_owned();
        let found = pairs(&texts, &board, &views, &mut problems);
        let found: Vec<_> = found.into_iter().map(|(from, to)| names(from) + &names(to)).collect();
        assert_eq!(found, ["a1b2", "c1c1", "b3a4", "c4c4"]);
        assert!(problems.is_empty());
        pairs(&[Spanned::synthetic("a1-z9".to_owned())], &board, &views, &mut problems);
        assert_eq!(problems.len(), 1);
    }
}
