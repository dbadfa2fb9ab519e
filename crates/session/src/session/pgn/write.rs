//! A session as a PGN tree.

use crate::clock::{TimeControls, write_tag};
use crate::conclusion::Cause;
use crate::journal::{Entry, NodeId};
use crate::player::PlayerKind;
use crate::session::Session;
use chatura_rules::Line;
use chatura_rules::notation::Pgn;
use chatura_rules::notation::pgn::{Comment, PgnLine, PgnNode, write_head};

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
        let mut line = Line::new(self.line.first());
        let moves: Vec<NodeId> = main.iter().copied().take_while(|id| !self.leaves(*id)).collect();
        for entry in moves.iter().filter_map(|id| self.journal.tree.entry(*id)) {
            line.play_unchecked(entry.mv);
        }
        let mut all = tags.to_vec();
        for (name, value) in self.tags(&main, line.moves().len()) {
            if !all.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                all.push((name, value));
            }
        }
        let mut pgn = write_head(&line, &all);
        let clocks = self.shows_clocks();
        for id in moves {
            let Some(entry) = self.journal.tree.entry(id) else { break };
            let variations = self.variations(id, clocks);
            pgn.line.nodes.push(PgnNode { variations, ..written(entry, clocks) });
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

    /// Whether somebody leaves by a move that other programs know no word for; of two players the result says it.
    fn leaves(&self, id: NodeId) -> bool {
        let entry = self.journal.tree.entry(id);
        self.chairs.len() == 2 && entry.is_some_and(|entry| entry.mv.is_leaving())
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
            let clocks: &TimeControls = &self.terms().clocks;
            write_tag(clocks).into_iter().for_each(|tag| add("TimeControl", tag));
            add(CLOCK, clocks.to_string());
        }
        if self.chairs.iter().any(|chair| chair.occupant.kind != PlayerKind::Person) {
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
        let line = |id: &NodeId| {
            let mut nodes = Vec::new();
            let ids = std::iter::once(*id).chain(tree.main_line(Some(*id)));
            for (place, id) in ids.take_while(|id| !self.leaves(*id)).enumerate() {
                let Some(entry) = tree.entry(id) else { break };
                let mut node = written(entry, clocks);
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

/// What is known of a move: its clock, judgements and what was said.
fn written(entry: &Entry, clocks: bool) -> PgnNode {
    let (san, nags) = (entry.text.san.clone(), entry.nags.clone());
    let mut node = PgnNode { san, nags, turn: entry.text.turn, ..PgnNode::default() };
    let clock = entry.shown.filter(|_| clocks).map(|left| format!("[%clk {left}]"));
    let words: Vec<String> =
        clock.into_iter().chain([entry.comment.clone()]).filter(|words| !words.is_empty()).collect();
    if !words.is_empty() {
        node.after.push(Comment::new(words.join(" ")));
    }
    node
}

/// The words PGN has for how games end.
fn termination(cause: Cause) -> &'static str {
    match cause {
        Cause::Time | Cause::TimeWithoutWinner => "time forfeit",
        Cause::Aborted => "abandoned",
        _ => "normal",
    }
}
