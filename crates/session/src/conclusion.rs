//! How a game ended.

use chatura_rules::{Outcome, Position, Reason};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Conclusion {
    /// Why, for programs.
    pub cause: Cause,
    /// For each seat; empty if the game was aborted.
    pub standings: Vec<Standing>,
    /// For each seat its place, 1 for the best; equals share one. Empty if the game was aborted.
    pub places: Vec<u8>,
    /// Points of each seat, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<i32>>,
    /// As PGN writes it: `1-0`, `1/2-1/2`, `*`.
    pub result: String,
    /// For people: "White wins by checkmate".
    pub sentence: String,
}

/// How a game ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Neither.
    Drew,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Cause {
    /// By the rules of the game: checkmate, a goal, repetition …
    Rules,
    /// The last but one gave up.
    Resignation,
    /// The last but one ran out of time.
    Time,
    /// One ran out of time, but the other can no longer win.
    TimeWithoutWinner,
    /// All who played agreed to a draw.
    Agreement,
    /// Somebody claimed what the rules allow.
    Claim,
    /// Called off without a result.
    Aborted,
}

impl Conclusion {
    /// What the rules say.
    pub(crate) fn of(outcome: Outcome) -> Conclusion {
        let cause = match outcome.reason {
            Reason::Resignation => Cause::Resignation,
            Reason::Time => Cause::Time,
            _ => Cause::Rules,
        };
        let standing = |standing: &chatura_rules::Standing| match standing {
            chatura_rules::Standing::Win => Standing::Won,
            chatura_rules::Standing::Loss => Standing::Lost,
            chatura_rules::Standing::Draw => Standing::Drew,
        };
        Conclusion {
            cause,
            standings: outcome.standings.iter().map(standing).collect(),
            result: outcome.result(),
            places: outcome.places,
            points: outcome.points,
            sentence: outcome.sentence,
        }
    }

    /// What a player claimed.
    pub(crate) fn claimed(outcome: Outcome) -> Conclusion {
        Conclusion { cause: Cause::Claim, ..Conclusion::of(outcome) }
    }

    /// All who play agreed.
    pub(crate) fn agreed(position: &Position) -> Conclusion {
        Conclusion { cause: Cause::Agreement, ..Conclusion::of(position.drawn(Reason::Agreement)) }
    }

    /// One ran out of time, but the other can no longer win.
    pub(crate) fn without_winner(position: &Position, flagged: &str, other: &str) -> Conclusion {
        let sentence = format!("Draw: {flagged} ran out of time, but {other} cannot win any more");
        let outcome = position.drawn(Reason::Time);
        Conclusion { cause: Cause::TimeWithoutWinner, sentence, ..Conclusion::of(outcome) }
    }

    /// Called off.
    pub(crate) fn aborted() -> Conclusion {
        Conclusion {
            cause: Cause::Aborted,
            standings: Vec::new(),
            places: Vec::new(),
            points: None,
            result: "*".to_owned(),
            sentence: "The game was aborted".to_owned(),
        }
    }
}
