//! Games that were played, in a file that only grows.
//!
//! A record is written at once and says how long it is. Whatever ends the program, at most the last one is cut off, and
//! that is found and forgotten when the file is opened again.
//!
//! ```text
//! "CHATGAMES" 1 · fingerprint u64
//! then for each game: length u32 · start (u16, FEN) · opening u16 · players u8, share u8 each
//!                     plies u16 · for each: move 7 bytes, score i16                       little-endian
//! ```

use chatura_rules::notation::{format_fen, parse_fen};
use chatura_rules::{Game, Move, Position};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

const MAGIC: &[u8; 9] = b"CHATGAMES";
const VERSION: u8 = 1;
const HEADER: u64 = 9 + 1 + 8;
/// No record is longer: a start of two thousand bytes and a thousand moves are far less.
const LONGEST: u32 = 1 << 20;
/// A share of places as a byte: nobody behind is 0, everybody is this.
const WHOLE: f32 = 240.0;

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Where it began, as FEN.
    pub start: String,
    /// How many moves were drawn at random before anybody thought.
    pub opening: u16,
    /// For each player the share of the others it left behind: a win of two is 1, a draw a half.
    pub shares: Vec<f32>,
    /// Every move.
    pub moves: Vec<Move>,
    /// For every move what the engine thought of it, for the player who made it; nothing in the opening.
    pub scores: Vec<Option<i16>>,
}

impl Record {
    /// Where it began.
    pub fn first(&self, game: &Arc<Game>) -> Option<Position> {
        Position::new(game, &parse_fen(game, &self.start).ok()?).ok()
    }

    /// A game as it begins.
    pub fn begun(start: &Position) -> Record {
        Record {
            start: format_fen(start),
            opening: 0,
            shares: Vec::new(),
            moves: Vec::new(),
            scores: Vec::new(),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend((self.start.len() as u16).to_le_bytes());
        bytes.extend(self.start.as_bytes());
        bytes.extend(self.opening.to_le_bytes());
        bytes.push(self.shares.len() as u8);
        bytes.extend(self.shares.iter().map(|share| (share * WHOLE).round() as u8));
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for (mv, score) in self.moves.iter().zip(&self.scores) {
            bytes.extend(&mv.to_bits().to_le_bytes()[..7]);
            bytes.extend(score.unwrap_or(i16::MIN).to_le_bytes());
        }
        let length = bytes.len() as u32 - 4;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Record> {
        let mut rest = bytes;
        let mut take = |count: usize| -> Option<&[u8]> {
            let (first, behind) = rest.split_at_checked(count)?;
            rest = behind;
            Some(first)
        };
        let two = |bytes: &[u8]| u16::from_le_bytes([bytes[0], bytes[1]]);
        let length = two(take(2)?);
        let start = String::from_utf8(take(length.into())?.to_vec()).ok()?;
        let opening = two(take(2)?);
        let players = take(1)?[0];
        let shares = take(players.into())?.iter().map(|share| f32::from(*share) / WHOLE).collect();
        let plies = two(take(2)?);
        let (mut moves, mut scores) = (Vec::with_capacity(plies.into()), Vec::with_capacity(plies.into()));
        for _ in 0..plies {
            let mut bits = [0; 8];
            bits[..7].copy_from_slice(take(7)?);
            moves.push(Move::from_bits(u64::from_le_bytes(bits))?);
            let score = two(take(2)?) as i16;
            scores.push((score != i16::MIN).then_some(score));
        }
        rest.is_empty().then_some(Record { start, opening, shares, moves, scores })
    }
}

/// A file of games, to add to.
pub struct Records {
    file: File,
    /// How many games it holds.
    pub games: u64,
    /// How many moves somebody thought about.
    pub positions: u64,
}

impl Records {
    /// Opens or begins the file; a record that was cut off is forgotten. A file of another game is an error.
    pub fn open(path: &Path, fingerprint: u64) -> io::Result<Records> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if file.metadata()?.len() < HEADER {
            file.set_len(0)?;
            file.write_all(&[&MAGIC[..], &[VERSION], &fingerprint.to_le_bytes()].concat())?;
        }
        let mut records = Records { file, games: 0, positions: 0 };
        let mut whole = HEADER;
        for_each(path, fingerprint, |record, end| {
            records.games += 1;
            records.positions += record.scores.iter().flatten().count() as u64;
            whole = end;
            true
        })?;
        records.file.set_len(whole)?;
        records.file.seek(SeekFrom::End(0))?;
        Ok(records)
    }

    /// Adds a game.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(&record.to_bytes())?;
        self.games += 1;
        self.positions += record.scores.iter().flatten().count() as u64;
        Ok(())
    }
}

/// Goes through a file of games, until the answer is no; what is cut off at its end is passed over.
pub fn read(path: &Path, fingerprint: u64, mut each: impl FnMut(Record) -> bool) -> io::Result<()> {
    for_each(path, fingerprint, |record, _| each(record))
}

fn for_each(path: &Path, fingerprint: u64, mut each: impl FnMut(Record, u64) -> bool) -> io::Result<()> {
    let wrong =
        |text: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {text}", path.display()));
    let mut file = BufReader::new(File::open(path)?);
    let mut header = [0; HEADER as usize];
    file.read_exact(&mut header).map_err(|_| wrong("this is no file of games"))?;
    if header[..9] != MAGIC[..] || header[9] != VERSION {
        return Err(wrong("this is no file of games, or one of a newer program"));
    }
    if header[10..] != fingerprint.to_le_bytes() {
        return Err(wrong("these are games of another variant, or of this one before it was changed"));
    }
    let (mut at, mut bytes) = (HEADER, Vec::new());
    loop {
        let mut length = [0; 4];
        if file.read_exact(&mut length).is_err() {
            return Ok(());
        }
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Ok(());
        }
        bytes.resize(length as usize, 0);
        if file.read_exact(&mut bytes).is_err() {
            return Ok(());
        }
        let Some(record) = Record::from_bytes(&bytes) else { return Ok(()) };
        at += 4 + u64::from(length);
        if !each(record, at) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> Record {
        let game = chatura_define::load("chess", &[], 0).expect("chess");
        let mut position = Position::start(&game);
        let mut record = Record::begun(&position);
        for ply in 0..6 {
            let mv = position.legal_moves()[ply];
            record.moves.push(mv);
            record.scores.push((ply > 1).then_some(ply as i16 * 10 - 30));
            position.play(mv).expect("a legal move");
        }
        (record.opening, record.shares) = (2, vec![0.5, 0.5]);
        record
    }

    #[test]
    fn games_come_back_and_what_was_cut_off_is_forgotten() {
        let folder = std::env::temp_dir().join(format!("chatura-records-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (path, record) = (folder.join("games"), played());
        let mut records = Records::open(&path, 7).expect("a new file");
        for _ in 0..3 {
            records.add(&record).expect("room");
        }
        assert_eq!((records.games, records.positions), (3, 12));
        drop(records);
        let whole = std::fs::metadata(&path).expect("the file").len();
        for cut in [1, 5, 30] {
            let file = OpenOptions::new().write(true).open(&path).expect("the file");
            file.set_len(whole - cut).expect("shorter");
            let mut records = Records::open(&path, 7).expect("the file");
            assert_eq!(records.games, 2, "{cut}");
            records.add(&record).expect("room");
            let mut seen = 0;
            read(&path, 7, |found| {
                assert_eq!(found, record);
                seen += 1;
                true
            })
            .expect("the file");
            assert_eq!(seen, 3);
        }
        assert!(Records::open(&path, 8).is_err());
        std::fs::write(&path, "something else altogether").expect("room");
        assert!(Records::open(&path, 7).is_err());
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
