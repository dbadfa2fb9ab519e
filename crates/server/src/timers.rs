//! When something is due in which game.

use chatura_session::Time;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Never sleep longer, so that a clock that was set does no harm.
const LONGEST: Duration = Duration::from_secs(3_600);

/// When something is due in which game; one time for each.
#[derive(Default)]
pub struct Timers {
    due: Mutex<Due>,
    sooner: Notify,
}

#[derive(Default)]
struct Due {
    order: BTreeSet<(Time, String)>,
    times: HashMap<String, Time>,
}

impl Timers {
    /// Sets or clears the time of a game.
    pub fn set(&self, game: &str, at: Option<Time>) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let old = match at {
            Some(at) => due.times.insert(game.to_owned(), at),
            None => due.times.remove(game),
        };
        if old == at {
            return;
        }
        if let Some(old) = old {
            due.order.remove(&(old, game.to_owned()));
        }
        if let Some(at) = at {
            let first = due.order.first().is_none_or(|(first, _)| at < *first);
            due.order.insert((at, game.to_owned()));
            if first {
                self.sooner.notify_one();
            }
        }
    }

    /// Whether nothing is due at any time.
    pub fn is_empty(&self) -> bool {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).order.is_empty()
    }

    /// Waits until something is due, and takes it off.
    pub async fn next(&self, now: impl Fn() -> Time) -> String {
        loop {
            let wait = match self.take_due(now()) {
                Ok(game) => return game,
                Err(wait) => wait,
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.sooner.notified() => {}
            }
        }
    }

    /// What is due now, or how long to wait.
    fn take_due(&self, now: Time) -> Result<String, Duration> {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((at, game)) = due.order.first().cloned() else { return Err(LONGEST) };
        if at > now {
            return Err(Duration::from_millis(at.since(now).0).min(LONGEST));
        }
        due.order.pop_first();
        due.times.remove(&game);
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_comes_in_order_and_once() {
        let timers = Timers::default();
        for (game, at) in [("a", 30), ("b", 10), ("c", 20), ("a", 5), ("c", 40)] {
            timers.set(game, Some(Time(at)));
        }
        timers.set("b", None);
        assert_eq!(timers.take_due(Time(5)), Ok("a".to_owned()));
        assert_eq!(timers.take_due(Time(5)), Err(Duration::from_millis(35)));
        assert_eq!(timers.take_due(Time(50)), Ok("c".to_owned()));
        assert!(timers.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_is_woken_by_something_sooner() {
        let timers = Timers::default();
        timers.set("late", Some(Time(1_000_000)));
        let wait = timers.next(|| Time(7));
        tokio::pin!(wait);
        assert!(tokio::time::timeout(Duration::from_secs(1), &mut wait).await.is_err());
        timers.set("now", Some(Time(7)));
        assert_eq!(wait.await, "now");
    }
}
