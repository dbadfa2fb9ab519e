//! How long messages take to somebody and back, told by questions that answer themselves.

use std::collections::VecDeque;
use std::time::Duration;

/// How many of the last answers are remembered.
const REMEMBERED: usize = 8;

/// How long the last answers took.
#[derive(Debug, Default)]
pub struct Ways(VecDeque<Duration>);

impl Ways {
    /// Notes how long a question and its answer took; how long a message takes, in milliseconds. That is half of the quickest
    /// of the last: anybody can answer late, nobody early.
    pub fn note(&mut self, round_trip: Duration) -> u64 {
        self.0.push_back(round_trip);
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
        self.0.iter().min().map_or(0, |quickest| quickest.as_millis() as u64 / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_of_the_last_answers_counts() {
        let mut ways = Ways::default();
        let mut note = |milliseconds: u64| ways.note(Duration::from_millis(milliseconds));
        assert_eq!(note(80), 40);
        // Who answers late now and then gains nothing by it.
        assert_eq!([note(2_000), note(900), note(3_000)], [40, 40, 40]);
        assert_eq!(note(20), 10);
        // Who has gone far away is believed after a while.
        let later: Vec<u64> = (0..REMEMBERED).map(|_| note(300)).collect();
        assert_eq!(later.first().zip(later.last()), Some((&10, &150)));
    }
}
