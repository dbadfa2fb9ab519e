//! Playing through pipes: lines in, plain text out, how it ended in the last line.

use super::console::Console;
use super::menu::Ask;
use super::view;
use crate::failure::Failure;
use crate::output::Output;
use chatura_session::Phase;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// The longest line that is read.
const MAX_LINE: u64 = 4096;
/// How long to wait for the engine before looking at the clocks again.
const PATIENCE: Duration = Duration::from_millis(50);

/// Lines from standard input, text to standard output.
pub struct Pipe<'o> {
    /// Where text goes.
    pub out: &'o mut Output,
}

impl Pipe<'_> {
    /// The next line; nothing at the end.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        self.out.flush()?;
        let mut line = Vec::new();
        let mut input = io::stdin().lock();
        let mut limited = io::Read::take(&mut input, MAX_LINE);
        let count = limited.read_until(b'\n', &mut line).map_err(Failure::reading)?;
        if count as u64 == MAX_LINE && !line.ends_with(b"\n") {
            return Err(Failure::input(format!("a line is longer than {MAX_LINE} bytes"), None));
        }
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned()))
    }
}

impl Ask for Pipe<'_> {
    fn say(&mut self, lines: &[String]) -> Result<(), Failure> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        writeln!(self.out, "{}", question.trim_end())?;
        self.next()
    }
}

/// Plays until the game is over or the input ends.
pub fn play(console: &mut Console, words: &[String], pipe: &mut Pipe<'_>) -> Result<(), Failure> {
    pipe.say(words)?;
    let mut drawn = None;
    while !console.leaving {
        let events = console.live.tick();
        let lines = console.told(&events);
        pipe.say(&lines)?;
        if console.live.session.phase() == Phase::Over && console.live.persons().is_empty() {
            break;
        }
        console.live.wake().map_err(|reason| Failure::input(reason, None))?;
        if console.live.is_busy() {
            let before = console.live.session.ply();
            if let Some(news) = console.live.wait(PATIENCE) {
                let lines = console.heard(news);
                pipe.say(&moved(console, before))?;
                pipe.say(&lines)?;
            }
            continue;
        }
        // The board before each move, but not again after a word that changed nothing.
        let shown = (console.live.session.version(), console.showing, console.style.seen_by);
        if drawn != Some(shown) {
            pipe.say(&console.drawing(&[]).lines)?;
            drawn = Some(shown);
        }
        let Some(line) = pipe.next()? else { break };
        let before = console.live.session.ply();
        let lines = console.obey(&line);
        pipe.say(&moved(console, before))?;
        pipe.say(&lines)?;
    }
    let lines = console.drawing(&[]).lines;
    if drawn.map(|(version, ..)| version) != Some(console.live.session.version()) {
        pipe.say(&lines)?;
    }
    pipe.say(&[console.result()])?;
    pipe.out.flush()?;
    Ok(())
}

/// What was played since a ply, a line each.
fn moved(console: &Console, before: usize) -> Vec<String> {
    let session = &console.live.session;
    let players = session.position().game().players();
    let past = session.past();
    let new = past.iter().skip(before);
    let told = |record| view::written(session, record);
    new.map(|record| format!("{}. {} {}", record.ply, players[record.seat.index()], told(record))).collect()
}
