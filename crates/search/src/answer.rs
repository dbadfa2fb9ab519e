//! What the engine says: while it thinks, and at last.

use chatura_rules::notation::format_move;
use chatura_rules::{Move, Position};
use std::fmt;
use std::time::Duration;

/// How good a position is for the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn's worth.
    Centipawns(i32),
    /// With more than two sides: from -1000, the last place for certain, to 1000, the first.
    Place(i32),
    /// Where points decide: those expected at the end, in hundredths.
    Points(i32),
    /// The game is won in so many moves of one's own; lost in so many if negative. 0 is lost already.
    Mate(i32),
}

/// More than any evaluation: the game is won here.
pub(crate) const WON: i32 = 32_000;
/// Scores beyond this say in how many plies the game is won or lost.
pub(crate) const DECIDED: i32 = WON - 1_000;
/// What a loss by a rule of repetition is worth: as good as decided, but no mate in so many moves. It depends on the
/// way to a position, so no table may keep it.
pub(crate) const BY_RULE: i32 = 15_000;
/// More than any score.
pub(crate) const INFINITE: i32 = WON + 1;

impl Score {
    /// The score of an inner value, where so many moves make a turn and so many are left of this one.
    pub(crate) fn of(value: i32, each: i32, left: i32) -> Score {
        if value > DECIDED {
            Score::Mate(own_moves(WON - value, each, left))
        } else if value < -DECIDED {
            Score::Mate(-own_moves(WON + value, each, left))
        } else {
            Score::Centipawns(value)
        }
    }

    /// A number that orders scores from bad to good.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(value) | Score::Place(value) | Score::Points(value) => value,
            Score::Mate(moves) if moves > 0 => WON - moves,
            Score::Mate(moves) => -WON - moves,
        }
    }
}

/// How many of so many plies are those of the side to move.
fn own_moves(plies: i32, each: i32, left: i32) -> i32 {
    let later = (plies - left).max(0);
    plies.min(left) + later / (2 * each) * each + (later % (2 * each) - each).max(0)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => {
                let sign = if *value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
            }
            Score::Place(value) => write!(f, "{:.1} % of places", f64::from(value + 1000) / 20.0),
            Score::Points(value) => write!(f, "{:.1} points", f64::from(*value) / 100.0),
            Score::Mate(moves) if *moves > 0 => write!(f, "won in {moves}"),
            Score::Mate(moves) => write!(f, "lost in {}", -moves),
        }
    }
}

/// A line of play and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves, the one to play first.
    pub moves: Vec<Move>,
    /// What it leads to, for the side whose turn it is now.
    pub score: Score,
}

impl Variation {
    /// The moves in coordinates, from where they are played; a line ends where it is no longer legal.
    pub fn written(&self, position: &Position) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for mv in &self.moves {
            if !position.is_legal(*mv) {
                break;
            }
            words.push(format_move(&position, *mv));
            position.play_unchecked(*mv);
        }
        words.join(" ")
    }
}

/// What is known so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many plies were looked at in full.
    pub depth: u32,
    /// The deepest ply looked at.
    pub deepest: u32,
    /// The best lines, as many as were asked for, best first.
    pub lines: Vec<Variation>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table of positions is, in thousandths.
    pub full: u32,
    /// How often endgame tables knew a position.
    pub table_hits: u64,
}

impl Report {
    /// A report of nothing yet.
    pub(crate) fn empty() -> Report {
        Report {
            depth: 0,
            deepest: 0,
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            full: 0,
            table_hits: 0,
        }
    }

    /// Positions a second.
    pub fn speed(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What the engine would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move; none only where there is none, or the game is over.
    pub best: Option<Move>,
    /// What it expects then.
    pub ponder: Option<Move>,
    /// How it came to that.
    pub report: Report,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_moves_of_the_one_who_wins() {
        let score = |value: i32| Score::of(value, 1, 1);
        assert_eq!(score(WON - 1), Score::Mate(1));
        assert_eq!(score(WON - 3), Score::Mate(2));
        assert_eq!(score(-WON), Score::Mate(0));
        assert_eq!(score(-WON + 2), Score::Mate(-1));
        assert_eq!(score(-150), Score::Centipawns(-150));
        assert_eq!(score(-150).to_string(), "-1.50");
        // Two moves a turn: two of one's own, two of the other's, two of one's own.
        assert_eq!(Score::of(WON - 2, 2, 2), Score::Mate(2));
        assert_eq!(Score::of(WON - 6, 2, 2), Score::Mate(4));
        assert_eq!(Score::of(WON - 4, 2, 1), Score::Mate(2));
        assert_eq!(Score::of(-WON + 3, 2, 1), Score::Mate(-1));
        assert_eq!(Score::Place(0).to_string(), "50.0 % of places");
        assert_eq!(Score::Points(4784).to_string(), "47.8 points");
        assert!(Score::Mate(1).rank() > Score::Mate(2).rank());
        assert!(Score::Mate(-1).rank() < Score::Mate(-2).rank());
    }
}
