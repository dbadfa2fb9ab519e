//! Work that would hold up everybody else: on threads of its own, a few at a time, in turn of those who want it.

use crate::fair::Lane;
use crate::fair_room::{FairRoom, Place};
use crate::problem::Problem;
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;

/// How long work may wait to be begun.
const PATIENCE: Duration = Duration::from_secs(10);

/// Those who do such work.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    free: FairRoom,
    /// Those who do what takes seconds: who begins a game or moves never waits for one of them.
    slow: FairRoom,
}

impl WorkerPool {
    /// So many at a time, at least one, and besides half as many for what is large.
    pub fn new(count: usize) -> WorkerPool {
        WorkerPool { free: FairRoom::new(count), slow: FairRoom::new(count / 2) }
    }

    /// Has something done for somebody, when it is their turn.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: &Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let hand = self.hand(lane).await?;
        hand.run(work).await
    }

    /// Has something large done for somebody, which may take seconds, when it is their turn.
    pub async fn run_slow<T: Send + 'static>(
        &self,
        lane: &Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let hand = WorkerPool::take(&self.slow, lane).await?;
        hand.run(work).await
    }

    /// One who does something for somebody.
    pub async fn hand(&self, lane: &Lane) -> Result<Hand, Problem> {
        WorkerPool::take(&self.free, lane).await
    }

    async fn take(room: &FairRoom, lane: &Lane) -> Result<Hand, Problem> {
        let busy =
            |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is going on; try again");
        tokio::time::timeout(PATIENCE, room.enter(lane))
            .await
            .map(|place| Hand { _place: Arc::new(place) })
            .map_err(busy)
    }
}

/// Has something done by whoever there is for it; at once if there is nobody.
pub async fn by<T: Send + 'static>(
    hand: Option<&Hand>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    match hand {
        Some(hand) => hand.run(work).await,
        None => Ok(work()),
    }
}

/// One who does something, one thing after the other, until the last copy is let go.
#[derive(Clone, Debug)]
pub struct Hand {
    _place: Arc<Place>,
}

impl Hand {
    /// Has it done.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let hand = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // The hand is free when the work ends, not when somebody stops waiting for it.
            let _hand = hand;
            work()
        });
        done.await.map_err(|_| Problem::internal("this could not be carried out; nothing is lost"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn no_more_work_is_done_at_once_than_there_are_hands() {
        let (pool, now, most) =
            (WorkerPool::new(2), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let lane = Lane::server();
        let work = |_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            pool.run(&lane, move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                now.fetch_sub(1, Ordering::SeqCst);
            })
        };
        let done = futures_util::future::join_all((0..12).map(work)).await;
        assert!(done.iter().all(Result::is_ok));
        assert_eq!(most.load(Ordering::SeqCst), 2);
        let failed = pool.run(&lane, || panic!("as it may")).await;
        assert_eq!(failed.map_err(|problem: Problem| problem.code), Err::<(), _>("internal".to_owned()));
        assert!(pool.run(&lane, || ()).await.is_ok(), "a hand is lost");
    }

    #[tokio::test]
    async fn thirty_of_one_address_and_large_work_delay_nobody_by_more_than_one_turn() {
        let pool = WorkerPool::new(1);
        let of = |person: &str, address: [u8; 4]| Lane::new(person, Some(address.into()));
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let held = pool.hand(&Lane::server()).await.unwrap();
        let mut waiting = Vec::new();
        for number in 0..31 {
            let (name, address) = match number {
                30 => ("ada".to_owned(), [192, 0, 2, 2]),
                _ => (format!("mallory {number}"), [192, 0, 2, 1]),
            };
            let (pool, order, lane) = (pool.clone(), Arc::clone(&order), of(&name, address));
            waiting.push(tokio::spawn(async move {
                pool.run(&lane, move || order.lock().unwrap().push(name)).await.unwrap();
            }));
            tokio::task::yield_now().await;
        }
        // What is large has hands of its own.
        assert_eq!(pool.run_slow(&of("bo", [192, 0, 2, 3]), || 7).await.unwrap(), 7);
        drop(held);
        for one in waiting {
            one.await.unwrap();
        }
        let place = order.lock().unwrap().iter().position(|name| name == "ada");
        assert!(place <= Some(1), "{place:?}");
    }
}
