//! What is agreed before play begins.

use crate::clock::TimeControls;
use serde::{Deserialize, Serialize};

/// What is agreed before play begins; it holds for every game of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Terms {
    /// The clocks, the same for all or one for each seat.
    pub clocks: TimeControls,
    /// Whether moves can be taken back.
    pub undo: UndoPolicy,
    /// Who may stop the clocks.
    pub pause: Permit,
    /// Whether lines that are left stay as variations, for analysis; otherwise a new move clears what was taken back.
    pub variations: bool,
}

/// Whether moves can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UndoPolicy {
    /// By anyone at the table, at any time, also after the end.
    #[default]
    Free,
    /// When the other persons who still play agree; against AI players alone nobody needs to be asked.
    Ask,
    /// Not at all, except by the host.
    Off,
}

/// Who may do something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permit {
    /// Anyone at the table, and the host.
    #[default]
    Seats,
    /// The host alone.
    Host,
}
