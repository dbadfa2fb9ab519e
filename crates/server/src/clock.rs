//! The server's own time, which stands still while it is down, and the time of day.

use chatura_session::Time;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Counts milliseconds in which the server ran, since its data were made. Games are played by this time, so that
/// nobody is charged for what passes while the server is down.
#[derive(Clone, Debug)]
pub struct ServerClock {
    before: u64,
    started: Instant,
}

impl ServerClock {
    /// Goes on from what had passed when the server last ran.
    pub fn resume(before: Time) -> ServerClock {
        ServerClock { before: before.0, started: Instant::now() }
    }

    /// How long the server has been running this time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_where_it_stopped() {
        let clock = ServerClock::resume(Time(5_000));
        assert!((5_000..6_000).contains(&clock.now().0));
    }
}
