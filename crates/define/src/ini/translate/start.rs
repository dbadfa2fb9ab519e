//! The start of a game of that form.

use super::cells::Cells;

/// The start where none is given.
pub(super) const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A piece on the board at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub letter: char,
    pub promoted: bool,
    pub file: u32,
    pub rank: u32,
}

/// A start, taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    placement: String,
    pub hand: String,
    pub pieces: Vec<Placed>,
    pub holes: Cells,
    pub black_begins: bool,
    /// The letters of the field of castling rights.
    pub rights: String,
    /// How many checks each player has still to give.
    pub checks: Option<(i64, i64)>,
}

impl Start {
    pub fn read(fen: &str, files: u32, ranks: u32) -> Start {
        let mut fields = fen.split_whitespace();
        let field = fields.next().unwrap_or_default();
        let (placement, hand) = match field.split_once('[') {
            Some((placement, hand)) => (placement, hand.trim_end_matches(']').trim_matches('-')),
            None => (field, ""),
        };
        let rest: Vec<&str> = fields.collect();
        let number = |text: &str| text.parse::<i64>().ok();
        let checks =
            rest.iter().find_map(|word| word.split_once('+')).and_then(|(a, b)| number(a).zip(number(b)));
        let rights = rest.get(1).filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()));
        let mut start = Start {
            placement: placement.to_owned(),
            hand: hand.to_owned(),
            black_begins: rest.first() == Some(&"b"),
            rights: rights.map(|rights| (*rights).to_owned()).unwrap_or_default(),
            checks,
            ..Start::default()
        };
        start.place(files, ranks);
        start
    }

    fn place(&mut self, files: u32, ranks: u32) {
        let placement = self.placement.clone();
        for (row, rank) in placement.split('/').zip((1..=ranks).rev()) {
            let (mut file, mut promoted, mut blank) = (1, false, 0);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    blank = (blank * 10 + digit).min(100);
                    continue;
                }
                file += std::mem::take(&mut blank);
                match c {
                    '+' => promoted = true,
                    '~' => {}
                    _ if file > files => break,
                    '*' => {
                        self.holes.add(file, rank, files);
                        file += 1;
                    }
                    letter => {
                        self.pieces.push(Placed {
                            letter,
                            promoted: std::mem::take(&mut promoted),
                            file,
                            rank,
                        });
                        file += 1;
                    }
                }
            }
        }
    }

    /// The placement with the hands, if there are any.
    pub fn array(&self, hands: bool) -> String {
        match (hands, self.hand.as_str()) {
            (false, "") => self.placement.clone(),
            (_, hand) => format!("{}[{hand}]", self.placement),
        }
    }

    /// Whether somebody has such a piece at the start, on the board or in hand.
    pub fn has(&self, letter: char, promoted: bool) -> bool {
        self.pieces.iter().any(|piece| piece.letter == letter && piece.promoted == promoted)
            || !promoted && self.hand.contains(letter)
    }

    /// How many such pieces somebody has.
    pub fn count(&self, letter: char) -> usize {
        let placed = self.pieces.iter().filter(|piece| piece.letter == letter && !piece.promoted).count();
        placed + self.hand.chars().filter(|held| *held == letter).count()
    }
}
