//! The journal: what was played, what was taken back, and the tree of variations.
//!
//! Two stacks, past and future, hold the present line; the tree holds every line that is kept. Without variations it
//! is one line: a new move removes what was taken back.

mod tree;

pub use tree::NodeId;
pub(crate) use tree::{Entry, MoveText, Tree};

use crate::seat::Seat;
use crate::time::Span;
use chatura_rules::Move;
use serde::{Deserialize, Serialize};

/// A move in the journal, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Record {
    /// Its name in the tree.
    pub node: NodeId,
    /// The move before it, if there is one.
    pub parent: Option<NodeId>,
    /// How many plies were played with it.
    pub ply: u32,
    /// Who moved, or left.
    pub seat: Seat,
    /// In SAN; of more than two players in its long form.
    pub san: String,
    /// In coordinates.
    pub coordinates: String,
    /// In the notation that the game has of its own: with letters, and with characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<[String; 2]>,
    /// What the clock of this seat showed after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Span>,
    /// What left the board by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<crate::event::PieceView>,
    /// What was said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Judgements as in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u16>,
}

/// Past and future of the present line, in the tree of all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    pub tree: Tree,
    past: Vec<NodeId>,
    /// The next move is the last of these.
    future: Vec<NodeId>,
    /// Whether lines that are left are kept.
    keeps: bool,
}

impl Journal {
    /// An empty one.
    pub fn new(keeps: bool) -> Journal {
        Journal { keeps, ..Journal::default() }
    }

    /// Whether lines that are left are kept.
    pub fn keeps(&self) -> bool {
        self.keeps
    }

    /// The moves played.
    pub fn past(&self) -> &[NodeId] {
        &self.past
    }

    /// The moves taken back, the next to come first.
    pub fn future(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator {
        self.future.iter().rev().copied()
    }

    /// Where the game stands; nothing at the start.
    pub fn here(&self) -> Option<NodeId> {
        self.past.last().copied()
    }

    /// A move of the present line, past or future, by its ply from 1.
    pub fn at(&self, ply: usize) -> Option<NodeId> {
        let index = ply.checked_sub(1)?;
        self.past.get(index).copied().or_else(|| self.future().nth(index - self.past.len()))
    }

    /// How many plies past and future have together.
    pub fn plies(&self) -> usize {
        self.past.len() + self.future.len()
    }

    /// A kept move that follows here and is this one.
    pub fn next_like(&self, mv: Move) -> Option<NodeId> {
        let same = |id: &NodeId| self.tree.entry(*id).is_some_and(|entry| entry.mv == mv);
        self.tree.after(self.here()).iter().copied().find(same)
    }

    /// A new move. What was taken back is removed, or stays as a variation.
    pub fn push(&mut self, entry: Entry) -> NodeId {
        if !self.keeps
            && let Some(next) = self.future.last()
        {
            self.tree.remove(*next);
        }
        self.future.clear();
        let id = self.tree.insert(self.here(), entry);
        self.past.push(id);
        id
    }

    /// One ply back.
    pub fn back(&mut self) -> Option<NodeId> {
        let id = self.past.pop()?;
        self.future.push(id);
        Some(id)
    }

    /// One ply on.
    pub fn forth(&mut self) -> Option<NodeId> {
        let id = self.future.pop()?;
        self.past.push(id);
        Some(id)
    }

    /// Makes a kept move that follows here the next one.
    pub fn face(&mut self, id: NodeId) {
        if self.future.last() != Some(&id) {
            self.future = self.tree.main_line(Some(id));
            self.future.reverse();
            self.future.push(id);
        }
    }

    /// Makes the line through these moves, which begin with the past, the present one: what follows them is their main
    /// line.
    pub fn turn_to(&mut self, path: &[NodeId]) {
        let mut future = path.get(self.past.len()..).unwrap_or_default().to_vec();
        future.extend(self.tree.main_line(path.last().copied()));
        future.reverse();
        self.future = future;
    }

    /// Removes a move that is not of the past, and what follows it.
    pub fn remove(&mut self, id: NodeId) {
        self.tree.remove(id);
        self.future.retain(|id| self.tree.entry(*id).is_some());
    }
}
