//! What an engine did wrong, each kind told apart.

use std::process::ExitStatus;
use std::time::Duration;

/// Why an engine gave no answer that counts. Each is a sentence about "it", the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no such program, or it may not be run.
    #[error("{program} cannot be started: {error}")]
    NotStarted {
        /// What was to be started.
        program: String,
        /// What the system says.
        error: String,
    },
    /// It answers neither `uci` nor `xboard` as an engine would.
    #[error("it speaks neither UCI nor XBoard")]
    Unidentified,
    /// It cannot do what is asked, and says so.
    #[error("{0}")]
    Refused(String),
    /// What was played cannot be told to it, which may not be so in the next game.
    #[error("{0}")]
    Untold(String),
    /// It said nothing for too long.
    #[error("it hung: no answer {} after {doing}", seconds(*.waited))]
    Hung {
        /// What it was told to do.
        doing: &'static str,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It ended by itself.
    #[error("it crashed after {doing}: {how}")]
    Crashed {
        /// What it was told to do.
        doing: &'static str,
        /// How it ended.
        how: String,
    },
    /// It answered with something that is no move.
    #[error("it talks nonsense: \"{0}\" is no move")]
    Nonsense(String),
    /// It chose a move that may not be played.
    #[error("it played an illegal move: {0}")]
    Illegal(String),
    /// It claims what is not so: an end of the game, or that a legal move is none.
    #[error("it lies: {0}")]
    Lied(String),
    /// It took more time than it had.
    #[error("it overstepped its time: {} of {}", seconds(*.spent), seconds(*.allowed))]
    Overstepped {
        /// What it took.
        spent: Duration,
        /// What it had.
        allowed: Duration,
    },
    /// It says more than anybody can read.
    #[error("it floods: more than {0} bytes for one question")]
    Flooded(usize),
}

impl Fault {
    /// One word for tables: `hung`, `crashed`, `illegal move` …
    pub fn word(&self) -> &'static str {
        match self {
            Fault::NotStarted { .. } => "not started",
            Fault::Unidentified => "unidentified",
            Fault::Refused(_) => "refused",
            Fault::Untold(_) => "not told",
            Fault::Hung { .. } => "hung",
            Fault::Crashed { .. } => "crashed",
            Fault::Nonsense(_) => "nonsense",
            Fault::Illegal(_) => "illegal move",
            Fault::Lied(_) => "lied",
            Fault::Overstepped { .. } => "overstepped time",
            Fault::Flooded(_) => "flooded",
        }
    }

    /// Whether the engine can be asked again as it is: it is there, and what it says still follows what it is asked.
    pub fn leaves_it_usable(&self) -> bool {
        matches!(self, Fault::Refused(_) | Fault::Untold(_) | Fault::Overstepped { .. })
    }

    pub(super) fn crashed(doing: &'static str, status: Option<ExitStatus>) -> Fault {
        let how = status.map_or_else(|| "its output was closed".to_owned(), |status| status.to_string());
        Fault::Crashed { doing, how }
    }
}

fn seconds(time: Duration) -> String {
    match time.as_millis() {
        millis @ ..10_000 => format!("{millis} ms"),
        millis => format!("{:.1} s", millis as f64 / 1000.0),
    }
}

/// A text of hostile length is cut before it is shown.
pub(super) fn shown(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &clean[..at]),
        None => clean,
    }
}
