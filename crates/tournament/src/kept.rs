//! A match on disk for whoever looks at it, while it is played or long after.
//!
//! Of each game only what lists show is held in memory, and where it stands in the file.

use crate::game::GameRecord;
use crate::journal::{About, Head, JournalError, read_head};
use crate::report::Standings;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A match as far as it was played, read from its file.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    head: Head,
    games: Vec<KeptGame>,
    /// Where each game stands in the list, by its number.
    numbers: HashMap<u32, usize>,
    standings: Standings,
    /// How much of the file was read.
    read: u64,
}

/// What lists show of a finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptGame {
    /// Its number in the plan, from 0.
    pub number: u32,
    /// The engine on each seat.
    pub seats: Vec<usize>,
    /// What each seat has won, from 0 to 1.
    pub shares: Vec<f64>,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// How many plies were played.
    pub plies: usize,
    /// Where its line begins in the file.
    at: u64,
}

impl Kept {
    /// Reads a file that a journal has written, or is still writing.
    pub fn open(path: &Path) -> Result<Kept, JournalError> {
        let wrong = |words: String| JournalError::Form(path.to_owned(), words);
        let mut file = reader(path, 0)?;
        let line = next_line(&mut file, path)?.ok_or_else(|| wrong("it is empty".to_owned()))?;
        let head = read_head(&line).map_err(wrong)?;
        let standings = Standings::new(&head.about.engines, head.about.planned);
        let read = line.len() as u64;
        let (games, numbers) = (Vec::new(), HashMap::new());
        let mut kept = Kept { path: path.to_owned(), head, games, numbers, standings, read };
        kept.refresh()?;
        Ok(kept)
    }

    /// Reads the games that were written since.
    pub fn refresh(&mut self) -> Result<(), JournalError> {
        let mut file = reader(&self.path, self.read)?;
        while let Some(line) = next_line(&mut file, &self.path)? {
            let at = self.read;
            self.read += line.len() as u64;
            let record = self.parse(&line)?;
            if !self.numbers.contains_key(&record.number) {
                self.numbers.insert(record.number, self.games.len());
                self.standings.add(&record);
                let GameRecord { number, seats, shares, sentence, plies, .. } = record;
                self.games.push(KeptGame { number, seats, shares, sentence, plies, at });
            }
        }
        Ok(())
    }

    fn parse(&self, line: &str) -> Result<GameRecord, JournalError> {
        let wrong = |words: String| JournalError::Form(self.path.clone(), words);
        let record: GameRecord = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let engines = self.head.about.engines.len();
        let fits = record.seats.iter().all(|engine| *engine < engines)
            && record.shares.len() == record.seats.len()
            && record.thought.len() == record.seats.len();
        if fits { Ok(record) } else { Err(wrong(format!("game {} has other seats", record.number))) }
    }

    /// What the match is.
    pub fn about(&self) -> &About {
        &self.head.about
    }

    /// The finished games, in the order in which they ended.
    pub fn games(&self) -> &[KeptGame] {
        &self.games
    }

    /// How it stands.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// A game with everything that was kept of it; none if there is no such game.
    pub fn record(&self, number: u32) -> Result<Option<GameRecord>, JournalError> {
        let Some(place) = self.numbers.get(&number) else { return Ok(None) };
        let mut file = reader(&self.path, self.games[*place].at)?;
        next_line(&mut file, &self.path)?.map(|line| self.parse(&line)).transpose()
    }
}

fn reader(path: &Path, from: u64) -> Result<BufReader<File>, JournalError> {
    let failed = |error| JournalError::File(path.to_owned(), error);
    let mut file = File::open(path).map_err(failed)?;
    file.seek(SeekFrom::Start(from)).map_err(failed)?;
    Ok(BufReader::new(file))
}

/// The next line with its end; none where there is no whole one.
fn next_line(file: &mut BufReader<File>, path: &Path) -> Result<Option<String>, JournalError> {
    let mut bytes = Vec::new();
    let read = file.take(LONGEST).read_until(b'\n', &mut bytes);
    read.map_err(|error| JournalError::File(path.to_owned(), error))?;
    let wrong = |words: &str| Err(JournalError::Form(path.to_owned(), words.to_owned()));
    match bytes.last() {
        Some(b'\n') => String::from_utf8(bytes).map(Some).or_else(|_| wrong("it is no text")),
        _ if bytes.len() as u64 == LONGEST => wrong("it has a line without an end"),
        // What is being written is read when it is whole.
        _ => Ok(None),
    }
}
