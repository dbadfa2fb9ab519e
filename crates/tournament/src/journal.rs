//! A match on disk: what was asked for, and each game as soon as it is finished.
//!
//! One document a line. A line is written and synced before the next game counts; what was being written when everything
//! ended has no end of line, and is cut off when the match goes on.

use crate::game::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The form of the file.
const VERSION: u32 = 1;

/// Why there is no match in a file.
#[derive(Debug)]
pub enum JournalError {
    /// The system says no.
    File(PathBuf, io::Error),
    /// It is something else.
    Form(PathBuf, String),
}

impl std::fmt::Display for JournalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JournalError::File(path, error) => write!(f, "{}: {error}", path.display()),
            JournalError::Form(path, words) => {
                write!(f, "{} is no match that was saved: {words}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    version: u32,
    /// The words of the command.
    arguments: Vec<String>,
    /// From which everything that is left to chance is drawn.
    seed: u64,
    /// What it is, in words.
    #[serde(default)]
    pub about: About,
}

/// What a match is, for whoever looks at it later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// What it is called.
    pub title: String,
    /// The day it began, as PGN writes it.
    pub date: String,
    /// The game, as the catalogue calls it.
    pub game: String,
    /// The values of the game's variables that were set.
    pub settings: Vec<(String, String)>,
    /// The game's definition, if it is none of the catalogue.
    pub definition: Option<Sent>,
    /// The engines by name.
    pub engines: Vec<String>,
    /// How many games were planned.
    pub planned: u32,
}

impl About {
    /// What a match is, by the first line of its file.
    pub fn read(line: &str) -> Result<About, String> {
        read_head(line).map(|head| head.about)
    }
}

/// A definition with the name of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// The name of its file.
    pub file: String,
    /// What it says.
    pub text: String,
}

/// Reads the first line.
pub(crate) fn read_head(line: &str) -> Result<Head, String> {
    let head: Head = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match head.version {
        VERSION => Ok(head),
        version => Err(format!("its form is {version}, known is {VERSION}")),
    }
}

/// A match that is kept.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    head: Head,
    records: Vec<GameRecord>,
}

impl Journal {
    /// A new one, where there is no file yet.
    pub fn create(
        path: &Path,
        arguments: &[String],
        seed: u64,
        about: About,
    ) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
        let head = Head { version: VERSION, arguments: arguments.to_vec(), seed, about };
        let mut journal = Journal { file, path: path.to_owned(), head, records: Vec::new() };
        let text = serde_json::to_string(&journal.head).map_err(|error| failed(error.into()))?;
        journal.write(&text)?;
        Ok(journal)
    }

    /// One that was kept, to go on with.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let wrong = |words: String| JournalError::Form(path.to_owned(), words);
        let text = std::fs::read_to_string(path).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text[..whole].lines();
        let head = lines.next().ok_or_else(|| wrong("it is empty".to_owned()))?;
        let head = read_head(head).map_err(wrong)?;
        let mut seen = HashSet::new();
        let mut records = Vec::new();
        for (index, line) in lines.enumerate() {
            let record: GameRecord =
                serde_json::from_str(line).map_err(|error| wrong(format!("line {}: {error}", index + 2)))?;
            if seen.insert(record.number) {
                records.push(record);
            }
        }
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Journal { file, path: path.to_owned(), head, records })
    }

    /// The words of the command that began it.
    pub fn arguments(&self) -> &[String] {
        &self.head.arguments
    }

    /// From which everything that is left to chance is drawn.
    pub fn seed(&self) -> u64 {
        self.head.seed
    }

    /// The games so far, in the order in which they ended.
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// Keeps a game.
    pub fn add(&mut self, record: GameRecord) -> Result<(), JournalError> {
        let text = serde_json::to_string(&record)
            .map_err(|error| JournalError::File(self.path.clone(), error.into()))?;
        self.write(&text)?;
        self.records.push(record);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let all = format!("{line}\n");
        let written = self.file.write_all(all.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::File(self.path.clone(), error))
    }
}
