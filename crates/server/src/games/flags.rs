//! Flags fall in every game, in memory or not.

use super::{Games, Inside};
use crate::fair::Lane;
use crate::problem::Problem;
use crate::storage::Write;
use std::sync::Arc;

impl Games {
    /// Lets flags fall for as long as the server runs.
    pub async fn run_flags(self: Arc<Self>) {
        loop {
            let id = self.timers.next(|| self.now()).await;
            let games = Arc::clone(&self);
            tokio::spawn(async move { games.flag(&id).await });
        }
    }

    /// Knows again which flags will fall, and wakes AI players that are to move.
    pub async fn resume(self: &Arc<Self>) -> Result<(), crate::storage::StorageError> {
        self.pin().await?;
        for (at, id) in self.storage.deadlines().await? {
            self.timers.set(&id, Some(at));
        }
        let (games, thinking) = (Arc::clone(self), self.storage.thinking().await?);
        tokio::spawn(async move {
            for id in thinking {
                // Loading wakes them. One that cannot be loaded yet holds up no other.
                if games.open(&Lane::server(), &id).await.is_err() {
                    let games = Arc::clone(&games);
                    tokio::spawn(async move { games.go_on(&id).await });
                }
            }
        });
        Ok(())
    }

    /// Games of a time when rules were not kept with them stay under those of the first program that keeps them.
    async fn pin(&self) -> Result<(), crate::storage::StorageError> {
        for definition in self.storage.unpinned().await? {
            match self.library.rules(&Lane::server(), &definition).await {
                Ok(rules) => self.storage.write(Write::Pin(definition, rules)).await?,
                Err(problem) => tracing::warn!(definition, %problem, "the rules of some games are not known"),
            }
        }
        Ok(())
    }

    /// Loads a game, and tries again until it can be: that wakes an AI player who is to move.
    pub(super) async fn go_on(self: &Arc<Self>, id: &str) {
        while let Err(problem) = self.open(&Lane::server(), id).await.map(drop) {
            tracing::warn!(game = id, %problem, "a game could not be loaded");
            let Some(wait) = problem.passes_in() else { return };
            tokio::time::sleep(wait).await;
        }
    }

    /// Lets a flag fall later if that may work then.
    fn flag_again(&self, id: &str, problem: &Problem) {
        tracing::warn!(game = id, %problem, "a flag could not fall");
        let wait = problem.passes_in().map(|wait| chatura_session::Span(wait.as_millis() as u64));
        self.timers.set(id, wait.map(|wait| self.now().after(wait)));
    }

    async fn flag(self: &Arc<Self>, id: &str) {
        let mut held = match self.enter(&Lane::server(), id).await {
            Ok(held) => held,
            Err(problem) => return self.flag_again(id, &problem),
        };
        let now = self.now();
        let Inside { state: Some(state), watchers, .. } = &mut *held else { return };
        let Some((deadline, seat)) = state.session.next_deadline().zip(state.session.turn()) else { return };
        // A move that was made in time may still be on its way.
        let last = deadline.after(watchers.lag_of(seat, state).min(state.lag_left(seat)));
        if now < last {
            self.timers.set(id, Some(last));
            return;
        }
        match self.perform(&mut held, None, None).await {
            // A move may have been found to be on its way for longer just now.
            Ok(_) => {
                let next = held.state.as_ref().and_then(|state| state.session.next_deadline());
                self.timers.set(id, next);
            }
            Err(problem) => self.flag_again(id, &problem),
        }
    }

    /// Whether any clock runs.
    pub fn has_deadlines(&self) -> bool {
        !self.timers.is_empty()
    }
}
