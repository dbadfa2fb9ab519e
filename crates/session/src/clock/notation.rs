//! TimeControls as text.
//!
//! | text | meaning |
//! | --- | --- |
//! | `none` | no clock |
//! | `5+3` | five minutes, and three seconds after each move |
//! | `2h`, `10`, `90s` | one time for all moves: hours, minutes, seconds; also `1h30m`, `1.5` |
//! | `5d3` | the clock waits three seconds each move |
//! | `5b3` | up to three seconds of each move are given back |
//! | `40/90+30` | ninety minutes for each forty moves, and thirty seconds a move |
//! | `40/90+30,30+30` | the same, then thirty minutes for all the rest |
//! | `30s/move`, `3d/move` | thirty seconds, three days for each move |
//! | `hourglass:5` | five minutes; what one uses the others get |
//! | `5+3 vs 1+0` | one for each seat; the last holds for all seats after it |
//!
//! A number without a unit is minutes, in what each move brings seconds.

use super::{Bonus, MAX_MOVES, MAX_PERIODS, MAX_SPAN, Period, TimeControl, TimeControls};
use crate::time::Span;
use chatura_rules::MAX_PLAYERS;
use std::fmt;
use std::str::FromStr;

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the clock \"{text}\" cannot be read: {problem}; write it like 5+3, 2h, 90s+1, 40/90+30, 30s/move, 5d3, 5b3, hourglass:5 or none"
)]
pub struct TimeControlError {
    /// What was written, cut if it is long.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

/// What is wrong, in words.
type Problem = String;

impl FromStr for TimeControls {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControls, TimeControlError> {
        let all: Result<Vec<TimeControl>, Problem> = text.to_lowercase().split("vs").map(control).collect();
        let fail = |problem| TimeControlError { text: text.chars().take(40).collect(), problem };
        let all = all.map_err(fail)?;
        if all.len() > MAX_PLAYERS {
            return Err(fail(format!("there are at most {MAX_PLAYERS} seats")));
        }
        Ok(TimeControls::each(all))
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        control(&text.to_lowercase())
            .map_err(|problem| TimeControlError { text: text.chars().take(40).collect(), problem })
    }
}

fn control(text: &str) -> Result<TimeControl, Problem> {
    let text = text.trim();
    if matches!(text, "none" | "-" | "unlimited") {
        return Ok(TimeControl::None);
    }
    if let Some(time) = text.strip_prefix("hourglass:") {
        return Ok(TimeControl::Hourglass(base(time)?));
    }
    if let Some(time) = text.strip_suffix("/move") {
        return match time.strip_suffix('d').map(|days| decimal(days, 86_400_000)) {
            Some(days) => Ok(TimeControl::PerMove(positive(days?)?)),
            None => Ok(TimeControl::PerMove(base(time)?)),
        };
    }
    let periods: Vec<&str> = text.split(',').collect();
    if periods.len() > MAX_PERIODS {
        return Err(format!("there are at most {MAX_PERIODS} periods"));
    }
    let periods: Vec<Period> = periods.into_iter().map(period).collect::<Result<_, _>>()?;
    if periods.iter().rev().skip(1).any(|period| period.moves.is_none()) {
        return Err("every period but the last needs its number of moves".to_owned());
    }
    Ok(TimeControl::Periods(periods))
}

fn period(text: &str) -> Result<Period, Problem> {
    let text = text.trim();
    let (moves, time) = match text.split_once('/') {
        None => (None, text),
        Some((moves, time)) => {
            let number = moves.parse().ok().filter(|moves| (1..=MAX_MOVES).contains(moves));
            let problem = || format!("\"{moves}\" is no number of moves from 1 to {MAX_MOVES}");
            (Some(number.ok_or_else(problem)?), time)
        }
    };
    let at = time.find(['+', 'd', 'b']).unwrap_or(time.len());
    let (time, bonus) = time.split_at(at);
    let base = base(time)?;
    let Some(mark) = bonus.chars().next() else { return Ok(Period { moves, base, bonus: Bonus::None }) };
    let span = match &bonus[1..] {
        "" => return Err(format!("the seconds after \"{mark}\" are missing")),
        seconds => duration(seconds, 1000)?,
    };
    let bonus = match mark {
        _ if span == Span::ZERO => Bonus::None,
        '+' => Bonus::Increment(span),
        'd' => Bonus::Delay(span),
        _ => Bonus::Bronstein(span),
    };
    Ok(Period { moves, base, bonus })
}

/// A time to begin with, in minutes unless it says otherwise.
fn base(text: &str) -> Result<Span, Problem> {
    positive(duration(text, 60_000)?)
}

fn positive(span: Span) -> Result<Span, Problem> {
    if span == Span::ZERO { Err("there must be some time".to_owned()) } else { Ok(span) }
}

/// A length of time: numbers with units, the last one possibly without.
fn duration(text: &str, unit: u64) -> Result<Span, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Err("the time is missing".to_owned());
    }
    let mut rest = text;
    let mut sum = Span::ZERO;
    let mut smallest = u64::MAX;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let (scale, after) = match after {
            "" => (unit, ""),
            _ if after.starts_with("ms") => (1, &after[2..]),
            _ => match after.chars().next() {
                Some('h') => (3_600_000, &after[1..]),
                Some('m') => (60_000, &after[1..]),
                Some('s') => (1000, &after[1..]),
                _ => return Err(format!("\"{text}\" is no time")),
            },
        };
        if scale >= smallest {
            return Err(format!("\"{text}\" is no time: larger units come first"));
        }
        smallest = scale;
        sum = Span(sum.0 + decimal(number, scale)?.0);
        rest = after;
    }
    if sum > MAX_SPAN { Err("a clock runs for a year at most".to_owned()) } else { Ok(sum) }
}

/// A number with up to three decimals, in a unit.
fn decimal(text: &str, unit: u64) -> Result<Span, Problem> {
    let problem = || format!("\"{text}\" is no number");
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 3 {
        return Err(problem());
    }
    let too_long = || "a clock runs for a year at most".to_owned();
    let whole: u64 = whole.parse().map_err(|_| too_long())?;
    let thousandths: u64 = format!("{fraction:0<3}").parse().map_err(|_| problem())?;
    let span = whole.checked_mul(unit).and_then(|whole| whole.checked_add(thousandths * unit / 1000));
    span.map(Span).filter(|span| *span <= MAX_SPAN).ok_or_else(too_long)
}

/// In the largest of these units that needs no fraction; milliseconds otherwise.
fn in_units(f: &mut fmt::Formatter<'_>, span: Span, units: &[(u64, &str)]) -> fmt::Result {
    let whole = units.iter().find(|(unit, _)| span.0.is_multiple_of(*unit) && span.0 > 0);
    let (unit, name) = whole.copied().unwrap_or((1, "ms"));
    write!(f, "{}{name}", span.0 / unit)
}

const BASE: &[(u64, &str)] = &[(60_000, ""), (1000, "s")];
const ALONE: &[(u64, &str)] = &[(3_600_000, "h"), (60_000, "+0"), (1000, "s")];
const MOVE: &[(u64, &str)] = &[(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")];
const BONUS: &[(u64, &str)] = &[(1000, "")];

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Hourglass(base) => {
                f.write_str("hourglass:")?;
                in_units(f, *base, BASE)
            }
            TimeControl::PerMove(span) => {
                in_units(f, *span, MOVE)?;
                f.write_str("/move")
            }
            TimeControl::Periods(periods) => {
                for (index, period) in periods.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    period.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let (mark, span) = match self.bonus {
            Bonus::None if self.moves.is_none() => return in_units(f, self.base, ALONE),
            Bonus::None => return in_units(f, self.base, BASE),
            Bonus::Increment(span) => ("+", span),
            Bonus::Delay(span) => ("d", span),
            Bonus::Bronstein(span) => ("b", span),
        };
        in_units(f, self.base, BASE)?;
        f.write_str(mark)?;
        in_units(f, span, BONUS)
    }
}

impl fmt::Display for TimeControls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, control) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " vs " })?;
            control.fmt(f)?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControls {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControls, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControls> for String {
    fn from(controls: TimeControls) -> String {
        controls.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn usual_texts_mean_what_people_mean() {
        let minutes = Span::minutes;
        let one = |moves, base, bonus| TimeControl::Periods(vec![Period { moves, base, bonus }]);
        assert_eq!(read("5+3"), TimeControl::fischer(minutes(5), Span(3000)));
        assert_eq!(read("2h"), TimeControl::sudden_death(minutes(120)));
        assert_eq!(read("90s+1"), TimeControl::fischer(Span(90_000), Span(1000)));
        assert_eq!(read("40/90+30"), one(Some(40), minutes(90), Bonus::Increment(Span(30_000))));
        assert_eq!(read("30s/move"), TimeControl::PerMove(Span(30_000)));
        assert_eq!(read("5d3"), one(None, minutes(5), Bonus::Delay(Span(3000))));
        assert_eq!(read("5b3"), one(None, minutes(5), Bonus::Bronstein(Span(3000))));
        assert_eq!(read("hourglass:5"), TimeControl::Hourglass(minutes(5)));
        assert_eq!(read(" None "), TimeControl::None);
        assert_eq!(read("3d/move"), TimeControl::PerMove(Span(3 * 86_400_000)));
        let two = TimeControl::Periods(vec![
            Period { moves: Some(40), base: minutes(90), bonus: Bonus::Increment(Span(30_000)) },
            Period { moves: None, base: minutes(30), bonus: Bonus::Increment(Span(30_000)) },
        ]);
        assert_eq!(read("40/90+30, 30+30"), two);
    }

    #[test]
    fn texts_are_written_as_they_are_read() {
        for text in [
            "5+3",
            "2h",
            "90s+1",
            "40/90+30",
            "30s/move",
            "5d3",
            "5b3",
            "hourglass:5",
            "none",
            "40/90+30,30+0",
            "1+0",
            "90s",
            "1500ms",
            "3d/move",
            "1m/move",
            "5+500ms",
            "hourglass:90s",
            "40/90",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        for (text, written) in
            [("5", "5+0"), ("1h30m+30", "90+30"), ("0.5", "30s"), ("1.5+1", "90s+1"), ("60", "1h")]
        {
            assert_eq!(read(text).to_string(), written);
        }
    }

    #[test]
    fn seats_may_differ() {
        let controls: TimeControls = "5+3 vs 1+0".parse().unwrap();
        assert_eq!(
            (controls.of(0), controls.of(1), controls.of(5)),
            (&read("5+3"), &read("1+0"), &read("1+0"))
        );
        assert_eq!(controls.to_string(), "5+3 vs 1+0");
        assert_eq!("5+3 vs 5+3".parse::<TimeControls>().unwrap().to_string(), "5+3");
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_would_be_right() {
        let problem = |text: &str| text.parse::<TimeControls>().unwrap_err().problem;
        assert_eq!(problem(""), "the time is missing");
        assert_eq!(problem("5+"), "the seconds after \"+\" are missing");
        assert_eq!(problem("0+5"), "there must be some time");
        assert_eq!(problem("x"), "\"x\" is no time");
        assert_eq!(problem("5x"), "\"5x\" is no time");
        assert_eq!(problem("5m1h"), "\"5m1h\" is no time: larger units come first");
        assert_eq!(problem("0/5"), "\"0\" is no number of moves from 1 to 1000");
        assert_eq!(problem("5,5"), "every period but the last needs its number of moves");
        assert_eq!(problem("99999h"), "a clock runs for a year at most");
        assert_eq!(problem("99999999999999"), "a clock runs for a year at most");
        assert_eq!(problem("1..5"), "\"1..5\" is no number");
        assert_eq!(problem(&"1/1,".repeat(20)), "there are at most 8 periods");
        assert_eq!(problem(&["1"; 9].join("vs")), "there are at most 8 seats");
        let error = "hourglass:é".parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.contains("\"é\" is no time; write it like 5+3, 2h"), "{error}");
    }
}
