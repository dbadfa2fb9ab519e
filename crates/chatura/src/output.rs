//! Standard output: buffered, with colours where they are wanted, and an error instead of a panic when a pipe
//! closes.

use crate::cli::Color;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde_json::Value;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Where a command writes.
pub struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    color: bool,
}

impl Output {
    /// Standard output.
    pub fn new(color: Color) -> Output {
        let colored = wants_color(color, io::stdout().is_terminal());
        Output { writer: BufWriter::new(io::stdout().lock()), color: colored }
    }

    /// A heading on a line of its own.
    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        let text = self.bold(text);
        writeln!(self, "{text}")
    }

    /// The text in bold, where that is possible.
    pub fn bold(&self, text: &str) -> String {
        self.styled(text, "1")
    }

    /// The text dimmed, where that is possible.
    pub fn dim(&self, text: &str) -> String {
        self.styled(text, "2")
    }

    fn styled(&self, text: &str, code: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A JSON document on one line, one of several.
    pub fn json_line(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self, "{value}")
    }

    /// A JSON document.
    pub fn json(&mut self, value: &Value) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.writer, value)?;
        writeln!(self)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Whether to use colours on a stream.
pub fn wants_color(color: Color, terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
            terminal && !plain
        }
    }
}

/// A bar on a terminal, for what takes a while: so many of something.
pub fn progress(length: u64, of: &str) -> ProgressBar {
    progress_above(length, of, "")
}

/// The same with something below it.
pub fn progress_above(length: u64, of: &str, below: &str) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {of}{{left}}{below}"))
    {
        bar.set_style(style.with_key("left", left));
    }
    bar
}

/// How long it still takes, once there is something to tell it by.
fn left(state: &ProgressState, text: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(text, ", {} left", HumanDuration(state.eta()));
    }
}
