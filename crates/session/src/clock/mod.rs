//! Clocks: how much time there is, how it is written, how it runs out.

mod notation;
mod pgn;
mod presets;
mod run;

pub use notation::TimeControlError;
pub(crate) use pgn::{read_tag, write_tag};
pub use presets::{PRESETS, Preset};
pub(crate) use run::{Clocks, Reading};

use crate::time::Span;
use serde::{Deserialize, Serialize};

/// The longest time a clock can be set to, and the longest increment: a year.
pub(crate) const MAX_SPAN: Span = Span(366 * 86_400_000);
/// The most periods of a control.
pub(crate) const MAX_PERIODS: usize = 8;
/// The most moves of a period.
pub(crate) const MAX_MOVES: u16 = 1000;

/// How much time a seat has.
///
/// Written as text, also in data: `5+3` is five minutes and three seconds a move; see the [`std::str::FromStr`] of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// A time for all moves, or for so many moves and then more.
    Periods(Vec<Period>),
    /// What one uses the others get: each begins with this.
    Hourglass(Span),
    /// So much for each turn; what is left of it is lost.
    PerMove(Span),
}

/// A part of a game with its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// For how many turns the time is; for all the rest if missing. The last period comes again if it has a number.
    pub moves: Option<u16>,
    /// The time, added to what is left of the period before.
    pub base: Span,
    /// What each turn brings.
    pub bonus: Bonus,
}

/// What each turn brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// So much is added after each turn (Fischer).
    Increment(Span),
    /// What a turn used is given back after it, up to so much (Bronstein).
    Bronstein(Span),
    /// The clock starts only after so much (simple delay).
    Delay(Span),
}

/// How much time everybody has: the same for all seats, or one control for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControls(Vec<TimeControl>);

/// The clock of one seat at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ClockView {
    /// How much is left; nothing is said without a clock.
    pub left: Option<Span>,
    /// Whether it runs.
    pub running: bool,
    /// How long it will still stand although it is this seat's turn (simple delay).
    pub delay: Span,
    /// What a turn brings (Fischer), at most.
    pub increment: Span,
    /// Turns until more time comes.
    pub turns_left: Option<u32>,
}

impl TimeControl {
    /// All moves in one time.
    pub fn sudden_death(base: Span) -> TimeControl {
        TimeControl::Periods(vec![Period { moves: None, base, bonus: Bonus::None }])
    }

    /// One time, and more with each move.
    pub fn fischer(base: Span, increment: Span) -> TimeControl {
        TimeControl::Periods(vec![Period { moves: None, base, bonus: Bonus::Increment(increment) }])
    }

    /// What the clock shows at first; nothing without a clock.
    pub fn start(&self) -> Option<Span> {
        match self {
            TimeControl::None => None,
            TimeControl::Periods(periods) => periods.first().map(|period| period.base),
            TimeControl::Hourglass(base) | TimeControl::PerMove(base) => Some(*base),
        }
    }

    /// The period of a seat that has made so many turns, and how many are left in it.
    pub(crate) fn period(&self, turns: u32) -> Option<(Period, Option<u32>)> {
        let TimeControl::Periods(periods) = self else { return None };
        let mut left = turns;
        for period in periods {
            let Some(moves) = period.moves.map(u32::from) else { return Some((*period, None)) };
            if left < moves {
                return Some((*period, Some(moves - left)));
            }
            left -= moves;
        }
        let last = periods.last()?;
        let moves = u32::from(last.moves?.max(1));
        Some((*last, Some(moves - left % moves)))
    }
}

impl TimeControls {
    /// The same for all.
    pub fn all(control: TimeControl) -> TimeControls {
        TimeControls(vec![control])
    }

    /// One for each seat; the same as for all if they are equal. None means no clocks.
    pub fn each(controls: Vec<TimeControl>) -> TimeControls {
        match controls.split_first() {
            None => TimeControls::all(TimeControl::None),
            Some((first, rest)) if rest.iter().all(|other| other == first) => {
                TimeControls::all(first.clone())
            }
            Some(_) => TimeControls(controls),
        }
    }

    /// The control of a seat; the last one written holds for all seats after it.
    pub fn of(&self, seat: usize) -> &TimeControl {
        &self.0[seat.min(self.0.len() - 1)]
    }

    /// How many are written: 1 if all are the same.
    pub fn written(&self) -> usize {
        self.0.len()
    }

    /// Whether nobody has a clock.
    pub fn is_none(&self) -> bool {
        self.0.iter().all(|control| *control == TimeControl::None)
    }
}

impl Default for TimeControls {
    fn default() -> TimeControls {
        TimeControls::all(TimeControl::None)
    }
}
