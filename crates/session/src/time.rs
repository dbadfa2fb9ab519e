//! Moments and lengths of time in milliseconds.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A moment: milliseconds since whatever moment the caller counts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub u64);

/// A length of time in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Span(pub u64);

impl Time {
    /// How long after another moment this is; nothing if it is before.
    pub const fn since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }

    /// The moment so much later.
    #[must_use]
    pub const fn after(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl Span {
    /// No time.
    pub const ZERO: Span = Span(0);

    /// So many seconds.
    pub const fn seconds(seconds: u64) -> Span {
        Span(seconds.saturating_mul(1000))
    }

    /// So many minutes.
    pub const fn minutes(minutes: u64) -> Span {
        Span(minutes.saturating_mul(60_000))
    }

    /// In signed milliseconds, for sums that may fall below nothing.
    pub(crate) const fn signed(self) -> i64 {
        if self.0 > i64::MAX as u64 { i64::MAX } else { self.0 as i64 }
    }

    /// Of a signed sum; nothing if it is below nothing.
    pub(crate) const fn of(milliseconds: i64) -> Span {
        Span(if milliseconds < 0 { 0 } else { milliseconds as u64 })
    }
}

/// As clocks show it: `1:02:03`, with the fraction if there is one: `0:00:09.5`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.0 / 1000, self.0 % 1000);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if rest > 0 {
            write!(f, ".{}", format!("{rest:03}").trim_end_matches('0'))?;
        }
        Ok(())
    }
}

impl Span {
    /// Reads what a clock shows: `1:02:03`, `2:03`, `0:00:09.5`.
    pub(crate) fn read_clock(text: &str) -> Option<Span> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let mut seconds = 0u64;
        let parts: Vec<&str> = whole.split(':').collect();
        if parts.len() > 3 {
            return None;
        }
        for (place, part) in parts.into_iter().enumerate() {
            let number: u32 = part.parse().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit()))?;
            if place > 0 && number >= 60 {
                return None;
            }
            seconds = seconds.checked_mul(60)?.checked_add(number.into())?;
        }
        if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let thousandths: u64 = format!("{fraction:0<3}")[..3].parse().ok()?;
        Some(Span(seconds.checked_mul(1000)?.checked_add(thousandths)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_and_read() {
        for (milliseconds, text) in
            [(0, "0:00:00"), (9_500, "0:00:09.5"), (62_003, "0:01:02.003"), (3_723_000, "1:02:03")]
        {
            assert_eq!(Span(milliseconds).to_string(), text);
            assert_eq!(Span::read_clock(text), Some(Span(milliseconds)));
        }
        assert_eq!(Span::read_clock("2:03"), Some(Span(123_000)));
        for text in ["", ":", "1:", "a", "1:2:3:4", "-1", "+1", "1.", "1.x", "99999999999:0:0", "9:99"] {
            assert_eq!(Span::read_clock(text), None, "{text}");
        }
    }

    #[test]
    fn time_stops_at_its_ends() {
        assert_eq!(Time(3).since(Time(5)), Span::ZERO);
        assert_eq!(Time(u64::MAX).after(Span(1)), Time(u64::MAX));
        assert_eq!((Span::of(-1), Span(u64::MAX).signed()), (Span::ZERO, i64::MAX));
    }
}
