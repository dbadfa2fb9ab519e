//! Fairy-Stockfish as a peer: a process that counts when told to over UCI.

use crate::clock;
use crate::row::Measured;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Debian puts games into a folder that is not always on the path.
const PLACES: &[&str] = &["fairy-stockfish", "/usr/games/fairy-stockfish"];

/// A running Fairy-Stockfish.
pub struct Fairy {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    variants: Vec<String>,
}

impl Fairy {
    /// Starts it, if it is installed.
    pub fn start() -> Result<Fairy, String> {
        let spawn = |path: &&str| {
            let mut command = Command::new(path);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        };
        let mut process = PLACES.iter().find_map(spawn).ok_or("fairy-stockfish is not installed")?;
        let (input, output) =
            process.stdin.take().zip(process.stdout.take()).ok_or("fairy-stockfish has no pipes")?;
        let output = BufReader::new(output).lines();
        let mut fairy = Fairy { process, input, output, variants: Vec::new() };
        fairy.send("uci")?;
        let greeting = fairy.until(|line| line == "uciok")?;
        let variants = greeting.iter().find(|line| line.starts_with("option name UCI_Variant "));
        let words = variants.into_iter().flat_map(|line| line.split(" var ").skip(1));
        fairy.variants = words.map(|word| word.trim().to_owned()).collect();
        Ok(fairy)
    }

    /// Counts from a variant's start.
    pub fn perft(&mut self, variant: &str, depth: u32) -> Result<Measured, String> {
        if !self.variants.iter().any(|known| known == variant) {
            return Err(format!("this fairy-stockfish does not know {variant}"));
        }
        self.send(&format!("setoption name UCI_Variant value {variant}"))?;
        self.send("position startpos")?;
        self.send("isready")?;
        self.until(|line| line == "readyok")?;
        let begun = clock::of(self.process.id());
        self.send(&format!("go perft {depth}"))?;
        let answer = self.until(|line| line.starts_with("Nodes searched"))?;
        let time = clock::of(self.process.id()).saturating_sub(begun);
        let count = answer.last().and_then(|line| line.split_once(':')?.1.trim().parse().ok());
        Ok(Measured { count: count.ok_or("fairy-stockfish did not count")?, time })
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("fairy-stockfish does not listen: {error}"))
    }

    /// Reads until a line that ends the answer; all lines read.
    fn until(&mut self, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.output.next().ok_or("fairy-stockfish has gone")?.map_err(|error| error.to_string())?;
            lines.push(line);
            if lines.last().is_some_and(|line| ends(line)) {
                return Ok(lines);
            }
        }
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        if self.send("quit").is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
