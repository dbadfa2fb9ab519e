//! How a game ended, for each player, with the reason in words.

use crate::cell::Player;
use crate::describe::listed;
use crate::rule::Verdict;
use crate::rule::elimination::seats::Seats;

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

    /// The reason of a number.
    pub(crate) fn from_number(number: u8) -> Reason {
        Reason::ALL[number as usize]
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

/// How the seats of a game stand when it is over.
pub(crate) struct Table<'a> {
    pub names: &'a [String],
    /// For each player those on its side, a bit each.
    pub sides: &'a [u8],
    pub seats: Seats,
    /// Whether points decide.
    pub points: bool,
    /// Whether the game ends with the first who leaves.
    pub until_first: bool,
}

impl Table<'_> {
    /// The outcome when something happens to one player. Whoever left later is placed better; those who still play
    /// share what is left; where points count, only they do.
    pub fn outcome(&self, reason: Reason, player: usize, verdict: Verdict) -> Outcome {
        let levels = self.levels(player, verdict);
        let best = levels.iter().max().copied().unwrap_or(0);
        let first: Vec<usize> = (0..levels.len()).filter(|p| levels[*p] == best).collect();
        let one_side = first.iter().all(|p| self.sides[first[0]] >> p & 1 != 0);
        let standing = |p: usize| match (levels[p] == best, one_side) {
            (true, true) => Standing::Win,
            (true, false) => Standing::Draw,
            (false, _) if self.seats.drawn >> p & 1 != 0 => Standing::Draw,
            (false, _) => Standing::Loss,
        };
        let place = |level: &i32| levels.iter().filter(|other| *other > level).count() as u8 + 1;
        let names: Vec<&str> = first.iter().map(|p| self.names[*p].as_str()).collect();
        let mut sentence = match (one_side, &names[..]) {
            (true, [one]) => format!("{one} wins {}", reason.words()),
            (true, _) => format!("{} win {}", listed(&names, "and"), reason.words()),
            (false, _) => format!("{} share the first place {}", listed(&names, "and"), reason.words()),
        };
        if self.points {
            let points = self.names.iter().zip(self.seats.points);
            let points: Vec<String> = points.map(|(name, points)| format!("{name} {points}")).collect();
            sentence += &format!(" (points: {})", points.join(", "));
        }
        Outcome {
            standings: (0..levels.len()).map(standing).collect(),
            reason,
            places: levels.iter().map(place).collect(),
            points: self
                .points
                .then(|| self.seats.points[..levels.len()].iter().map(|p| (*p).into()).collect()),
            sentence,
        }
    }

    /// How well each player did; higher is better.
    fn levels(&self, player: usize, verdict: Verdict) -> Vec<i32> {
        const PLAYING: i32 = 1000;
        const WON: i32 = 2000;
        let level = |p: usize| {
            let with_it = self.sides[player] >> p & 1 != 0;
            let stayed = match self.seats.left[p] {
                0 => PLAYING,
                // Whoever leaves with a draw when that ends the game shares it with the others.
                _ if self.until_first => PLAYING,
                left => i32::from(left),
            };
            match verdict {
                _ if self.points => self.seats.points[p].into(),
                Verdict::Win if with_it => WON,
                Verdict::Loss if with_it => 0,
                Verdict::Loss if self.has_teams() || usize::from(self.seats.credited) == p + 1 => WON,
                _ => stayed,
            }
        };
        (0..self.names.len()).map(level).collect()
    }

    fn has_teams(&self) -> bool {
        self.sides.iter().any(|side| side.count_ones() > 1)
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
