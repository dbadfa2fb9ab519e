//! What a movement means on a board: a trie of cells looked at.
//!
//! A node names a cell. What stands there decides which nodes are looked at next and whether the move may end
//! here. Equal nodes are shared, so a trie is a graph; only rules that wander without end make it go in circles. Every
//! fast path must agree with it.

use crate::cell::Cell;
use crate::compile::work::WalkError;

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
    /// Go here, leaving a trail: the cells of this list, which were passed over.
    GoTrailing(u16),
    /// Go here if the cell lies on a trail just left, taking the piece that left it.
    TakePassed,
    /// Go here, removing the pieces on the cells of this list, and what stands here.
    Sweep(u16),
    /// Take what stands here and stay (a rifle capture).
    RifleCapture,
}

impl Effect {
    /// Whether a piece that stands on the cell is taken.
    #[inline(always)]
    pub(crate) fn takes_here(self) -> bool {
        matches!(self, Effect::Go | Effect::Sweep(_) | Effect::RifleCapture)
    }
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
    /// All nodes; a node stands after every node it leads to, unless they go in circles.
    pub nodes: Vec<Node>,
    /// Where to begin.
    pub roots: Vec<u16>,
    /// Lists of cells that effects refer to.
    pub lists: Vec<Vec<Cell>>,
    /// Whether ways meet again or go in circles, so that a walk must remember where it was.
    pub tangled: bool,
    /// Whether some go in circles.
    pub circular: bool,
}

impl Trie {
    /// The moves of both, if numbers suffice for them.
    pub(crate) fn joined(mut self, other: Trie) -> Result<Trie, WalkError> {
        let most = usize::from(u16::MAX);
        if self.nodes.len() + other.nodes.len() > most || self.lists.len() + other.lists.len() > most {
            return Err(WalkError::States);
        }
        let (nodes, lists) = (self.nodes.len() as u16, self.lists.len() as u16);
        for mut node in other.nodes {
            for arm in &mut node.arms {
                arm.next.iter_mut().for_each(|next| *next += nodes);
                arm.effect = match arm.effect {
                    Effect::GoTrailing(list) => Effect::GoTrailing(list + lists),
                    Effect::Sweep(list) => Effect::Sweep(list + lists),
                    effect => effect,
                };
            }
            self.nodes.push(node);
        }
        self.roots.extend(other.roots.iter().map(|root| root + nodes));
        self.lists.extend(other.lists);
        self.tangled |= other.tangled;
        self.circular |= other.circular;
        Ok(self)
    }

    /// The same with every node after those it leads to, if there is such an order, and with its flags set.
    #[must_use]
    pub(super) fn ordered(mut self) -> Trie {
        let count = self.nodes.len();
        let mut waiting = vec![0_usize; count];
        let mut before: Vec<Vec<u16>> = vec![Vec::new(); count];
        for (index, node) in self.nodes.iter().enumerate() {
            for &next in node.arms.iter().flat_map(|arm| &arm.next) {
                waiting[index] += 1;
                before[next as usize].push(index as u16);
            }
        }
        self.tangled = before.iter().any(|ways| ways.len() > 1);
        let mut order: Vec<u16> = (0..count as u16).filter(|index| waiting[*index as usize] == 0).collect();
        let mut done = 0;
        while let Some(&index) = order.get(done) {
            done += 1;
            for &earlier in &before[index as usize] {
                waiting[earlier as usize] -= 1;
                if waiting[earlier as usize] == 0 {
                    order.push(earlier);
                }
            }
        }
        if order.len() < count {
            self.circular = true;
            return self;
        }
        let mut number = vec![0; count];
        for (new, old) in order.iter().enumerate() {
            number[*old as usize] = new as u16;
        }
        let mut nodes: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        self.nodes = order.iter().filter_map(|old| nodes[*old as usize].take()).collect();
        let links = self.nodes.iter_mut().flat_map(|node| &mut node.arms).flat_map(|arm| &mut arm.next);
        for link in links.chain(&mut self.roots) {
            *link = number[*link as usize];
        }
        self
    }

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

    /// Rifle captures instead of captures; what is no capture is gone.
    #[must_use]
    pub(crate) fn into_rifle_captures(mut self) -> Trie {
        for node in &mut self.nodes {
            for (class, arm) in node.arms.iter_mut().enumerate() {
                let takes = class == Class::Enemy as usize || class == Class::Neutral as usize;
                let stays = takes && arm.effect == Effect::Go;
                arm.effect = if stays { Effect::RifleCapture } else { Effect::None };
            }
        }
        self.pruned()
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
        if self.circular {
            // Nodes without an end cost a little time and do no harm.
            return self;
        }
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
        if self.tangled {
            return self.walk_once(class, end);
        }
        for &root in &self.roots {
            self.walk_from(root, class, end);
        }
    }

    /// The same, looking at each node once: what a node leads to does not depend on the way there.
    fn walk_once(&self, class: &mut impl FnMut(Cell) -> Class, end: &mut impl FnMut(Cell, Effect)) {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = self.roots.clone();
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut seen[index as usize], true) {
                continue;
            }
            let node = &self.nodes[index as usize];
            let arm = &node.arms[class(node.cell) as usize];
            if arm.effect != Effect::None {
                end(node.cell, arm.effect);
            }
            open.extend(&arm.next);
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

    /// Whether a move leaves a trail of the cells it passed over.
    pub(crate) fn leaves_trail(&self) -> bool {
        let trails = |node: &Node| node.arms.iter().any(|arm| matches!(arm.effect, Effect::GoTrailing(_)));
        self.nodes.iter().any(trails)
    }

    /// Every cell on which it takes without going there.
    pub(crate) fn rifle_targets(&self) -> impl Iterator<Item = Cell> + '_ {
        let target = |node: &&Node| node.arms.iter().any(|arm| arm.effect == Effect::RifleCapture);
        self.nodes.iter().filter(target).map(|node| node.cell)
    }

    /// Whether no move can ever be made.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}
