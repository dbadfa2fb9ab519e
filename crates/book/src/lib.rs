//! Opening books: which moves were played where, how often, and what came of them.
//!
//! Two forms of files are read and written. Polyglot's (`.bin`) is what chess programs share; ours is plain text and holds
//! positions of any game. A [`Maker`] counts games, a [`Book`] is asked for moves.
//!
//! ```
//! use chatura_book::{Book, Maker};
//! use chatura_rules::{Line, Position, notation::read_move};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = chatura_define::load("xiangqi", &[], 0)?;
//! let mut line = Line::new(Position::start(&game));
//! line.play(read_move(line.position(), "h3e3")?)?;
//! let mut maker = Maker::new(&game, 12);
//! maker.add(&line, &[1.0, 0.0]);
//! let book = Book::of_text(&game, &maker.text(1))?;
//! assert_eq!(book.moves(&Position::start(&game))[0].count, 1);
//! # Ok(())
//! # }
//! ```

mod make;
mod own;
mod polyglot;

pub use make::Maker;

use chatura_rules::random::Random;
use chatura_rules::{Game, Move, Position};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// No book is larger, in bytes.
const MAX_BOOK: u64 = 1 << 30;

/// Why a file is no book, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The system says no.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is something else, or for another game.
    #[error("{0}")]
    Form(String),
}

/// A book for one game.
#[derive(Clone, Debug)]
pub struct Book {
    game: Arc<Game>,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Polyglot(polyglot::Entries),
    Own(own::Entries),
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How likely it is to be chosen, compared with the others.
    pub weight: u32,
    /// How often it was played; the weight where a file does not tell.
    pub count: u32,
    /// What came of it for whoever played it, from 0 to 1, where a file tells.
    pub score: Option<f64>,
}

/// Whether a game is chess, from whatever start: the only one of which Polyglot's books know.
fn is_chess(game: &Game) -> bool {
    ["chess", "chess960"].contains(&game.about().id.as_str())
}

impl Book {
    /// Reads a file: Polyglot's if it is called `.bin`, ours otherwise.
    pub fn open(game: &Arc<Game>, path: &Path) -> Result<Book, BookError> {
        let failed = |error| BookError::File { path: path.to_owned(), error };
        let within = |error| match error {
            BookError::Form(words) => BookError::Form(format!("{}: {words}", path.display())),
            other => other,
        };
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MAX_BOOK + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_BOOK {
            return Err(within(BookError::Form(format!("a book has at most {MAX_BOOK} bytes"))));
        }
        if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin")) {
            return Book::of_polyglot(game, &bytes).map_err(within);
        }
        let text = String::from_utf8(bytes).map_err(|_| BookError::Form("it is not text".to_owned()));
        text.and_then(|text| Book::of_text(game, &text)).map_err(within)
    }

    /// A book in Polyglot's form.
    pub fn of_polyglot(game: &Arc<Game>, bytes: &[u8]) -> Result<Book, BookError> {
        if !is_chess(game) {
            let words = format!("Polyglot's books are for chess, not for {}", game.about().id);
            return Err(BookError::Form(words));
        }
        Ok(Book { game: game.clone(), form: Form::Polyglot(polyglot::Entries::read(bytes)?) })
    }

    /// A book in our own form.
    pub fn of_text(game: &Arc<Game>, text: &str) -> Result<Book, BookError> {
        Ok(Book { game: game.clone(), form: Form::Own(own::Entries::read(game, text)?) })
    }

    /// How many positions it has, as far as that is told; of Polyglot's how many moves.
    pub fn len(&self) -> usize {
        match &self.form {
            Form::Polyglot(entries) => entries.len(),
            Form::Own(entries) => entries.len(),
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of a position, the likeliest first; only those that may be played there.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if !Arc::ptr_eq(&self.game, position.game()) && self.game.about().id != position.game().about().id {
            return Vec::new();
        }
        let mut moves = match &self.form {
            Form::Polyglot(entries) => entries.moves(position),
            Form::Own(entries) => entries.moves(position),
        };
        moves.sort_by(|a, b| b.weight.cmp(&a.weight).then(b.count.cmp(&a.count)));
        moves
    }

    /// A move drawn by weight; none where the book ends.
    pub fn choose(&self, position: &Position, random: &mut Random) -> Option<Move> {
        let moves = self.moves(position);
        let all: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        let mut drawn = random.below(usize::try_from(all).unwrap_or(usize::MAX)) as u64;
        moves.into_iter().find_map(|known| {
            let weight = u64::from(known.weight);
            if drawn < weight {
                return Some(known.mv);
            }
            drawn -= weight;
            None
        })
    }
}
