//! Lines in, none of them longer than it may be.

use std::io::{self, BufRead, Read};

/// No line of a protocol is longer.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// What comes in.
pub(crate) enum Heard {
    /// A line without its end.
    Line(String),
    /// A line that was not read because of its length.
    TooLong,
    /// Nobody will say anything more.
    End,
}

/// The next line.
pub(crate) fn hear(input: &mut impl BufRead) -> io::Result<Heard> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Heard::End);
    }
    if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Heard::TooLong);
    }
    Ok(Heard::Line(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Reads the rest of a line and forgets it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (length, end) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}
