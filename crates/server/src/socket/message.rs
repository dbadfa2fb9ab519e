//! What clients say on a socket.

use crate::analysis::AnalysisLimits;
use chatura_session::Command;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A message of a client. Each that has an id is answered once.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Message {
    /// Tell me what happens in a game from now on, and what I missed since a version.
    Watch {
        /// To be answered by.
        id: Option<String>,
        /// Which game.
        game: String,
        /// The version up to which everything is known.
        since: Option<u64>,
        /// The secret of a seat, for those who come without an identity.
        token: Option<String>,
    },
    /// No longer.
    Leave {
        /// Which game.
        game: String,
    },
    /// Tell me of a study: all of it now, and then what changes.
    WatchStudy {
        /// To be answered by.
        id: Option<String>,
        /// Which study.
        study: String,
    },
    /// No longer.
    LeaveStudy {
        /// Which study.
        study: String,
    },
    /// Do something in a game.
    Command {
        /// To be answered by, and known by if it comes again.
        id: String,
        /// Which game.
        game: String,
        /// What.
        command: Command,
        /// As whom: `player` or `host`.
        #[serde(default, rename = "as")]
        role: Role,
    },
    /// Say something to all who watch a game.
    Chat {
        /// To be answered by, and known by if it comes again.
        id: String,
        /// Which game.
        game: String,
        /// What.
        text: String,
    },
    /// Ask for another game, or no longer.
    Rematch {
        /// To be answered by.
        id: String,
        /// Which game.
        game: String,
        /// Whether it is wanted.
        wanted: bool,
    },
    /// Where my pieces could go when my turn comes.
    Premoves {
        /// To be answered by.
        id: String,
        /// Which game.
        game: String,
    },
    /// Why a piece may not go from one cell to another now.
    Why {
        /// To be answered by.
        id: String,
        /// Which game.
        game: String,
        /// From where, by name.
        from: String,
        /// Where to.
        to: String,
    },
    /// Look at a position; what is found comes as messages with this id until the last. Another such message, or
    /// `stop`, ends it; an engine of others looks beside our own.
    Analyse {
        /// To be answered by.
        id: String,
        /// The definition.
        game: String,
        /// Its variables.
        #[serde(default)]
        settings: BTreeMap<String, String>,
        /// Where it starts.
        fen: Option<String>,
        /// The moves played from there.
        #[serde(default)]
        moves: Vec<String>,
        /// How to look.
        #[serde(default)]
        limits: AnalysisLimits,
    },
    /// Look no longer.
    Stop,
    /// Are you there?
    Ping {
        /// Comes back with the answer.
        id: Option<String>,
    },
}

/// As whom something is said.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// For one's own seats.
    #[default]
    Player,
    /// As the keeper of a table at which nobody else sits.
    Host,
}

impl Message {
    /// The id by which it is answered.
    pub fn id(&self) -> Option<&str> {
        match self {
            Message::Watch { id, .. } | Message::WatchStudy { id, .. } | Message::Ping { id } => {
                id.as_deref()
            }
            Message::Command { id, .. }
            | Message::Chat { id, .. }
            | Message::Rematch { id, .. }
            | Message::Premoves { id, .. }
            | Message::Why { id, .. }
            | Message::Analyse { id, .. } => Some(id),
            Message::Leave { .. } | Message::LeaveStudy { .. } | Message::Stop => None,
        }
    }
}
