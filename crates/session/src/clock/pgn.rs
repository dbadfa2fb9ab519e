//! TimeControls as PGN's `TimeControl` tag writes them: in seconds, periods with `:` between them.

use super::{Bonus, MAX_MOVES, MAX_PERIODS, MAX_SPAN, Period, TimeControl, TimeControls};
use crate::time::Span;

/// The tag's value; nothing if the seats differ, for which there is no form.
pub(crate) fn write_tag(controls: &TimeControls) -> Option<String> {
    let control = controls.of(0);
    (controls.written() == 1).then(|| match control {
        TimeControl::None => "-".to_owned(),
        TimeControl::Hourglass(base) => format!("*{}", seconds(*base)),
        TimeControl::PerMove(span) => format!("1/{}", seconds(*span)),
        TimeControl::Periods(periods) => periods.iter().map(period).collect::<Vec<_>>().join(":"),
    })
}

fn seconds(span: Span) -> String {
    let text = format!("{}.{:03}", span.0 / 1000, span.0 % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn period(period: &Period) -> String {
    let moves = period.moves.map_or_else(String::new, |moves| format!("{moves}/"));
    let bonus = match period.bonus {
        Bonus::None => String::new(),
        Bonus::Increment(span) => format!("+{}", seconds(span)),
        // The standard knows no delays; these letters are what programs that have them write.
        Bonus::Delay(span) => format!("d{}", seconds(span)),
        Bonus::Bronstein(span) => format!("b{}", seconds(span)),
    };
    format!("{moves}{}{bonus}", seconds(period.base))
}

/// Reads the tag's value; nothing if it means nothing, as `?` does.
pub(crate) fn read_tag(text: &str) -> Option<TimeControl> {
    let text = text.trim();
    if text == "-" {
        return Some(TimeControl::None);
    }
    if let Some(base) = text.strip_prefix('*') {
        return Some(TimeControl::Hourglass(span(base).filter(|span| *span > Span::ZERO)?));
    }
    let periods: Vec<Period> =
        text.split(':').take(MAX_PERIODS + 1).map(read_period).collect::<Option<Vec<_>>>()?;
    let unending = periods.iter().rev().skip(1).any(|period| period.moves.is_none());
    match periods[..] {
        [Period { moves: Some(1), base, bonus: Bonus::None }] => Some(TimeControl::PerMove(base)),
        _ => (periods.len() <= MAX_PERIODS && !unending).then_some(TimeControl::Periods(periods)),
    }
}

fn read_period(text: &str) -> Option<Period> {
    let (moves, time) = match text.split_once('/') {
        None => (None, text),
        Some((moves, time)) => (Some(moves.parse().ok().filter(|m| (1..=MAX_MOVES).contains(m))?), time),
    };
    let at = time.find(['+', 'd', 'b']).unwrap_or(time.len());
    let base = span(&time[..at]).filter(|span| *span > Span::ZERO)?;
    let bonus = match time[at..].chars().next() {
        None => Bonus::None,
        Some(mark) => match (mark, span(&time[at + 1..])?) {
            (_, Span::ZERO) => Bonus::None,
            ('+', bonus) => Bonus::Increment(bonus),
            ('d', bonus) => Bonus::Delay(bonus),
            (_, bonus) => Bonus::Bronstein(bonus),
        },
    };
    Some(Period { moves, base, bonus })
}

fn span(text: &str) -> Option<Span> {
    Span::read_clock(text).filter(|span| !text.contains(':') && *span <= MAX_SPAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_in_seconds() {
        for (notation, tag) in [
            ("none", "-"),
            ("5+3", "300+3"),
            ("2h", "7200"),
            ("40/90+30,30+30", "40/5400+30:1800+30"),
            ("30s/move", "1/30"),
            ("hourglass:5", "*300"),
            ("5d3", "300d3"),
            ("1500ms+500ms", "1.5+0.5"),
        ] {
            let controls: TimeControls = notation.parse().unwrap();
            assert_eq!(write_tag(&controls).as_deref(), Some(tag));
            assert_eq!(read_tag(tag).as_ref(), Some(controls.of(0)), "{tag}");
        }
        assert_eq!(write_tag(&"5+3 vs 1+0".parse().unwrap()), None);
    }

    #[test]
    fn what_means_nothing_is_left() {
        for tag in
            ["", "?", "x", "300+", "0", "*", "*0", "1/", "0/5", "300:300", "1:2:3", "99999999999", "1.x"]
        {
            assert_eq!(read_tag(tag), None, "{tag}");
        }
        assert_eq!(read_tag(&"1/1:".repeat(100)), None);
    }
}
