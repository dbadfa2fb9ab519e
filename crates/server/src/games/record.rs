//! What happened in a game, told from what is kept alone: it needs no rules, so it is there also when a game cannot be
//! continued.

use super::{Caller, Games};
use crate::problem::Problem;
use crate::storage::{Act, Ended, GameRow, LogEntry, Start};
use chatura_rules::notation::pgn::{self, Comment, Pgn, PgnLine, PgnNode, Turn};
use chatura_session::{Command, Phase, PlayerKind};
use serde::Serialize;
use std::sync::Arc;

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its id.
    pub game: String,
    /// By what its rules are known.
    pub definition: String,
    /// What people call what was played.
    pub name: String,
    /// The values of its variables.
    pub settings: Vec<(String, String)>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Where it is.
    pub phase: Phase,
    /// What each player is called.
    pub names: Vec<String>,
    /// What plays at each seat.
    pub kinds: Vec<PlayerKind>,
    /// Where it began, if not where the rules say.
    pub start: Option<String>,
    /// The last position.
    pub fen: String,
    /// The moves as they were sent: in coordinates, or as people write them.
    pub moves: Vec<String>,
    /// How it ended, in a sentence.
    pub result: Option<String>,
    /// How it ended, for programs.
    pub ended: Option<Ended>,
    /// Why it cannot be continued, if it cannot.
    pub problem: Option<Problem>,
}

/// The moves of a game, as its log tells them. A ply in which somebody left has no text.
#[derive(Debug, Default)]
struct Moves {
    line: Vec<Option<String>>,
    /// How many were played; what follows was taken back.
    at: usize,
    /// Where the game began that is played now, if not where the first did.
    start: Option<String>,
}

impl Moves {
    fn new(start: &Start) -> Moves {
        let parsed = match start {
            Start::Pgn(text) => pgn::games(text).next().and_then(Result::ok),
            Start::Array | Start::Fen(_) => None,
        };
        let nodes = parsed.map_or(Vec::new(), |parsed| parsed.line.nodes);
        let line: Vec<Option<String>> = nodes.into_iter().map(|node| Some(node.san)).collect();
        let start = match start {
            Start::Fen(fen) => Some(fen.clone()),
            Start::Array | Start::Pgn(_) => None,
        };
        Moves { at: line.len(), line, start }
    }

    fn go(&mut self, ply: usize) {
        self.line.resize(self.line.len().max(ply), None);
        self.at = ply;
    }

    fn play(&mut self, text: Option<String>) {
        self.line.truncate(self.at);
        self.line.push(text);
        self.at += 1;
    }

    fn follow(&mut self, entry: LogEntry) {
        let (command, ply) = match entry.act {
            // Whoever ran out of time left.
            Act::Flag => return self.play(None),
            Act::Said { command, ply, .. } => (command, ply),
        };
        match command {
            Command::Move { text, ply } => {
                if let Some(ply) = ply {
                    self.go(ply as usize);
                }
                self.play(Some(text));
            }
            Command::NewGame { fen, .. } => {
                let start = fen.or(self.start.take());
                *self = Moves { start, ..Moves::default() };
            }
            Command::Resign => self.play(None),
            Command::Jump { ply } => self.go(ply as usize),
            _ => {}
        }
        if let Some(ply) = ply {
            self.go(ply as usize);
        }
    }
}

impl Games {
    /// What happened in a game, whether it can be continued or not.
    pub async fn record(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<Record, Problem> {
        let problem = self.open(&caller.lane(), id).await.err();
        let kept = match crate::token::is_name(id) {
            true => self.storage.game(id).await?,
            false => None,
        };
        let (row, start, _) = kept.ok_or_else(|| Problem::missing("game"))?;
        let log = self.storage.log(id).await?;
        let definition =
            self.library.known_as(&caller.lane(), &row.origin.definition, row.rules.as_deref()).await?;
        let name = self.library.name_of(&definition).await?;
        self.pool.run(&caller.lane(), move || told(row, &start, log, definition, name, problem)).await
    }
}

fn told(
    row: GameRow,
    start: &Start,
    log: Vec<LogEntry>,
    definition: String,
    name: String,
    problem: Option<Problem>,
) -> Record {
    let mut moves = Moves::new(start);
    log.into_iter().for_each(|entry| moves.follow(entry));
    moves.line.truncate(moves.at.min(row.summary.ply as usize));
    let summary = row.summary;
    Record {
        game: row.id,
        definition,
        name,
        settings: row.origin.settings,
        created: row.created,
        phase: summary.phase,
        names: summary.names,
        kinds: summary.kinds,
        start: moves.start,
        fen: summary.fen,
        moves: moves.line.into_iter().flatten().collect(),
        result: summary.result,
        ended: summary.ended,
        problem,
    }
}

impl Record {
    /// As PGN: every move as it was sent. Who moves when is known by the rules alone, so turns are counted.
    pub fn pgn(&self, day: String) -> Pgn {
        let players = self.names.len().max(2);
        let node = |(ply, text): (usize, &String)| PgnNode {
            san: text.clone(),
            turn: Turn { round: (ply / players) as u32 + 1, field: ply % players },
            ..PgnNode::default()
        };
        let comment = |text: &String| Comment::new(text.clone());
        let why = self.problem.as_ref().map(|problem| &problem.detail);
        let line = PgnLine {
            nodes: self.moves.iter().enumerate().map(node).collect(),
            end: self.result.iter().chain(why).map(comment).collect(),
        };
        let result = self.ended.as_ref().map_or("*", |ended| &ended.result).to_owned();
        let mut tags = vec![("Event".to_owned(), self.name.clone()), ("Date".to_owned(), day)];
        let seats = ["White", "Black"].map(str::to_owned).into_iter();
        let seats: Vec<String> = match players {
            2 => seats.collect(),
            _ => (1..=players).map(|seat| format!("Player{seat}")).collect(),
        };
        tags.extend(seats.into_iter().zip(self.names.iter().cloned()));
        tags.push(("Result".to_owned(), result.clone()));
        tags.push(("Variant".to_owned(), self.definition.clone()));
        if let Some(fen) = &self.start {
            tags.extend([("SetUp".to_owned(), "1".to_owned()), ("FEN".to_owned(), fen.clone())]);
        }
        tags.extend(self.settings.iter().cloned());
        Pgn { head: Vec::new(), tags, line, result, divided: players > 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_session::{Seat, Span, Time, Who};

    fn entry(number: u32, command: Command, ply: Option<u32>) -> LogEntry {
        let act = Act::Said { from: Who::Seat(Seat(0)), command, way: Span::ZERO, ply };
        LogEntry { number, at: Time(0), act, sent: None }
    }

    fn moves_of(start: &Start, commands: &[(Command, Option<u32>)]) -> Vec<String> {
        let mut moves = Moves::new(start);
        for (number, (command, ply)) in commands.iter().enumerate() {
            moves.follow(entry(number as u32, command.clone(), *ply));
        }
        moves.line.truncate(moves.at);
        moves.line.into_iter().flatten().collect()
    }

    #[test]
    fn moves_are_told_without_rules() {
        let play = |text: &str| (Command::play(text), None);
        let undone = [play("e4"), play("e5"), (Command::Undo, Some(1)), play("c5")];
        assert_eq!(moves_of(&Start::Array, &undone), ["e4", "c5"]);
        let redone = [play("e4"), play("e5"), (Command::Undo, Some(0)), (Command::Redo, Some(2)), play("d4")];
        assert_eq!(moves_of(&Start::Array, &redone), ["e4", "e5", "d4"]);
        let late = (Command::Move { text: "c5".to_owned(), ply: Some(1) }, None);
        assert_eq!(moves_of(&Start::Array, &[play("e4"), play("e5"), late]), ["e4", "c5"]);
        let again = (Command::NewGame { seating: Default::default(), fen: None }, Some(0));
        assert_eq!(moves_of(&Start::Array, &[play("e4"), again, play("d4")]), ["d4"]);
        let left = [play("a3"), (Command::Resign, Some(2)), play("b3")];
        assert_eq!(moves_of(&Start::Array, &left), ["a3", "b3"]);
        let written = Start::Pgn("1. e4 e5 (1... c5) 2. Nf3 *".to_owned());
        assert_eq!(moves_of(&written, &[play("Nc6")]), ["e4", "e5", "Nf3", "Nc6"]);
    }
}
