//! What is wrong with a definition, shown in its text: for people by miette, for programs as data.

use chatura_rules::definition::{Problem, Problems, Span};
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use std::fmt;
use std::sync::Arc;

/// The longest line of which an excerpt is shown, in bytes.
const MAX_EXCERPT: usize = 1000;

/// The texts a definition was read from; a [`Span`] counts them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<(String, Arc<str>)>,
}

impl Sources {
    /// Adds a text and gives its number.
    pub fn add(&mut self, name: &str, text: &str) -> u16 {
        let number = self.next_number();
        self.list.push((name.to_owned(), Arc::from(text)));
        number
    }

    /// The number the next text will get.
    pub fn next_number(&self) -> u16 {
        self.list.len() as u16
    }

    /// A file's name.
    pub fn name(&self, file: u16) -> &str {
        self.list.get(usize::from(file)).map_or("", |(name, _)| name)
    }

    /// A file's text.
    pub fn text(&self, file: u16) -> &str {
        self.list.get(usize::from(file)).map_or("", |(_, text)| text)
    }

    /// The place of some bytes of a quoted text, or of all of it where the quotes hide what stands where.
    pub fn within(&self, span: Span, text: &str, column: usize, length: usize) -> Span {
        let written = self.text(span.file).get(span.start as usize..span.end as usize);
        // Other forms have no quotes.
        if written == Some(text) {
            let start = span.start + column as u32;
            return Span { file: span.file, start, end: (start + length as u32).min(span.end).max(start) };
        }
        let plain = written.is_some_and(|written| {
            written.len() == text.len() + 2 && written.get(1..).is_some_and(|w| w.starts_with(text))
        });
        if !plain {
            return span;
        }
        let start = span.start + 1 + column as u32;
        Span { file: span.file, start, end: (start + length as u32).min(span.end - 1).max(start) }
    }

    /// A problem as data.
    pub fn finding(&self, problem: &Problem) -> Finding {
        let text = self.text(problem.span.file);
        let range = clamp(problem.span, text);
        let before = &text[..range.0];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Finding {
            severity: Severity::Error,
            file: self.name(problem.span.file).to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            length: text[range.0..range.1].chars().take_while(|c| *c != '\n').count(),
            message: problem.message.clone(),
            label: problem.label.clone(),
            help: problem.help.clone(),
        }
    }
}

/// A place cut to what the text has, at borders of characters.
fn clamp(span: Span, text: &str) -> (usize, usize) {
    let border =
        |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = border(span.start as usize);
    (start, border(span.end as usize).max(start))
}

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The definition cannot be used.
    Error,
    /// It can, but something in it is odd.
    Warning,
}

/// One thing that is wrong, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name; empty if it is in no file.
    pub file: String,
    /// The line, counted from 1; 0 if it is in no file.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if it is in no file.
    pub column: usize,
    /// How many characters of the line are meant.
    pub length: usize,
    /// A sentence that names it.
    pub message: String,
    /// A few words to put under the marked text.
    pub label: String,
    /// What would be right, when that is known.
    pub help: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// One thing that is wrong, with the text around it, ready to print.
#[derive(Clone, Debug)]
pub struct Report {
    finding: Finding,
    source: Option<NamedSource<Arc<str>>>,
    range: (usize, usize),
}

impl Report {
    fn new(problem: &Problem, sources: &Sources) -> Self {
        let finding = sources.finding(problem);
        let text = sources.list.get(usize::from(problem.span.file)).map(|(_, text)| Arc::clone(text));
        let range = text.as_deref().map_or((0, 0), |text| clamp(problem.span, text));
        // A line that no screen can hold hides more than it shows: then the place is named instead.
        let short = |text: &Arc<str>| {
            let (start, end) = (text[..range.0].rfind('\n').map_or(0, |at| at + 1), range.1);
            text[end..].find('\n').map_or(text.len(), |at| end + at) - start <= MAX_EXCERPT
        };
        let language = if finding.file.ends_with(".xml") { "XML" } else { "TOML" };
        let source =
            text.filter(short).map(|text| NamedSource::new(&finding.file, text).with_language(language));
        Report { finding, source, range }
    }

    /// Something odd that does no harm.
    pub fn warning(problem: &Problem, sources: &Sources) -> Self {
        let mut report = Report::new(problem, sources);
        report.finding.severity = Severity::Warning;
        report
    }

    /// The same as data.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.source.is_none() && self.finding.line > 0 {
            let Finding { file, line, column, .. } = &self.finding;
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(&self.finding.message)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.finding.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        let (start, end) = self.range;
        let label = LabeledSpan::new(Some(self.finding.label.clone()), start, end - start);
        Some(Box::new(std::iter::once(label)))
    }
}

/// Why a game could not be loaded: at least one report.
#[derive(Clone, Debug)]
pub struct LoadError {
    first: Box<Report>,
    others: Vec<Report>,
}

/// The most problems of one text that are told: each place is looked up in the text.
pub(crate) const MAX_TOLD: usize = 200;

impl LoadError {
    /// Problems with places in these sources; of very many the first.
    pub fn new(problems: &Problems, sources: &Sources) -> Self {
        let mut reports = problems.0.iter().take(MAX_TOLD).map(|problem| Report::new(problem, sources));
        match reports.next() {
            Some(first) => LoadError { first: Box::new(first), others: reports.collect() },
            None => LoadError::placeless("the definition is wrong", None),
        }
    }

    /// Something wrong that stands in no file.
    pub fn placeless(message: impl Into<String>, help: Option<String>) -> Self {
        let finding = Finding {
            severity: Severity::Error,
            file: String::new(),
            line: 0,
            column: 0,
            length: 0,
            message: message.into(),
            label: String::new(),
            help,
        };
        let first = Box::new(Report { finding, source: None, range: (0, 0) });
        LoadError { first, others: Vec::new() }
    }

    /// Every report.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        std::iter::once(&*self.first).chain(&self.others)
    }

    /// Every report as data.
    pub fn findings(&self) -> Vec<Finding> {
        self.reports().map(|report| report.finding.clone()).collect()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.first, f)
    }
}

impl std::error::Error for LoadError {}

/// Prints as its first report, with the others behind it.
impl Diagnostic for LoadError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.first.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.first.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.first.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let others = self.others.iter().map(|report| report as &dyn Diagnostic);
        if self.others.is_empty() { None } else { Some(Box::new(others)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns_of_characters() {
        let mut sources = Sources::default();
        sources.add("a.toml", "first\n  é wrong\n");
        let span = Span { file: 0, start: 11, end: 16 };
        let finding = sources.finding(&Problem::new(span, "bad", "this"));
        assert_eq!((finding.line, finding.column, finding.length), (2, 5, 5));
        assert_eq!(finding.to_string(), "a.toml:2:5: bad");
    }

    #[test]
    fn places_outside_the_text_do_no_harm() {
        let mut sources = Sources::default();
        sources.add("a.toml", "é");
        for (start, end) in [(1, 1), (5, 9), (2, 1), (0, 9)] {
            let span = Span { file: 0, start, end };
            sources.finding(&Problem::new(span, "bad", "this"));
            LoadError::new(&Problem::new(span, "bad", "this").into(), &sources);
        }
        let finding = sources.finding(&Problem::new(Span { file: 9, start: 3, end: 4 }, "bad", "this"));
        assert_eq!(finding.file, "");
    }

    #[test]
    fn a_report_shows_the_text_and_the_advice() {
        let mut sources = Sources::default();
        sources.add("my-game.toml", "promotion = { to = [\"quen\"] }\n");
        let span = Span { file: 0, start: 20, end: 26 };
        let problem = Problem::new(span, "unknown piece \"quen\"", "no piece of this name");
        let error = LoadError::new(&problem.suggest("quen", ["queen"]).into(), &sources);
        let mut printed = String::new();
        let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor());
        handler.render_report(&mut printed, &error).unwrap();
        for part in ["my-game.toml:1:21", "unknown piece", "no piece of this name", "did you mean \"queen\"?"]
        {
            assert!(printed.contains(part), "{printed}");
        }
    }
}
