//! Choices made before a game: which there are, what they are in this game, and where they stand in the setup.

use super::sections::VARIABLE;
use super::values::{inner, plain_texts, text};
use super::{Context, Setting};
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value, Variable, VariableRange, check_table};
use chatura_rules::random;

/// The longest row `bits` makes.
const MAX_BITS: u32 = 30;

/// A variable with what its value stands for in the setup.
pub(super) struct Chosen {
    pub variable: Variable,
    meaning: String,
}

/// Reads `[variables]` and settles every value: set, or drawn from the seed.
pub(super) fn choose(
    table: &Table,
    settings: &[Setting],
    seed: u64,
    context: &mut Context<'_>,
) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for (name, value) in inner(table, "variables").map_or(&[][..], |table| &table.entries) {
        if value.value == Value::Flag(false) {
            continue;
        }
        let Value::Table(entry) = &value.value else {
            let problem = Problem::new(
                value.span,
                format!("the variable \"{}\" is not a table", name.value),
                "not that",
            );
            context
                .problems
                .push(problem.help("write { range = [1, 960] } or { choice = [\"one\", \"other\"] }"));
            continue;
        };
        check_table(entry, VARIABLE, &mut context.problems);
        if let Some(range) = range(name, entry, context) {
            chosen.extend(settle(name, entry, range, settings, seed, context));
        }
    }
    for setting in settings {
        if !chosen.iter().any(|c| c.variable.name == setting.name.value)
            && inner_has_not(table, &setting.name.value)
        {
            let message = format!("this game has no variable \"{}\"", setting.name.value);
            let names = chosen.iter().map(|c| c.variable.name.as_str());
            let problem = Problem::new(setting.name.span, message, "no such variable");
            context.problems.push(problem.suggest(&setting.name.value, names));
        }
    }
    chosen
}

fn inner_has_not(table: &Table, name: &str) -> bool {
    inner(table, "variables").and_then(|variables| variables.get(name)).is_none()
}

fn range(name: &Spanned<String>, entry: &Table, context: &mut Context<'_>) -> Option<VariableRange> {
    let choice = plain_texts(entry, "choice");
    for (word, _) in inner(entry, "values").map_or(&[][..], |values| &values.entries) {
        if !choice.is_empty() && !choice.contains(&word.value) {
            let message = format!("\"{}\" is no choice of \"{}\"", word.value, name.value);
            let problem = Problem::new(word.span, message, "never chosen");
            context.problems.push(problem.suggest(&word.value, choice.iter().map(String::as_str)));
        }
    }
    let numbers: Vec<i64> = match entry.get("range").map(|value| &value.value) {
        Some(Value::List(items)) => items
            .iter()
            .filter_map(|item| match item.value {
                Value::Number(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    match (&numbers[..], &choice[..], entry.get("range").is_some(), entry.get("choice").is_some()) {
        ([low, high], _, true, false) if low <= high => Some(VariableRange::Number(*low, *high)),
        (_, [_, ..], false, true) => Some(VariableRange::Choice(choice)),
        _ => {
            let message = format!("the variable \"{}\" needs a range or a choice", name.value);
            let problem = Problem::new(name.span, message, "nothing to choose from");
            context.problems.push(
                problem.help("write range = [1, 960] (least, greatest) or choice = [\"one\", \"other\"]"),
            );
            None
        }
    }
}

fn settle(
    name: &Spanned<String>,
    entry: &Table,
    range: VariableRange,
    settings: &[Setting],
    seed: u64,
    context: &mut Context<'_>,
) -> Option<Chosen> {
    let description = text(entry, "description").map(|text| text.value).unwrap_or_default();
    let setting = settings.iter().rev().find(|setting| setting.name.value == name.value);
    let value = match (setting, &range) {
        (None, range) => draw(range, &name.value, seed),
        (Some(setting), VariableRange::Number(low, high)) => {
            match setting.value.value.trim().parse::<i64>() {
                Ok(number) if (low..=high).contains(&&number) => number.to_string(),
                _ => {
                    let message = format!("\"{}\" cannot be \"{}\"", name.value, setting.value.value);
                    let problem = Problem::new(setting.value.span, message, "out of range");
                    context.problems.push(problem.help(format!("a number from {low} to {high}")));
                    return None;
                }
            }
        }
        (Some(setting), VariableRange::Choice(words)) => {
            let wanted = setting.value.value.trim();
            match words.iter().find(|word| word.eq_ignore_ascii_case(wanted)) {
                Some(word) => word.clone(),
                None => {
                    let message = format!("\"{}\" cannot be \"{wanted}\"", name.value);
                    let problem = Problem::new(setting.value.span, message, "no such choice");
                    context.problems.push(problem.suggest(wanted, words.iter().map(String::as_str)));
                    return None;
                }
            }
        }
    };
    let meaning = inner(entry, "values").and_then(|values| text(values, &value)).map(|text| text.value);
    let meaning = meaning.unwrap_or_else(|| value.clone());
    let variable = Variable { name: name.value.clone(), range, value, drawn: setting.is_none(), description };
    Some(Chosen { variable, meaning })
}

/// A value from the seed; the name takes part so that variables do not follow one another.
fn draw(range: &VariableRange, name: &str, seed: u64) -> String {
    let random = u128::from(random::number(name, seed));
    let below = |count: u128| (random * count) >> 64;
    match range {
        VariableRange::Number(low, high) => {
            let count = (i128::from(*high) - i128::from(*low) + 1) as u128;
            (i128::from(*low) + below(count) as i128).to_string()
        }
        VariableRange::Choice(words) => {
            words.get(below(words.len() as u128) as usize).cloned().unwrap_or_default()
        }
    }
}

/// A text of the setup with every `{…}` replaced.
pub(super) fn expand(
    written: Spanned<String>,
    chosen: &[Chosen],
    context: &mut Context<'_>,
) -> Spanned<String> {
    let mut expanded = String::with_capacity(written.value.len());
    let mut rest = written.value.as_str();
    while let Some(open) = rest.find('{') {
        let column = written.value.len() - rest.len() + open;
        expanded.push_str(&rest[..open]);
        let Some(length) = rest[open..].find('}') else {
            let place = context.sources.within(written.span, &written.value, column, 1);
            let problem = Problem::new(place, "\"{\" is never closed", "begins here");
            context.problems.push(problem.help("write {NAME} for the value of a variable"));
            return written;
        };
        let inside = &rest[open + 1..open + length];
        match replacement(inside, chosen) {
            Ok(text) => expanded.push_str(&text),
            Err((message, help)) => {
                let place = context.sources.within(written.span, &written.value, column, length + 1);
                context.problems.push(Problem::new(place, message, "stands for nothing").help(help));
            }
        }
        rest = &rest[open + length + 1..];
    }
    expanded.push_str(rest);
    Spanned::new(expanded, written.span)
}

/// What a placeholder stands for, or what is wrong with it and what would be right.
fn replacement(inside: &str, chosen: &[Chosen]) -> Result<String, (String, String)> {
    let words: Vec<&str> = inside.split(':').collect();
    let Some(found) = chosen.iter().find(|c| c.variable.name == words[0]) else {
        let names: Vec<&str> = chosen.iter().map(|c| c.variable.name.as_str()).collect();
        let help = match chatura_rules::definition::suggestion(words[0], names.iter().copied()) {
            Some(name) => format!("did you mean \"{name}\"?"),
            None if names.is_empty() => "this game has no variables: add [variables]".to_owned(),
            None => format!("one of: {}", names.join(", ")),
        };
        return Err((format!("there is no variable \"{}\"", words[0]), help));
    };
    let number = found.variable.value.parse::<i64>().ok();
    match (&words[1..], number, &found.variable.range) {
        ([], ..) => Ok(found.meaning.clone()),
        (["lower"], ..) => Ok(found.meaning.to_lowercase()),
        (["chess960"], Some(number @ 0..960), _) => Ok(back_rank(number as usize)),
        (["chess960", "lower"], Some(number @ 0..960), _) => {
            Ok(back_rank(number as usize).to_ascii_lowercase())
        }
        (["chess960", ..], ..) => {
            Err(("only numbers from 0 to 959 have a back rank".into(), "range = [0, 959]".into()))
        }
        (["bits", set, clear], Some(number), VariableRange::Number(low, high)) => {
            let count = u64::BITS - high.abs_diff(*low).leading_zeros();
            if count > MAX_BITS {
                let help =
                    format!("a row has at most {MAX_BITS} cells, so at most {} numbers", 1_u64 << MAX_BITS);
                return Err(("the range has too many bits".into(), help));
            }
            let bits = number.abs_diff(*low);
            let words = (0..count).map(|bit| if bits >> bit & 1 == 1 { *set } else { *clear });
            Ok(join_blanks(words))
        }
        _ => Err((
            format!("\"{}\" is no way to write a variable", words[1..].join(":")),
            "{NAME}, {NAME:lower}, {NAME:chess960}, {NAME:chess960:lower} or {NAME:bits:P:1}".into(),
        )),
    }
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

/// Settings `NAME=VALUE` as a text, with their places in it.
pub(super) fn settings(given: &[(String, String)], file: u16) -> (String, Vec<Setting>) {
    let mut written = String::new();
    let mut settings = Vec::new();
    for (name, value) in given.iter().take(64) {
        let mut put = |text: &str, behind: char| {
            let start = written.len() as u32;
            let text: String = text.chars().filter(|c| !c.is_control()).take(256).collect();
            written.push_str(&text);
            let span = Span { file, start, end: written.len() as u32 };
            written.push(behind);
            Spanned::new(text, span)
        };
        settings.push(Setting { name: put(name, '='), value: put(value, '\n') });
    }
    (written, settings)
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
    fn drawing_stays_in_the_range_and_depends_on_the_seed() {
        let range = VariableRange::Number(1, 256);
        let draws: Vec<i64> = (0..1000).map(|seed| draw(&range, "n", seed).parse().unwrap()).collect();
        assert!(draws.iter().all(|n| (1..=256).contains(n)));
        assert!(draws.contains(&1) && draws.contains(&256));
        assert_eq!(draw(&range, "n", 7), draw(&range, "n", 7));
        assert_eq!(draw(&VariableRange::Choice(vec!["one".into()]), "n", 3), "one");
    }
}
