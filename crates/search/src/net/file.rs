//! A net as bytes.
//!
//! ```text
//! "CHATNET" 1 · fingerprint u64 · rows u32 · hidden u16 · parts u8 · eyes u8
//! weights i16 … · bias i16 … · output i16 … · shift i32 …        little-endian
//! ```

use super::{Inputs, Kernel, LARGEST, Net};
use std::fmt;
use std::sync::Arc;

const MAGIC: &[u8; 7] = b"CHATNET";
const VERSION: u8 = 1;
const HEADER: usize = 8 + 8 + 4 + 2 + 1 + 1;
/// No file is larger.
const MOST: usize = 64 << 20;

/// Why bytes are no net for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongNet {
    /// They are something else altogether.
    NoNet,
    /// They were written by a newer program.
    Version(u8),
    /// They were learnt for another game, or for another form of this one.
    OtherGame,
    /// They are cut off, too long, or contradict themselves.
    Damaged,
}

impl fmt::Display for WrongNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongNet::NoNet => write!(f, "this is no net: a net begins with \"CHATNET\""),
            WrongNet::Version(version) => {
                write!(f, "the net is of version {version}; this program knows version {VERSION}")
            }
            WrongNet::OtherGame => {
                write!(
                    f,
                    "the net was learnt for another game, or for this one with other pieces or another board"
                )
            }
            WrongNet::Damaged => write!(f, "the net is damaged: its length is not what its first bytes say"),
        }
    }
}

impl std::error::Error for WrongNet {}

impl Net {
    /// The net as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(self.inputs.fingerprint().to_le_bytes());
        bytes.extend((self.inputs.rows() as u32).to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend([self.parts as u8, self.inputs.eyes() as u8]);
        for number in self.weights.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(number.to_le_bytes());
        }
        self.shift.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// The net of these bytes, if it is one for the game with these inputs.
    pub fn from_bytes(bytes: &[u8], inputs: &Arc<Inputs>) -> Result<Net, WrongNet> {
        if bytes.get(..MAGIC.len()) != Some(&MAGIC[..]) {
            return Err(WrongNet::NoNet);
        }
        let version = *bytes.get(MAGIC.len()).ok_or(WrongNet::Damaged)?;
        if version != VERSION {
            return Err(WrongNet::Version(version));
        }
        if bytes.len() < HEADER || bytes.len() > MOST {
            return Err(WrongNet::Damaged);
        }
        let word = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte))
        };
        let (rows, hidden) = (word(16, 4) as usize, word(20, 2) as usize);
        let (parts, eyes) = (word(22, 1) as usize, word(23, 1) as usize);
        if word(8, 8) != inputs.fingerprint() || rows != inputs.rows() || eyes != inputs.eyes() {
            return Err(WrongNet::OtherGame);
        }
        let output = parts * eyes * hidden;
        let numbers = rows * hidden + hidden + output;
        if hidden == 0 || hidden % 16 != 0 || parts == 0 || bytes.len() != HEADER + numbers * 2 + parts * 4 {
            return Err(WrongNet::Damaged);
        }
        let mut numbers =
            bytes[HEADER..][..numbers * 2].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let (first, last) = (inputs.largest_weight(), LARGEST);
        let mut take = |count: usize, most: i16| -> Vec<i16> {
            numbers.by_ref().take(count).map(|number| number.clamp(-most, most)).collect()
        };
        let weights = take(rows * hidden, first);
        let bias = take(hidden, first);
        let output = take(output, last);
        let shift = bytes[bytes.len() - parts * 4..].chunks_exact(4);
        let shift = shift.map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        Ok(Net {
            inputs: Arc::clone(inputs),
            hidden,
            parts,
            weights,
            bias,
            output,
            shift,
            kernel: Kernel::here(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Weights;
    use super::*;

    fn inputs(name: &str) -> Arc<Inputs> {
        Inputs::of(&chatura_define::load(name, &[], 0).expect("a game of the catalogue"))
    }

    fn net(inputs: &Arc<Inputs>) -> Net {
        let weights = Weights {
            hidden: 16,
            parts: 2,
            input: (0..inputs.rows() * 16).map(|index| (index % 7) as f32 / 10.0).collect(),
            bias: vec![0.5; 16],
            output: (0..2 * inputs.eyes() * 16).map(|index| (index % 5) as f32 / 4.0).collect(),
            shift: vec![0.25, -0.5],
        };
        Net::new(inputs, &weights)
    }

    #[test]
    fn bytes_come_back_as_the_net_they_were() {
        let chess = inputs("chess");
        let net = net(&chess);
        let bytes = net.to_bytes();
        let again = Net::from_bytes(&bytes, &chess).expect("its own bytes");
        assert_eq!(again.to_bytes(), bytes);
    }

    #[test]
    fn what_is_no_net_for_this_game_is_refused_with_the_reason() {
        let (chess, knightmate, shogi) = (inputs("chess"), inputs("knightmate"), inputs("shogi"));
        let bytes = net(&chess).to_bytes();
        let read =
            |bytes: &[u8], inputs: &Arc<Inputs>| Net::from_bytes(bytes, inputs).map(|_| ()).unwrap_err();
        assert_eq!(read(&bytes, &knightmate), WrongNet::OtherGame);
        assert_eq!(read(&bytes, &shogi), WrongNet::OtherGame);
        assert_eq!(read(b"PNG", &chess), WrongNet::NoNet);
        assert_eq!(read(b"CHATNET", &chess), WrongNet::Damaged);
        let mut newer = bytes.clone();
        newer[7] = 9;
        assert_eq!(read(&newer, &chess), WrongNet::Version(9));
        for length in [8, 20, 24, bytes.len() - 1] {
            assert_eq!(read(&bytes[..length], &chess), WrongNet::Damaged, "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(read(&longer, &chess), WrongNet::Damaged);
    }

    /// Rules change nothing about what an input means: the same army on the same board is the same to a net.
    #[test]
    fn games_of_the_same_pieces_have_the_same_inputs() {
        assert_eq!(inputs("chess").fingerprint(), inputs("chess960").fingerprint());
    }
}
