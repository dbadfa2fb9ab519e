//! Our engine as another program meets it: lines in, lines out.

use chatura_define::catalogue::{self, Entry};
use chatura_protocol::Games;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// One of the protocols, or whichever it turns out to be.
pub type Run = fn(&Games<'_>, Input, Said) -> io::Result<()>;
/// Where lines come from.
pub type Input = Box<dyn BufRead + Send>;

/// Long enough for the busiest machine.
pub const AGES: Duration = Duration::from_secs(60);

/// Keeps what was said.
#[derive(Clone, Default)]
pub struct Said(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Said {
    fn text(&self) -> String {
        let bytes = self.0.0.lock().expect("nobody panics while writing").clone();
        String::from_utf8(bytes).expect("answers are text")
    }
}

/// Does something with the games of the catalogue.
pub fn with_games<T>(work: impl FnOnce(&Games<'_>) -> T) -> T {
    let (two, more) = catalogue::list().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: &[&Entry]| entries.iter().map(|entry| entry.about.id.clone()).collect();
    let unshown: Vec<&Entry> =
        two.iter().copied().filter(|entry| !chatura_protocol::xboard::shows(entry)).collect();
    let load = |name: &str, settings: &[(String, String)]| {
        chatura_define::load(name, settings, 1).map_err(|error| error.to_string())
    };
    let within = |path: &str| match path.split_once("+") {
        Some((first, second)) => vec![first.to_owned(), second.to_owned()],
        None => vec![path.to_owned()],
    };
    let (names, unshown, unlisted) = (ids(&two), ids(&unshown), ids(&more));
    work(&Games { names, unshown, unlisted, load: &load, within: &within })
}

/// Keeps what was said, but panics once, where a line begins like this: in the middle of a search if that says it.
pub struct Breaking {
    said: Said,
    beginning: &'static str,
    done: bool,
}

impl Write for Breaking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.done && bytes.starts_with(self.beginning.as_bytes()) {
            self.done = true;
            panic!("as the test wants");
        }
        self.said.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the engine answers to all this.
pub fn dialogue(run: Run, lines: &str) -> String {
    let said = Said::default();
    let input = BufReader::new(io::Cursor::new(lines.as_bytes().to_vec()));
    with_games(|games| run(games, Box::new(input), said.clone())).expect("memory takes all");
    said.text()
}

/// A conversation in which what is said depends on what was answered.
pub struct Talk {
    lines: Option<Sender<Vec<u8>>>,
    said: Said,
    read: usize,
    engine: Option<JoinHandle<()>>,
}

struct Pipe(Receiver<Vec<u8>>, io::Cursor<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.1.read(bytes)? {
                0 => match self.0.recv() {
                    Ok(more) => self.1 = io::Cursor::new(more),
                    Err(_) => return Ok(0),
                },
                count => return Ok(count),
            }
        }
    }
}

impl Talk {
    /// Begins one.
    pub fn new(run: Run) -> Talk {
        Talk::with(run, |said| said)
    }

    /// Begins one with an engine that breaks off once, where it would say a line that begins like this.
    pub fn breaking(run: fn(&Games<'_>, Input, Breaking) -> io::Result<()>, beginning: &'static str) -> Talk {
        Talk::with(run, |said| Breaking { said, beginning, done: false })
    }

    fn with<W: Send + 'static>(
        run: fn(&Games<'_>, Input, W) -> io::Result<()>,
        out: impl FnOnce(Said) -> W,
    ) -> Talk {
        let (lines, receiver) = channel();
        let said = Said::default();
        let out = out(said.clone());
        let engine = std::thread::spawn(move || {
            let input = BufReader::new(Pipe(receiver, io::Cursor::default()));
            with_games(|games| run(games, Box::new(input), out)).expect("memory takes all");
        });
        Talk { lines: Some(lines), said, read: 0, engine: Some(engine) }
    }

    /// Says some lines.
    pub fn say(&mut self, text: &str) {
        let lines = self.lines.as_ref().expect("it has not ended");
        lines.send(format!("{text}\n").into_bytes()).expect("it listens");
    }

    /// Waits for a line that begins like this; it and everything since the line waited for before.
    pub fn wait(&mut self, beginning: &str) -> String {
        let begun = Instant::now();
        let (bytes, changed) = &*self.said.0;
        let mut bytes = bytes.lock().expect("nobody panics while writing");
        loop {
            let text = String::from_utf8(bytes[self.read..].to_vec()).expect("answers are text");
            let mut length = 0;
            for line in text.split_inclusive('\n') {
                length += line.len();
                if line.starts_with(beginning) && line.ends_with('\n') {
                    self.read += length;
                    return text[..length].to_owned();
                }
            }
            assert!(begun.elapsed() < AGES, "no {beginning:?} in {text}");
            bytes = changed.wait_timeout(bytes, AGES).expect("nobody panics while writing").0;
        }
    }

    /// Ends it; what was said since the line waited for last.
    pub fn end(mut self) -> String {
        drop(self.lines.take());
        self.engine.take().expect("it has not ended").join().expect("it did not panic");
        self.said.text()[self.read..].to_owned()
    }
}
