//! Work that would hold up everybody else: on threads of its own, a few at a time, in turn of those who want it.

use crate::fair_room::{FairRoom, Place};
use crate::problem::Problem;
use axum::http::StatusCode;
use std::time::Duration;

/// How long work may wait to be begun.
const PATIENCE: Duration = Duration::from_secs(10);
/// For whom the server itself works.
const NOBODY: &str = "";

/// Those who do such work.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    free: FairRoom,
}

impl WorkerPool {
    /// So many at a time, at least one.
    pub fn new(count: usize) -> WorkerPool {
        WorkerPool { free: FairRoom::new(count) }
    }

    /// Has something done that does not belong to anybody, when it is its turn.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_for(NOBODY, work).await
    }

    /// Has something done for somebody, when it is their turn.
    pub async fn run_for<T: Send + 'static>(
        &self,
        who: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let hand = self.hand(who).await?;
        hand.run(work).await
    }

    /// One who does something for somebody.
    pub async fn hand(&self, who: &str) -> Result<Hand, Problem> {
        let busy =
            |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is going on; try again");
        tokio::time::timeout(PATIENCE, self.free.enter(who))
            .await
            .map(|place| Hand { _place: place })
            .map_err(busy)
    }
}

/// One who does something.
#[derive(Debug)]
pub struct Hand {
    _place: Place,
}

impl Hand {
    /// Has it done.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let done = tokio::task::spawn_blocking(move || {
            // The hand is free when the work ends, not when somebody stops waiting for it.
            let _hand = self;
            work()
        });
        done.await.map_err(|_| Problem::internal("this could not be carried out; nothing is lost"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn no_more_work_is_done_at_once_than_there_are_hands() {
        let (pool, now, most) =
            (WorkerPool::new(2), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = |_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            pool.run(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                now.fetch_sub(1, Ordering::SeqCst);
            })
        };
        let done = futures_util::future::join_all((0..12).map(work)).await;
        assert!(done.iter().all(Result::is_ok));
        assert_eq!(most.load(Ordering::SeqCst), 2);
        let failed = pool.run(|| panic!("as it may")).await;
        assert_eq!(failed.map_err(|problem: Problem| problem.code), Err::<(), _>("internal".to_owned()));
        assert!(pool.run(|| ()).await.is_ok(), "a hand is lost");
    }
}
