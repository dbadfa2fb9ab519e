//! The text game: blocks of text on standard output, moves from standard input, each byte as written down in
//! `docs/text-game.md`.

mod blocks;
mod entry;
mod published;

use crate::failure::Failure;
use blocks::Blocks;
use chatura_rules::{Line, Position};
use published::Published;
use std::io::{self, BufRead, Write};

/// What is shown after a line that is no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The position again.
    Reprint,
    /// Nothing: the next line is asked for at once.
    Silent,
}

/// How much of a line is kept; no move is longer.
const MAX_LINE: usize = 256;

/// Plays from a position until the game or the input ends.
pub fn play(
    start: Position,
    refusal: Refusal,
    wide: bool,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), Failure> {
    blocks::fits(start.game())?;
    let blocks = Blocks::new(wide);
    let mut line = Line::new(start);
    blocks.output(&line, out)?;
    while line.outcome().is_none() {
        writeln!(out)?;
        blocks.begin_input(out)?;
        out.flush()?;
        let Some(text) = next_line(&mut input)? else { return Ok(()) };
        blocks.end_input(out)?;
        let played = entry::read(line.position(), &text).is_some_and(|mv| line.play(mv).is_ok());
        if !played && refusal == Refusal::Silent {
            continue;
        }
        writeln!(out)?;
        blocks.output(&line, out)?;
    }
    Ok(())
}

/// Plays as the published program does, until the game or the input ends.
pub fn play_as_published(
    start: &Position,
    refusal: Refusal,
    wide: bool,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let blocks = Blocks::new(wide);
    let mut game = Published::new(start);
    let mut goes_on = game.output(&blocks, out)?;
    while goes_on {
        writeln!(out)?;
        blocks.begin_input(out)?;
        out.flush()?;
        let Some(text) = next_line(&mut input)? else { return Ok(()) };
        blocks.end_input(out)?;
        if !game.play(&text) && refusal == Refusal::Silent {
            continue;
        }
        writeln!(out)?;
        goes_on = game.output(&blocks, out)?;
    }
    Ok(())
}

/// The next line without its end, cut if it is too long to be a move; nothing at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut kept = Vec::new();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        kept.extend(part.iter().take(MAX_LINE - kept.len()));
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&kept).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_newline_or_with_the_input() {
        let mut input = io::BufReader::with_capacity(3, &b"A2,A3\n\nB2,B3\r\nlast"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("text") {
            lines.push(line);
        }
        assert_eq!(lines, ["A2,A3", "", "B2,B3\r", "last"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = [vec![b'x'; 100_000], b"\nA2,A3".to_vec()].concat();
        let mut input = &long[..];
        assert_eq!(next_line(&mut input).expect("text").map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(next_line(&mut input).expect("text").as_deref(), Some("A2,A3"));
        assert_eq!(next_line(&mut input).expect("text"), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_a_line_like_any_other() {
        let mut input = &b"\xff\xfe\nA2,A3\n"[..];
        assert_eq!(next_line(&mut input).expect("text").as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(next_line(&mut input).expect("text").as_deref(), Some("A2,A3"));
    }
}
