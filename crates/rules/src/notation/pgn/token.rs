//! The text cut into tokens, each with its place.

use super::{Comment, CommentForm, MAX_GAME, PgnError, PgnProblem, TextPlace};

/// A word of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(String, String),
    Comment(Comment),
    /// A move's number and how many dots follow it.
    Number(u32, usize),
    /// Two dots alone: the border between players' fields.
    Border,
    /// Another number of dots alone.
    Dots,
    Nag(u16),
    Open,
    Close,
    Result(String),
    Move(String),
}

/// Reads tokens one by one; a tag only where a line begins.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Where the current line begins, and its number.
    line_start: usize,
    line: u32,
    /// How many characters of the line are passed; counted on the way, for lines can be long.
    column: u32,
    /// No comment in braces ends any more; known once, so that hostile texts are not searched again and again.
    unclosed: bool,
    /// Where the current game begins.
    game_start: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Tokens { text, at: 0, line_start: 0, line: 1, column: 0, unclosed: false, game_start: 0 }
    }

    /// A new game begins here.
    pub fn begin_game(&mut self) {
        self.game_start = self.at;
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub fn line(&self) -> u32 {
        self.line
    }

    /// Where the next character stands.
    pub fn place(&self) -> TextPlace {
        TextPlace { line: self.line, column: self.column + 1 }
    }

    pub fn error<T>(&self, problem: PgnProblem) -> Result<T, PgnError> {
        Err(PgnError { place: self.place(), problem })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by so many bytes, counting lines.
    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.bytes().filter(|b| *b == b'\n').count() as u32;
        if let Some(last) = passed.rfind('\n') {
            self.line_start = self.at + last + 1;
            self.column = 0;
        }
        let same_line = passed.rfind('\n').map_or(passed, |last| &passed[last + 1..]);
        self.column += same_line.chars().count() as u32;
        self.at += bytes;
    }

    fn skip_spaces(&mut self) {
        let spaces = self.rest().len() - self.rest().trim_start().len();
        self.skip(spaces);
    }

    /// Whether only spaces stand before this on its line.
    fn begins_line(&self) -> bool {
        self.text[self.line_start..self.at].trim().is_empty()
    }

    /// After an error: goes on to where the next game seems to begin, a tag after an empty line.
    pub fn resume(&mut self) {
        let mut empty = false;
        while !self.is_at_end() {
            let rest = self.rest();
            let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
            let whole = self.at == self.line_start;
            if whole && empty && line.trim_start().starts_with('[') {
                return;
            }
            empty = whole && line.trim().is_empty();
            self.skip(line.len());
        }
    }

    /// The next token and its place; nothing at the end.
    pub fn next(&mut self) -> Result<Option<(TextPlace, Token)>, PgnError> {
        self.skip_spaces();
        let place = self.place();
        let Some(first) = self.peek() else { return Ok(None) };
        if self.at - self.game_start > MAX_GAME {
            return self.error(PgnProblem::TooLong);
        }
        let token = match first {
            '%' if self.at == self.line_start => self.rest_of_line(CommentForm::Escape),
            ';' => self.rest_of_line(CommentForm::Line),
            '{' => self.braces()?,
            '[' if self.begins_line() => self.tag()?,
            '(' => self.single(Token::Open),
            ')' => self.single(Token::Close),
            '$' => self.nag()?,
            '!' | '?' => self.judgement(),
            _ if is_word(first) => self.word(),
            _ => return self.error(PgnProblem::Character(first)),
        };
        Ok(Some((place, token)))
    }

    fn single(&mut self, token: Token) -> Token {
        self.skip(1);
        token
    }

    fn rest_of_line(&mut self, form: CommentForm) -> Token {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        let text = rest[1..end].trim_end_matches('\r');
        let text = if form == CommentForm::Line { squeeze(text) } else { text.to_owned() };
        self.skip(end);
        Token::Comment(Comment { text, form })
    }

    fn braces(&mut self) -> Result<Token, PgnError> {
        let rest = self.rest();
        let end = if self.unclosed { None } else { rest.find('}') };
        let Some(end) = end else {
            self.unclosed = true;
            return self.error(PgnProblem::OpenComment);
        };
        let comment = Comment { text: squeeze(&rest[1..end]), form: CommentForm::Braces };
        self.skip(end + 1);
        Ok(Token::Comment(comment))
    }

    fn tag(&mut self) -> Result<Token, PgnError> {
        let start = self.clone();
        self.skip(1);
        self.skip_spaces();
        let length = self.rest().find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '+' | '#'));
        let name = self.rest()[..length.unwrap_or(0)].to_owned();
        self.skip(name.len());
        self.skip_spaces();
        if name.is_empty() || self.peek() != Some('"') {
            return start.error(PgnProblem::Tag);
        }
        self.skip(1);
        let mut value = String::new();
        let mut escaped = false;
        let mut closed = None;
        for (at, c) in self.rest().char_indices() {
            match c {
                '\n' => break,
                '\\' if !escaped => {
                    escaped = true;
                    continue;
                }
                '"' if !escaped => {
                    closed = Some(at + 1);
                    break;
                }
                c => {
                    // Only quotes and backslashes need one; others kept theirs in careless files.
                    if escaped && !matches!(c, '"' | '\\') {
                        value.push('\\');
                    }
                    value.push(c);
                }
            }
            escaped = false;
        }
        let Some(length) = closed else { return start.error(PgnProblem::Tag) };
        self.skip(length);
        self.skip_spaces();
        if self.peek() != Some(']') {
            return start.error(PgnProblem::Tag);
        }
        self.skip(1);
        Ok(Token::Tag(name, value))
    }

    fn nag(&mut self) -> Result<Token, PgnError> {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        match self.rest()[1..=digits].parse() {
            Ok(number) => {
                self.skip(digits + 1);
                Ok(Token::Nag(number))
            }
            Err(_) => self.error(PgnProblem::Character('$')),
        }
    }

    fn judgement(&mut self) -> Token {
        let marks = self.rest().bytes().take_while(|b| matches!(b, b'!' | b'?')).count().min(2);
        let number = match &self.rest()[..marks] {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            _ => 6,
        };
        self.skip(marks);
        Token::Nag(number)
    }

    fn word(&mut self) -> Token {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
        if digits == 0 && dots > 0 {
            self.skip(dots);
            return if dots == 2 { Token::Border } else { Token::Dots };
        }
        // A number needs no dot, but 0000 is a move, and digits may begin a result or a castling.
        if digits > 0 && (dots > 0 || (digits == word.len() && word != "0000")) {
            let number = word[..digits].parse().unwrap_or(u32::MAX);
            self.skip(digits + dots);
            return Token::Number(number, dots);
        }
        self.skip(word.len());
        if super::is_result(word) { Token::Result(word.to_owned()) } else { Token::Move(word.to_owned()) }
    }
}

/// What moves, numbers and results are made of.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "+-=#@*/&:.,~_^'½".contains(c)
}

/// Every run of white space as one space; control characters count as white.
pub(super) fn squeeze(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    text.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
