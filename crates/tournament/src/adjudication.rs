//! Games that are decided before their end, by what the engines say of them.

use chatura_search::Score;
use std::str::FromStr;

/// When to end a game early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw when both say for so many moves each that neither is ahead by more than this, from a move on.
    pub draw: Option<Agreement>,
    /// A win when both say for so many moves each that the same one is ahead by at least this.
    pub win: Option<Agreement>,
    /// A draw after so many plies.
    pub longest: usize,
}

/// For how long, and by how many hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Moves of each player.
    pub moves: usize,
    /// Hundredths of a pawn.
    pub score: i32,
    /// Not before this move.
    pub from: usize,
}

/// What a game was decided to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody wins.
    Draw,
    /// This player wins.
    Win(usize),
    /// It has become too long: nobody wins.
    TooLong,
}

impl Default for Adjudication {
    fn default() -> Self {
        Adjudication { draw: None, win: None, longest: 400 }
    }
}

impl Adjudication {
    /// What to make of a game of two, by what was said with each ply: the score for the first player, if any was told.
    pub fn verdict(&self, scores: &[Option<Score>], plies: usize) -> Option<Verdict> {
        let agreed = |agreement: &Agreement, fits: &dyn Fn(i32) -> bool| {
            let count = 2 * agreement.moves;
            let all = |score: &Option<Score>| score.is_some_and(|score| fits(score.rank()));
            scores.len() >= count.max(2 * agreement.from) && scores[scores.len() - count..].iter().all(all)
        };
        if let Some(draw) = &self.draw
            && agreed(draw, &|score| score.abs() <= draw.score)
        {
            return Some(Verdict::Draw);
        }
        if let Some(win) = &self.win {
            if agreed(win, &|score| score >= win.score) {
                return Some(Verdict::Win(0));
            }
            if agreed(win, &|score| score <= -win.score) {
                return Some(Verdict::Win(1));
            }
        }
        (plies >= self.longest).then_some(Verdict::TooLong)
    }
}

impl FromStr for Adjudication {
    type Err = String;

    /// Reads `draw=8:10:40,win=3:1000,longest=300`.
    fn from_str(text: &str) -> Result<Adjudication, String> {
        let mut all = Adjudication::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || {
                format!(
                    "\"{part}\" adjudicates nothing: write draw=MOVES:CENTIPAWNS[:FROM], win=MOVES:CENTIPAWNS or longest=PLIES"
                )
            };
            if part == "tables" || part.starts_with("tables=") {
                return Err(
                    "there are no tables of endgames here to adjudicate by: leave tables out".to_owned()
                );
            }
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let numbers: Option<Vec<usize>> = value.split(':').map(|number| number.parse().ok()).collect();
            let agreement = |numbers: &[usize]| {
                let (moves, score, from) = match *numbers {
                    [moves, score] => (moves, score, 0),
                    [moves, score, from] => (moves, score, from),
                    _ => return None,
                };
                (1..=1000).contains(&moves).then_some(())?;
                Some(Agreement { moves, score: i32::try_from(score).ok()?, from: from.min(10_000) })
            };
            match (key, numbers.as_deref().ok_or_else(wrong)?) {
                ("draw", numbers) => all.draw = Some(agreement(numbers).ok_or_else(wrong)?),
                ("win", numbers) => all.win = Some(agreement(numbers).ok_or_else(wrong)?),
                ("longest", [plies]) if *plies > 0 => all.longest = *plies,
                _ => return Err(wrong()),
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_when_both_agree() {
        let rules: Adjudication = "draw=2:10:3,win=2:500,longest=20".parse().unwrap();
        let said = |scores: &[i32]| -> Vec<Option<Score>> {
            scores.iter().map(|score| Some(Score::Centipawns(*score))).collect()
        };
        assert_eq!(rules.verdict(&said(&[0, 0, 0, 0]), 4), None);
        assert_eq!(rules.verdict(&said(&[90, 90, 0, -9, 10, 5]), 6), Some(Verdict::Draw));
        assert_eq!(rules.verdict(&said(&[0, 600, 600, 600]), 4), None);
        assert_eq!(rules.verdict(&said(&[500, 600, 700, 800]), 4), Some(Verdict::Win(0)));
        assert_eq!(rules.verdict(&said(&[-500, -600, -700, -800]), 4), Some(Verdict::Win(1)));
        let mates = [Some(Score::Mate(3)), Some(Score::Mate(2)), Some(Score::Mate(2)), Some(Score::Mate(1))];
        assert_eq!(rules.verdict(&mates, 4), Some(Verdict::Win(0)));
        assert_eq!(
            rules.verdict(&[Some(Score::Mate(1)), None, Some(Score::Mate(1)), Some(Score::Mate(1))], 4),
            None
        );
        assert_eq!(rules.verdict(&[], 20), Some(Verdict::TooLong));
        assert!("win=3:500,tables".parse::<Adjudication>().unwrap_err().contains("no tables of endgames"));
        for wrong in ["draw", "draw=1", "win=x:1", "tables=1", "longest=0", "draw=0:5"] {
            assert!(wrong.parse::<Adjudication>().is_err(), "{wrong}");
        }
    }
}
