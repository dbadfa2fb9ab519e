//! Tokens to trees.

use super::token::{Token, Tokens};
use super::{Comment, MAX_DEPTH, Pgn, PgnError, PgnLine, PgnNode, PgnProblem, TextPlace, Turn};
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
    /// The first number and how many dots follow it, if it came before any move.
    first: Option<(u32, usize)>,
    /// Whether there are borders between fields.
    divided: bool,
    /// The turn that numbers and borders have led to.
    turn: Turn,
    /// Whether anything was played.
    began: bool,
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
                    pgn.tags.push((super::print::tag_name(&name), super::print::tag_value(&value)));
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
                Token::Number(number, dots) => self.rounds.number(number, dots),
                Token::Border => self.rounds.border(),
                Token::Dots => {}
                Token::Nag(number) => match open.line.nodes.last_mut() {
                    Some(node) => node.nags.push(number),
                    None => return Err(PgnError { place, problem: PgnProblem::NoMove }),
                },
                Token::Open => {
                    let Some(node) = open.line.nodes.last_mut() else {
                        return Err(PgnError { place, problem: PgnProblem::NoMove });
                    };
                    self.rounds.turn = node.turn;
                    node.variations.push(self.variation(depth + 1, place)?);
                    self.rounds.turn = node.turn;
                    open.interrupted = true;
                }
                Token::Close if depth > 0 => return Ok(End::Closed),
                Token::Close => return Err(PgnError { place, problem: PgnProblem::Unopened(')') }),
                Token::Result(result) if depth == 0 => return Ok(End::Result(result)),
                // A result inside a variation says who would have won; nothing depends on it.
                Token::Result(_) => {}
                Token::Move(san) if san == "e.p." => {}
                Token::Move(san) => {
                    self.rounds.began = true;
                    let (before, turn) = (std::mem::take(&mut open.pending), self.rounds.turn);
                    open.line.nodes.push(PgnNode { san, before, turn, place, ..PgnNode::default() });
                    open.interrupted = false;
                }
            }
        }
    }

    fn variation(&mut self, depth: usize, place: TextPlace) -> Result<PgnLine, PgnError> {
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
        let number = number.min(MAX_ROUND);
        if !self.began && self.first.is_none() {
            self.first = Some((number, dots));
        }
        self.turn = Turn { round: number, field: 0 };
    }

    fn border(&mut self) {
        self.divided = true;
        self.turn.field = (self.turn.field + 1).min(MAX_PLAYERS - 1);
    }

    /// Tells a game of more than two players by its borders or its result. Of two, only the first number counts: it
    /// says where the game begins, and files are careless with the others.
    fn settle(self, pgn: &mut Pgn) {
        let many = !pgn.line.nodes.is_empty() && pgn.result.split('-').count() > 2;
        pgn.divided = many || self.divided && has_fields(&pgn.line);
        if !pgn.divided {
            let (round, dots) = self.first.unwrap_or((1, 0));
            count_turns(&mut pgn.line, Turn { round, field: usize::from(dots > 1) });
        }
    }
}

/// Whether a move stands behind a border.
fn has_fields(line: &PgnLine) -> bool {
    line.nodes.iter().any(|node| node.turn.field > 0 || node.variations.iter().any(has_fields))
}

/// Numbers the moves of two players.
fn count_turns(line: &mut PgnLine, mut turn: Turn) {
    for node in &mut line.nodes {
        node.turn = turn;
        node.variations.iter_mut().for_each(|variation| count_turns(variation, turn));
        turn = turn.next_of_two();
    }
}
