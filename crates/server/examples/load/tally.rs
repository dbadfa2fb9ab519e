//! What was seen, added up.
#![allow(dead_code, reason = "each client uses its part")]

use std::time::Duration;

/// What was seen.
#[derive(Default)]
pub struct Tally {
    /// From sending a move until the opponent had it, for those who were there.
    pub latencies: Vec<Duration>,
    /// How many moves were answered.
    pub answered: usize,
    /// How often somebody came back and was told what they had missed, event by event.
    pub replayed: usize,
    /// How often somebody came back and was told everything anew.
    pub anew: usize,
    /// How often a move was refused because it could not be kept.
    pub refused: usize,
    /// What went wrong.
    pub errors: Vec<String>,
    /// How long it was played.
    pub played: Duration,
}

impl Tally {
    /// Together with another.
    pub fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.errors.extend(other.errors);
        self.answered += other.answered;
        self.replayed += other.replayed;
        self.anew += other.anew;
        self.refused += other.refused;
    }

    /// So many of a hundred were at most so late, in milliseconds.
    pub fn late(&self, percent: usize) -> f64 {
        percentile(&self.latencies, percent)
    }

    /// How many moves were answered in a second.
    pub fn rate(&self) -> f64 {
        self.answered as f64 / self.played.as_secs_f64().max(0.001)
    }

    /// Nothing, if nothing went wrong.
    pub fn verdict(&self) -> Result<(), String> {
        match self.errors.first() {
            None => Ok(()),
            Some(first) => Err(format!("{} errors, the first: {first}", self.errors.len())),
        }
    }
}

/// So many of a hundred took at most so long, in milliseconds.
pub fn percentile(times: &[Duration], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
}
