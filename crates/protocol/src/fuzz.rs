//! Bodies of fuzz tests: any bytes may be said, in any order; nothing may panic or hang, and every answer is a line.

use crate::drive::Protocol;
use crate::host::Games;
use chatura_rules::Position;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// What costs more memory, threads or files than a test has.
const COSTLY: [&str; 8] = ["hash", "threads", "memory", "cores", "load", "variantpath", "perft", "bench"];
/// No conversation is longer: each thought takes its time.
const MAX_LINES: usize = 60;

/// Takes it for lines of UCI: what a board may say, and what an engine may.
pub fn uci_lines(bytes: &[u8], position: &Position) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        crate::uci::read_line(line);
    }
    crate::drive::fuzz::hear(Protocol::Uci, &text, position);
}

/// Takes it for lines of XBoard's protocol: what a board may say, and what an engine may.
pub fn xboard_lines(bytes: &[u8], position: &Position) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        crate::xboard::read_line(line);
        let _ = crate::wire::read_move(position, line);
    }
    crate::drive::fuzz::hear(Protocol::XBoard, &text, position);
}

/// Says it to the engine that speaks UCI.
pub fn uci(bytes: &[u8], games: &Games<'_>) -> String {
    said(bytes, "setoption name Hash value 1\n", "stop\nisready\nquit\n", |input, out| {
        crate::uci::run(games, input, out)
    })
}

/// Says it to the engine that speaks XBoard's protocol.
pub fn xboard(bytes: &[u8], games: &Games<'_>) -> String {
    said(bytes, "memory 1\n", "force\nping 1\nquit\n", |input, out| crate::xboard::run(games, input, out))
}

/// Says bytes between a beginning, which keeps the engine small, and an end.
fn said(
    bytes: &[u8],
    beginning: &str,
    end: &str,
    run: impl FnOnce(Cursor<Vec<u8>>, Kept) -> io::Result<()>,
) -> String {
    let costly = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line).to_lowercase().replace([' ', '_'], "");
        line.contains("quit") || COSTLY.iter().any(|word| line.contains(word))
    };
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !costly(line)).take(MAX_LINES);
    let mut text = beginning.as_bytes().to_vec();
    lines.for_each(|line| text.extend([line, b"\n"].concat()));
    text.extend_from_slice(end.as_bytes());
    let kept = Kept::default();
    run(Cursor::new(text), kept.clone()).expect("memory takes all");
    let bytes = kept.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let said = String::from_utf8(bytes).expect("answers are text");
    assert!(said.ends_with('\n'), "an answer is a line");
    said
}

/// Keeps what was said.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
