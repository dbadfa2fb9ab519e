//! The time of day as text, in universal time.

use chatura_session::Day;
use std::time::{SystemTime, UNIX_EPOCH};

/// `2026-11-16T06:30:00Z`
pub fn full(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let Day { year, month, day } = Day::after_1970((seconds / 86_400) as i64);
    let seconds = seconds % 86_400;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// `20261116-063000`, for names of files.
pub fn compact(time: SystemTime) -> String {
    let digits: String = full(time).chars().filter(char::is_ascii_digit).collect();
    format!("{}-{}", &digits[..8], &digits[8..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_those_of_the_calendar() {
        let at = |seconds| full(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_795_000_000), "2026-11-18T11:06:40Z");
        assert_eq!(compact(UNIX_EPOCH), "19700101-000000");
    }
}
