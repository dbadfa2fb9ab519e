//! Places for a few at a time. Who waits for one is let in in turn: whoever asks for many waits behind themselves.

use crate::fair::{Crowd, FairQueue, Lane, Urgency};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The places.
#[derive(Clone, Debug)]
pub struct FairRoom(Arc<Mutex<Room>>);

#[derive(Debug)]
struct Room {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Place>>,
}

/// A place, free for the next when this is let go.
#[derive(Debug)]
pub struct Place(Option<FairRoom>);

impl FairRoom {
    /// So many places, at least one.
    pub fn new(count: usize) -> FairRoom {
        FairRoom(Arc::new(Mutex::new(Room { free: count.max(1), waiting: FairQueue::default() })))
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place in the line of somebody.
    pub async fn enter(&self, lane: &Lane) -> Place {
        // Dropped after what is waited with: who gives up is counted no more.
        let _leaving = Leaving(self, lane);
        let waiting = {
            let mut room = self.room();
            if room.free > 0 {
                room.free -= 1;
                return Place(Some(self.clone()));
            }
            let (sender, waiting) = oneshot::channel();
            room.waiting.push(lane, Urgency::Watched, sender);
            waiting
        };
        // As long as somebody waits there is somebody who leaves.
        waiting.await.unwrap_or(Place(None))
    }

    /// Who waits besides somebody.
    pub fn crowd(&self, lane: &Lane) -> Crowd {
        self.room().waiting.crowd(lane)
    }

    /// Gives a place to the next who still waits for one.
    fn give(&self) {
        loop {
            let next = {
                let mut room = self.room();
                let next = room.waiting.pop();
                room.free += usize::from(next.is_none());
                next
            };
            let Some((_, sender)) = next else { return };
            match sender.send(Place(Some(self.clone()))) {
                Ok(()) => return,
                // They gave up; the place is still there to be given.
                Err(mut place) => place.0 = None,
            }
        }
    }
}

/// Somebody who waits, or has a place: when this is let go, nobody waits in their name who has given up.
struct Leaving<'a>(&'a FairRoom, &'a Lane);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.room().waiting.forget(self.1, oneshot::Sender::is_closed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(room) = self.0.take() {
            room.give();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn whoever_asks_for_much_waits_behind_themselves_and_no_place_is_lost() {
        let room = FairRoom::new(1);
        let first = room.enter(&Lane::new("ada", None)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for who in ["ada", "ada", "ada", "bo"] {
            let (own, order) = (room.clone(), Arc::clone(&order));
            waiting.push(tokio::spawn(async move {
                let place = own.enter(&Lane::new(who, None)).await;
                order.lock().unwrap().push(who);
                drop(place);
            }));
            tokio::task::yield_now().await;
        }
        // One gives up while they wait.
        waiting.remove(1).abort();
        tokio::task::yield_now().await;
        drop(first);
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["ada", "bo", "ada"]);
        // One gives up when a place is theirs and they do not know it yet.
        let held = room.enter(&Lane::new("ada", None)).await;
        let cem = Lane::new("cem", None);
        let mut unaware = Box::pin(room.enter(&cem));
        assert!(tokio::time::timeout(Duration::ZERO, &mut unaware).await.is_err());
        drop(held);
        assert_eq!(room.room().free, 0);
        drop(unaware);
        let state = room.room();
        assert_eq!((state.free, state.waiting.len()), (1, 0));
    }
}
