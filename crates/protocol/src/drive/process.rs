//! A program with its input and output: lines out, lines in with the moment each came.

use super::fault::Fault;
use super::launch::Launch;
use super::tree::{self, Watchdog};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// No line of an engine is longer.
const MAX_LINE: usize = 1 << 16;
/// So many lines wait to be heard; who says more waits.
const MAX_WAITING: usize = 1024;
/// How long an engine may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);
/// No line that is sent is longer: it fits into a pipe whether anybody reads it or not.
pub(super) const MAX_SENT: usize = 48 << 10;
/// So much is kept for a program that does not read; what is said after that it never hears.
const MAX_UNSENT: usize = 4 * MAX_SENT;
/// How long to wait before it is looked again whether it reads.
const RETRY: Duration = Duration::from_millis(2);

/// A line and when it came.
pub(super) struct Said {
    pub text: String,
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing was said until then.
    Late,
    /// Nothing will be said any more.
    Ended,
    /// A line without an end.
    Endless,
}

enum Event {
    Line(Said),
    Endless,
}

/// A running program. It ends with this value, with every process it has started.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// What it has not taken yet.
    unsent: Vec<u8>,
    events: Receiver<Event>,
    mark: String,
    watchdog: Watchdog,
    status: Option<ExitStatus>,
    nudge: Option<Nudge>,
}

/// A line of no consequence for a program that reads more than it looks at: GNU Chess, speaking XBoard, sees of lines that come
/// together only the first, until another one comes.
struct Nudge {
    line: &'static str,
    /// When to say it next, if the program says nothing until then.
    next: Instant,
    pause: Duration,
}

impl Nudge {
    /// How long the first is waited for; each next one longer, up to the last.
    const FIRST: Duration = Duration::from_millis(50);
    const LAST: Duration = Duration::from_secs(2);

    fn new(line: &'static str) -> Nudge {
        Nudge { line, next: Instant::now() + Nudge::FIRST, pause: Nudge::FIRST }
    }

    fn wait(&mut self, pause: Duration) {
        self.pause = pause.min(Nudge::LAST);
        self.next = Instant::now() + self.pause;
    }
}

impl Process {
    pub fn start(launch: &Launch) -> Result<Process, Fault> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let failed = |error: &dyn std::fmt::Display| Fault::NotStarted {
            program: launch.program.display().to_string(),
            error: error.to_string(),
        };
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let mut command = Command::new(launch.found_program());
        command
            .args(&launch.arguments)
            .env(tree::MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        tree::own_group(&mut command);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound if launch.folder.as_ref().is_none_or(|folder| folder.is_dir()) => {
                failed(&"there is no such program; give its path, or put it where programs are found")
            }
            _ => failed(&error),
        })?;
        let watchdog = Watchdog::new(&child, &mark);
        let input = child.stdin.take();
        input.iter().for_each(never_wait);
        let output = child.stdout.take().ok_or_else(|| failed(&"it has no output"))?;
        let (sender, events) = sync_channel(MAX_WAITING);
        std::thread::spawn(move || listen(output, &sender));
        Ok(Process { child, input, unsent: Vec::new(), events, mark, watchdog, status: None, nudge: None })
    }

    /// Says a line; when. That nobody listens shows when an answer is waited for.
    pub fn say(&mut self, line: &str) -> Instant {
        debug_assert!(line.len() <= MAX_SENT && !line.contains('\n'), "{line}");
        let now = Instant::now();
        self.write(line);
        if let Some(nudge) = &mut self.nudge {
            nudge.wait(Nudge::FIRST);
        }
        now
    }

    fn write(&mut self, line: &str) {
        // Nothing follows what was left out: it would mean something else.
        if self.unsent.len() <= MAX_UNSENT {
            self.unsent.extend(line.bytes().chain([b'\n']));
        }
        self.send();
    }

    /// Hands over as much of what was said as it takes. Whether anybody listens shows when an answer is waited for.
    fn send(&mut self) {
        let Some(input) = &mut self.input else { return };
        while !self.unsent.is_empty() && self.unsent.len() <= MAX_UNSENT {
            match input.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.unsent.clear(),
            }
        }
    }

    /// From now on this is said again and again while the program owes an answer and says nothing.
    pub fn nudge_with(&mut self, line: Option<&'static str>) {
        self.nudge = line.map(Nudge::new);
    }

    /// The next line, if one comes within this time.
    pub fn hear(&mut self, within: Duration) -> Result<Said, Silence> {
        let begun = Instant::now();
        loop {
            self.send();
            let left = within.saturating_sub(begun.elapsed());
            let nudge = self.nudge.as_ref().map(|nudge| nudge.next.saturating_duration_since(Instant::now()));
            let retry = (!self.unsent.is_empty()).then_some(RETRY);
            let pause = nudge.into_iter().chain(retry).fold(left, Duration::min);
            match self.events.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) if pause < left => self.nudge(),
                result => {
                    // More may be left than it has answered.
                    if let (Some(nudge), true) = (&mut self.nudge, result.is_ok()) {
                        nudge.wait(nudge.pause);
                    }
                    return heard(result);
                }
            }
        }
    }

    /// Says what it is nudged with, if it is time for that.
    fn nudge(&mut self) {
        if let Some(nudge) = self.nudge.as_mut().filter(|nudge| nudge.next <= Instant::now()) {
            nudge.wait(nudge.pause * 3 / 2);
            let line = nudge.line;
            self.write(line);
        }
    }

    /// Forgets what was said unasked.
    pub fn forget(&mut self) {
        // Who never stops talking is not listened to for ever.
        for _ in 0..MAX_WAITING {
            if self.events.try_recv().is_err() {
                break;
            }
        }
    }

    /// Hears lines until one is what is waited for.
    pub fn wait<T>(
        &mut self,
        doing: &'static str,
        within: Duration,
        mut is_it: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let begun = Instant::now();
        let mut heard = 0;
        loop {
            let left = within.saturating_sub(begun.elapsed());
            let said = self.hear(left).map_err(|silence| self.fault(silence, doing, within))?;
            if let Some(found) = is_it(said.text.trim()) {
                return Ok(found);
            }
            heard += said.text.len() + 1;
            if heard > super::MAX_ANSWER {
                return Err(Fault::Flooded(super::MAX_ANSWER));
            }
        }
    }

    /// What it means that nothing came.
    pub fn fault(&mut self, silence: Silence, doing: &'static str, waited: Duration) -> Fault {
        match silence {
            Silence::Late => Fault::Hung { doing, waited },
            Silence::Endless => Fault::Flooded(MAX_LINE),
            Silence::Ended => Fault::crashed(doing, self.ended()),
        }
    }

    /// How it ended, if it did so by itself; a moment may pass between the end of its output and its own.
    fn ended(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while !tree::has_ended(&self.child) {
            if begun.elapsed() > FAREWELL {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.end_tree();
        self.status
    }

    /// Ends every process of it, and then buries it: as long as it is not waited for its number belongs to nobody else.
    fn end_tree(&mut self) {
        if self.status.is_none() {
            tree::end(&mut self.child, &self.mark);
            self.watchdog.release();
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.say("quit");
            self.input = None;
            let begun = Instant::now();
            // Its output is read until it ends, so that it cannot hang in the middle of a word.
            while !tree::has_ended(&self.child) && begun.elapsed() < FAREWELL {
                let _ = self.hear(Duration::from_millis(1));
                if begun.elapsed() > Duration::from_millis(20) {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
        }
        self.end_tree();
    }
}

/// Writing to a program that does not read fails instead of waiting, where the system knows that.
#[cfg(unix)]
fn never_wait(input: &ChildStdin) {
    let _ = rustix::io::ioctl_fionbio(input, true);
}

#[cfg(not(unix))]
fn never_wait(_: &ChildStdin) {}

fn heard(result: Result<Event, RecvTimeoutError>) -> Result<Said, Silence> {
    match result {
        Ok(Event::Line(said)) => Ok(said),
        Ok(Event::Endless) => Err(Silence::Endless),
        Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
        Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
    }
}

/// Reads lines until there are none or nobody listens.
fn listen(output: impl Read, sender: &SyncSender<Event>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let event = match bytes.len() == MAX_LINE && bytes.last() != Some(&b'\n') {
            true => Event::Endless,
            false => Event::Line(Said { text: String::from_utf8_lossy(&bytes).trim().to_owned(), at }),
        };
        if sender.send(event).is_err() {
            return;
        }
    }
}
