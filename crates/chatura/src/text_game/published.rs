//! The text game as the published program plays it, with everything it does otherwise than its document says: for those who
//! compare with it.
//!
//! The rules of the game are those of `text-chess`, and the engine of this program decides them everywhere else. Here they
//! are done again in the way of the other program, because what differs is how it keeps its board: it draws it anew
//! only when it prints it, so whether a game is over is decided on the colours of the squares before the move, with the
//! men where they stand after it.

use super::blocks::Blocks;
use chatura_rules::notation::Language;
use chatura_rules::{Cell, Position};
use std::io::{self, Write};

/// The side of the board.
const SIDE: i8 = 8;
/// The steps of a king, in the order in which they are looked at.
const KING: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const STRAIGHT: [Step; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const ASLANT: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A step in files and ranks, or a square.
type Step = (i8, i8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    White,
    Black,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }

    fn letter(self) -> char {
        if self == Side::White { 'W' } else { 'B' }
    }
}

/// A man, also after it was taken: it stays where that happened.
#[derive(Clone, Copy, Debug)]
struct Man {
    side: Side,
    letter: char,
    at: Step,
    lives: bool,
}

/// Which colour stands where.
type Squares = [[Option<Side>; SIDE as usize]; SIDE as usize];

/// A game of the published program.
pub struct Published {
    men: Vec<Man>,
    /// As the board was printed last.
    squares: Squares,
    turn: Side,
}

impl Published {
    /// The game from a position of `text-chess`.
    pub fn new(position: &Position) -> Published {
        let game = position.game();
        let language = Language::of(game);
        let man = |index: usize| {
            let (piece, info) = (position.piece(Cell(index as u16)), &game.board().cells[index]);
            piece.is_some().then(|| Man {
                side: if piece.owner().0 == 0 { Side::White } else { Side::Black },
                letter: language.letter(piece.kind()).chars().next().unwrap_or('P'),
                at: (info.file as i8 - 1, info.rank as i8 - 1),
                lives: true,
            })
        };
        let men = (0..game.board().len()).filter_map(man).collect();
        let turn = if position.turn().0 == 0 { Side::White } else { Side::Black };
        let mut published = Published { men, squares: Squares::default(), turn };
        published.update();
        published
    }

    /// Plays a line of input; whether it was a move.
    pub fn play(&mut self, text: &str) -> bool {
        let Some((from, to)) = squares_of(text) else { return false };
        let standing = |man: &Man| man.lives && man.at == from && man.side == self.turn;
        let Some(mover) = self.men.iter().position(standing) else { return false };
        if !self.goals(self.men[mover]).contains(&to) {
            return false;
        }
        let turn = self.turn;
        let taken = self.men.iter_mut().find(|man| man.lives && man.at == to && man.side != turn);
        if let Some(taken) = taken {
            taken.lives = false;
        }
        self.men[mover].at = to;
        self.turn = turn.other();
        true
    }

    /// Prints the position, or who has won; whether the game goes on.
    pub fn output(&mut self, blocks: &Blocks, out: &mut impl Write) -> io::Result<bool> {
        writeln!(out, "==== BEGIN GAME OUTPUT ====")?;
        let decided = self.decided();
        match decided {
            Some(winner) => writeln!(out, "Winner: {winner}")?,
            None => self.print(out)?,
        }
        blocks.end("OUTPUT", out)?;
        Ok(decided.is_none())
    }

    /// Who has won, `D` if nobody; nothing while the game goes on.
    fn decided(&self) -> Option<char> {
        for side in [Side::White, Side::Black] {
            if self.king(side).is_none_or(|king| !king.lives) {
                return Some(side.other().letter());
            }
        }
        let steps = self.goals(self.king(self.turn)?);
        let of = |side: Side| self.men.iter().copied().filter(move |man| man.side == side);
        let danger: Vec<Step> =
            of(self.turn.other()).filter(|man| man.lives).flat_map(|man| self.goals(man)).collect();
        // Only the first step is looked at for itself: after one that leads into danger none counts. A king without any
        // step is not said to be stuck, so the others are not asked.
        let [first, ..] = steps[..] else { return Some('D') };
        if !danger.contains(&first) {
            return None;
        }
        // Men that were taken are asked, too.
        let others = of(self.turn).filter(|man| man.letter != 'K').any(|man| !self.goals(man).is_empty());
        (!others).then_some('D')
    }

    fn king(&self, side: Side) -> Option<Man> {
        self.men.iter().copied().find(|man| man.side == side && man.letter == 'K')
    }

    /// Where a man could go by the squares as they were printed last.
    fn goals(&self, man: Man) -> Vec<Step> {
        match man.letter {
            'K' => self.slide(man, &KING, 1),
            'R' => self.slide(man, &STRAIGHT, SIDE - 1),
            'B' => self.slide(man, &ASLANT, SIDE - 1),
            _ => self.pawn(man),
        }
    }

    fn slide(&self, man: Man, steps: &[Step], most: i8) -> Vec<Step> {
        let mut goals = Vec::new();
        for (x, y) in steps {
            for count in 1..=most {
                let to = (man.at.0 + x * count, man.at.1 + y * count);
                match self.colour(to) {
                    None => break,
                    Some(Some(side)) if side == man.side => break,
                    Some(Some(_)) => {
                        goals.push(to);
                        break;
                    }
                    Some(None) => goals.push(to),
                }
            }
        }
        goals
    }

    /// Every pawn looks where those of the player to move look.
    fn pawn(&self, man: Man) -> Vec<Step> {
        let ahead = if self.turn == Side::White { 1 } else { -1 };
        let (file, rank) = (man.at.0, man.at.1 + ahead);
        let mut goals = Vec::new();
        if self.colour((file, rank)) == Some(None) {
            goals.push((file, rank));
        }
        let aslant = [(file - 1, rank), (file + 1, rank)];
        goals.extend(aslant.into_iter().filter(|to| self.colour(*to) == Some(Some(man.side.other()))));
        goals
    }

    /// What stands on a square; nothing beside the board.
    fn colour(&self, (x, y): Step) -> Option<Option<Side>> {
        let inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        inside.then(|| self.squares[y as usize][x as usize])
    }

    fn update(&mut self) {
        self.squares = Squares::default();
        for man in self.men.iter().filter(|man| man.lives) {
            self.squares[man.at.1 as usize][man.at.0 as usize] = Some(man.side);
        }
    }

    fn print(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.update();
        let rule = "-".repeat(23);
        writeln!(out, "  {rule}")?;
        for rank in (0..SIDE).rev() {
            let written = |file: i8| {
                let man = self.men.iter().find(|man| man.lives && man.at == (file, rank));
                man.map_or("..".to_owned(), |man| format!("{}{}", man.side.letter(), man.letter))
            };
            let row: Vec<String> = (0..SIDE).map(written).collect();
            writeln!(out, "{}|{}|", rank + 1, row.join(" "))?;
        }
        writeln!(out, "  {rule}\n  A  B  C  D  E  F  G  H")?;
        writeln!(out, "In check: {}", if self.in_check() { 'Y' } else { 'N' })?;
        writeln!(out, "Next move: {}", self.turn.letter())
    }

    fn in_check(&self) -> bool {
        [Side::White, Side::Black].into_iter().any(|side| {
            let king = self.king(side).map(|king| king.at);
            let enemies = self.men.iter().filter(|man| man.lives && man.side != side);
            king.is_some_and(|king| enemies.into_iter().any(|man| self.goals(*man).contains(&king)))
        })
    }
}

/// The two squares that a line begins with, as in `C3,D4`.
fn squares_of(text: &str) -> Option<(Step, Step)> {
    let [file, rank, b',', to_file, to_rank, ..] = text.as_bytes() else { return None };
    let square = |file: &u8, rank: &u8| {
        let (file, rank) = (file.to_ascii_uppercase(), *rank);
        let fits = (b'A'..=b'H').contains(&file) && (b'1'..=b'8').contains(&rank);
        fits.then(|| ((file - b'A') as i8, (rank - b'1') as i8))
    };
    Some((square(file, rank)?, square(to_file, to_rank)?))
}
