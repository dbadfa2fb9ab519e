//! How long the engine may think, and how it is told to stop.

use chatura_rules::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// How long the engine may think; what is not limited is not. With no limit at all it looks a little while.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// At most so many plies.
    pub depth: Option<u32>,
    /// At most so many positions. With one thread and no limit of time the answer is always the same.
    pub nodes: Option<u64>,
    /// So long and no longer.
    pub time: Option<Duration>,
    /// The clock of the player to move.
    pub clock: Option<Clock>,
    /// Until it is stopped.
    pub infinite: bool,
    /// How many lines to tell; 0 means one.
    pub lines: usize,
    /// Only these moves, if any are named.
    pub only: Vec<Move>,
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is given; none if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
    /// What passes between the answer and the press of the clock.
    pub overhead: Duration,
}

impl Limits {
    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// When to begin no new iteration, and when to stop at once.
    pub(crate) fn times(&self) -> (Option<Duration>, Option<Duration>) {
        if self.infinite {
            return (None, None);
        }
        let (mut soft, mut hard) = (None, self.time);
        if let Some(clock) = self.clock {
            let (about, most) = clock.shares();
            soft = Some(about);
            hard = Some(hard.map_or(most, |time| time.min(most)));
        }
        let unlimited = self.depth.is_none() && self.nodes.is_none() && hard.is_none();
        if unlimited { (None, Some(Duration::from_secs(1))) } else { (soft, hard) }
    }
}

impl Clock {
    /// A clock with nothing but time left.
    pub fn new(left: Duration, increment: Duration) -> Clock {
        Clock { left, increment, moves_to_go: None, overhead: Duration::from_millis(10) }
    }

    /// How long to think about one move, and the most that can be spared.
    fn shares(&self) -> (Duration, Duration) {
        let moves = self.moves_to_go.map_or(28, |moves| moves.clamp(1, 40));
        // What passes between the moves passes on every one of them.
        let left = self.left.saturating_sub(self.overhead * moves.min(10));
        let about = left / moves + self.increment.mul_f64(0.7);
        let most = match moves {
            1 => left.mul_f64(0.9),
            _ => (about * 3).min(left.mul_f64(0.3)),
        };
        let least = Duration::from_millis(1);
        (about.mul_f64(0.7).min(most).max(least), most.max(least))
    }
}

/// Tells an engine, from another thread, to answer now, or whether its time counts yet; and tells there what the engine
/// is at.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// What the engine is at, each part by itself: a reader may see parts of two moments.
    nodes: AtomicU64,
    current: AtomicU64,
    depth: AtomicU32,
    number: AtomicU32,
    moves: AtomicU32,
}

/// What an engine is at, between two reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The depth that is not finished yet; 0 before anything has begun.
    pub depth: u32,
    /// How many positions were looked at when the current move was begun.
    pub nodes: u64,
    /// The move it looks at.
    pub current: Option<Move>,
    /// Which one of the moves that is, from 1.
    pub number: u32,
    /// How many moves there are to look at.
    pub moves: u32,
}

impl Stop {
    /// Not stopped.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the engine to answer now; whoever holds a copy of this is asked.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// The thought is about a move that another may play: limits of time do not count until it is.
    pub fn ponder(&self) {
        self.0.pondering.store(true, Ordering::Relaxed);
    }

    /// That move was played: from now on the time counts, that since the thought began included.
    pub fn ponder_hit(&self) {
        self.0.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether time does not count yet.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }

    /// What the engine is at, as far as it has told.
    pub fn progress(&self) -> Progress {
        let Signals { nodes, current, depth, number, moves, .. } = &*self.0;
        let depth = depth.load(Ordering::Relaxed);
        Progress {
            depth,
            nodes: nodes.load(Ordering::Relaxed),
            current: Some(current.load(Ordering::Relaxed)).filter(|_| depth > 0).and_then(Move::from_bits),
            number: number.load(Ordering::Relaxed),
            moves: moves.load(Ordering::Relaxed),
        }
    }

    /// The engine begins with a move.
    pub(crate) fn tell_progress(&self, progress: Progress) {
        let signals = &*self.0;
        signals.nodes.store(progress.nodes, Ordering::Relaxed);
        signals.current.store(progress.current.map_or(Move::NO_BITS, Move::to_bits), Ordering::Relaxed);
        signals.number.store(progress.number, Ordering::Relaxed);
        signals.moves.store(progress.moves, Ordering::Relaxed);
        signals.depth.store(progress.depth, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_spent() {
        for left in [1u64, 5, 20, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0u64, 10, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let mut clock = Clock::new(Duration::from_millis(left), Duration::from_millis(increment));
                    clock.moves_to_go = moves_to_go;
                    let (about, most) = clock.shares();
                    assert!(about <= most, "{clock:?}");
                    assert!(most <= clock.left.max(Duration::from_millis(1)), "{clock:?}: {most:?}");
                }
            }
        }
    }

    #[test]
    fn without_a_limit_there_is_one() {
        assert_eq!(Limits::default().times(), (None, Some(Duration::from_secs(1))));
        assert_eq!(Limits { infinite: true, ..Limits::default() }.times(), (None, None));
        assert_eq!(Limits::depth(3).times(), (None, None));
    }
}
