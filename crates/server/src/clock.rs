//! The service's own time, which stands still while it is down, and the time of day.

use session::Time;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Counts milliseconds in which the service ran, since its data were made. Games are played by this time, so that
/// nobody is charged for what passes while the service is down.
#[derive(Clone, Debug)]
pub struct ServiceClock {
    before: u64,
    started: Instant,
}

impl ServiceClock {
    /// Goes on from what had passed when the service last ran.
    pub fn resume(before: Time) -> ServiceClock {
        ServiceClock { before: before.0, started: Instant::now() }
    }

    /// How long the service has been running this time.
    pub fn running(&self) -> Duration {
        self.started.elapsed()
    }

    /// Now.
    pub fn now(&self) -> Time {
        Time(self.before.saturating_add(self.started.elapsed().as_millis() as u64))
    }
}

/// The time of day, in milliseconds since 1970.
pub fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

/// A day of the Gregorian calendar as PGN writes it: `2024.02.29`.
pub fn pgn_date(wall: i64) -> String {
    // Days are counted from 1 March of the year 0, so that the leap day comes last in its year.
    let days = wall.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let rest = day - (365 * year + year / 4 - year / 100);
    let month = (5 * rest + 2) / 153;
    let (day, month) = (rest - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_calendars_have_them() {
        let day = 86_400_000;
        for (days, text) in
            [(0, "1970.01.01"), (-1, "1969.12.31"), (11_016, "2000.02.29"), (19_782, "2024.02.29")]
        {
            assert_eq!(pgn_date(days * day + 5), text);
        }
    }

    #[test]
    fn time_goes_on_where_it_stopped() {
        let clock = ServiceClock::resume(Time(5_000));
        assert!((5_000..6_000).contains(&clock.now().0));
    }
}
