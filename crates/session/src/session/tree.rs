//! Commands about the tree of variations.

use super::{Answer, Session, Speaker};
use crate::event::{Event, Navigation};
use crate::journal::NodeId;
use crate::refusal::{Code, Refusal};
use crate::time::Time;
use chatura_rules::notation::pgn::MAX_DEPTH;

/// The longest comment, in characters.
pub(super) const MAX_COMMENT: usize = 2000;
/// The most judgements of a move.
pub(super) const MAX_NAGS: usize = 8;

impl Session {
    /// Refuses where there is no tree, or no such move in it.
    fn require_node(&self, node: NodeId) -> Result<(), Refusal> {
        if !self.journal.keeps() {
            return Err(Refusal::new(Code::NoVariations, "variations are not kept at this table"));
        }
        match self.journal.tree.node(node) {
            Some(_) => Ok(()),
            None => {
                Err(Refusal::new(Code::NoSuchNode, format!("there is no move {} in the journal", node.0)))
            }
        }
    }

    pub(super) fn visit(&mut self, from: &Speaker, node: NodeId, now: Time) -> Answer {
        self.require_node(node)?;
        self.require_free(from)?;
        Ok(self.go_to(Some(node), now))
    }

    /// Goes to a move of any line, or to the start.
    fn go_to(&mut self, node: Option<NodeId>, now: Time) -> Vec<Event> {
        let path = node.map(|node| self.journal.tree.path(node)).unwrap_or_default();
        self.navigate_along(Some(&path), path.len(), Navigation::Visit, now)
    }

    pub(super) fn promote(&mut self, from: &Speaker, node: NodeId) -> Answer {
        self.require_node(node)?;
        self.require_free(from)?;
        let mut tree = self.journal.tree.clone();
        for node in tree.path(node) {
            tree.promote(node);
        }
        if tree.depth() > MAX_DEPTH {
            return Err(Refusal::new(Code::Full, "other variations would lie too deep in each other"));
        }
        self.journal.tree = tree;
        Ok(vec![Event::Tree])
    }

    pub(super) fn prune(&mut self, from: &Speaker, node: NodeId, now: Time) -> Answer {
        self.require_node(node)?;
        self.require_free(from)?;
        let mut events = Vec::new();
        if self.journal.past().contains(&node) {
            let parent = self.journal.tree.node(node).and_then(|node| node.parent);
            events.extend(self.go_to(parent, now));
        }
        self.journal.remove(node);
        events.push(Event::Tree);
        Ok(events)
    }

    pub(super) fn annotate(&mut self, _: &Speaker, node: NodeId, comment: &str, nags: Vec<u16>) -> Answer {
        self.require_node(node)?;
        if comment.chars().count() > MAX_COMMENT || nags.len() > MAX_NAGS {
            let sentence =
                format!("a comment has {MAX_COMMENT} characters at most, and {MAX_NAGS} judgements");
            return Err(Refusal::new(Code::BadValue, sentence));
        }
        if let Some(entry) = self.journal.tree.entry_mut(node) {
            comment.clone_into(&mut entry.comment);
            entry.nags = nags;
        }
        Ok(vec![Event::Tree])
    }

    /// Whether a new variation here would lie too deep in others.
    pub(super) fn is_too_deep(&self) -> bool {
        let tree = &self.journal.tree;
        let new = usize::from(!tree.after(self.journal.here()).is_empty());
        self.journal.here().map_or(0, |here| tree.depth_of(here)) + new > MAX_DEPTH
    }
}
