//! Zones: sets of cells in words, as the first player sees them. The others' follow by the board's symmetry.
//!
//! An expression is one or more of these, separated by commas, a leading `not` turning it round:
//! `all` · `none` · `rank 2` · `ranks 1-5` · `last rank` · `last 3 ranks` · `first 2 ranks` · `file a` ·
//! `files a-c` · `d1..f3` (a rectangle) · a cell's name · a zone's name.
//!
//! Ranks are counted from the first player's side whatever they are called. A rank whose name is no number, and any file,
//! may also be meant by the name that this board gives it.

use crate::board::{Board, halves};
use crate::cell::Cell;
use crate::definition::suggestion;
use crate::set::{CellSet, Zone};

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneError {
    /// A sentence.
    pub message: String,
    /// What would be right.
    pub help: String,
}

/// The cells of an expression.
pub fn parse(text: &str, board: &Board, zones: &[(String, Zone)]) -> Result<Zone, ZoneError> {
    let mut rest = text.trim();
    // Counted, not descended into: whoever sends a text may write the word ten thousand times.
    let mut turned = false;
    while let Some(after) = rest.strip_prefix("not ") {
        (rest, turned) = (after.trim_start(), !turned);
    }
    let mut set = CellSet::EMPTY;
    for item in rest.split(',') {
        set |= one(item.trim(), board, zones)?;
    }
    Ok(if turned { CellSet::first(board.len()).without(set) } else { set })
}

fn one(item: &str, board: &Board, zones: &[(String, Zone)]) -> Result<Zone, ZoneError> {
    if let Some((_, set)) = zones.iter().find(|(name, _)| name == item) {
        return Ok(*set);
    }
    let words: Vec<&str> = item.split_whitespace().collect();
    let ranks = |low: u16, high: u16| pick(board, |c| (low..=high).contains(&board.cells[c].rank));
    let named = |half: &dyn Fn(&str) -> bool| board.cells.iter().find(|cell| half(&cell.name));
    let number = |text: &str| match text.parse::<u16>() {
        Ok(number) => Some(number).filter(|n| (1..=board.ranks).contains(n)),
        Err(_) => named(&|name| halves(name).is_some_and(|(_, rank)| rank == text))
            .map(|cell| cell.rank)
            .filter(|rank| *rank > 0),
    };
    let letter = |text: &str| match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(u16::from(letter - b'a') + 1).filter(|n| *n <= board.files),
        _ => None,
    };
    let file = |text: &str| {
        let own = named(&|name| halves(name).is_some_and(|(file, _)| file == text));
        own.map(|cell| cell.file).filter(|file| *file > 0).or_else(|| letter(text))
    };
    let found = match words[..] {
        ["all"] => Some(CellSet::first(board.len())),
        ["none"] => Some(CellSet::EMPTY),
        ["rank", n] => number(n).map(|n| ranks(n, n)),
        ["ranks", range] => {
            range.split_once('-').and_then(|(low, high)| Some(ranks(number(low)?, number(high)?)))
        }
        ["last", "rank"] => Some(ranks(board.ranks, board.ranks)),
        ["first", "rank"] => Some(ranks(1, 1)),
        ["last", n, "ranks"] => number(n).map(|n| ranks(board.ranks + 1 - n, board.ranks)),
        ["first", n, "ranks"] => number(n).map(|n| ranks(1, n)),
        ["file", f] => file(f).map(|f| pick(board, |c| board.cells[c].file == f)),
        ["files", range] => range.split_once('-').and_then(|(low, high)| {
            let (low, high) = (file(low)?, file(high)?);
            Some(pick(board, |c| (low..=high).contains(&board.cells[c].file)))
        }),
        [one] => match one.split_once("..") {
            Some((from, to)) => rectangle(from, to, board),
            None => board.cell(one).map(|c| CellSet::of(c.index())),
        },
        _ => None,
    };
    found.ok_or_else(|| ZoneError {
        message: format!("\"{item}\" names no cells of this board"),
        help: match suggestion(item, zones.iter().map(|(name, _)| name.as_str())) {
            Some(name) => format!("did you mean \"{name}\"?"),
            None => "write \"rank 2\", \"ranks 1-3\", \"last rank\", \"last 3 ranks\", \"file a\", \"d1..f3\", cells, \
                     or the name of a zone"
                .into(),
        },
    })
}

fn pick(board: &Board, test: impl Fn(usize) -> bool) -> Zone {
    (0..board.len()).filter(|&c| test(c)).map(|c| Cell(c as u16)).collect()
}

fn rectangle(from: &str, to: &str, board: &Board) -> Option<Zone> {
    let (a, b) = (&board.cells[board.cell(from)?.index()], &board.cells[board.cell(to)?.index()]);
    let files = a.file.min(b.file)..=a.file.max(b.file);
    let ranks = a.rank.min(b.rank)..=a.rank.max(b.rank);
    Some(pick(board, |c| files.contains(&board.cells[c].file) && ranks.contains(&board.cells[c].rank)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::rectangle;

    fn cells(text: &str) -> Result<Vec<String>, ZoneError> {
        let board = rectangle(4, 4, false, &[]);
        let zones = [("yard".to_owned(), parse("a1, d4", &board, &[])?)];
        let set = parse(text, &board, &zones)?;
        Ok(set.into_iter().map(|cell| board.cells[cell].name.clone()).collect())
    }

    #[test]
    fn every_expression_names_its_cells() {
        for (text, expected) in [
            ("rank 2", "a2 b2 c2 d2"),
            ("ranks 3-4", "a3 b3 c3 d3 a4 b4 c4 d4"),
            ("last rank", "a4 b4 c4 d4"),
            ("first rank", "a1 b1 c1 d1"),
            ("last 2 ranks", "a3 b3 c3 d3 a4 b4 c4 d4"),
            ("first 1 ranks", "a1 b1 c1 d1"),
            ("file b", "b1 b2 b3 b4"),
            ("files c-d", "c1 d1 c2 d2 c3 d3 c4 d4"),
            ("b2..c3", "b2 c2 b3 c3"),
            ("c3..b2", "b2 c2 b3 c3"),
            ("yard", "a1 d4"),
            ("yard, b2", "a1 b2 d4"),
            ("not ranks 2-4", "a1 b1 c1 d1"),
            ("not not file b", "b1 b2 b3 b4"),
            ("none", ""),
        ] {
            assert_eq!(cells(text).unwrap().join(" "), expected, "{text}");
        }
        assert_eq!(cells("all").unwrap().len(), 16);
    }

    #[test]
    fn as_many_negations_as_one_likes_are_read() {
        let often = |times: usize| cells(&("not ".repeat(times) + "file b")).map(|cells| cells.len());
        assert_eq!((often(100_000), often(100_001)), (Ok(4), Ok(12)));
    }

    #[test]
    fn what_names_no_cells_is_refused() {
        for text in
            ["", "rank 0", "rank 5", "ranks 1", "file e", "e5", "a1..e5", "last 9 ranks", "somewhere", "not"]
        {
            assert!(cells(text).is_err(), "{text}");
        }
    }
}
