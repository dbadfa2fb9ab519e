//! The engine in whatever protocol the other side speaks.

use crate::host::{Games, Heard, hear};
use std::io::{self, BufRead, Cursor, Read, Write};

/// The protocols another program may speak to our engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of XBoard.
    XBoard,
}

impl Spoken {
    /// What a first line belongs to, if it is certain.
    ///
    /// ```
    /// use chatura_protocol::engine::Spoken;
    ///
    /// assert_eq!(Spoken::of_line("uci"), Some(Spoken::Uci));
    /// assert_eq!(Spoken::of_line("protover 2"), Some(Spoken::XBoard));
    /// assert_eq!(Spoken::of_line("hello"), None);
    /// ```
    pub fn of_line(line: &str) -> Option<Spoken> {
        match line.split_whitespace().next()? {
            "uci" | "isready" | "ucinewgame" | "position" | "setoption" => Some(Spoken::Uci),
            "xboard" | "protover" | "new" | "feature" | "accepted" => Some(Spoken::XBoard),
            _ => None,
        }
    }
}

/// Speaks what the first line that says something belongs to, until `quit` or the end of the input. Whoever says
/// neither is taken to speak UCI, which answers everything.
pub fn run<W: Write + Send + 'static>(games: &Games<'_>, input: impl BufRead, output: W) -> io::Result<()> {
    let mut input = input;
    let mut first = Vec::new();
    let spoken = loop {
        match hear(&mut input)? {
            Heard::End => break Spoken::Uci,
            Heard::TooLong => {}
            Heard::Line(line) if line.is_empty() => {}
            Heard::Line(line) => {
                first = format!("{line}\n").into_bytes();
                break Spoken::of_line(&line).unwrap_or(Spoken::Uci);
            }
        }
    };
    let input = Cursor::new(first).chain(input);
    match spoken {
        Spoken::Uci => crate::uci::run(games, input, output),
        Spoken::XBoard => crate::xboard::run(games, input, output),
    }
}
