//! How a game ended, for each player, with the reason in words.

use crate::cell::Player;
use crate::rule::Verdict;

/// How it went for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// Neither.
    Draw,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// A royal piece is attacked and nothing helps.
    Checkmate,
    /// No legal move, no royal attacked.
    Stalemate,
    /// Nothing can win any more.
    Material,
    /// The same position came too often.
    Repetition,
    /// One side gave check on every move of a repetition.
    PerpetualCheck,
    /// One side attacked the same piece on every move of a repetition.
    PerpetualChase,
    /// Too many moves without progress.
    NoProgress,
    /// The last piece of a type is gone.
    Extinction,
    /// A goal was reached.
    Goal,
    /// Both reached their goals.
    BothGoals,
    /// Check was given often enough.
    Checks,
    /// Only the royal piece is left.
    BareKing,
    /// A royal piece was captured or blown up.
    RoyalLost,
    /// Nothing can move but a royal piece, and only into capture.
    UnsafeRoyal,
    /// A player gave up.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The lead in points was claimed as a win.
    Lead,
    /// All who played agreed to a draw.
    Agreement,
    /// A rule of this game says so.
    Rule,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// For each player.
    pub standings: Vec<Standing>,
    /// Why.
    pub reason: Reason,
    /// Places shared by equals, best first; 1 is the winner. Two winners of a team share place 1.
    pub places: Vec<u8>,
    /// Points of each player, in games that count them.
    pub points: Option<Vec<i32>>,
    /// A sentence: "White wins by checkmate".
    pub sentence: String,
}

impl Reason {
    const ALL: [Reason; 19] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Material,
        Reason::Repetition,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::NoProgress,
        Reason::Extinction,
        Reason::Goal,
        Reason::BothGoals,
        Reason::Checks,
        Reason::BareKing,
        Reason::RoyalLost,
        Reason::UnsafeRoyal,
        Reason::Resignation,
        Reason::Time,
        Reason::Lead,
        Reason::Agreement,
        Reason::Rule,
    ];

    /// The reason of a number; behind the last one are those of rules' own.
    pub(crate) fn from_number(number: u8) -> Reason {
        Reason::ALL.get(number as usize).copied().unwrap_or(Reason::Rule)
    }

    /// In words: "by checkmate".
    pub fn words(self) -> &'static str {
        match self {
            Reason::Checkmate => "by checkmate",
            Reason::Stalemate => "by stalemate",
            Reason::Material => "because nobody has enough left to win",
            Reason::Repetition => "by repetition",
            Reason::PerpetualCheck => "by perpetual check",
            Reason::PerpetualChase => "by perpetual chase",
            Reason::NoProgress => "because nothing happened for too long",
            Reason::Extinction => "by extinction",
            Reason::Goal => "by reaching the goal",
            Reason::BothGoals => "because both reached the goal",
            Reason::Checks => "by the number of checks",
            Reason::BareKing => "because only a bare king is left",
            Reason::RoyalLost => "by the loss of the royal piece",
            Reason::UnsafeRoyal => "because nothing but the royal piece can move, and only into capture",
            Reason::Resignation => "by resignation",
            Reason::Time => "on time",
            Reason::Lead => "by a lead in points",
            Reason::Agreement => "by agreement",
            Reason::Rule => "by a rule of this game",
        }
    }
}

impl Outcome {
    /// The outcome when something happens to one player: it wins, loses, or all draw. The others share the rest.
    pub(crate) fn new(names: &[String], reason: Reason, player: usize, verdict: Verdict) -> Outcome {
        let (own, other) = match verdict {
            Verdict::Win => (Standing::Win, Standing::Loss),
            Verdict::Loss => (Standing::Loss, Standing::Win),
            Verdict::Draw | Verdict::None => (Standing::Draw, Standing::Draw),
        };
        let count = names.len();
        let standings: Vec<Standing> = (0..count).map(|p| if p == player { own } else { other }).collect();
        let places = standings
            .iter()
            .map(|s| match (s, own) {
                (Standing::Loss, Standing::Loss) => count as u8,
                (Standing::Loss, _) => 2,
                _ => 1,
            })
            .collect();
        let winners: Vec<&str> =
            (0..count).filter(|p| standings[*p] == Standing::Win).map(|p| names[p].as_str()).collect();
        let sentence = match winners[..] {
            [] => format!("Draw {}", reason.words()),
            [one] => format!("{one} wins {}", reason.words()),
            _ => format!("{} win {}", winners.join(" and "), reason.words()),
        };
        Outcome { standings, reason, places, points: None, sentence }
    }

    /// The one who won, if exactly one did.
    pub fn winner(&self) -> Option<Player> {
        let mut winners = self.standings.iter().enumerate().filter(|(_, s)| **s == Standing::Win);
        match (winners.next(), winners.next()) {
            (Some((index, _)), None) => Some(Player(index as u8)),
            _ => None,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2` for two players; for more, a score each, `1-0-0`.
    pub fn result(&self) -> String {
        let winners = self.standings.iter().filter(|s| **s == Standing::Win).count();
        let score = |s: &Standing| match (s, winners) {
            (Standing::Win, 1) => "1",
            (Standing::Win, _) => "1/2",
            (Standing::Draw, _) => "1/2",
            (Standing::Loss, _) => "0",
        };
        self.standings.iter().map(score).collect::<Vec<_>>().join("-")
    }
}
