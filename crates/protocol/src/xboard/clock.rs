//! How long a move may take.

use super::command::Level;
use crate::host::Settings;
use chatura_search::{Clock, Limits};
use std::time::Duration;

/// What was said about time and depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Control {
    level: Option<Level>,
    /// So long for each move; what was said last of this and the level counts.
    each: Option<Duration>,
    depth: Option<u32>,
    /// So many positions are a second.
    rate: Option<u64>,
    /// What is left on the engine's clock.
    left: Duration,
    /// How many moves the engine has made since the level was set.
    made: u32,
}

impl Control {
    /// A game begins: limits of depth and of positions are gone, the clock is full.
    pub fn begin_game(&mut self) {
        (self.depth, self.rate, self.made) = (None, None, 0);
        self.left = self.level.map_or(Duration::ZERO, |level| level.base);
    }

    pub fn set_level(&mut self, level: Level) {
        *self = Control { level: Some(level), each: None, left: level.base, made: 0, ..self.clone() };
    }

    pub fn set_each(&mut self, time: Duration) {
        self.each = Some(time);
    }

    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Positions are the measure of time; 0 means that it is time again.
    pub fn set_rate(&mut self, rate: u64) {
        self.rate = Some(rate).filter(|rate| *rate > 0);
    }

    pub fn set_left(&mut self, left: Duration) {
        self.left = left;
    }

    /// The engine has made a move that took so long. What the board tells of the clock counts for more.
    pub fn moved(&mut self, took: Duration) {
        self.made += 1;
        let Some(level) = self.level else { return };
        self.left = self.left.saturating_sub(took) + level.increment;
        if level.moves > 0 && self.made.is_multiple_of(level.moves) {
            self.left += level.base;
        }
    }

    /// The limits of a thought about the next move.
    pub fn limits(&self, settings: &Settings) -> Limits {
        let mut limits = Limits { depth: self.depth, lines: settings.lines, ..Limits::default() };
        let to_go = |level: &Level| (level.moves > 0).then(|| level.moves - self.made % level.moves);
        match (self.each, self.level, self.rate) {
            (Some(each), _, None) => limits.time = Some(settings.exact(each)),
            (Some(each), _, Some(rate)) => limits.nodes = Some(positions(each, rate)),
            (None, Some(level), None) => {
                let (increment, overhead) = (level.increment, settings.overhead());
                limits.clock =
                    Some(Clock { left: self.left, increment, moves_to_go: to_go(&level), overhead });
            }
            (None, Some(level), Some(rate)) => {
                let share = self.left / to_go(&level).unwrap_or(30).max(1) + level.increment;
                limits.nodes = Some(positions(share, rate));
            }
            (None, None, _) => {}
        }
        limits
    }
}

fn positions(time: Duration, rate: u64) -> u64 {
    ((time.as_secs_f64() * rate as f64) as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn moves_until_more_time_is_given_are_counted() {
        let mut control = Control::default();
        control.set_level(Level { moves: 3, base: MINUTE, increment: Duration::ZERO });
        let settings = Settings::default();
        let clock = |control: &Control| control.limits(&settings).clock.map(|c| (c.left, c.moves_to_go));
        assert_eq!(clock(&control), Some((MINUTE, Some(3))));
        control.moved(MINUTE / 2);
        assert_eq!(clock(&control), Some((MINUTE / 2, Some(2))));
        control.moved(Duration::ZERO);
        control.moved(Duration::ZERO);
        assert_eq!(clock(&control), Some((MINUTE + MINUTE / 2, Some(3))));
        control.set_left(Duration::from_secs(7));
        assert_eq!(clock(&control), Some((Duration::from_secs(7), Some(3))));
    }

    #[test]
    fn time_depth_and_positions_go_together() {
        let (mut control, settings) = (Control::default(), Settings::default());
        assert_eq!(control.limits(&settings), Limits { lines: 1, ..Limits::default() });
        control.set_each(Duration::from_secs(8));
        control.set_depth(5);
        let limits = control.limits(&settings);
        assert!(limits.depth == Some(5) && limits.time.is_some_and(|time| time < Duration::from_secs(8)));
        control.set_rate(10_000);
        let limits = control.limits(&settings);
        assert_eq!((limits.nodes, limits.time), (Some(80_000), None));
        // A new game has its time, but no depth.
        control.begin_game();
        let limits = control.limits(&settings);
        assert!(limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_some());
        // What was said last of the two counts.
        control.set_level(Level { moves: 0, base: MINUTE, increment: Duration::from_secs(1) });
        let limits = control.limits(&settings);
        assert!(limits.time.is_none() && limits.clock.is_some_and(|clock| clock.moves_to_go.is_none()));
    }
}
