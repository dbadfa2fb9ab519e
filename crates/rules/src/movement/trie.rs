//! What a movement means on a board: a trie of cells looked at.
//!
//! A node names a cell. What stands there decides which nodes are looked at next and whether the move may end
//! here. Equal nodes are shared, so a trie is a graph without cycles. Every fast path must agree with it.

use crate::cell::Cell;

/// What stands on a cell, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing.
    Empty,
    /// The mover's own piece.
    Own,
    /// A partner's piece.
    Ally,
    /// An opponent's piece.
    Enemy,
    /// Nobody's piece.
    Neutral,
}

/// How many classes there are.
pub const CLASSES: usize = 5;

/// What ends a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Nothing: the move cannot end here.
    #[default]
    None,
    /// Go here, taking what stands here.
    Go,
    /// Go here, leaving the cells of this list open to capture en passant.
    GoPassing(u16),
    /// Go here if it is a cell just passed over, taking the piece that passed.
    EnPassant,
    /// Go here, removing the pieces on the cells of this list, and what stands here.
    Sweep(u16),
}

/// What follows from one class of occupant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arm {
    /// How the move may end.
    pub effect: Effect,
    /// Nodes looked at next.
    pub next: Vec<u16>,
}

/// A cell looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Which.
    pub cell: Cell,
    /// By [`Class`].
    pub arms: [Arm; CLASSES],
    /// Whether it is part of a ride, which only the border or a limit may have cut to one step.
    pub ride: bool,
}

/// A movement from one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trie {
    /// All nodes; a node stands after every node it leads to.
    pub nodes: Vec<Node>,
    /// Where to begin.
    pub roots: Vec<u16>,
    /// Lists of cells that effects refer to.
    pub lists: Vec<Vec<Cell>>,
}

impl Trie {
    /// The same trie on the cells of another player's view.
    #[must_use]
    pub fn mapped(&self, view: &[Cell]) -> Trie {
        let mut trie = self.clone();
        for node in &mut trie.nodes {
            node.cell = view[node.cell.index()];
        }
        for list in &mut trie.lists {
            for cell in list {
                *cell = view[cell.index()];
            }
        }
        trie
    }

    /// Removes endings outside a zone, and nodes that then lead nowhere.
    #[must_use]
    pub fn limited(mut self, allowed: impl Fn(Cell) -> bool) -> Trie {
        for node in &mut self.nodes {
            if !allowed(node.cell) {
                node.arms.iter_mut().for_each(|arm| arm.effect = Effect::None);
            }
        }
        self.pruned()
    }

    /// Without nodes from which no move can end.
    fn pruned(mut self) -> Trie {
        let mut alive = vec![false; self.nodes.len()];
        for index in 0..self.nodes.len() {
            for arm in &mut self.nodes[index].arms {
                arm.next.retain(|&n| alive[n as usize]);
                alive[index] |= arm.effect != Effect::None || !arm.next.is_empty();
            }
        }
        self.roots.retain(|&n| alive[n as usize]);
        self
    }

    /// Calls back for each way a move can end, given what stands on each cell.
    pub fn walk(&self, class: &mut impl FnMut(Cell) -> Class, end: &mut impl FnMut(Cell, Effect)) {
        for &root in &self.roots {
            self.walk_from(root, class, end);
        }
    }

    fn walk_from(
        &self,
        node: u16,
        class: &mut impl FnMut(Cell) -> Class,
        end: &mut impl FnMut(Cell, Effect),
    ) {
        let node = &self.nodes[node as usize];
        let arm = &node.arms[class(node.cell) as usize];
        if arm.effect != Effect::None {
            end(node.cell, arm.effect);
        }
        for &next in &arm.next {
            self.walk_from(next, class, end);
        }
    }

    /// Every cell on which a move of some kind can end, whatever stands there.
    pub fn ends(&self) -> impl Iterator<Item = Cell> + '_ {
        self.nodes
            .iter()
            .filter(|node| node.arms.iter().any(|arm| arm.effect != Effect::None))
            .map(|node| node.cell)
    }

    /// Whether no move can ever be made.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}
