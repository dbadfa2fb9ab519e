//! `chatura uci`, `chatura xboard`, `chatura engine`: the engine for other programs.

use crate::backend::{self, Entry};
use chatura_protocol::Games;
use chatura_protocol::engine::Spoken as Protocol;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::time::Duration;

/// What is spoken.
#[derive(Clone, Copy)]
pub enum Spoken {
    Uci,
    XBoard,
    /// Whichever the first line belongs to.
    Either,
}

/// Speaks a protocol on standard input and output, which no other command may hold meanwhile.
pub fn engine(spoken: Spoken) -> ExitCode {
    converse(spoken, io::stdin().lock())
}

/// Speaks with a program that has started this one without a word and uses a protocol at once; nothing if there is none.
pub fn engine_if_asked() -> Option<ExitCode> {
    /// A board says something as soon as it has started an engine. Whoever holds a silent pipe wants the server.
    const PATIENCE: Duration = Duration::from_secs(3);
    /// The first word of a protocol is short.
    const LONGEST: u64 = 1 << 12;
    if io::stdin().is_terminal() {
        return None;
    }
    let (sender, first) = channel();
    std::thread::spawn(move || {
        let mut line = Vec::new();
        let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line);
        // Nobody listens if it took too long.
        let _ = sender.send(read.map(|_| line));
    });
    let line = first.recv_timeout(PATIENCE).ok()?.ok()?;
    Protocol::of_line(&String::from_utf8_lossy(&line))?;
    Some(converse(Spoken::Either, Cursor::new(line).chain(io::stdin().lock())))
}

/// Speaks it with whoever is behind this input.
fn converse(spoken: Spoken, input: impl BufRead) -> ExitCode {
    let (two, more) = backend::catalogue().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: &[&Entry]| entries.iter().map(|entry| entry.about.id.clone()).collect();
    let unshown: Vec<&Entry> =
        two.iter().copied().filter(|entry| !chatura_protocol::xboard::shows(entry)).collect();
    let (names, unshown, unlisted) = (ids(&two), ids(&unshown), ids(&more));
    let within = |path: &str| {
        let paths = backend::games_of(Path::new(path));
        paths.iter().map(|path| path.display().to_string()).collect()
    };
    let games = Games { names, unshown, unlisted, load: &backend::load_named, within: &within };
    let spoken = match spoken {
        Spoken::Uci => chatura_protocol::uci::run(&games, input, io::stdout()),
        Spoken::XBoard => chatura_protocol::xboard::run(&games, input, io::stdout()),
        Spoken::Either => chatura_protocol::engine::run(&games, input, io::stdout()),
    };
    match spoken {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "the conversation broke off: {error}");
            ExitCode::FAILURE
        }
    }
}
