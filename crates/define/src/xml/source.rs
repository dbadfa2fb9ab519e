//! XML text as elements with places, and what is wrong with them.

use super::count::count;
use crate::diagnostics::MAX_TOLD;
use chatura_rules::definition::{Problem, Span, Spanned};
use roxmltree::{Document, Node, ParsingOptions};
use std::ops::Range;

/// The longest text that is read.
pub const MAX_TEXT: usize = 4 * 1024 * 1024;
/// How many elements, texts and comments a file may have.
pub const MAX_NODES: u32 = 60_000;
/// How many attributes an element may have.
pub const MAX_ATTRIBUTES: usize = 64;
/// How many namespaces a file may declare.
pub const MAX_NAMESPACES: usize = 16;
/// How many elements of one name may stand in one place: their names are compared.
pub const MAX_SIBLINGS: usize = 4096;
/// How deep elements may be nested.
pub const MAX_DEPTH: usize = 32;

/// An element.
pub(super) type Element<'a> = Node<'a, 'a>;

/// What readers of elements share.
pub(super) struct Notes {
    file: u16,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What is odd and does no harm.
    pub warnings: Vec<Problem>,
}

/// The document of a text, or what is wrong with it.
pub(super) fn parse<'t>(text: &'t str, notes: &mut Notes) -> Option<Document<'t>> {
    if text.len() > MAX_TEXT {
        let problem = Problem::new(notes.at(0..0), "the file is too large", "begins here");
        notes.problems.push(problem.help(format!("at most {MAX_TEXT} bytes")));
        return None;
    }
    let counts = count(text);
    if counts.attributes > MAX_ATTRIBUTES || counts.namespaces > MAX_NAMESPACES {
        let problem = Problem::new(notes.at(0..0), "an element has too many attributes", "in this file");
        notes
            .problems
            .push(problem.help(format!(
                "at most {MAX_ATTRIBUTES} attributes, and {MAX_NAMESPACES} namespaces in all"
            )));
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            notes.problems.push(unreadable(&error, text, notes));
            return None;
        }
    };
    let deep = document.descendants().find(|node| node.is_element() && depth_exceeds(*node, MAX_DEPTH));
    if let Some(element) = deep {
        let problem = Problem::new(notes.name(element), "elements are nested too deep", "too deep");
        notes.problems.push(problem.help(format!("at most {MAX_DEPTH} levels")));
        return None;
    }
    Some(document)
}

fn depth_exceeds(node: Element<'_>, most: usize) -> bool {
    node.ancestors().nth(most + 1).is_some()
}

fn unreadable(error: &roxmltree::Error, text: &str, notes: &Notes) -> Problem {
    let at = |pos: roxmltree::TextPos| {
        let line = text.split_inclusive('\n').take(pos.row.saturating_sub(1) as usize).map(str::len).sum();
        let rest: &str = text.get(line..).unwrap_or_default();
        let column = rest.char_indices().nth(pos.col.saturating_sub(1) as usize);
        let start = line + column.map_or(0, |(offset, _)| offset);
        notes.at(start..(start + 1).min(text.len()))
    };
    match error {
        roxmltree::Error::DtdDetected => {
            let start = text.find("<!DOCTYPE").unwrap_or(0);
            let span = notes.at(start..(start + 9).min(text.len()));
            let problem = Problem::new(span, "a board file has no document type", "not read");
            problem.help("take the <!DOCTYPE …> away; nothing in it is needed")
        }
        roxmltree::Error::NodesLimitReached => {
            let problem = Problem::new(notes.at(0..0), "the file has too many elements", "begins here");
            problem.help(format!("at most {MAX_NODES} elements, texts and comments"))
        }
        error => {
            let message = error.to_string();
            let message = message.split(" at ").next().unwrap_or(&message).to_owned();
            Problem::new(at(error.pos()), format!("this is no XML: {message}"), "here")
        }
    }
}

impl Notes {
    /// Nothing is wrong yet.
    pub fn new(file: u16) -> Self {
        Notes { file, problems: Vec::new(), warnings: Vec::new() }
    }

    /// A place; texts are short enough for 32 bits.
    pub fn at(&self, range: Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    /// The place of an element's name.
    pub fn name(&self, element: Element<'_>) -> Span {
        let start = element.range().start;
        self.at(start..start + 1 + element.tag_name().name().len())
    }

    /// Reports something that keeps the board from being used.
    pub fn problem(&mut self, span: Span, message: impl Into<String>, label: &str, help: impl Into<String>) {
        self.problems.push(Problem::new(span, message, label).help(help));
    }

    /// Reports something odd.
    pub fn warn(&mut self, span: Span, message: impl Into<String>, label: &str, help: impl Into<String>) {
        self.warnings.push(Problem::new(span, message, label).help(help));
    }

    /// Reports child elements of other names as odd.
    pub fn only(&mut self, of: Element<'_>, known: &[&str]) {
        for child in of.children().filter(Node::is_element) {
            let own = child.tag_name().name();
            if !known.contains(&own) {
                let message = format!("<{}> means nothing in <{}>", own, of.tag_name().name());
                let problem = Problem::new(self.name(child), message, "not read");
                self.warnings.push(problem.suggest(own, known.iter().copied()));
            }
        }
    }

    /// The child elements of the one name there should be.
    pub fn children<'a>(&mut self, of: Element<'a>, name: &str) -> Vec<Element<'a>> {
        self.only(of, &[name]);
        let mut found: Vec<Element<'a>> =
            of.children().filter(|child| child.is_element() && child.tag_name().name() == name).collect();
        if let Some(&more) = found.get(MAX_SIBLINGS) {
            let help = format!("at most {MAX_SIBLINGS} in one place");
            self.problem(self.name(more), format!("there are too many <{name}>"), "one too many", help);
            found.truncate(MAX_SIBLINGS);
        }
        found
    }

    /// Reports something with the word that was probably meant. Nobody reads hundreds, and looking for words takes time.
    pub fn suggest<'a>(&mut self, problem: Problem, wrong: &str, words: impl Iterator<Item = &'a str>) {
        self.problems.push(match self.problems.len() < MAX_TOLD {
            true => problem.suggest(wrong, words),
            false => problem,
        });
    }

    /// The one child element of a name, if it is there.
    pub fn child<'a>(&mut self, of: Element<'a>, name: &str) -> Option<Element<'a>> {
        let mut found = of.children().filter(|child| child.is_element() && child.tag_name().name() == name);
        let first = found.next();
        if let Some(second) = found.next() {
            let help = format!("put everything into the first <{name}>");
            self.problem(self.name(second), format!("a second <{name}>"), "one is enough", help);
        }
        first
    }

    /// An attribute's value, without spaces around it.
    pub fn text(&self, of: Element<'_>, name: &str) -> Option<Spanned<String>> {
        let attribute = of.attribute_node(name)?;
        Some(Spanned::new(attribute.value().trim().to_owned(), self.at(attribute.range_value())))
    }

    /// The value of an attribute that must be there.
    pub fn required(&mut self, of: Element<'_>, name: &str) -> Option<Spanned<String>> {
        let found = self.text(of, name).filter(|text| !text.value.is_empty());
        if found.is_none() {
            let element = of.tag_name().name();
            let span = self.text(of, name).map_or(self.name(of), |text| text.span);
            self.problem(
                span,
                format!("<{element}> has no {name}"),
                "incomplete",
                format!("write {name}=\"…\""),
            );
        }
        found
    }

    /// One of several words that must be there; the number of the word.
    pub fn word(&mut self, of: Element<'_>, name: &str, words: &[&str]) -> Option<usize> {
        let text = self.required(of, name)?;
        let found = words.iter().position(|word| *word == text.value);
        if found.is_none() {
            let message = format!("\"{}\" is no {name}", text.value);
            let help = format!("one of: {}", words.join(", "));
            let problem = Problem::new(text.span, message, "unknown word").help(help);
            self.problems.push(problem.suggest(&text.value, words.iter().copied()));
        }
        found
    }

    /// A whole number in a range, if the attribute is there and is one.
    pub fn number(&mut self, of: Element<'_>, name: &str, range: Range<u32>) -> Option<u32> {
        let text = self.text(of, name)?;
        let found = text.value.parse().ok().filter(|number| range.contains(number));
        if found.is_none() {
            let help = format!("a whole number from {} to {}", range.start, range.end - 1);
            self.problem(text.span, format!("{name} is \"{}\"", text.value), "not such a number", help);
        }
        found
    }
}
