//! The lines of a diagram's text.

use chatura_rules::definition::{Span, Spanned};

/// The most lines that are read.
const MAX_LINES: usize = 2000;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// `key=value`
    Parameter(Spanned<String>, Spanned<String>),
    /// `name:ID:moves:image:squares`, part by part.
    Piece(Vec<Spanned<String>>),
}

/// The lines of a text; markup around it, blank lines and remarks are passed over.
pub(super) fn read(text: &str, file: u16) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        let begin = at;
        at += line.len();
        let content = line.trim();
        if content.is_empty() || content.starts_with(['<', '#']) || content.starts_with("//") {
            continue;
        }
        let part = |from: usize, to: usize| {
            let piece = &line[from..to];
            let start = from + piece.len() - piece.trim_start().len();
            let value = piece.trim();
            let span =
                Span { file, start: (begin + start) as u32, end: (begin + start + value.len()) as u32 };
            Spanned::new(value.to_owned(), span)
        };
        let (equals, colon) = (line.find('='), line.find(':'));
        match (equals, colon) {
            (Some(equals), colon) if colon.is_none_or(|colon| equals < colon) => {
                lines.push(Line::Parameter(part(0, equals), part(equals + 1, line.len())));
            }
            (_, Some(_)) => {
                let mut from = 0;
                let mut parts = Vec::new();
                for piece in line.split(':') {
                    parts.push(part(from, from + piece.len()));
                    from += piece.len() + 1;
                }
                lines.push(Line::Piece(parts));
            }
            _ => lines.push(Line::Parameter(part(0, line.len()), part(line.len(), line.len()))),
        }
    }
    lines
}
