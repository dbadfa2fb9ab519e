//! KIF to trees.

use super::diagram::Diagram;
use super::header::{HANDICAP, HANDICAPS, NOTHING, TAGS, VARIANT, VARIATION, header, numbered};
use super::{KifError, MAX_DEPTH, MAX_GAME, MAX_MOVES, MAX_PARTS};
use crate::cell::{Cell, Piece, Player};
use crate::compile::game::Game;
use crate::notation::context::MoveContext;
use crate::notation::native::{self, Style, cell_in_characters, fold};
use crate::notation::pgn::{Comment, Pgn, PgnLine, PgnNode, turn};
use crate::notation::{format_fen, format_san};
use crate::position::Position;
use crate::position::setup::Setup;
use std::collections::HashMap;
use std::sync::Arc;

/// How a game ends, by the word in the place of a move: whether whoever is to move wins, or nobody does.
const ENDS: &[(&str, Option<bool>)] = &[
    ("投了", Some(false)),
    ("詰み", Some(false)),
    ("切れ負け", Some(false)),
    ("反則負け", Some(false)),
    ("反則勝ち", Some(true)),
    ("入玉勝ち", Some(true)),
    ("不戦敗", Some(false)),
    ("不戦勝", Some(true)),
    ("千日手", None),
    ("持将棋", None),
];
/// Words that end a line without a result.
const STOPS: [&str; 2] = ["中断", "不詰"];

/// A move as it stands there.
struct Written<'t> {
    text: &'t str,
    line: u32,
    comments: Vec<&'t str>,
}

/// The moves from some ply on: the game, or a variation.
struct Part<'t> {
    /// The number of its first move, from 1.
    first: usize,
    /// The part it leaves and the move it stands for; nothing for the game itself.
    instead: Option<(usize, usize)>,
    moves: Vec<Written<'t>>,
    /// What is said before the first move.
    comments: Vec<&'t str>,
    /// How it ends.
    end: Option<&'t str>,
}

impl Part<'_> {
    fn new(first: usize, instead: Option<(usize, usize)>) -> Self {
        Part { first, instead, moves: Vec::new(), comments: Vec::new(), end: None }
    }
}

/// Everything that a text says.
struct Sheet<'t> {
    headers: Vec<(&'t str, &'t str)>,
    handicap: Option<(u32, &'t str)>,
    diagram: Diagram,
    parts: Vec<Part<'t>>,
    /// The parts that leave each part, by the move they stand for.
    leaving: HashMap<(usize, usize), Vec<usize>>,
    /// How many moves there are.
    moves: usize,
}

/// Reads a game. Moves are those of the game given, which is the one of [`variant`](super::variant).
pub fn read(game: &Arc<Game>, text: &str) -> Result<Pgn, KifError> {
    if game.native_style() != Some(Style::Shogi) {
        return Err(KifError::NotShogi(game.about().name.clone()));
    }
    if text.len() > MAX_GAME {
        return Err(KifError::TooLong);
    }
    let sheet = Sheet::of(text)?;
    let usual = Position::start(game);
    let start = match sheet.start(&MoveContext::of(&usual), game.start())? {
        Some(setup) => Position::new(game, &setup)?,
        None => usual.clone(),
    };
    let mut pgn = Pgn { tags: sheet.tags(), ..Pgn::default() };
    pgn.set_tag("Variant", game.about().id.clone());
    let fen = format_fen(&start);
    if fen != format_fen(&usual) {
        pgn.set_tag("SetUp", "1");
        pgn.set_tag("FEN", fen);
    }
    let (line, last) = sheet.line(0, &start, 0)?;
    pgn.line = line;
    if let Some(result) = sheet.parts[0].end.and_then(|word| result(word, last.turn())) {
        pgn.result = result.to_owned();
    }
    pgn.set_tag("Result", pgn.result.clone());
    Ok(pgn)
}

/// The result that a word tells, which stands where this player would move.
fn result(word: &str, player: Player) -> Option<&'static str> {
    let (_, wins) = ENDS.iter().find(|(own, _)| *own == word)?;
    Some(match wins {
        None => "1/2-1/2",
        Some(wins) if *wins == (player == Player(0)) => "1-0",
        Some(_) => "0-1",
    })
}

impl<'t> Sheet<'t> {
    fn of(text: &'t str) -> Result<Sheet<'t>, KifError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut sheet = Sheet {
            headers: Vec::new(),
            handicap: None,
            diagram: Diagram::default(),
            parts: vec![Part::new(1, None)],
            leaving: HashMap::new(),
            moves: 0,
        };
        for (number, line) in (1u32..).zip(text.lines()) {
            sheet.take(number, line.trim_end())?;
        }
        Ok(sheet)
    }

    fn take(&mut self, number: u32, line: &'t str) -> Result<(), KifError> {
        let is_start = self.parts.len() == 1 && self.parts[0].moves.is_empty() && self.parts[0].end.is_none();
        let is_nothing = NOTHING.iter().any(|sign| line.starts_with(sign));
        let Some(part) = self.parts.last_mut().filter(|_| !line.trim().is_empty() && !is_nothing) else {
            return Ok(());
        };
        if let Some(comment) = line.strip_prefix('*') {
            match part.moves.last_mut() {
                Some(written) => written.comments.push(comment),
                None => part.comments.push(comment),
            }
            return Ok(());
        }
        if let Some((ply, text)) = numbered(line) {
            self.moves += 1;
            if self.moves > MAX_MOVES {
                return Err(KifError::TooLong);
            }
            return part.play(ply, text, number);
        }
        match header(line) {
            Some((VARIATION, value)) => self.vary(number, value),
            Some((HANDICAP, value)) if is_start => {
                self.handicap = Some((number, value));
                Ok(())
            }
            Some((name, value)) if is_start => {
                if !self.diagram.hold(number, name, value) {
                    self.headers.push((name, value));
                }
                Ok(())
            }
            _ if is_start && self.diagram.take(number, line) => Ok(()),
            _ => Err(KifError::at(
                number,
                "this is neither a move, 1 ７六歩(77), nor a comment, which begins with *",
            )),
        }
    }

    /// A variation begins: `変化：12手`. It leaves the last part before it that goes on from an earlier move.
    fn vary(&mut self, number: u32, value: &str) -> Result<(), KifError> {
        let first = fold(value).trim_end_matches('手').parse().unwrap_or(0);
        let instead = self.parts.iter().enumerate().rev().find_map(|(index, part)| {
            let at = usize::checked_sub(first, part.first)?;
            (index == 0 || at > 0).then_some((index, at))
        });
        let instead = instead.filter(|(index, at)| *at < self.parts[*index].moves.len());
        let Some(instead) = instead else {
            return Err(KifError::at(number, "there is no move of this number that could be another"));
        };
        if self.parts.len() >= MAX_PARTS {
            return Err(KifError::TooLong);
        }
        self.leaving.entry(instead).or_default().push(self.parts.len());
        self.parts.push(Part::new(first, Some(instead)));
        Ok(())
    }

    /// The start that a diagram or a handicap tells, if one does.
    fn start(&self, context: &MoveContext<'_>, usual: &Setup) -> Result<Option<Setup>, KifError> {
        if let Some(setup) = self.diagram.setup(context, usual)? {
            return Ok(Some(setup));
        }
        let Some((line, name)) =
            self.handicap.filter(|(_, name)| !["", "平手", "5五将棋", "５五将棋"].contains(name))
        else {
            return Ok(None);
        };
        let Some((_, without)) = HANDICAPS.iter().find(|(own, _)| *own == name) else {
            let known: Vec<&str> = HANDICAPS.iter().map(|(own, _)| *own).collect();
            return Err(KifError::at(
                line,
                format!("{name} needs a diagram; known are {}", known.join(", ")),
            ));
        };
        let mut setup = Setup { turn: Some(Player(1)), ..usual.clone() };
        for (index, piece) in setup.cells.iter_mut().enumerate() {
            if without.contains(&fold(&cell_in_characters(context, Cell(index as u16))).as_str()) {
                *piece = Piece::NONE;
            }
        }
        Ok(Some(setup))
    }

    fn tags(&self) -> Vec<(String, String)> {
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, value) in self.headers.iter().filter(|(name, value)| *name != VARIANT && !value.is_empty())
        {
            let tag = TAGS.iter().find(|(own, _)| own == name).map_or(*name, |(_, tag)| tag);
            let value = match tag {
                "Date" => value.split([' ', '(', '（']).next().unwrap_or_default().replace('/', "."),
                _ => (*value).to_owned(),
            };
            if !tags.iter().any(|(own, _)| own == tag) {
                tags.push((tag.to_owned(), value));
            }
        }
        tags
    }

    /// The moves of a part with their variations, and where they lead.
    fn line(&self, index: usize, start: &Position, depth: usize) -> Result<(PgnLine, Position), KifError> {
        if depth > MAX_DEPTH {
            return Err(KifError::TooDeep);
        }
        let part = &self.parts[index];
        let mut line = PgnLine::default();
        let mut position = start.clone();
        let mut last = part.instead.and_then(|(parent, at)| self.goal_before(parent, at));
        let mut told = None;
        for (at, written) in part.moves.iter().enumerate() {
            let mut node = PgnNode { turn: turn(&position, told), ..PgnNode::default() };
            if at == 0 {
                node.before = said(&part.comments);
            }
            node.after = said(&written.comments);
            // A part that leaves this one comes behind it.
            for other in self.leaving.get(&(index, at)).into_iter().flatten() {
                node.variations.push(self.line(*other, &position, depth + 1)?.0);
            }
            let context = MoveContext::of(&position);
            let text = match written.text.strip_prefix('同') {
                Some(rest) => match &last {
                    Some(cell) => format!("{cell}{}", rest.trim()),
                    None => {
                        return Err(KifError::at(
                            written.line,
                            "同 means where the last move went: there is none",
                        ));
                    }
                },
                None => written.text.to_owned(),
            };
            let mv = native::read(&context, &text).unwrap_or_else(|| Err(native::formless(&context, &text)));
            let mv = mv.map_err(|error| KifError::at(written.line, error.to_string()))?;
            last = Some(cell_in_characters(&context, mv.to));
            drop(context);
            node.san = format_san(&position, mv);
            told = Some((position.turn(), node.turn));
            line.nodes.push(node);
            position.play(mv).map_err(|illegal| KifError::at(written.line, illegal.to_string()))?;
        }
        if part.moves.is_empty() {
            line.end = said(&part.comments);
        }
        Ok((line, position))
    }

    /// Where the move before this one went, as far as it says so itself.
    fn goal_before(&self, part: usize, at: usize) -> Option<String> {
        let (mut part, mut at) = (part, at);
        loop {
            while at == 0 {
                (part, at) = self.parts[part].instead?;
            }
            at -= 1;
            let text = self.parts[part].moves[at].text;
            if !text.starts_with('同') {
                return Some(text.chars().take(2).collect());
            }
        }
    }
}

impl<'t> Part<'t> {
    /// The next move, or the word that ends the line.
    fn play(&mut self, ply: usize, text: &'t str, line: u32) -> Result<(), KifError> {
        if self.end.is_some() {
            return Err(KifError::at(line, "there is a move behind the end of the game"));
        }
        let next = self.first + self.moves.len();
        if ply != next {
            return Err(KifError::at(line, format!("this is move {next}, not {ply}")));
        }
        if STOPS.contains(&text) || ENDS.iter().any(|(own, _)| *own == text) {
            self.end = Some(text);
        } else {
            self.moves.push(Written { text, line, comments: Vec::new() });
        }
        Ok(())
    }
}

/// The lines of a comment, each by itself.
fn said(lines: &[&str]) -> Vec<Comment> {
    let text =
        lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    if text.is_empty() { Vec::new() } else { vec![Comment::new(text)] }
}
