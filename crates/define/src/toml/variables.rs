//! Choices made before a game: which there are, and what they are in this game.

use super::expand::{self, Expander};
use super::formats::{Letter, letters};
use super::sections::VARIABLE;
use super::values::{inner, plain_texts, text};
use crate::diagnostics::Sources;
use chatura_rules::definition::{
    Problem, Span, Spanned, Table, Value, Variable, VariableRange, check_table, suggestion,
};
use chatura_rules::random;

/// The longest text that somebody may choose.
const MAX_CHOSEN: usize = 60;

/// A variable by its name, with what its value stands for.
#[derive(Clone)]
pub(super) struct Chosen {
    pub name: String,
    /// What it stands for in the rest of the definition.
    pub meaning: Value,
    /// What numbers are counted from where they stand for a place in a row.
    pub low: i64,
    /// How many numbers there are, where it is a number.
    pub count: u64,
}

/// All variables of a definition, settled.
#[derive(Default)]
pub(super) struct Settled {
    /// Those that somebody chooses, with what they are in this game.
    pub variables: Vec<Variable>,
    /// What each of them, and each that is worked out, stands for.
    pub chosen: Vec<Chosen>,
    /// Those of which something is wrong: what they stand for nobody knows.
    pub broken: Vec<String>,
    /// The letters of the pieces, which texts may name them by.
    pub letters: Vec<Letter>,
}

/// Reads `[variables]` and settles every value: set, usual, drawn from the seed, or worked out from others.
pub(super) fn choose(
    table: &Table,
    settings: &[Setting],
    seed: u64,
    sources: &Sources,
    problems: &mut Vec<Problem>,
) -> Settled {
    let mut settled = Settled { letters: letters(table), ..Settled::default() };
    let entries = inner(table, "variables").map_or(&[][..], |table| &table.entries);
    let mut computed = Vec::new();
    for (name, value) in entries.iter().filter(|(_, value)| value.value != Value::Flag(false)) {
        let before = problems.len();
        match &value.value {
            Value::Table(entry) => {
                check_table(entry, VARIABLE, problems);
                match text(entry, "computed") {
                    Some(formula) => computed.push((name, entry, formula)),
                    None => {
                        let found = range(name, entry, problems)
                            .and_then(|range| settle(name, entry, range, settings, seed, problems));
                        if let Some((variable, chosen)) = found {
                            settled.variables.push(variable);
                            settled.chosen.push(chosen);
                        }
                    }
                }
            }
            _ => {
                let message = format!("the variable \"{}\" is not a table", name.value);
                let help = "write { range = [1, 960] } or { choice = [\"one\", \"other\"] }";
                problems.push(Problem::new(value.span, message, "not that").help(help));
            }
        }
        if problems.len() > before && !settled.chosen.iter().any(|chosen| chosen.name == name.value) {
            settled.broken.push(name.value.clone());
        }
    }
    for (name, entry, formula) in computed {
        compute(name, entry, &formula, &mut settled, sources, problems);
    }
    unknown(entries, settings, &settled, problems);
    settled
}

/// Settings of variables that there are not.
fn unknown(
    entries: &[(Spanned<String>, Spanned<Value>)],
    settings: &[Setting],
    settled: &Settled,
    problems: &mut Vec<Problem>,
) {
    for Setting { name, .. } in settings {
        let is = |known: &str| known == name.value;
        if settled.variables.iter().any(|variable| is(&variable.name)) || settled.broken.iter().any(|n| is(n))
        {
            continue;
        }
        let problem = match entries.iter().any(|(known, value)| is(&known.value) && !super::none(value)) {
            true => {
                Problem::new(name.span, format!("\"{}\" is worked out from others", name.value), "not chosen")
            }
            false => {
                let message = format!("this game has no variable \"{}\"", name.value);
                Problem::new(name.span, message, "no such variable")
            }
        };
        problems.push(problem.suggest(&name.value, settled.variables.iter().map(|v| v.name.as_str())));
    }
}

/// A variable that nobody chooses: its text is expanded, and stands for what `values` says of it.
fn compute(
    name: &Spanned<String>,
    entry: &Table,
    formula: &Spanned<String>,
    settled: &mut Settled,
    sources: &Sources,
    problems: &mut Vec<Problem>,
) {
    if let Some((key, _)) =
        entry.entries.iter().find(|(key, _)| !["computed", "values"].contains(&key.value.as_str()))
    {
        let message = format!("the variable \"{}\" is worked out, nobody chooses it", name.value);
        let problem = Problem::new(key.span, message, "not needed");
        problems.push(problem.help("beside \"computed\" there is only \"values\""));
    }
    let before = problems.len();
    let found = Expander::new(settled, sources, problems).text(formula);
    let Some(found) = found.filter(|_| problems.len() == before) else {
        settled.broken.push(name.value.clone());
        return;
    };
    let values = inner(entry, "values");
    let meaning = match values.and_then(|values| Some(values.get(&expand::plain(&found)?)?.value.clone())) {
        Some(meaning) => meaning,
        None if values.is_some() => {
            let told = expand::plain(&found).unwrap_or_default();
            let message = format!("\"{}\" comes to \"{told}\", for which there is no value", name.value);
            problems.push(Problem::new(formula.span, message, "this").help(format!("values.{told} = …")));
            settled.broken.push(name.value.clone());
            return;
        }
        None => found,
    };
    settled.chosen.push(Chosen { name: name.value.clone(), meaning, low: 0, count: 0 });
}

/// What may be chosen; exactly one of the keys says it.
fn range(name: &Spanned<String>, entry: &Table, problems: &mut Vec<Problem>) -> Option<VariableRange> {
    let choice = plain_texts(entry, "choice");
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
    let is = |key: &str| entry.get(key).is_some_and(|value| value.value == Value::Flag(true));
    let said = ["range", "choice", "flag", "text"].map(|key| entry.get(key).is_some());
    let range = match (&numbers[..], &choice[..], said) {
        ([low, high], _, [true, false, false, false]) if low <= high => VariableRange::Number(*low, *high),
        (_, [_, ..], [false, true, false, false]) => VariableRange::Choice(choice),
        (_, _, [false, false, true, false]) if is("flag") => {
            VariableRange::Choice(vec!["yes".to_owned(), "no".to_owned()])
        }
        (_, _, [false, false, false, true]) if is("text") => VariableRange::Text(MAX_CHOSEN),
        _ => {
            let message = format!("the variable \"{}\" needs a range or a choice", name.value);
            let help = "write range = [1, 960] (least, greatest), choice = [\"one\", \"other\"], flag = true (yes or \
                        no), or text = true";
            problems.push(Problem::new(name.span, message, "nothing to choose from").help(help));
            return None;
        }
    };
    values_fit(name, entry, &range, problems);
    Some(range)
}

/// Values of what is never chosen are a mistake.
fn values_fit(name: &Spanned<String>, entry: &Table, range: &VariableRange, problems: &mut Vec<Problem>) {
    for (word, _) in inner(entry, "values").map_or(&[][..], |values| &values.entries) {
        if let Err(problem) = fit(range, &word.value) {
            let message = format!("\"{}\" is no choice of \"{}\"", word.value, name.value);
            let mut found = Problem::new(word.span, message, "never chosen");
            found.help = problem;
            problems.push(found);
        }
    }
}

/// A value as the range writes it, or what would be right.
fn fit(range: &VariableRange, value: &str) -> Result<String, Option<String>> {
    range.value(value).ok_or_else(|| {
        Some(match range {
            VariableRange::Number(low, high) => format!("a number from {low} to {high}"),
            VariableRange::Choice(words) => {
                match suggestion(value.trim(), words.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("one of: {}", words.join(", ")),
                }
            }
            VariableRange::Text(_) if value.trim().is_empty() => "a text that is not empty".to_owned(),
            VariableRange::Text(longest) => format!("at most {longest} letters, no braces"),
        })
    })
}

/// The value that holds when nobody chooses one, if the definition names it.
fn usual(
    name: &Spanned<String>,
    entry: &Table,
    range: &VariableRange,
    problems: &mut Vec<Problem>,
) -> Result<Option<String>, ()> {
    let Some(written) = entry.get("default") else {
        return match range {
            VariableRange::Text(_) => {
                let message = format!("the text \"{}\" has no default", name.value);
                let problem = Problem::new(name.span, message, "cannot be drawn at random");
                problems.push(problem.help("default = \"KQRBNP\""));
                Err(())
            }
            _ => Ok(None),
        };
    };
    let text = match &written.value {
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        value => expand::plain(value).unwrap_or_default(),
    };
    fit(range, &text).map(Some).map_err(|help| {
        let message = format!("\"{}\" cannot be \"{text}\"", name.value);
        let mut problem = Problem::new(written.span, message, "no such choice");
        problem.help = help;
        problems.push(problem);
    })
}

fn settle(
    name: &Spanned<String>,
    entry: &Table,
    range: VariableRange,
    settings: &[Setting],
    seed: u64,
    problems: &mut Vec<Problem>,
) -> Option<(Variable, Chosen)> {
    let description = text(entry, "description").map(|text| text.value).unwrap_or_default();
    let setting = settings.iter().rev().find(|setting| setting.name.value == name.value);
    let usual = usual(name, entry, &range, problems).ok()?;
    let value = match setting {
        None => usual.clone().unwrap_or_else(|| draw(&range, &name.value, seed)),
        Some(setting) => match fit(&range, &setting.value.value) {
            Ok(value) => value,
            Err(help) => {
                let message = format!("\"{}\" cannot be \"{}\"", name.value, setting.value.value.trim());
                let label = match range {
                    VariableRange::Number(..) => "out of range",
                    _ => "no such choice",
                };
                let mut problem = Problem::new(setting.value.span, message, label);
                problem.help = help;
                problems.push(problem);
                return None;
            }
        },
    };
    let meaning = inner(entry, "values").and_then(|values| Some(values.get(&value)?.value.clone()));
    let is_flag = entry.get("flag").is_some();
    let meaning = meaning.unwrap_or_else(|| match (value.as_str(), value.parse::<i64>(), &range) {
        ("yes" | "no", ..) if is_flag => Value::Flag(value == "yes"),
        (_, Ok(number), VariableRange::Number(..)) => Value::Number(number),
        _ => Value::Text(value.clone()),
    });
    let (low, count) = match range {
        VariableRange::Number(low, high) => (low, high.abs_diff(low).saturating_add(1)),
        _ => (0, 0),
    };
    let drawn = setting.is_none() && usual.is_none();
    let chosen = Chosen { name: name.value.clone(), meaning, low, count };
    Some((Variable { name: name.value.clone(), range, value, usual, drawn, description }, chosen))
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
        VariableRange::Text(_) => String::new(),
    }
}

/// A variable set by hand.
pub(super) struct Setting {
    pub name: Spanned<String>,
    pub value: Spanned<String>,
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
    fn drawing_stays_in_the_range_and_depends_on_the_seed() {
        let range = VariableRange::Number(1, 256);
        let draws: Vec<i64> = (0..1000).map(|seed| draw(&range, "n", seed).parse().unwrap()).collect();
        assert!(draws.iter().all(|n| (1..=256).contains(n)));
        assert!(draws.contains(&1) && draws.contains(&256));
        assert_eq!(draw(&range, "n", 7), draw(&range, "n", 7));
        assert_eq!(draw(&VariableRange::Choice(vec!["one".into()]), "n", 3), "one");
    }
}
