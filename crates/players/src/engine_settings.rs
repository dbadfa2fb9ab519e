//! How our own players think: the one place where levels, strategies and clocks become limits.

use crate::chooser::{PlayerError, Question};
use chatura_search::{Clock, Level, Limits, Options, Strategy};
use chatura_session::{Ai, ClockView, Span};
use std::time::Duration;

/// What a front end can afford for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How long a player by level or strategy thinks at most.
    pub default_time: Duration,
    /// How long anyone may think, also who was asked for a depth, a number of positions or a time.
    pub most: Option<Duration>,
    /// The memory of an engine, in millions of bytes.
    pub hash_mb: usize,
    /// Where a weak level errs.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            default_time: Duration::from_secs(3),
            most: None,
            hash_mb: Options::default().hash_mb,
            seed: 0,
        }
    }
}

/// How a player of ours thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// How its engine is set up.
    pub options: Options,
    /// How long it thinks where no clock says less.
    pub limits: Limits,
}

impl EngineSettings {
    /// The settings of a kind of player; or why there is none such.
    pub fn of(ai: &Ai, budget: &Budget) -> Result<EngineSettings, PlayerError> {
        let mut options = Options { hash_mb: budget.hash_mb, seed: budget.seed, ..Options::default() };
        let mut limits = Limits { time: budget.most, ..Limits::default() };
        let known = |error: chatura_search::UnknownStrategy| PlayerError(error.to_string());
        match ai {
            Ai::Level(number) => {
                (options.level, limits.time) =
                    (Level::from_number(*number).map_err(known)?, Some(budget.default_time));
            }
            Ai::Strategy(name) => {
                (options.strategy, limits.time) =
                    (Strategy::from_name(name).map_err(known)?, Some(budget.default_time));
            }
            Ai::Depth(depth) => limits.depth = Some(u32::from(*depth)),
            Ai::Nodes(nodes) => limits.nodes = Some(*nodes),
            Ai::Time(time) => limits.time = least(Some(duration(*time)), budget.most),
            _ => return Err(PlayerError("this kind of player is not known here".to_owned())),
        }
        Ok(EngineSettings { options, limits })
    }

    /// How long it thinks about a move at most where no clock says less; none for as long as it takes.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.limits.time
    }

    /// The limits of a thought about a question.
    pub fn limits_for(&self, question: &Question<'_>) -> Limits {
        let clock = question.clock().and_then(clock).or(self.limits.clock);
        Limits { clock, time: least(self.limits.time, question.max_time), ..self.limits.clone() }
    }
}

/// What a clock leaves to think, if it is one. For who plans its time a delay is as good as an increment.
fn clock(view: &ClockView) -> Option<Clock> {
    let own = Clock::new(duration(view.left?), duration(view.increment) + duration(view.delay));
    Some(Clock { moves_to_go: view.turns_left, ..own })
}

fn duration(span: Span) -> Duration {
    Duration::from_millis(span.0)
}

/// The shorter of two times, of which either may be missing.
fn least(first: Option<Duration>, second: Option<Duration>) -> Option<Duration> {
    first.into_iter().chain(second).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::{Line, Position};

    fn view(left: u64, increment: u64, delay: u64) -> ClockView {
        ClockView {
            left: Some(Span(left)),
            running: true,
            delay: Span(delay),
            increment: Span(increment),
            turns_left: Some(12),
        }
    }

    #[test]
    fn a_delay_is_time_to_think() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let line = Line::new(Position::start(&game));
        let settings = EngineSettings::of(&Ai::Level(3), &Budget::default()).unwrap();
        let limits = |clocks: &[ClockView]| settings.limits_for(&Question { clocks, ..Question::new(&line) });
        let found = limits(&[view(60_000, 1_000, 5_000), view(9, 9, 9)]).clock.unwrap();
        assert_eq!((found.left, found.increment), (Duration::from_secs(60), Duration::from_secs(6)));
        assert_eq!(found.moves_to_go, Some(12));
        let none = ClockView { left: None, ..view(0, 0, 0) };
        assert_eq!(limits(&[none]).clock, None);
        assert_eq!(limits(&[]).clock, None);
    }

    #[test]
    fn nobody_thinks_longer_than_allowed() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let line = Line::new(Position::start(&game));
        let seconds = Duration::from_secs;
        let budget = Budget { default_time: seconds(2), most: Some(seconds(10)), ..Budget::default() };
        let time = |ai: Ai, max_time: Option<Duration>| {
            let settings = EngineSettings::of(&ai, &budget).unwrap();
            settings.limits_for(&Question { max_time, ..Question::new(&line) }).time
        };
        assert_eq!(time(Ai::Level(0), None), Some(seconds(2)));
        assert_eq!(time(Ai::Strategy("full".into()), None), Some(seconds(2)));
        assert_eq!(time(Ai::Depth(9), None), Some(seconds(10)));
        assert_eq!(time(Ai::Time(Span(4_000)), None), Some(seconds(4)));
        assert_eq!(time(Ai::Time(Span(40_000)), None), Some(seconds(10)));
        assert_eq!(time(Ai::Nodes(9), Some(seconds(1))), Some(seconds(1)));
        let alone = EngineSettings::of(&Ai::Depth(9), &Budget::default()).unwrap();
        assert_eq!(alone.thinking_time(), None);
    }

    #[test]
    fn nobody_plays_who_does_not_exist() {
        for ai in [Ai::Level(0), Ai::Level(20), Ai::Strategy("one-ply".into()), Ai::Depth(3)] {
            assert!(EngineSettings::of(&ai, &Budget::default()).is_ok(), "{ai:?}");
        }
        for ai in [Ai::Level(99), Ai::Strategy("onepy".into())] {
            assert!(EngineSettings::of(&ai, &Budget::default()).is_err(), "{ai:?}");
        }
    }
}
