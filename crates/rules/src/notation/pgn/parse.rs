//! Tokens to trees.

use super::token::{Token, Tokens};
use super::{Comment, MAX_DEPTH, Pgn, PgnError, PgnLine, PgnNode, PgnProblem, Place};
use crate::cell::MAX_PLAYERS;

/// The highest number a game may begin with; beyond it numbers would run over.
const MAX_ROUND: u32 = 1_000_000_000;

/// The games of a text, one after the other.
pub fn games(text: &str) -> Games<'_> {
    Games { tokens: Tokens::new(text) }
}

/// Reads games one by one; after an error it goes on with the next game.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    tokens: Tokens<'a>,
}

impl Iterator for Games<'_> {
    type Item = Result<Pgn, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.tokens.begin_game();
        let game = Parser { tokens: &mut self.tokens, rounds: Rounds::default() }.game();
        if game.is_err() {
            self.tokens.resume();
        }
        game.transpose()
    }
}

/// What numbers and dots tell about the order of turns.
#[derive(Default)]
struct Rounds {
    /// The first number, and how many dots follow it.
    first: Option<(u32, usize)>,
    /// Borders of fields before the first move.
    skipped: usize,
    /// The number of the current round.
    number: Option<u32>,
    /// Moves in it, and fields before the first one.
    moves: usize,
    /// The most moves in a round that is divided by dots.
    most: usize,
    divided: bool,
}

struct Parser<'t, 'a> {
    tokens: &'t mut Tokens<'a>,
    rounds: Rounds,
}

/// Why a line ended.
#[derive(PartialEq, Eq)]
enum End {
    Text,
    Closed,
    Result(String),
    NextGame,
}

/// A line while it is being read.
#[derive(Default)]
struct Open {
    line: PgnLine,
    /// Comments that belong to the next move.
    pending: Vec<Comment>,
    /// A variation came after the last move, so comments no longer follow the move.
    interrupted: bool,
}

impl Open {
    fn comment(&mut self, comment: Comment) {
        match self.line.nodes.last_mut() {
            Some(node) if !self.interrupted => node.after.push(comment),
            _ => self.pending.push(comment),
        }
    }

    fn close(mut self) -> PgnLine {
        self.line.end = self.pending;
        self.line
    }
}

impl Parser<'_, '_> {
    fn game(mut self) -> Result<Option<Pgn>, PgnError> {
        let mut pgn = Pgn::default();
        let mut began = false;
        // Comments before and between the tags are about the game, those after them about its moves.
        let mut comments = Vec::new();
        let mut moves = self.tokens.clone();
        loop {
            match self.tokens.next()? {
                Some((_, Token::Tag(name, value))) => {
                    pgn.tags.push((super::print::tag_name(&name), value));
                    pgn.head.append(&mut comments);
                    moves = self.tokens.clone();
                    began = true;
                }
                Some((_, Token::Comment(comment))) => {
                    comments.push(comment);
                    if !began {
                        moves = self.tokens.clone();
                    }
                }
                None if !began && comments.is_empty() => return Ok(None),
                _ => break,
            }
        }
        if !began {
            pgn.head = comments;
        }
        *self.tokens = moves;
        let mut open = Open::default();
        let end = self.line(&mut open, 0)?;
        if let End::Result(result) = end {
            pgn.result = result;
            self.last_words(&mut open);
        } else if let Some(result) = pgn.tag("Result").filter(|r| super::is_result(r)) {
            pgn.result = result.to_owned();
        }
        pgn.line = open.close();
        if pgn.tags.is_empty() {
            // Nothing but a number can stand between these and the head, and numbers are made anew.
            let first = pgn.line.nodes.first_mut().map_or(&mut pgn.line.end, |node| &mut node.before);
            pgn.head.append(first);
        }
        self.rounds.settle(&mut pgn);
        Ok(Some(pgn))
    }

    /// Comments behind the result on the same line belong to this game.
    fn last_words(&mut self, open: &mut Open) {
        loop {
            let before = self.tokens.clone();
            match self.tokens.next() {
                Ok(Some((place, Token::Comment(comment)))) if place.line == before.line() => {
                    open.comment(comment);
                }
                _ => {
                    *self.tokens = before;
                    return;
                }
            }
        }
    }

    fn line(&mut self, open: &mut Open, depth: usize) -> Result<End, PgnError> {
        loop {
            let before = self.tokens.clone();
            let Some((place, token)) = self.tokens.next()? else { return Ok(End::Text) };
            match token {
                Token::Tag(..) if depth == 0 => {
                    *self.tokens = before;
                    return Ok(End::NextGame);
                }
                Token::Tag(..) => return Err(PgnError { place, problem: PgnProblem::OpenVariation }),
                Token::Comment(comment) => open.comment(comment),
                Token::Number(number, dots) if depth == 0 => self.rounds.number(number, dots),
                Token::Dots if depth == 0 => self.rounds.border(open.line.nodes.is_empty()),
                Token::Number(..) | Token::Dots => {}
                Token::Nag(number) => match open.line.nodes.last_mut() {
                    Some(node) => node.nags.push(number),
                    None => return Err(PgnError { place, problem: PgnProblem::NoMove }),
                },
                Token::Open => {
                    let variation = self.variation(depth + 1, place)?;
                    match open.line.nodes.last_mut() {
                        Some(node) => node.variations.push(variation),
                        None => return Err(PgnError { place, problem: PgnProblem::NoMove }),
                    }
                    open.interrupted = true;
                }
                Token::Close if depth > 0 => return Ok(End::Closed),
                Token::Close => return Err(PgnError { place, problem: PgnProblem::Unopened(')') }),
                Token::Result(result) if depth == 0 => return Ok(End::Result(result)),
                // A result inside a variation says who would have won; nothing depends on it.
                Token::Result(_) => {}
                Token::Move(san) if san == "e.p." => {}
                Token::Move(san) => {
                    if depth == 0 {
                        self.rounds.moves += 1;
                    }
                    let before = std::mem::take(&mut open.pending);
                    open.line.nodes.push(PgnNode { san, before, place, ..PgnNode::default() });
                    open.interrupted = false;
                }
            }
        }
    }

    fn variation(&mut self, depth: usize, place: Place) -> Result<PgnLine, PgnError> {
        if depth > MAX_DEPTH {
            return Err(PgnError { place, problem: PgnProblem::TooDeep });
        }
        let mut open = Open::default();
        match self.line(&mut open, depth)? {
            End::Closed => Ok(open.close()),
            _ => Err(PgnError { place, problem: PgnProblem::OpenVariation }),
        }
    }
}

impl Rounds {
    fn number(&mut self, number: u32, dots: usize) {
        if self.moves == 0 && self.first.is_none() {
            self.first = Some((number, dots));
        }
        // The same number again goes on with the round after a comment.
        if self.number != Some(number) {
            self.close_round();
            self.number = Some(number);
        }
    }

    fn border(&mut self, is_first: bool) {
        self.divided = true;
        if is_first {
            self.skipped += 1;
            self.moves += 1;
        }
    }

    fn close_round(&mut self) {
        self.most = self.most.max(self.moves);
        self.moves = 0;
    }

    /// Tells a game of more than two players by its borders, and where it begins by its first number.
    fn settle(mut self, pgn: &mut Pgn) {
        self.close_round();
        if pgn.line.nodes.is_empty() {
            return;
        }
        let players = pgn.result.split('-').count();
        let divided = if self.divided { self.most } else { 2 };
        pgn.seats = divided.max(players).clamp(2, MAX_PLAYERS);
        let (number, dots) = self.first.unwrap_or((1, 0));
        pgn.round = number.min(MAX_ROUND);
        pgn.seat = if pgn.seats == 2 && dots > 1 { 1 } else { self.skipped.min(pgn.seats - 1) };
    }
}
