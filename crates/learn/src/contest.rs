//! One evaluation against another.

use crate::self_play::{opening, shares};
use chatura_rules::random::Random;
use chatura_rules::{Game, Position};
use chatura_search::net::Net;
use chatura_search::{Engine, Limits, Options, Stop};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How a match is played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How long each side thinks about a move.
    pub limits: Limits,
    /// How many openings there are at most; each is played from every seat.
    pub openings: usize,
    /// How many moves of them are drawn at random.
    pub plies: usize,
    /// A game so long is drawn.
    pub longest: usize,
    /// How many games are played at a time.
    pub threads: usize,
    /// Draws the openings.
    pub seed: u64,
    /// It ends as soon as it is clear that the first is better, or not by so much, in Elo.
    pub settle: Option<f64>,
}

/// How a match stands: what the first took from each opening, over all seats.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Standing {
    /// For each opening, the mean share of the first over all seats; nothing yet where it was not finished.
    pub openings: Vec<f64>,
    /// How many games were played.
    pub games: usize,
}

impl Standing {
    /// What the first took, from 0 to 1.
    pub fn mean(&self) -> f64 {
        match self.openings.len() {
            0 => 0.5,
            count => self.openings.iter().sum::<f64>() / count as f64,
        }
    }

    /// The half width of an interval that holds the truth nineteen times out of twenty. Games from one opening are no
    /// matches of their own, so openings are counted.
    pub fn error(&self) -> f64 {
        let count = self.openings.len() as f64;
        if count < 2.0 {
            return 0.5;
        }
        let mean = self.mean();
        let spread: f64 =
            self.openings.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0);
        1.96 * (spread / count).sqrt()
    }

    /// The difference in Elo that such a mean stands for.
    pub fn elo(&self) -> f64 {
        elo(self.mean())
    }

    /// By how many times it is likelier that the first is better by so much than that it is not, as a logarithm.
    fn likelihood(&self, better: f64) -> f64 {
        let count = self.openings.len() as f64;
        let mean = self.mean();
        // Before there is any spread to see, some is assumed.
        let seen: f64 = self.openings.iter().map(|share| (share - mean).powi(2)).sum();
        let variance = (seen + 0.25) / (count + 1.0);
        let (none, more) = (0.5, 1.0 / (1.0 + 10f64.powf(-better / 400.0)));
        count * (more - none) * (2.0 * mean - more - none) / (2.0 * variance)
    }
}

/// The difference in Elo of a mean.
pub fn elo(mean: f64) -> f64 {
    -400.0 * (1.0 / mean.clamp(0.001, 0.999) - 1.0).log10()
}

/// Wrong no more than once in twenty times, both ways.
const SURE: f64 = 2.944;

/// Plays a match between two nets, either of which may be none; tells how it stands after each opening.
pub fn play(
    game: &Arc<Game>,
    nets: [Option<&Arc<Net>>; 2],
    contest: &Contest,
    stop: &Stop,
    tell: &(dyn Fn(&Standing) + Sync),
) -> Standing {
    let (next, standing) = (AtomicUsize::new(0), Mutex::new(Standing::default()));
    let over = Stop::new();
    std::thread::scope(|scope| {
        for _ in 0..contest.threads.max(1) {
            scope.spawn(|| {
                let mut engines = nets.map(|net| {
                    let mut engine = Engine::new(game, Options { hash_mb: 8, ..Options::default() });
                    engine.set_net(net.cloned());
                    engine
                });
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= contest.openings || stop.is_stopped() || over.is_stopped() {
                        return;
                    }
                    let Some(share) = from_every_seat(game, &mut engines, contest, number, stop) else {
                        continue;
                    };
                    let Ok(mut standing) = standing.lock() else { return };
                    standing.openings.push(share);
                    standing.games += game.players().len();
                    tell(&standing);
                    let settled =
                        contest.settle.is_some_and(|better| standing.likelihood(better).abs() > SURE);
                    if settled {
                        over.stop();
                    }
                }
            });
        }
    });
    standing.into_inner().unwrap_or_default()
}

/// Plays an opening once with the first in every seat, the second in all others; the mean share of the first. Nothing if
/// it was stopped.
fn from_every_seat(
    game: &Arc<Game>,
    engines: &mut [Engine; 2],
    contest: &Contest,
    number: usize,
    stop: &Stop,
) -> Option<f64> {
    let start = Position::start(game);
    let mut dice = Random::named("contest", contest.seed.wrapping_add(number as u64));
    let line = (0..100).find_map(|_| opening(&start, contest.plies, &mut dice))?;
    let seats = game.players().len();
    let mut sum = 0.0;
    for seat in 0..seats {
        let mut line = line.clone();
        engines.iter_mut().for_each(Engine::clear);
        let outcome = loop {
            if let Some(outcome) = line.outcome().or_else(|| line.claimable()) {
                break Some(outcome);
            }
            if line.moves().len() >= contest.longest {
                break None;
            }
            let turn = line.position().turn().index();
            let answer =
                engines[usize::from(turn != seat)].think(&line, &contest.limits, stop, &mut |_| {}).ok()?;
            if stop.is_stopped() {
                return None;
            }
            line.play_unchecked(answer.best?);
        };
        sum += outcome.map_or(0.5, |outcome| f64::from(shares(&outcome)[seat]));
    }
    Some(sum / seats as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_level_and_elo_is_what_it_is_everywhere() {
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert!(elo(0.5).abs() < 1e-9);
        let even = Standing { openings: vec![0.5; 10], games: 20 };
        assert_eq!((even.mean(), even.error()), (0.5, 0.0));
        let better = Standing { openings: [0.5, 1.0, 0.75].repeat(30), games: 180 };
        assert!(better.likelihood(20.0) > SURE && better.mean() == 0.75);
        let worse = Standing { openings: [0.5, 0.0, 0.25].repeat(30), games: 180 };
        assert!(worse.likelihood(20.0) < -SURE);
    }

    #[test]
    fn an_engine_against_itself_takes_half_from_every_opening() {
        for name in ["chess", "chaturaji"] {
            let game = chatura_define::load(name, &[], 0).expect("a game");
            let contest = Contest {
                limits: Limits::nodes(30),
                openings: 3,
                plies: 6,
                longest: 120,
                threads: 1,
                seed: 4,
                settle: None,
            };
            let standing = play(&game, [None, None], &contest, &Stop::new(), &|_| {});
            assert_eq!(standing.openings.len(), 3);
            assert_eq!(standing.games, 3 * game.players().len());
            // From every seat the same game is played, so that all shares together are a half for each.
            assert!(standing.openings.iter().all(|share| (share - 0.5).abs() < 0.01), "{standing:?}");
        }
    }
}
