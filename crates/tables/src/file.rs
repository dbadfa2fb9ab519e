//! A table as bytes.
//!
//! ```text
//! "CHATTAB" 1 · fingerprint u64 · pieces u8 · owner u8, type u8 … · symmetries u8 · cell u8 … · width u8 · numbers u64
//! codes, a byte or two each … · sum of all bytes before (FNV-1a) u64      little-endian
//! ```

use crate::fitness::{SEED, add};
use crate::index::Index;
use crate::material::{MOST_PIECES, Material};
use crate::symmetry::{identity, is_permutation};
use crate::table::{Code, Codes, Table};
use chatura_rules::{Game, Piece, PieceType, Player};
use std::fmt;

const MAGIC: &[u8; 7] = b"CHATTAB";
const VERSION: u8 = 1;
/// No board has more symmetries.
const MOST_MAPS: usize = 24;

/// Why bytes are no table for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongTable {
    /// They are something else altogether.
    NoTable,
    /// They were written by a newer program.
    Version(u8),
    /// They were made for another game, or for another form of this one.
    OtherGame,
    /// They are cut off, changed, or contradict themselves.
    Damaged,
}

impl fmt::Display for WrongTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongTable::NoTable => write!(f, "this is no endgame table: one begins with \"CHATTAB\""),
            WrongTable::Version(version) => {
                write!(f, "the table is of version {version}; this program knows version {VERSION}")
            }
            WrongTable::OtherGame => {
                write!(
                    f,
                    "the table was made for another game, or for another form of this one; make it anew"
                )
            }
            WrongTable::Damaged => write!(f, "the table is damaged; make it anew"),
        }
    }
}

impl std::error::Error for WrongTable {}

fn sum_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(SEED, |sum, byte| add(sum, *byte))
}

/// How a table of a game with this fingerprint begins.
pub(crate) fn head(fingerprint: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend(fingerprint.to_le_bytes());
    bytes
}

/// Bytes with their sum behind them.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(sum_of(&bytes).to_le_bytes());
    bytes
}

impl Table {
    /// The table as bytes, for a game of this fingerprint.
    pub fn to_bytes(&self, fingerprint: u64) -> Vec<u8> {
        let mut bytes = head(fingerprint);
        bytes.push(self.material.len() as u8);
        bytes.extend(self.material.pieces().iter().flat_map(|piece| [piece.owner().0, piece.kind().0]));
        bytes.push(self.index.maps().len() as u8);
        bytes.extend(self.index.maps().iter().flatten());
        bytes.push(match self.codes {
            Codes::Short(_) => 1,
            Codes::Long(_) => 2,
        });
        bytes.extend((self.codes.len() as u64).to_le_bytes());
        match &self.codes {
            Codes::Short(codes) => bytes.extend(codes.iter().map(|code| *code as u8)),
            Codes::Long(codes) => bytes.extend(codes.iter().flat_map(|code| code.to_le_bytes())),
        }
        sealed(bytes)
    }

    /// The table of these bytes, if it is one for this game.
    pub fn from_bytes(bytes: &[u8], game: &Game, fingerprint: u64) -> Result<Table, WrongTable> {
        if bytes.get(..MAGIC.len()) != Some(&MAGIC[..]) {
            return Err(WrongTable::NoTable);
        }
        let mut reader = Reader { bytes, at: MAGIC.len() };
        let version = reader.byte()?;
        if version != VERSION {
            return Err(WrongTable::Version(version));
        }
        if reader.number()? != fingerprint {
            return Err(WrongTable::OtherGame);
        }
        let whole = bytes.len().checked_sub(8).ok_or(WrongTable::Damaged)?;
        let told = Reader { bytes, at: whole }.number()?;
        if sum_of(&bytes[..whole]) != told {
            return Err(WrongTable::Damaged);
        }
        let cells = game.board().len();
        let pieces = usize::from(reader.byte()?);
        let pieces: Vec<Piece> = reader
            .take(2 * pieces)?
            .chunks_exact(2)
            .map(|two| Piece::new(Player(two[0]), PieceType(two[1])))
            .collect();
        let known = |piece: &Piece| piece.owner().0 < 2 && piece.kind().index() < game.types().len();
        if pieces.is_empty() || pieces.len() > MOST_PIECES || !pieces.iter().all(known) {
            return Err(WrongTable::Damaged);
        }
        let count = usize::from(reader.byte()?);
        let maps: Vec<Vec<u8>> =
            reader.take(count * cells)?.chunks_exact(cells).map(<[u8]>::to_vec).collect();
        let sound = maps.first() == Some(&identity(cells)) && maps.len() <= MOST_MAPS;
        if !sound || !maps.iter().all(|map| is_permutation(map)) {
            return Err(WrongTable::Damaged);
        }
        let material = Material::new(pieces).ok_or(WrongTable::Damaged)?;
        let index = Index::new(&material, cells, maps).ok_or(WrongTable::Damaged)?;
        let (width, numbers) = (reader.byte()?, reader.number()?);
        if numbers != index.size() as u64 {
            return Err(WrongTable::Damaged);
        }
        let codes = match width {
            1 => Codes::Short(reader.take(index.size())?.iter().map(|code| *code as i8).collect()),
            2 => {
                let pairs = reader.take(2 * index.size())?.chunks_exact(2);
                Codes::Long(pairs.map(|two| Code::from_le_bytes([two[0], two[1]])).collect())
            }
            _ => return Err(WrongTable::Damaged),
        };
        if reader.at == whole { Ok(Table { material, index, codes }) } else { Err(WrongTable::Damaged) }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], WrongTable> {
        let end = self.at.checked_add(count).ok_or(WrongTable::Damaged)?;
        let taken = self.bytes.get(self.at..end).ok_or(WrongTable::Damaged)?;
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, WrongTable> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<u64, WrongTable> {
        Ok(self.take(8)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}
