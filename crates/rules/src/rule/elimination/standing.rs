//! How everybody did when a game for more than two is over: places, standings, points.

use super::Until;
use super::seats::Seats;
use crate::compile::width::with_width;
use crate::describe::listed;
use crate::position::Position;
use crate::position::outcome::{Outcome, Reason, Standing};
use crate::rule::Verdict;

impl Position {
    /// The outcome for more than two when something happens to one player.
    pub(crate) fn outcome_of_many(&self, reason: Reason, player: usize, verdict: Verdict) -> Outcome {
        let checked = self.game().checked();
        let table = Table {
            names: &checked.players,
            sides: &checked.sides,
            seats: with_width!(self.game(), &self.state, |_tables, state| state.seats),
            points: checked.rules.points.is_some(),
            until_first: checked.rules.elimination.until == Until::First,
        };
        table.outcome(reason, player, verdict)
    }
}

/// How the seats of a game stand when it is over.
struct Table<'a> {
    names: &'a [String],
    /// For each player those on its side, a bit each.
    sides: &'a [u8],
    seats: Seats,
    /// Whether points decide.
    points: bool,
    /// Whether the game ends with the first who leaves.
    until_first: bool,
}

impl Table<'_> {
    /// The outcome when something happens to one player. Whoever left later is placed better; those who still play
    /// share what is left; where points count, only they do.
    fn outcome(&self, reason: Reason, player: usize, verdict: Verdict) -> Outcome {
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
        // Those who stayed are better than whoever left before, also one who lost at last.
        const LOST: i32 = PLAYING - 1;
        let level = |p: usize| {
            let with_it = self.sides[player] >> p & 1 != 0;
            let left = |q: &usize| self.sides[p] >> q & 1 != 0 && self.seats.left[*q] != 0;
            let lost = with_it || self.until_first && (0..self.names.len()).any(|q| left(&q));
            let stayed = match self.seats.left[p] {
                0 => PLAYING,
                // Whoever leaves with a draw when that ends the game shares it with the others.
                _ if self.until_first => PLAYING,
                left => i32::from(left),
            };
            match verdict {
                _ if self.points => self.seats.points[p].into(),
                Verdict::Win if with_it => WON,
                Verdict::Loss if lost => LOST,
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
