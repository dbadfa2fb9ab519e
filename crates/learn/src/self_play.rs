//! The engine against itself.

use crate::records::Record;
use chatura_rules::random::Random;
use chatura_rules::{Line, Outcome, Position};
use chatura_search::{Engine, Limits, Score, Stop};

/// How games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// Positions looked at for a move.
    pub nodes: u64,
    /// At most so many moves are drawn at random first, at least one less.
    pub opening: usize,
    /// A game so long is broken off and counts as drawn.
    pub longest: usize,
}

impl Default for Play {
    fn default() -> Self {
        Play { nodes: 800, opening: 9, longest: 400 }
    }
}

/// A lead so large, in hundredths of a pawn, that both sides agree on for [`AGREED`] moves, is a win.
const LEAD: i32 = 2_000;
/// See [`LEAD`].
const AGREED: usize = 6;
/// After an opening a game is played only if neither side leads by more.
const LOPSIDED: i32 = 700;

/// Draws an opening: a few moves at random, none of which ends the game.
pub fn opening(start: &Position, plies: usize, dice: &mut Random) -> Option<Line> {
    let mut line = Line::new(start.clone());
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        line.play_unchecked(*dice.pick(&moves));
        if line.outcome().is_some() {
            return None;
        }
    }
    Some(line)
}

/// For each player the share of the others it left behind.
pub fn shares(outcome: &Outcome) -> Vec<f32> {
    let places = &outcome.places;
    let others = (places.len() - 1).max(1) as f32;
    let behind = |own: &u8| {
        let all: f32 = places
            .iter()
            .map(|place| {
                if place > own {
                    1.0
                } else if place == own {
                    0.5
                } else {
                    0.0
                }
            })
            .sum();
        // Oneself is among those who came in at the same place.
        (all - 0.5) / others
    };
    places.iter().map(behind).collect()
}

/// Plays a game from an opening drawn at random; nothing if it was stopped, or the opening was no fair one.
pub fn play(
    engine: &mut Engine,
    start: &Position,
    settings: &Play,
    seed: u64,
    stop: &Stop,
) -> Option<Record> {
    let mut dice = Random::new(seed);
    let plies = settings.opening.saturating_sub(dice.below(2));
    let mut line = opening(start, plies, &mut dice)?;
    let mut record = Record::begun(start);
    record.opening = line.moves().len() as u16;
    let mut scores: Vec<Option<i16>> = vec![None; line.moves().len()];
    let players = start.game().players().len();
    let limits = Limits::nodes(settings.nodes);
    engine.clear();
    let mut agreed = 0_i32;
    let decided = loop {
        if let Some(outcome) = line.outcome().or_else(|| line.claimable()) {
            break Some(shares(&outcome));
        }
        if line.moves().len() >= settings.longest {
            break None;
        }
        let answer = engine.think(&line, &limits, stop, &mut |_| {}).ok()?;
        if stop.is_stopped() {
            return None;
        }
        let (mv, score) = (answer.best?, answer.report.lines.first().map(|line| line.score)?);
        let first = scores.iter().all(Option::is_none);
        scores.push(Some(told(score)));
        let turn = line.position().turn().index();
        line.play_unchecked(mv);
        if players == 2 {
            let value = score.rank();
            if first && value.abs() > LOPSIDED {
                return None;
            }
            let (up, sign) = (value.abs() >= LEAD, if (value > 0) == (turn == 0) { 1 } else { -1 });
            agreed = match (up, agreed) {
                (false, _) => 0,
                (true, before) if before * sign >= 0 => before + sign,
                (true, _) => sign,
            };
            if agreed.unsigned_abs() as usize >= AGREED {
                break Some(if agreed > 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] });
            }
        }
    };
    record.shares = decided.unwrap_or_else(|| vec![0.5; players]);
    record.moves = line.moves().to_vec();
    record.scores = scores;
    Some(record)
}

/// A score as it is kept: what is decided is far away from what is not.
fn told(score: Score) -> i16 {
    score.rank().clamp(-32_000, 32_000) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_search::Options;

    fn game_of(name: &str, seed: u64) -> Record {
        let game = chatura_define::load(name, &[], 0).expect("a game");
        let mut engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
        let settings = Play { nodes: 50, ..Play::default() };
        let start = Position::start(&game);
        (seed..).find_map(|seed| play(&mut engine, &start, &settings, seed, &Stop::new())).expect("a game")
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        for name in ["chess", "crazyhouse", "three-player"] {
            let record = game_of(name, 3);
            assert_eq!(record, game_of(name, 3));
            assert_eq!(record.moves.len(), record.scores.len());
            let players = record.shares.len() as f32;
            assert!((record.shares.iter().sum::<f32>() - players / 2.0).abs() < 0.01, "{:?}", record.shares);
            assert!(record.scores[usize::from(record.opening)..].iter().all(Option::is_some));
        }
    }
}
