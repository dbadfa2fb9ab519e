//! Sections, keys and values of `variants.ini`, each with its place.

use chatura_rules::definition::{Problem, Span, Spanned};

/// The most sections of a text that are read.
const MAX_SECTIONS: usize = 2000;
/// The most keys of a section.
const MAX_KEYS: usize = 400;

/// One game as written: `[name:parent]` and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is called.
    pub name: Spanned<String>,
    /// The game it differs from.
    pub parent: Option<Spanned<String>>,
    /// Keys and values in the order written.
    pub entries: Vec<(Spanned<String>, Spanned<String>)>,
}

/// Splits a text into its sections; `file` is the number that places in it get.
pub fn read(text: &str, file: u16, problems: &mut Vec<Problem>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = Line { file, at };
        at += line.len();
        let line = line.trim_end();
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if trimmed.starts_with('[') {
            match header(line, indent, place) {
                Ok(section) if sections.len() < MAX_SECTIONS => sections.push(section),
                Ok(section) => {
                    let problem = Problem::new(section.name.span, "there are too many games", "one too many");
                    problems.push(problem.help(format!("at most {MAX_SECTIONS} in a file")));
                    break;
                }
                Err(problem) => problems.push(problem),
            }
            continue;
        }
        let Some(equals) = line.find('=') else {
            let problem =
                Problem::new(place.span(indent, line.len()), "a line without \"=\"", "no key and value");
            problems.push(problem.help("write \"key = value\", \"[name:parent]\", or \"#\" before a remark"));
            continue;
        };
        let key = place.text(line, indent, equals);
        let value = place.text(line, equals + 1, line.len());
        match sections.last_mut() {
            Some(section) if section.entries.len() < MAX_KEYS => section.entries.push((key, value)),
            Some(_) => problems.push(Problem::new(key.span, "the game has too many keys", "one too many")),
            None => {
                let message = format!("\"{}\" stands before the first game", key.value);
                problems.push(Problem::new(key.span, message, "of no game").help("begin with \"[name]\""));
            }
        }
    }
    sections
}

/// Where a line begins.
#[derive(Clone, Copy)]
struct Line {
    file: u16,
    at: usize,
}

impl Line {
    fn span(self, from: usize, to: usize) -> Span {
        Span { file: self.file, start: (self.at + from) as u32, end: (self.at + to) as u32 }
    }

    /// A part of the line without the blanks around it.
    fn text(self, line: &str, from: usize, to: usize) -> Spanned<String> {
        let part = &line[from..to];
        let start = from + part.len() - part.trim_start().len();
        let value = part.trim();
        Spanned::new(value.to_owned(), self.span(start, start + value.len()))
    }
}

fn header(line: &str, indent: usize, place: Line) -> Result<Section, Problem> {
    let whole = place.span(indent, line.len());
    let wrong = |message: &str| {
        Problem::new(whole, message, "no heading").help("write \"[name]\", or \"[name:parent]\"")
    };
    let close = line.find(']').ok_or_else(|| wrong("the \"[\" is never closed"))?;
    let colon = line[..close].find(':');
    let name = place.text(line, indent + 1, colon.unwrap_or(close));
    if name.value.is_empty() {
        return Err(wrong("the game has no name"));
    }
    let parent =
        colon.map(|colon| place.text(line, colon + 1, close)).filter(|parent| !parent.value.is_empty());
    Ok(Section { name, parent, entries: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_names_parents_and_entries() {
        let text = "# remark\n[one]\nmaxRank = 5\n\n[two:one] # more\n king=k:KN \n";
        let mut problems = Vec::new();
        let sections = read(text, 0, &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[1].parent.as_ref().unwrap().value, "one");
        let (key, value) = &sections[1].entries[0];
        assert_eq!((key.value.as_str(), value.value.as_str()), ("king", "k:KN"));
        assert_eq!(&text[value.span.start as usize..value.span.end as usize], "k:KN");
    }

    #[test]
    fn what_is_no_line_is_told() {
        for (text, told) in [
            ("maxRank = 5\n", "\"maxRank\" stands before the first game"),
            ("[one\n", "the \"[\" is never closed"),
            ("[:one]\n", "the game has no name"),
            ("[one]\nmaxRank 5\n", "a line without \"=\""),
        ] {
            let mut problems = Vec::new();
            read(text, 0, &mut problems);
            assert_eq!(problems.iter().map(|p| p.message.as_str()).collect::<Vec<_>>(), [told]);
        }
    }
}
