//! The tree of variations. The first of several moves is the main line.

use crate::clock::Reading;
use crate::seat::Seat;
use chatura_rules::notation::pgn::Turn;
use chatura_rules::{Move, Piece};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of a move in the tree; never used again in the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// A move as it is written.
#[derive(Clone, Debug)]
pub(crate) struct MoveText {
    /// In SAN; of more than two players in its long form.
    pub san: String,
    pub coordinates: String,
    /// In the notation that the game has of its own: with letters, and with characters.
    pub native: Option<[String; 2]>,
    /// The place PGN writes it in.
    pub turn: Turn,
}

/// What the journal keeps of a move.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub mv: Move,
    /// Who moved, or left.
    pub seat: Seat,
    /// Whose turn it was.
    pub mover: Seat,
    pub text: MoveText,
    /// The clocks after it.
    pub clocks: Reading,
    /// What the clock of the seat showed after it.
    pub shown: Option<crate::time::Span>,
    /// What left the board by it.
    pub captured: Vec<Piece>,
    /// Who was put out by it, with the reason in words.
    pub out: Vec<(Seat, String)>,
    pub comment: String,
    pub nags: Vec<u16>,
}

/// A move in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub entry: Entry,
    pub parent: Option<NodeId>,
    pub children: Vec<NodeId>,
    pub ply: u32,
}

/// Every move that is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: BTreeMap<NodeId, Node>,
    /// The first moves.
    first: Vec<NodeId>,
    next: u32,
}

impl Tree {
    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no names left for new moves.
    pub fn is_worn_out(&self) -> bool {
        self.next == u32::MAX
    }

    /// A move with its place.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// What is kept of a move.
    pub fn entry(&self, id: NodeId) -> Option<&Entry> {
        self.node(id).map(|node| &node.entry)
    }

    /// The same, to change it.
    pub fn entry_mut(&mut self, id: NodeId) -> Option<&mut Entry> {
        self.nodes.get_mut(&id).map(|node| &mut node.entry)
    }

    /// The moves that follow one, or begin the game.
    pub fn after(&self, id: Option<NodeId>) -> &[NodeId] {
        match id {
            None => &self.first,
            Some(id) => self.nodes.get(&id).map_or(&[], |node| &node.children),
        }
    }

    fn after_mut(&mut self, id: Option<NodeId>) -> &mut Vec<NodeId> {
        match id.and_then(|id| self.nodes.get_mut(&id)) {
            None => &mut self.first,
            Some(node) => &mut node.children,
        }
    }

    /// Puts a move behind another, after those that follow it already.
    pub fn insert(&mut self, parent: Option<NodeId>, entry: Entry) -> NodeId {
        let id = NodeId(self.next);
        self.next = self.next.saturating_add(1);
        let ply = parent.and_then(|id| self.node(id)).map_or(0, |node| node.ply) + 1;
        self.after_mut(parent).push(id);
        self.nodes.insert(id, Node { entry, parent, children: Vec::new(), ply });
        id
    }

    /// Removes a move and all that follows it.
    pub fn remove(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(&id) else { return };
        let parent = node.parent;
        self.after_mut(parent).retain(|child| *child != id);
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes.remove(&id) {
                doomed.extend(node.children);
            }
        }
    }

    /// Makes a move the first of those that follow the same one.
    pub fn promote(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(&id) else { return };
        let parent = node.parent;
        let siblings = self.after_mut(parent);
        siblings.retain(|sibling| *sibling != id);
        siblings.insert(0, id);
    }

    /// The moves that lead to one, itself included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = Vec::new();
        let mut next = Some(id);
        while let Some(node) = next.and_then(|id| self.node(id).map(|node| (id, node))) {
            path.push(node.0);
            next = node.1.parent;
        }
        path.reverse();
        path
    }

    /// The main line behind a move.
    pub fn main_line(&self, id: Option<NodeId>) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut next = self.after(id).first();
        while let Some(id) = next {
            line.push(*id);
            next = self.after(Some(*id)).first();
        }
        line
    }

    /// In how many variations a move lies.
    pub fn depth_of(&self, id: NodeId) -> usize {
        let parent = |id: NodeId| self.node(id).and_then(|node| node.parent);
        self.path(id).into_iter().filter(|id| self.after(parent(*id)).first() != Some(id)).count()
    }

    /// In how many variations the move lies that lies deepest.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open: Vec<(Option<NodeId>, usize)> = vec![(None, 0)];
        while let Some((id, depth)) = open.pop() {
            deepest = deepest.max(depth);
            let next = self.after(id).iter().enumerate();
            open.extend(next.map(|(index, child)| (Some(*child), depth + usize::from(index > 0))));
        }
        deepest
    }
}
