//! Flags fall in every game, in memory or not.

use super::{Games, Inside};
use std::sync::Arc;
use std::time::Duration;

/// How long to wait after something could not be kept.
const AGAIN: Duration = Duration::from_secs(1);

impl Games {
    /// Lets flags fall for as long as the service runs.
    pub async fn run_flags(self: Arc<Self>) {
        loop {
            let id = self.timers.next(|| self.now()).await;
            let games = Arc::clone(&self);
            tokio::spawn(async move { games.flag(&id).await });
        }
    }

    /// Knows again which flags will fall, and wakes AI players that are to move.
    pub async fn resume(self: &Arc<Self>) -> Result<(), crate::storage::StorageError> {
        for (at, id) in self.storage.deadlines().await? {
            self.timers.set(&id, Some(at));
        }
        let (games, thinking) = (Arc::clone(self), self.storage.thinking().await?);
        tokio::spawn(async move {
            for id in thinking {
                // Loading wakes them.
                if let Err(problem) = games.enter(&id).await {
                    tracing::warn!(game = id, %problem, "a game could not be loaded");
                }
            }
        });
        Ok(())
    }

    async fn flag(self: &Arc<Self>, id: &str) {
        let mut held = match self.enter(id).await {
            Ok(held) => held,
            Err(problem) => {
                tracing::warn!(game = id, %problem, "a flag could not fall");
                if problem.code == "storage" {
                    self.timers.set(id, Some(self.now().after(session::Span(AGAIN.as_millis() as u64))));
                }
                return;
            }
        };
        let now = self.now();
        let Inside { state: Some(state), watchers, .. } = &*held else { return };
        let Some((deadline, seat)) = state.session.next_deadline().zip(state.session.turn()) else { return };
        // A move that was made in time may still be on its way.
        let last = deadline.after(watchers.lag_of(seat, state));
        if now < last {
            self.timers.set(id, Some(last));
            return;
        }
        let fallen = self.perform(&mut held, None, None).await;
        let next = match (&held.state, fallen) {
            // It may have been found to be on its way for longer just now.
            (Some(state), Ok(_)) => state.session.next_deadline(),
            _ => Some(now.after(session::Span(AGAIN.as_millis() as u64))),
        };
        self.timers.set(id, next);
    }

    /// Whether any clock runs.
    pub fn has_deadlines(&self) -> bool {
        !self.timers.is_empty()
    }
}
