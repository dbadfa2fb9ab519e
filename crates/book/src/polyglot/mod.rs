//! Polyglot's form: sixteen bytes a move, sorted by a key of the position.

mod random;

use crate::{BookError, BookMove};
use chatura_rules::notation::{format_move, format_san};
use chatura_rules::{Move, Player, Position};
use random::RANDOM;

/// Where in the table of numbers each kind begins.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;
/// The pieces in the order of their numbers, and what can be promoted to.
const PIECES: &str = "PNBRQK";
const PROMOTIONS: &str = "NBRQ";

#[derive(Clone, Debug)]
pub(crate) struct Entries {
    /// Key, move and weight, sorted by key.
    entries: Vec<(u64, u16, u16)>,
}

impl Entries {
    pub fn read(bytes: &[u8]) -> Result<Entries, BookError> {
        let (whole, rest) = bytes.as_chunks::<16>();
        if !rest.is_empty() {
            let words = format!("it has {} bytes; Polyglot's books have 16 for each move", bytes.len());
            return Err(BookError::Form(words));
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let entry = |entry: &[u8; 16]| {
            (number(&entry[..8]), number(&entry[8..10]) as u16, number(&entry[10..12]) as u16)
        };
        let mut entries: Vec<(u64, u16, u16)> = whole.iter().map(entry).collect();
        // They should be sorted; a program that did not care is forgiven.
        entries.sort_by_key(|(key, ..)| *key);
        Ok(Entries { entries })
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = key(position);
        let from = self.entries.partition_point(|(other, ..)| *other < key);
        let known: Vec<(u16, u16)> = self.entries[from..]
            .iter()
            .take_while(|(other, ..)| *other == key)
            .map(|(_, mv, w)| (*mv, *w))
            .collect();
        if known.is_empty() {
            return Vec::new();
        }
        let found = |mv: Move| {
            let code = code(position, mv)?;
            let weight = u32::from(known.iter().find(|(known, _)| *known == code)?.1);
            Some(BookMove { mv, weight, count: weight, score: None })
        };
        position.legal_moves().into_iter().filter_map(found).collect()
    }
}

/// Moves with key, code and weight as a file.
pub(crate) fn write(mut all: Vec<(u64, u16, u16)>) -> Vec<u8> {
    // The heaviest move of a position comes first, as readers expect.
    all.sort_by_key(|(key, mv, weight)| (*key, std::cmp::Reverse(*weight), *mv));
    let mut bytes = Vec::with_capacity(16 * all.len());
    for (key, mv, weight) in all {
        bytes.extend(key.to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes
}

/// File and rank of a cell of chess, from 0.
fn square(name: &str) -> Option<(usize, usize)> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some((usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

/// The key of a position of chess.
pub(crate) fn key(position: &Position) -> u64 {
    let (game, setup) = (position.game(), position.setup());
    let place = |cell: chatura_rules::Cell| square(game.board().name(cell));
    let letter = |piece: chatura_rules::Piece| game.types()[piece.kind().index()].letter.chars().next();
    let mut key = 0;
    let mut kings = [None; 2];
    for (index, piece) in setup.cells.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
        let (Some((file, rank)), Some(letter)) = (square(&game.board().cells[index].name), letter(*piece))
        else {
            continue;
        };
        let Some(number) = PIECES.find(letter) else { continue };
        let white = usize::from(piece.owner() == Player(0));
        key ^= RANDOM[64 * (2 * number + white) + 8 * rank + file];
        if letter == 'K' {
            kings[piece.owner().index()] = Some(file);
        }
    }
    for (player, rook) in &setup.castling {
        let (Some(king), Some((file, _))) = (kings[player.index()], place(*rook)) else { continue };
        key ^= RANDOM[CASTLING + 2 * player.index() + usize::from(file < king)];
    }
    let own = position.turn();
    // It counts only where a pawn stands beside that could take.
    for (file, rank) in setup.en_passant.iter().filter_map(|cell| place(*cell)) {
        let beside = if own == Player(0) { rank.wrapping_sub(1) } else { rank + 1 };
        let pawn = |(index, piece): (usize, &chatura_rules::Piece)| {
            let at = square(&game.board().cells[index].name);
            piece.is_some()
                && piece.owner() == own
                && letter(*piece) == Some('P')
                && at.is_some_and(|(other, on)| on == beside && other.abs_diff(file) == 1)
        };
        if setup.cells.iter().enumerate().any(pawn) {
            key ^= RANDOM[EN_PASSANT + file];
        }
    }
    if own == Player(0) {
        key ^= RANDOM[TURN];
    }
    key
}

/// A move of chess as books write it: castling as the king going to the rook.
pub(crate) fn code(position: &Position, mv: Move) -> Option<u16> {
    let text = format_move(position, mv);
    let from = square(text.get(..2)?)?;
    let mut to = square(text.get(2..4)?)?;
    let san = format_san(position, mv);
    if san.starts_with("O-O") {
        let long = san.starts_with("O-O-O");
        let (game, setup) = (position.game(), position.setup());
        let own = setup.castling.iter().filter(|(player, _)| *player == position.turn());
        let mut rooks = own.filter_map(|(_, cell)| square(game.board().name(*cell)));
        to = rooks.find(|(file, _)| (*file < from.0) == long)?;
    }
    let promotion = match text.get(4..).and_then(|rest| rest.chars().next()) {
        Some(letter) => 1 + PROMOTIONS.find(letter.to_ascii_uppercase())?,
        None => 0,
    };
    u16::try_from(to.0 | to.1 << 3 | from.0 << 6 | from.1 << 9 | promotion << 12).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::{Line, notation::read_move};

    fn after(moves: &str) -> Position {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let mut line = Line::new(Position::start(&game));
        for text in moves.split_whitespace() {
            line.play(read_move(line.position(), text).unwrap()).unwrap();
        }
        line.position().clone()
    }

    /// The positions that the description of the form gives, with their keys.
    #[test]
    fn keys_are_those_of_the_description() {
        for (moves, wanted) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(&after(moves)), wanted, "{moves}");
        }
    }

    #[test]
    fn moves_have_the_code_of_the_description() {
        let code_of = |before: &str, text: &str| {
            let position = after(before);
            code(&position, read_move(&position, text).unwrap()).unwrap()
        };
        assert_eq!(code_of("", "e2e4"), 4 | 3 << 3 | 4 << 6 | 1 << 9);
        // The king goes to h1.
        let castling = code_of("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", "O-O");
        assert_eq!(castling, 7 | 4 << 6);
        let promotion = code_of("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6", "b7a8n");
        assert_eq!(promotion, 7 << 3 | 1 << 6 | 6 << 9 | 1 << 12);
    }
}
