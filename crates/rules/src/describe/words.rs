//! Small words: lists, numbers, articles, zones.

use crate::board::{Board, halves};
use crate::cell::Cell;
use crate::set::Zone;

/// Items in a row: "queen, rook or knight".
pub(crate) fn listed(items: &[&str], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A noun with its article: "a pawn", "an elephant".
pub(crate) fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A number in words, as far as people read it so: "two", "12".
pub(crate) fn cardinal(number: u16) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A place in a row: "third", "12th".
pub(crate) fn ordinal(number: u16) -> String {
    const WORDS: [&str; 10] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    if let Some(word) = WORDS.get(usize::from(number)) {
        return (*word).to_owned();
    }
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A set of cells: as ranks or files where it is whole ones, as a rectangle where it is one, else cell by cell.
pub(crate) fn zone(board: &Board, zone: Zone) -> String {
    let cells: Vec<usize> = zone.into_iter().collect();
    if cells.is_empty() {
        return "no cell".to_owned();
    }
    if cells.len() == board.len() {
        return "any cell".to_owned();
    }
    if let Some(text) = ranks(board, &cells).or_else(|| files(board, &cells)) {
        return text;
    }
    let name = |cell: usize| board.name(Cell(cell as u16));
    let rank = |cell: usize| board.cells[cell].rank;
    let file = |cell: usize| board.cells[cell].file;
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let wide = usize::from(file(last).saturating_sub(file(first)) + 1);
    let high = usize::from(rank(last).saturating_sub(rank(first)) + 1);
    let inside = |cell: &usize| {
        (file(first)..=file(last)).contains(&file(*cell)) && (rank(first)..=rank(last)).contains(&rank(*cell))
    };
    if cells.len() > 4 && wide * high == cells.len() && rank(first) > 0 && cells.iter().all(inside) {
        return format!("the cells from {} to {}", name(first), name(last));
    }
    listed(&cells.iter().map(|cell| name(*cell)).collect::<Vec<_>>(), "or")
}

/// The numbers that a measure takes on some cells, if those are all the cells with these numbers and the numbers
/// follow one another.
fn whole(board: &Board, cells: &[usize], measure: impl Fn(usize) -> u16) -> Option<(u16, u16)> {
    let mut numbers: Vec<u16> = cells.iter().map(|cell| measure(*cell)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let (low, high) = (*numbers.first()?, *numbers.last()?);
    let together = low > 0 && usize::from(high - low) + 1 == numbers.len();
    let all = (0..board.len()).filter(|cell| (low..=high).contains(&measure(*cell))).count();
    (together && all == cells.len()).then_some((low, high))
}

fn ranks(board: &Board, cells: &[usize]) -> Option<String> {
    let (low, high) = whole(board, cells, |cell| board.cells[cell].rank)?;
    let count = cardinal(high - low + 1);
    Some(match (low, high) {
        (1, 1) => "the first rank".to_owned(),
        _ if low == board.ranks => "the last rank".to_owned(),
        _ if low == high => format!("the {} rank", ordinal(low)),
        _ if high == board.ranks && low + low > high => format!("the last {count} ranks"),
        _ => format!("ranks {low} to {high}"),
    })
}

fn files(board: &Board, cells: &[usize]) -> Option<String> {
    let (low, high) = whole(board, cells, |cell| board.cells[cell].file)?;
    let letter = |file: u16| {
        let cell = board.cells.iter().find(|cell| cell.file == file)?;
        Some(halves(&cell.name).map_or(&cell.name[..], |(file, _)| file))
    };
    Some(match low == high {
        true => format!("file {}", letter(low)?),
        false => format!("files {} to {}", letter(low)?, letter(high)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SHAPES;
    use crate::definition::{Names, Reader, Span, Table};

    fn board() -> Board {
        let table = Table::default();
        let mut reader = Reader::new(&table, SHAPES[0].keys, Span::default(), Names::default());
        (SHAPES[0].build)(&mut reader).unwrap()
    }

    #[test]
    fn zones_are_named_as_people_would() {
        let board = board();
        for (written, told) in [
            ("last rank", "the last rank"),
            ("rank 1", "the first rank"),
            ("rank 3", "the third rank"),
            ("last 3 ranks", "the last three ranks"),
            ("ranks 2-7", "ranks 2 to 7"),
            ("file a", "file a"),
            ("files c-f", "files c to f"),
            ("d1..f3", "the cells from d1 to f3"),
            ("d4..e5", "d4, e4, d5 or e5"),
            ("a1, h8", "a1 or h8"),
            ("all", "any cell"),
            ("none", "no cell"),
        ] {
            let set = crate::board::zone::parse(written, &board, &[]).unwrap();
            assert_eq!(zone(&board, set), told, "{written}");
        }
    }

    #[test]
    fn numbers_and_articles() {
        assert_eq!([3, 11, 12, 21, 50].map(ordinal), ["third", "11th", "12th", "21st", "50th"]);
        assert_eq!((cardinal(2), cardinal(12)), ("two".to_owned(), "12".to_owned()));
        assert_eq!((a("elephant"), a("unicorn")), ("an elephant".to_owned(), "a unicorn".to_owned()));
    }
}
