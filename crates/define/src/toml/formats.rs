//! How a variable's value is written where its name stands: `{NAME:bits:P:1}` and its like. Each form turns a number or a
//! text into a text, or into the names of pieces.

use super::values::{inner, text};
use chatura_rules::definition::{Spanned, Table, Value};

/// The longest row `bits` makes.
const MAX_BITS: u32 = 30;
/// The most letters that are arranged.
const MAX_LETTERS: usize = 20;
/// The most often that a text is repeated.
const MAX_REPEATS: i64 = 32;

/// What is wrong, and what would be right.
pub(super) type Wrong = (String, String);

/// A value to be written, with what its numbers are counted from and how many there are.
pub(super) struct Written {
    pub value: Value,
    pub low: i64,
    pub count: u64,
}

/// A value in a form. Without one it stays what it is.
pub(super) fn format(written: Written, form: &[&str], letters: &[Letter]) -> Result<Value, Wrong> {
    let Written { value, low, count } = written;
    let place = |help: &str| match value {
        Value::Number(number) => Ok(number.abs_diff(low)),
        _ => Err((format!("\"{}\" needs a number", form[0]), help.to_owned())),
    };
    let words = |help: &str| match &value {
        Value::Text(text) => Ok(text.clone()),
        _ => Err((format!("\"{}\" needs a text", form[0]), help.to_owned())),
    };
    let text = match form {
        [] => return Ok(value),
        ["chess960", case @ ..] => match value {
            Value::Number(number @ 0..960) => cased(back_rank(number as usize), case)?,
            _ => {
                return Err((
                    "only numbers from 0 to 959 have a back rank".into(),
                    "range = [0, 959]".into(),
                ));
            }
        },
        ["bits", set, clear] => bits(place("range = [1, 256]")?, count, set, clear)?,
        ["arrange", letters, case @ ..] => cased(arrange(letters, place("range = [0, 359]")?)?, case)?,
        ["pick", words @ ..] => {
            let nth = place("range = [1, 3]")? as usize;
            let missing =
                || (format!("there are only {} to pick from", words.len()), "one for each number".into());
            (*words.get(nth).ok_or_else(missing)?).to_owned()
        }
        ["repeat", text] => match value {
            Value::Number(times @ 0..=MAX_REPEATS) => text.repeat(times as usize),
            _ => {
                let help = format!("a number from 0 to {MAX_REPEATS}");
                return Err(("only so many times can be repeated".into(), help));
            }
        },
        ["upper"] => words("choice = [\"one\", \"other\"]")?.to_uppercase(),
        ["lower"] => words("choice = [\"one\", \"other\"]")?.to_lowercase(),
        ["pieces"] => return pieces(&words("text = true")?, letters),
        _ => {
            let forms =
                "bits:P:1, arrange:LETTERS, chess960, pick:ONE:OTHER, repeat:TEXT, upper, lower or pieces";
            return Err((format!("\"{}\" is no way to write a variable", form.join(":")), forms.into()));
        }
    };
    Ok(Value::Text(text))
}

fn cased(text: String, case: &[&str]) -> Result<String, Wrong> {
    match case {
        [] => Ok(text),
        ["lower"] => Ok(text.to_lowercase()),
        _ => Err((format!("\"{}\" cannot stand there", case.join(":")), "lower, or nothing".into())),
    }
}

/// A row with one text where a bit of the number is set and another where it is not.
fn bits(place: u64, count: u64, set: &str, clear: &str) -> Result<String, Wrong> {
    let width = u64::BITS - count.saturating_sub(1).leading_zeros();
    if width > MAX_BITS {
        let help = format!("a row has at most {MAX_BITS} cells, so at most {} numbers", 1_u64 << MAX_BITS);
        return Err(("the range has too many bits".into(), help));
    }
    if count == 0 {
        return Err(("only a variable with a range has bits".into(), "range = [1, 256]".into()));
    }
    Ok(join_blanks((0..width).map(|bit| if place >> bit & 1 == 1 { set } else { clear })))
}

/// The arrangement of letters with this place in their alphabetical order.
fn arrange(letters: &str, place: u64) -> Result<String, Wrong> {
    let mut left: Vec<char> = letters.chars().collect();
    if left.is_empty() || left.len() > MAX_LETTERS {
        return Err(("too many letters to arrange".into(), format!("1 to {MAX_LETTERS} letters")));
    }
    left.sort_unstable();
    let all = arrangements(&left);
    if place >= all {
        return Err((
            format!("these letters have only {all} arrangements"),
            format!("range = [0, {}]", all - 1),
        ));
    }
    let (mut place, mut row) = (place, String::new());
    while !left.is_empty() {
        let mut index = 0;
        loop {
            let mut rest = left.clone();
            let letter = rest.remove(index);
            let behind = arrangements(&rest);
            if place < behind {
                row.push(letter);
                left = rest;
                break;
            }
            place -= behind;
            index += left[index..].iter().take_while(|other| **other == letter).count();
        }
    }
    Ok(row)
}

/// In how many ways sorted letters can be arranged.
fn arrangements(sorted: &[char]) -> u64 {
    let factorial = |count: usize| (1..=count as u64).product::<u64>();
    let alike = sorted.chunk_by(|one, other| one == other).map(|same| factorial(same.len()));
    alike.fold(factorial(sorted.len()), |all, same| all / same)
}

/// A piece's letter and its name.
pub(super) type Letter = (String, String);

/// The letters of the pieces of a definition.
pub(super) fn letters(definition: &Table) -> Vec<Letter> {
    let pieces = inner(definition, "pieces").map_or(&[][..], |pieces| &pieces.entries);
    let letter = |(name, piece): &(Spanned<String>, Spanned<Value>)| match &piece.value {
        Value::Table(piece) => Some((text(piece, "letter")?.value, name.value.clone())),
        _ => None,
    };
    pieces.iter().filter_map(letter).collect()
}

/// The names of the pieces with these letters.
fn pieces(written: &str, known: &[Letter]) -> Result<Value, Wrong> {
    let (mut rest, mut names) = (written, Vec::new());
    while !rest.is_empty() {
        // The longest letter: "+P" comes before "P".
        let fitting =
            known.iter().filter(|(letter, _)| !letter.is_empty() && rest.starts_with(letter.as_str()));
        let Some((letter, name)) = fitting.max_by_key(|(letter, _)| letter.len()) else {
            let all: Vec<&str> = known.iter().map(|(letter, _)| letter.as_str()).collect();
            return Err((
                format!("no piece has the letter \"{}\"", &rest[..first_length(rest)]),
                all.join(", "),
            ));
        };
        names.push(Spanned::synthetic(Value::Text(name.clone())));
        rest = &rest[letter.len()..];
    }
    Ok(Value::List(names))
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Words in a row; blanks beside each other are one number, as `11` would mean eleven of them.
fn join_blanks<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let (mut row, mut blanks) = (String::new(), 0);
    for word in words.chain([""]) {
        if let (false, Ok(more)) = (word.is_empty(), word.parse::<u32>()) {
            blanks += more.min(MAX_BITS);
            continue;
        }
        if blanks > 0 {
            row += &blanks.to_string();
        }
        blanks = 0;
        row += word;
    }
    row
}

/// The back rank of a Chess960 number, by the usual numbering: 518 is that of chess.
pub fn back_rank(number: usize) -> String {
    let mut row = [None; 8];
    row[number % 4 * 2 + 1] = Some('B');
    row[number / 4 % 4 * 2] = Some('B');
    let free =
        |row: &[Option<char>; 8]| -> Vec<usize> { (0..8).filter(|file| row[*file].is_none()).collect() };
    row[free(&row)[number / 16 % 6]] = Some('Q');
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let five = free(&row);
    let (first, second) = KNIGHTS[number / 96 % 10];
    row[five[first]] = Some('N');
    row[five[second]] = Some('N');
    // The king stands between the rooks.
    for (file, letter) in free(&row).into_iter().zip("RKR".chars()) {
        row[file] = Some(letter);
    }
    row.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_numbers() {
        for (number, row) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")] {
            assert_eq!(back_rank(number), row);
        }
        let mut all: Vec<String> = (0..960).map(back_rank).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 960);
    }

    #[test]
    fn every_arrangement_has_its_place() {
        let all: Vec<String> = (0..12).map(|place| arrange("BAAC", place).unwrap()).collect();
        assert_eq!((all[0].as_str(), all[11].as_str()), ("AABC", "CBAA"));
        assert!(all.windows(2).all(|two| two[0] < two[1]), "{all:?}");
        assert!(arrange("BAAC", 12).is_err() && arrange("", 0).is_err());
        assert!(arrange(&"A".repeat(21), 0).is_err());
        assert_eq!(arrange("ABCDEFGHIJKLMNOPQRST", 0).unwrap(), "ABCDEFGHIJKLMNOPQRST");
    }
}
