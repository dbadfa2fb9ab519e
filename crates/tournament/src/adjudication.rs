//! Games that are decided before their end: by what the engines say of them, or by endgame tables.

use chatura_rules::{Game, Line};
use chatura_search::Score;
use chatura_search::tables::{self, Tables, TablesError};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// When to end a game early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw when both say for so many moves each that neither is ahead by more than this, from a move on.
    pub draw: Option<Agreement>,
    /// A win when both say for so many moves each that the same one is ahead by at least this.
    pub win: Option<Agreement>,
    /// What endgame tables know for certain.
    pub tables: Option<Folder>,
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

/// Where endgame tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Where `chatura tables` puts them if nothing is said.
    Usual,
    /// There.
    Named(PathBuf),
}

/// What a game was decided to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins; nobody if it is a draw.
    pub winner: Option<usize>,
    /// Why.
    pub why: Why,
}

/// Why a game is decided before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Both have said so for long enough.
    Agreed,
    /// Endgame tables say so.
    Tables,
    /// It has become too long.
    TooLong,
}

impl Verdict {
    /// How the game ended, in a few words that are the same for all games that ended so.
    pub fn words(&self) -> &'static str {
        match (self.why, self.winner) {
            (Why::Agreed, Some(_)) => "agreed to be won",
            (Why::Agreed, None) => "agreed to be a draw",
            (Why::Tables, Some(_)) => "won in the endgame tables",
            (Why::Tables, None) => "drawn in the endgame tables",
            (Why::TooLong, _) => "too long",
        }
    }

    /// How the game ended, in a sentence, with what the winner is called, after so many plies.
    pub fn sentence(&self, name: impl FnOnce(usize) -> String, plies: usize) -> String {
        let result = self.winner.map_or("Draw".to_owned(), |winner| format!("{} wins", name(winner)));
        match self.why {
            Why::Agreed => format!("{result}: both have said so for long enough"),
            Why::Tables => format!("{result}: the endgame tables say so"),
            Why::TooLong => format!("{result} after {plies} plies"),
        }
    }
}

/// Who follows a game and decides it before its end.
#[derive(Clone, Default)]
pub struct Referee {
    rules: Adjudication,
    tables: Option<Arc<Tables>>,
    /// What was said with each ply, for the first player.
    scores: Vec<Option<Score>>,
}

impl Referee {
    /// One who goes by these rules, and looks at these tables of the game.
    pub fn new(rules: Adjudication, tables: Option<Arc<Tables>>) -> Referee {
        Referee { rules, tables, scores: Vec::new() }
    }

    /// Hears what a player said with its move, for itself.
    pub fn hear(&mut self, seat: usize, score: Option<Score>) {
        self.scores.push(score.map(|score| if seat == 0 { score } else { reversed(score) }));
    }

    /// What to make of a game where a line stands. Of more than two players only the length counts.
    pub fn verdict(&self, line: &Line) -> Option<Verdict> {
        let position = line.position();
        let known = self.tables.as_ref().and_then(|tables| tables.certain(position));
        if let Some(known) = known {
            let turn = position.turn().index();
            let winner = match known {
                tables::Verdict::Win(_) => Some(turn),
                tables::Verdict::Loss(_) => Some(1 - turn),
                tables::Verdict::Draw => None,
            };
            return Some(Verdict { winner, why: Why::Tables });
        }
        let two = position.game().players().len() == 2;
        let scores = if two { &self.scores[..] } else { &[] };
        self.rules.verdict(scores, line.moves().len())
    }
}

/// The same score for the other side.
fn reversed(score: Score) -> Score {
    match score {
        Score::Mate(moves) => Score::Mate(-moves),
        other => Score::Centipawns(-other.rank()),
    }
}

impl Default for Adjudication {
    fn default() -> Self {
        Adjudication { draw: None, win: None, tables: None, longest: 400 }
    }
}

impl Adjudication {
    /// The endgame tables to go by, if there are to be any.
    pub fn open_tables(&self, game: &Arc<Game>) -> Result<Option<Arc<Tables>>, TablesError> {
        let folder = match &self.tables {
            None => return Ok(None),
            Some(Folder::Usual) => tables::usual_folder(game),
            Some(Folder::Named(folder)) => folder.clone(),
        };
        Tables::open(game, &folder).map(|tables| Some(Arc::new(tables)))
    }

    /// What to make of a game of two, by what was said with each ply: the score for the first player, if any was told.
    fn verdict(&self, scores: &[Option<Score>], plies: usize) -> Option<Verdict> {
        let agreed = |agreement: &Agreement, fits: &dyn Fn(i32) -> bool| {
            let count = 2 * agreement.moves;
            let all = |score: &Option<Score>| score.is_some_and(|score| fits(score.rank()));
            scores.len() >= count.max(2 * agreement.from) && scores[scores.len() - count..].iter().all(all)
        };
        let decided = |winner| Some(Verdict { winner, why: Why::Agreed });
        if let Some(draw) = &self.draw
            && agreed(draw, &|score| score.abs() <= draw.score)
        {
            return decided(None);
        }
        if let Some(win) = &self.win {
            if agreed(win, &|score| score >= win.score) {
                return decided(Some(0));
            }
            if agreed(win, &|score| score <= -win.score) {
                return decided(Some(1));
            }
        }
        (plies >= self.longest).then_some(Verdict { winner: None, why: Why::TooLong })
    }
}

impl FromStr for Adjudication {
    type Err = String;

    /// Reads `draw=8:10:40,win=3:1000,tables,longest=300`.
    fn from_str(text: &str) -> Result<Adjudication, String> {
        let mut all = Adjudication::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || {
                format!(
                    "\"{part}\" adjudicates nothing: write draw=MOVES:CENTIPAWNS[:FROM], win=MOVES:CENTIPAWNS, tables[=FOLDER] or longest=PLIES"
                )
            };
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if key == "tables" {
                all.tables = Some(if value.is_empty() { Folder::Usual } else { Folder::Named(value.into()) });
                continue;
            }
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
    use chatura_rules::Position;

    fn agreed(winner: Option<usize>) -> Option<Verdict> {
        Some(Verdict { winner, why: Why::Agreed })
    }

    #[test]
    fn a_referee_hears_everybody_for_themselves() {
        let start = |name: &str| Line::new(Position::start(&chatura_define::load(name, &[], 0).unwrap()));
        let (two, three) = (start("chess"), start("three-player"));
        let mut referee = Referee::new("win=1:500".parse().unwrap(), None);
        referee.hear(0, Some(Score::Centipawns(-700)));
        assert_eq!(referee.verdict(&two), None);
        referee.hear(1, Some(Score::Mate(4)));
        assert_eq!(referee.verdict(&two), agreed(Some(1)));
        assert_eq!(referee.verdict(&three), None);
    }

    #[test]
    fn games_end_when_both_agree() {
        let rules: Adjudication = "draw=2:10:3,win=2:500,longest=20".parse().unwrap();
        let said = |scores: &[i32]| -> Vec<Option<Score>> {
            scores.iter().map(|score| Some(Score::Centipawns(*score))).collect()
        };
        assert_eq!(rules.verdict(&said(&[0, 0, 0, 0]), 4), None);
        assert_eq!(rules.verdict(&said(&[90, 90, 0, -9, 10, 5]), 6), agreed(None));
        assert_eq!(rules.verdict(&said(&[0, 600, 600, 600]), 4), None);
        assert_eq!(rules.verdict(&said(&[500, 600, 700, 800]), 4), agreed(Some(0)));
        assert_eq!(rules.verdict(&said(&[-500, -600, -700, -800]), 4), agreed(Some(1)));
        let mates = [Some(Score::Mate(3)), Some(Score::Mate(2)), Some(Score::Mate(2)), Some(Score::Mate(1))];
        assert_eq!(rules.verdict(&mates, 4), agreed(Some(0)));
        assert_eq!(
            rules.verdict(&[Some(Score::Mate(1)), None, Some(Score::Mate(1)), Some(Score::Mate(1))], 4),
            None
        );
        assert_eq!(rules.verdict(&[], 20), Some(Verdict { winner: None, why: Why::TooLong }));
        for wrong in ["draw", "draw=1", "win=x:1", "table=1", "longest", "longest=0", "draw=0:5"] {
            assert!(wrong.parse::<Adjudication>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn tables_are_in_the_usual_folder_or_in_a_named_one() {
        let folder = |text: &str| text.parse::<Adjudication>().unwrap().tables;
        assert_eq!(folder("win=3:500"), None);
        assert_eq!(folder("win=3:500,tables"), Some(Folder::Usual));
        assert_eq!(folder("tables=my tables/chess,longest=9"), Some(Folder::Named("my tables/chess".into())));
    }
}
