//! A session as a PGN tree.

use crate::clock::{Controls, write_tag};
use crate::conclusion::Cause;
use crate::journal::{Entry, NodeId};
use crate::player::Kind;
use crate::session::Session;
use rules::notation::Pgn;
use rules::notation::pgn::{Comment, PgnLine, PgnNode, write_game};
use rules::{Line, MoveKind};

/// The tag for the clocks in our own notation, which says more than `TimeControl`.
pub(super) const CLOCK: &str = "Clock";
/// The tag for what plays at each seat, if not persons only.
pub(super) const SEATS: &str = "Seats";
/// The tag for where the game stands, if moves were taken back.
pub(super) const PLY: &str = "Ply";

impl Session {
    /// The present game as PGN: its main line with the clocks, comments and variations, whatever was taken back
    /// included. Tags that are given come before those made here.
    pub fn pgn(&self, tags: &[(String, String)]) -> Pgn {
        let main = self.journal.tree.main_line(None);
        let two = self.chairs.len() == 2;
        let mut line = Line::new(self.line.first());
        for entry in main.iter().filter_map(|id| self.journal.tree.entry(*id)) {
            // Other programs know no such word; of two players the result says it.
            if !(two && entry.mv.kind == MoveKind::Retire) {
                line.play(entry.mv);
            }
        }
        let mut all = tags.to_vec();
        for (name, value) in self.tags(&main, line.moves().len()) {
            if !all.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                all.push((name, value));
            }
        }
        let mut pgn = write_game(&line, &all);
        let clocks = self.shows_clocks();
        for (node, id) in pgn.line.nodes.iter_mut().zip(&main) {
            if let Some(entry) = self.journal.tree.entry(*id) {
                dress(node, entry, clocks);
            }
            node.variations = self.variations(*id, clocks);
        }
        if let Some(conclusion) = self.conclusion.as_ref().filter(|_| self.is_main(&main)) {
            let words = Comment::new(conclusion.sentence.clone());
            let played = self.ply().min(pgn.line.nodes.len());
            let empty = pgn.line.nodes.is_empty();
            match pgn.line.nodes[..played].last_mut() {
                Some(node) => node.after.push(words),
                None if empty => pgn.line.end.push(words),
                // Before moves that were taken back there is no place for it.
                None => {}
            }
        }
        pgn
    }

    fn shows_clocks(&self) -> bool {
        !self.terms().clocks.is_none()
    }

    /// Whether the present line is the main one.
    fn is_main(&self, main: &[NodeId]) -> bool {
        self.journal.past().iter().copied().chain(self.journal.future()).eq(main.iter().copied())
    }

    fn tags(&self, main: &[NodeId], plies: usize) -> Vec<(String, String)> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
        let colours = self.position().game().players();
        for (seat, chair) in self.chairs.iter().enumerate() {
            let name = match (colours.len(), seat) {
                (2, 0) => "White",
                (2, _) => "Black",
                _ => &colours[seat],
            };
            if !chair.occupant.name.is_empty() {
                add(name, chair.occupant.name.clone());
            }
        }
        let conclusion = self.conclusion.as_ref().filter(|_| self.is_main(main));
        add("Result", conclusion.map_or("*", |conclusion| &conclusion.result).to_owned());
        if self.shows_clocks() {
            let clocks: &Controls = &self.terms().clocks;
            write_tag(clocks).into_iter().for_each(|tag| add("TimeControl", tag));
            add(CLOCK, clocks.to_string());
        }
        if self.chairs.iter().any(|chair| chair.occupant.kind != Kind::Person) {
            let kinds: Vec<String> =
                self.chairs.iter().map(|chair| chair.occupant.kind.to_string()).collect();
            add(SEATS, kinds.join(", "));
        }
        if self.ply() < plies && self.is_main(main) {
            add(PLY, self.ply().to_string());
        }
        match conclusion {
            Some(conclusion) => {
                add("Termination", termination(conclusion.cause).to_owned());
                if colours.len() > 2 && !conclusion.places.is_empty() {
                    let places: Vec<String> = conclusion.places.iter().map(u8::to_string).collect();
                    add("Places", places.join("-"));
                }
            }
            None => add("Termination", "unterminated".to_owned()),
        }
        tags
    }

    /// What was played instead of the first of several moves.
    fn variations(&self, first: NodeId, clocks: bool) -> Vec<PgnLine> {
        let tree = &self.journal.tree;
        let siblings = tree.after(tree.node(first).and_then(|node| node.parent));
        if siblings.first() != Some(&first) {
            return Vec::new();
        }
        let two = self.chairs.len() == 2;
        let leaves =
            |id: &NodeId| two && tree.entry(*id).is_some_and(|entry| entry.mv.kind == MoveKind::Retire);
        let line = |id: &NodeId| {
            let mut nodes = Vec::new();
            let ids = std::iter::once(*id).chain(tree.main_line(Some(*id)));
            for (place, id) in ids.take_while(|id| !leaves(id)).enumerate() {
                let Some(entry) = tree.entry(id) else { break };
                let mut node = PgnNode { san: entry.san.clone(), turn: entry.turn, ..PgnNode::default() };
                dress(&mut node, entry, clocks);
                if place > 0 {
                    node.variations = self.variations(id, clocks);
                }
                nodes.push(node);
            }
            PgnLine { nodes, end: Vec::new() }
        };
        siblings[1..].iter().map(line).filter(|line| !line.nodes.is_empty()).collect()
    }
}

/// Adds what is known of a move: its clock, judgements and what was said.
fn dress(node: &mut PgnNode, entry: &Entry, clocks: bool) {
    node.nags.clone_from(&entry.nags);
    let clock = entry.shown.filter(|_| clocks).map(|left| format!("[%clk {left}]"));
    let words: Vec<String> =
        clock.into_iter().chain([entry.comment.clone()]).filter(|words| !words.is_empty()).collect();
    if !words.is_empty() {
        node.after.push(Comment::new(words.join(" ")));
    }
}

/// The words PGN has for how games end.
fn termination(cause: Cause) -> &'static str {
    match cause {
        Cause::Time | Cause::TimeWithoutWinner => "time forfeit",
        Cause::Aborted => "abandoned",
        _ => "normal",
    }
}
