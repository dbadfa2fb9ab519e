//! How much time the players have.

use chatura_search::Clock;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A clock for the whole game: `10s+0.1`, `40/1m+1`, `500ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The time at the start, and again after so many moves.
    pub base: Duration,
    /// What each move brings.
    pub increment: Duration,
    /// After so many moves the base is given again; none if it is for the whole game.
    pub moves: Option<u32>,
}

/// The clock of one player during a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    control: Control,
    left: Duration,
    made: u32,
}

impl Control {
    pub(crate) fn start(self) -> Running {
        Running { control: self, left: self.base, made: 0 }
    }
}

impl Running {
    /// What it shows.
    pub fn clock(&self) -> Clock {
        let to_go = self.control.moves.map(|moves| moves - self.made % moves);
        Clock { moves_to_go: to_go, ..Clock::new(self.left, self.control.increment) }
    }

    /// A move took so long; whether there was time for it.
    pub fn press(&mut self, spent: Duration, margin: Duration) -> bool {
        let in_time = spent <= self.left + margin;
        self.left = self.left.saturating_sub(spent) + self.control.increment;
        self.made += 1;
        if self.control.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
            self.left += self.control.base;
        }
        in_time
    }
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Control, String> {
        let wrong = || format!("\"{text}\" is no clock: write 10s+0.1, 1m+500ms or 40/1m+1");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = time(base).filter(|base| !base.is_zero()).ok_or_else(wrong)?;
        Ok(Control { base, increment: time(increment).ok_or_else(wrong)?, moves })
    }
}

/// A time in seconds, or with a unit: `0.1`, `10s`, `100ms`, `2m`, `1h`.
pub(crate) fn time(text: &str) -> Option<Duration> {
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let factor = match &text[at..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = text[..at].parse().ok()?;
    let seconds = number * factor;
    (0.0..=864_000.0).contains(&seconds).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// As PGN writes it: `40/60+1`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<Control>().map(|control| control.to_string());
        assert_eq!(read("10s+0.1"), Ok("10+0.1".to_owned()));
        assert_eq!(read("40/1m+500ms"), Ok("40/60+0.5".to_owned()));
        assert_eq!(read("3"), Ok("3+0".to_owned()));
        for wrong in ["", "0", "x", "1+", "0/5", "5y", "-1", "1+-1", "nan", "1e99"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_is_pressed_and_given_again() {
        let control: Control = "2/10s+1".parse().unwrap();
        let mut running = control.start();
        let seconds = Duration::from_secs;
        assert!(running.press(seconds(4), Duration::ZERO));
        assert_eq!((running.clock().left, running.clock().moves_to_go), (seconds(7), Some(1)));
        assert!(running.press(seconds(7), Duration::ZERO));
        assert_eq!((running.clock().left, running.clock().moves_to_go), (seconds(11), Some(2)));
        assert!(!running.press(seconds(12), Duration::ZERO));
        assert!(running.press(seconds(2), seconds(1)));
    }
}
