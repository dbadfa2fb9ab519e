//! What files, ranks and cells are called: letters and digits, unless a game has names of its own.

use crate::definition::{Kind, Problem, Problems, Reader, Spanned, Value};

/// A text with a character for each, or a list of texts.
pub(super) const KIND: Kind = Kind::Either(&[Kind::Text, Kind::List(&Kind::Text)]);
/// The most characters of a name.
const LONGEST: usize = 3;

/// The names of files and ranks, from the first player's left and from its side.
pub(super) struct Called {
    files: Vec<String>,
    ranks: Vec<String>,
}

impl Called {
    /// The name of the cell in a file and a rank, counted from 1.
    pub fn cell(&self, file: i32, rank: i32) -> String {
        let part =
            |names: &[String], number: i32| names.get(number as usize - 1).cloned().unwrap_or_default();
        part(&self.files, file) + &part(&self.ranks, rank)
    }
}

/// The two halves of a name, the file's and the rank's: letters and then digits, or digits and then letters.
pub fn halves(name: &str) -> Option<(&str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let first = is_digit(name.chars().next()?);
    let at = name.find(|c| is_digit(c) != first)?;
    let (file, rank) = name.split_at(at);
    rank.chars().all(|c| is_digit(c) != first).then_some((file, rank))
}

/// The names that a definition gives, or the usual ones.
pub(super) fn of(reader: &mut Reader<'_>, files: i32, ranks: i32) -> Result<Called, Problems> {
    let letter = |number: i32| char::from(b'a' + (number - 1) as u8).to_string();
    let own_files = given(reader, "files", files)?;
    let own_ranks = given(reader, "ranks", ranks)?;
    let called = Called {
        files: own_files.unwrap_or_else(|| (1..=files).map(letter).collect()),
        ranks: own_ranks.unwrap_or_else(|| (1..=ranks).map(|number| number.to_string()).collect()),
    };
    let digits = |names: &[String]| names.iter().any(|name| is_number(name));
    if digits(&called.files) == digits(&called.ranks) {
        let key = if reader.has("ranks") { "ranks" } else { "files" };
        let message = "files and ranks cannot be told apart in a cell's name";
        let problem = Problem::new(reader.span_of(key), message, "the other one is written alike");
        return Err(problem.help("give one of them letters and the other digits, as in 7g or g7").into());
    }
    Ok(called)
}

/// What a key says, one name each, none twice and all of one kind.
fn given(reader: &Reader<'_>, key: &str, count: i32) -> Result<Option<Vec<String>>, Problems> {
    let Some(written) = reader.value(key) else { return Ok(None) };
    let names: Vec<Spanned<String>> = match &written.value {
        Value::Text(text) => text.chars().map(|c| Spanned::new(c.to_string(), written.span)).collect(),
        _ => reader.texts(key),
    };
    if names.len() != count as usize {
        let message = format!("\"{key}\" gives {} names, the board has {count} {key}", names.len());
        let problem = Problem::new(written.span, message, "not as many");
        return Err(problem.help("one for each, or leave it out").into());
    }
    for (index, name) in names.iter().enumerate() {
        if !is_number(&name.value) && !is_word(&name.value) {
            let message = format!("\"{}\" cannot be part of a cell's name", name.value);
            let problem = Problem::new(name.span, message, "neither letters nor digits");
            return Err(problem.help(format!("up to {LONGEST} letters, or up to {LONGEST} digits")).into());
        }
        if names[..index].iter().any(|other| other.value == name.value) {
            let message = format!("two {key} are called \"{}\"", name.value);
            return Err(Problem::new(name.span, message, "twice").into());
        }
        if is_number(&name.value) != is_number(&names[0].value) {
            let message = format!("some {key} are called by digits and others by letters");
            return Err(Problem::new(name.span, message, "not like the first").into());
        }
    }
    Ok(Some(names.into_iter().map(|name| name.value).collect()))
}

fn is_number(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(name: &str) -> bool {
    (1..=LONGEST).contains(&name.chars().count()) && name.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::{built, refused};

    fn list(names: &[&str]) -> Value {
        Value::List(names.iter().map(|name| Spanned::synthetic(Value::Text((*name).to_owned()))).collect())
    }

    fn size(files: i64, ranks: i64) -> (&'static str, Value) {
        let number = |number| Spanned::synthetic(Value::Number(number));
        ("size", Value::List(vec![number(files), number(ranks)]))
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn cells_are_called_as_the_game_calls_them() {
        let shogi = built("rectangle", &[size(3, 3), ("files", text("321")), ("ranks", text("cba"))]);
        let names: Vec<&str> = shogi.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["3c", "2c", "1c", "3b", "2b", "1b", "3a", "2a", "1a"]);
        let zero = built("rectangle", &[size(2, 3), ("ranks", list(&["0", "1", "10"]))]);
        let names: Vec<&str> = zero.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["a0", "b0", "a1", "b1", "a10", "b10"]);
    }

    #[test]
    fn names_have_two_halves() {
        assert_eq!(halves("e10"), Some(("e", "10")));
        assert_eq!(halves("7g"), Some(("7", "g")));
        assert_eq!(halves("7七"), Some(("7", "七")));
        assert_eq!((halves("w1x"), halves("north"), halves("12"), halves("")), (None, None, None, None));
    }

    #[test]
    fn names_that_cannot_be_told_apart_are_refused() {
        for (parameters, expected) in [
            ([("files", text("321")), size(3, 3)], "files and ranks cannot be told apart in a cell's name"),
            ([("files", text("ab")), size(3, 3)], "\"files\" gives 2 names, the board has 3 files"),
            ([("files", text("aba")), size(3, 3)], "two files are called \"a\""),
            ([("files", list(&["a", "-", "c"])), size(3, 3)], "\"-\" cannot be part of a cell's name"),
            ([("files", text("a2c")), size(3, 3)], "some files are called by digits and others by letters"),
        ] {
            assert_eq!(refused("rectangle", &parameters).0[0].to_string(), expected);
        }
    }
}
