//! The match that is played: what stands on its boards at this moment.

use super::told::{Chances, said, written};
use crate::drawing::placement;
use chatura_rules::{Line, Position};
use chatura_tournament::Glimpse;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How many boards are shown at once.
const BOARDS: usize = 16;
/// How many of the last moves are shown with a board.
const MOVES: usize = 12;

/// What is to be seen of a match that is played. The threads that play say what they do; whoever looks on is told when
/// something has changed, and asks what.
#[derive(Debug)]
pub struct MatchFeed {
    path: PathBuf,
    id: String,
    tables: Mutex<BTreeMap<usize, Table>>,
    /// How often something has changed, and whether it is over.
    state: watch::Sender<(u64, bool)>,
}

/// A game as it stands.
#[derive(Debug)]
struct Table {
    number: u32,
    seats: Vec<usize>,
    position: Position,
    ply: usize,
    last: Option<Value>,
    /// The last moves.
    moves: Vec<String>,
    chances: Chances,
    /// The chances after each ply of the game, the opening without any.
    graph: Vec<Value>,
    /// What each seat said last.
    said: Vec<Value>,
    clocks: Vec<Duration>,
}

impl MatchFeed {
    /// A match that is kept in a file.
    pub fn new(path: &Path) -> MatchFeed {
        MatchFeed {
            path: path.to_owned(),
            id: super::id_of(path),
            tables: Mutex::default(),
            state: watch::channel((0, false)).0,
        }
    }

    /// What it is called in addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes in what has happened at a table.
    pub fn show(&self, glimpse: &Glimpse<'_>) {
        if glimpse.table >= BOARDS {
            return;
        }
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |table: &Table| table.number == glimpse.game.number;
        let table = match tables.remove(&glimpse.table).filter(same) {
            Some(table) => table,
            None => Table::new(glimpse),
        };
        tables.insert(glimpse.table, table.after(glimpse));
        drop(tables);
        self.tell();
    }

    /// A game was written into the file, or something else has changed.
    pub fn tell(&self) {
        self.state.send_modify(|(version, _)| *version += 1);
    }

    /// Nothing is played any more.
    pub fn end(&self) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.state.send_modify(|(version, is_over)| (*version, *is_over) = (*version + 1, true));
    }

    /// Whether something is played still.
    pub fn is_played(&self) -> bool {
        !self.state.borrow().1
    }

    /// Waits until there is something newer than a version; which version there is then.
    pub(crate) async fn newer(&self, than: u64, patience: Duration) -> u64 {
        let mut state = self.state.subscribe();
        // Whoever waits in vain is told what there is.
        let _ = tokio::time::timeout(patience, state.wait_for(|(version, _)| *version > than)).await;
        let (version, _) = *self.state.borrow();
        version
    }

    /// The boards as they stand.
    pub(crate) fn tables(&self) -> Vec<Value> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.iter().map(|(number, table)| table.told(*number)).collect()
    }
}

impl Table {
    /// A game where it begins.
    fn new(glimpse: &Glimpse<'_>) -> Table {
        let seats = &glimpse.game.seats;
        Table {
            number: glimpse.game.number,
            seats: seats.clone(),
            position: glimpse.line.first(),
            ply: 0,
            last: None,
            moves: Vec::new(),
            chances: Chances::new(seats.len()),
            graph: Vec::new(),
            said: vec![Value::Null; seats.len()],
            clocks: Vec::new(),
        }
    }

    /// The same after what was played since.
    fn after(mut self, glimpse: &Glimpse<'_>) -> Table {
        let line: &Line = glimpse.line;
        for (ply, mv) in line.moves().iter().enumerate().skip(self.ply) {
            let last = written(&self.position, *mv);
            let seat = self.position.turn().index();
            self.moves.push(last["san"].as_str().unwrap_or_default().to_owned());
            self.last = Some(last);
            self.position.play_unchecked(*mv);
            if let Some(note) = ply.checked_sub(glimpse.opening).and_then(|at| glimpse.notes.get(at)) {
                self.chances.hear(seat, note.score);
                if let Some(told) = self.said.get_mut(seat) {
                    *told = said(note);
                }
            }
            self.graph.push(self.chances.told());
        }
        self.ply = line.moves().len();
        self.moves.drain(..self.moves.len().saturating_sub(MOVES));
        self.clocks.clone_from(&glimpse.clocks);
        self
    }

    fn told(&self, table: usize) -> Value {
        let clocks: Vec<u64> =
            self.clocks.iter().map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)).collect();
        json!({
            "table": table,
            "number": self.number,
            "seats": self.seats,
            "turn": self.position.turn().0,
            "ply": self.ply,
            "placement": placement(&self.position),
            "last": self.last,
            "moves": self.moves,
            "chances": self.graph,
            "said": self.said,
            "clocks": clocks,
        })
    }
}
