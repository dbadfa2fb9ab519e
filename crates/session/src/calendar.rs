//! The calendar.

use std::fmt;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
}

impl Day {
    /// The day so many days after 1 January 1970, in universal time.
    pub const fn after_1970(days: i64) -> Day {
        // Days are counted from 1 March of the year 0, so that the leap day comes last in its year; 400 years are
        // 146,097 days.
        let days = days + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let rest = day - (365 * year + year / 4 - year / 100);
        let month = (5 * rest + 2) / 153;
        let day = rest - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        Day { year: year + era * 400 + (month <= 2) as i64, month, day }
    }
}

/// As PGN writes it: `2024.02.29`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_calendars_have_them() {
        for (days, text) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (11_015, "2000.02.28"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
        ] {
            assert_eq!(Day::after_1970(days).to_string(), text);
        }
    }
}
