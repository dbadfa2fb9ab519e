//! The opening book the engine plays from, whichever protocol asks.

use super::Host;
use chatura_book::{Book, BookMove};
use chatura_rules::random::Random;
use chatura_rules::{Line, Move};
use std::path::Path;

/// The book that was read last, by its file and game; none in it if it could not be read.
pub(super) struct LastBook {
    file: String,
    game: String,
    book: Option<Book>,
}

impl Host<'_> {
    /// A move of the book for where a line stands. What is wrong with the book is told once, and it is played without.
    pub fn book_move(&mut self, line: &Line) -> Result<Option<Move>, String> {
        let mut random = Random::named("book", self.settings.chance(line.moves().len()));
        let file = self.settings.book().map(str::to_owned);
        let book = self.book(file, line)?;
        Ok(book.and_then(|book| book.choose(line.position(), &mut random)))
    }

    /// What the book knows of where a line stands, whether the engine plays from it or not; none without a book.
    pub fn book_moves(&mut self, line: &Line) -> Result<Option<Vec<BookMove>>, String> {
        let file = self.settings.book_file().map(str::to_owned);
        Ok(self.book(file, line)?.map(|book| book.moves(line.position())))
    }

    fn book(&mut self, file: Option<String>, line: &Line) -> Result<Option<&Book>, String> {
        let Some(file) = file else { return Ok(None) };
        let game = line.position().game();
        let id = &game.about().id;
        if !self.book.as_ref().is_some_and(|last| last.file == file && last.game == *id) {
            let opened = Book::open(game, Path::new(&file));
            let problem = opened.as_ref().err().map(ToString::to_string);
            self.book = Some(LastBook { file, game: id.clone(), book: opened.ok() });
            if let Some(problem) = problem {
                return Err(problem);
            }
        }
        Ok(self.book.as_ref().and_then(|last| last.book.as_ref()))
    }
}
