//! Definitions as `variants.ini` says them, the form in which Fairy-Stockfish is told of games it does not know.
//!
//! That form has pieces by letters, and a key for each thing it foresees. A game of it becomes the tables that a definition
//! in TOML would have, with `extends` where it differs from a game of the catalogue: everything behind that is the same for
//! both forms. What cannot be said, either way, is told, so that nobody plays a game that is almost the same.

mod difference;
mod keys;
mod kinds;
mod lines;
mod translate;
mod variant;
mod write;

pub use write::write;

use crate::toml::{Input, MAX_TEXT};
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value, suggestion};
use lines::Section;
use std::sync::OnceLock;
use variant::Variant;

/// How many games may follow one another as parents.
const MAX_PARENTS: usize = 16;

/// The names of the games in a text, in the order written.
pub fn games(text: &str) -> Vec<String> {
    lines::read(text, 0, &mut Vec::new()).into_iter().map(|section| section.name.value).collect()
}

/// Games that are known by heart, as parents.
fn builtin() -> &'static [Section] {
    static SECTIONS: OnceLock<Vec<Section>> = OnceLock::new();
    SECTIONS.get_or_init(|| lines::read(include_str!("builtin.ini"), 0, &mut Vec::new()))
}

/// The tables of a game of a text, as a definition in TOML would have them. `catalogue` gives the tables of a game of the catalogue.
pub(crate) fn table(
    input: &Input,
    file: u16,
    catalogue: &dyn Fn(&str) -> Option<Table>,
    problems: &mut Vec<Problem>,
) -> Table {
    if input.text.len() > MAX_TEXT {
        let span = Span { file, start: 0, end: 0 };
        let problem = Problem::new(span, "the file is too large", "begins here");
        problems.push(problem.help(format!("at most {MAX_TEXT} bytes")));
        return Table::default();
    }
    let mut wrong = Vec::new();
    let sections = lines::read(&input.text, file, &mut wrong);
    let chosen = choose(&sections, input.section.as_deref(), file);
    let section = match chosen {
        Ok(section) => section,
        Err(problem) => {
            problems.extend(wrong);
            problems.push(problem);
            return Table::default();
        }
    };
    // What is wrong with other games of the file is theirs.
    let range = extent(&sections, section, input.text.len());
    problems.extend(wrong.into_iter().filter(|problem| range.contains(&(problem.span.start as usize))));
    match lineage(section, &sections) {
        Ok(lineage) => told(&lineage, catalogue, problems),
        Err(problem) => {
            problems.push(problem);
            Table::default()
        }
    }
}

/// The bytes of a section with its heading.
fn extent(sections: &[Section], section: &Section, end: usize) -> std::ops::Range<usize> {
    let start = section.name.span.start;
    let next = sections.iter().map(|section| section.name.span.start).find(|other| *other > start);
    (start as usize).saturating_sub(1)..next.map_or(end, |next| next as usize - 1)
}

/// The section that is meant: the one of this name, or the only one that is no other's parent.
fn choose<'a>(sections: &'a [Section], name: Option<&str>, file: u16) -> Result<&'a Section, Problem> {
    let nowhere = Span { file, start: 0, end: 0 };
    let names = || sections.iter().map(|section| section.name.value.as_str());
    if let Some(name) = name {
        let found = sections.iter().rev().find(|section| section.name.value == name);
        return found.ok_or_else(|| {
            let problem = Problem::new(nowhere, format!("the file has no game \"{name}\""), "in this file");
            problem.suggest(name, names())
        });
    }
    let is_parent = |section: &&Section| {
        !sections
            .iter()
            .any(|other| other.parent.as_ref().is_some_and(|parent| parent.value == section.name.value))
    };
    let last: Vec<&Section> = sections.iter().filter(is_parent).collect();
    match last[..] {
        [one] => Ok(one),
        [] => Err(Problem::new(nowhere, "there is no game in this text", "no [name]")
            .help("begin with \"[name:chess]\"")),
        [_, second, ..] => {
            let shown: Vec<&str> = names().take(12).collect();
            let more = if sections.len() > shown.len() { ", …" } else { "" };
            let message = format!("the text has {} games", sections.len());
            let help = format!(
                "name one behind the file, as in games.ini:{}; there are {}{more}",
                shown[0],
                shown.join(", ")
            );
            Err(Problem::new(second.name.span, message, "another game").help(help))
        }
    }
}

/// A game and its parents, the oldest last. Those known by heart come with the place where they are named.
struct Lineage<'a> {
    sections: Vec<(&'a Section, Option<Span>)>,
}

fn lineage<'a>(section: &'a Section, sections: &'a [Section]) -> Result<Lineage<'a>, Problem> {
    let mut found = vec![(section, None)];
    let mut at: Option<Span> = None;
    let mut next = section.parent.as_ref();
    while let Some(parent) = next {
        let place = at.unwrap_or(parent.span);
        if found.len() > MAX_PARENTS {
            return Err(Problem::new(place, "too many games follow one another", "one too many")
                .help(format!("at most {MAX_PARENTS} in a row, none of itself")));
        }
        let named = |section: &&Section| section.name.value == parent.value;
        let own = sections.iter().filter(|_| at.is_none()).find(named);
        let known = own.is_none().then(|| builtin().iter().find(named)).flatten();
        match (own, known) {
            (Some(own), _) => found.push((own, None)),
            (_, Some(known)) => {
                at = Some(place);
                found.push((known, at));
            }
            _ => {
                let names = sections.iter().chain(builtin()).map(|section| section.name.value.as_str());
                let problem = Problem::new(
                    place,
                    format!("there is no game \"{}\" to begin from", parent.value),
                    "unknown game",
                );
                return Err(match suggestion(&parent.value, names) {
                    Some(near) => problem.help(format!("did you mean \"{near}\"?")),
                    None => problem.help("a game of this file, or one that Fairy-Stockfish knows by heart"),
                });
            }
        }
        next = found.last().and_then(|(section, _)| section.parent.as_ref());
    }
    Ok(Lineage { sections: found })
}

/// The game of some sections, the oldest last.
fn laid(sections: &[(&Section, Option<Span>)], problems: &mut Vec<Problem>) -> Variant {
    let mut variant = Variant::default();
    for (section, at) in sections.iter().rev() {
        variant.lay(section, *at, problems);
    }
    variant
}

fn told(
    lineage: &Lineage<'_>,
    catalogue: &dyn Fn(&str) -> Option<Table>,
    problems: &mut Vec<Problem>,
) -> Table {
    let sections = &lineage.sections;
    let head = sections[0].0.name.span;
    let known = sections.iter().enumerate().filter(|(_, (_, at))| at.is_some());
    let extended = known.filter_map(|(index, (section, at))| {
        let table = catalogue(&section.name.value)?;
        Some((index, section.name.value.clone(), at.unwrap_or(head), table))
    });
    let extended = { extended }.next();
    let variant = laid(sections, problems);
    let Some((index, name, at, table)) = extended else {
        let translation = translate::translate(&variant, &[], head);
        problems.extend(translation.problems);
        return translation.table;
    };
    let names = letters(&table);
    let parent = laid(&sections[index..], &mut Vec::new());
    let before = translate::translate(&parent, &names, at);
    let now = translate::translate(&variant, &names, head);
    // What the parent cannot say in that form the catalogue says in its own.
    let inherited = |problem: &Problem| before.problems.iter().any(|known| known.message == problem.message);
    problems.extend(now.problems.into_iter().filter(|problem| problem.span != at || !inherited(problem)));
    let mut said = difference::difference(&table, &before.table, &now.table, head);
    said.entries.insert(0, (Spanned::new("extends".to_owned(), at), Spanned::new(Value::Text(name), at)));
    said
}

/// The names of pieces by their letters.
fn letters(table: &Table) -> Vec<(String, String)> {
    let Some(Value::Table(pieces)) = table.get("pieces").map(|value| &value.value) else { return Vec::new() };
    let letter = |(name, piece): &(Spanned<String>, Spanned<Value>)| match &piece.value {
        Value::Table(piece) => match piece.get("letter").map(|letter| &letter.value) {
            Some(Value::Text(letter)) => Some((letter.clone(), name.value.clone())),
            _ => None,
        },
        _ => None,
    };
    pieces.entries.iter().filter_map(letter).collect()
}

/// Whether a text looks like one of this form, rather than like TOML: a heading with a parent, or keys that nothing else has.
pub fn is_likely(text: &str) -> bool {
    let significant = |line: &&str| !line.is_empty() && !line.starts_with(['#', ';']);
    let mut lines = text.lines().map(str::trim).filter(significant).take(200);
    let Some(first) = lines.next().filter(|line| line.starts_with('[') && !line.contains(['"', '='])) else {
        return false;
    };
    let own = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        let camel = key.contains(|c: char| c.is_ascii_uppercase());
        line.contains('=')
            && camel
            && (key.starts_with("customPiece") || keys::KEYS.iter().any(|known| known.name == key))
    };
    first.split(']').next().is_some_and(|name| name.contains(':')) || lines.any(own)
}
