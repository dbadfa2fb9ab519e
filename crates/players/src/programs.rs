//! Programs of others that run for one who asks, each started when it is first needed.

use crate::chooser::PlayerError;
use crate::engine_list::EngineList;
use crate::external_engine::ExternalEngine;
use chatura_protocol::drive::Pace;
use std::sync::Arc;
use std::time::Duration;

/// So many run at most for one who asks; the one that was not needed the longest ends.
const MOST: usize = 4;

/// The programs of others that run here.
pub struct Programs {
    list: Arc<EngineList>,
    usual: Duration,
    /// The one that was needed last comes first.
    running: Vec<(String, ExternalEngine)>,
}

impl Programs {
    /// Those of a list, which think so long about a move where no clock says less.
    pub fn new(list: Arc<EngineList>, usual: Duration) -> Programs {
        Programs { list, usual, running: Vec::new() }
    }

    /// The program of a name.
    pub fn engine(&mut self, name: &str) -> Result<&mut ExternalEngine, PlayerError> {
        match self.running.iter().position(|(known, _)| known == name) {
            Some(found) => self.running[..=found].rotate_right(1),
            None => {
                let engine = ExternalEngine::new(self.list.find(name)?.launch(), Pace::time(self.usual));
                self.running.truncate(MOST - 1);
                self.running.insert(0, (name.to_owned(), engine));
            }
        }
        Ok(&mut self.running[0].1)
    }

    /// Whether any runs.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Ends all of them.
    pub fn end(&mut self) {
        self.running.clear();
    }
}
