//! How long an engine may think.

use chatura_search::Clock;
use std::time::Duration;

/// A fixed time is no clock: what is a little late was not overstepped.
const LATE: Duration = Duration::from_millis(500);

/// How long an engine may think about one move; what is not limited is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The clocks of both players, in their order.
    pub clocks: Option<[Clock; 2]>,
    /// So long for this move.
    pub time: Option<Duration>,
    /// At most so many positions.
    pub nodes: Option<u64>,
    /// At most so many plies.
    pub depth: Option<u32>,
}

impl Pace {
    /// A time for the move.
    pub fn time(time: Duration) -> Pace {
        Pace { time: Some(time), ..Pace::default() }
    }

    /// A depth.
    pub fn depth(depth: u32) -> Pace {
        Pace { depth: Some(depth), ..Pace::default() }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Pace {
        Pace { nodes: Some(nodes), ..Pace::default() }
    }

    /// What a player may take before it has overstepped; none without a limit of time.
    pub fn allowed(&self, player: usize, margin: Duration) -> Option<Duration> {
        let clock = self.clocks.and_then(|clocks| clocks.get(player).map(|clock| clock.left + margin));
        let time = self.time.map(|time| time + LATE.max(margin));
        clock.into_iter().chain(time).min()
    }
}
