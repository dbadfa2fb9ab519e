//! What waits to be told on a socket: so many frames, and only so large, since anybody can ask for much and hear nothing.

use super::Frame;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// How many frames may wait.
const FRAMES: usize = 256;
/// From how many bytes on nothing more may wait.
const BYTES: usize = 4 << 20;

/// Where frames for a socket are put.
#[derive(Clone, Debug)]
pub struct Outbox {
    frames: mpsc::Sender<Frame>,
    bytes: Arc<AtomicUsize>,
    lost: Arc<AtomicBool>,
}

/// Where they are taken from, to be sent.
#[derive(Debug)]
pub struct Unsent {
    frames: mpsc::Receiver<Frame>,
    bytes: Arc<AtomicUsize>,
}

impl Outbox {
    /// An empty one, and its other end.
    pub fn new() -> (Outbox, Unsent) {
        let (frames, waiting) = mpsc::channel(FRAMES);
        let bytes = Arc::<AtomicUsize>::default();
        let outbox = Outbox { frames, bytes: Arc::clone(&bytes), lost: Arc::default() };
        (outbox, Unsent { frames: waiting, bytes })
    }

    /// Puts a frame behind the others. If there is no room it is lost, and everything after it.
    pub fn tell(&self, frame: Frame) {
        let size = frame.len();
        let before = self.bytes.fetch_add(size, Ordering::Relaxed);
        // One alone always goes, however large it is.
        if before >= BYTES || self.is_lost() || self.frames.try_send(frame).is_err() {
            self.bytes.fetch_sub(size, Ordering::Relaxed);
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a frame was lost: the socket is to be closed, so that its client comes back for what it missed.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

impl Unsent {
    /// The next frame, when there is one; nothing if nobody can put one any more.
    pub async fn next(&mut self) -> Option<Frame> {
        let frame = self.frames.recv().await?;
        self.bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        Some(frame)
    }

    /// The next frame, if there is one now.
    pub fn next_now(&mut self) -> Option<Frame> {
        let frame = self.frames.try_recv().ok()?;
        self.bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_hears_nothing_is_not_told_without_end() {
        let (outbox, mut unsent) = Outbox::new();
        let large = Frame::from("x".repeat(BYTES / 2 + 1));
        outbox.tell(large.clone());
        outbox.tell(large.clone());
        assert!(!outbox.is_lost());
        outbox.tell(Frame::from("{}"));
        assert!(outbox.is_lost(), "more than there is room for waits");
        // What comes after what was lost would leave a gap.
        assert_eq!(std::iter::from_fn(|| unsent.next_now()).count(), 2);
        outbox.tell(Frame::from("{}"));
        assert_eq!(unsent.next_now(), None);
        assert_eq!(outbox.bytes.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn one_large_frame_goes_to_who_hears() {
        let (outbox, mut unsent) = Outbox::new();
        for _ in 0..3 {
            outbox.tell(Frame::from("x".repeat(3 * BYTES)));
            assert!(unsent.next_now().is_some());
        }
        (0..FRAMES).for_each(|_| outbox.tell(Frame::from("{}")));
        assert!(!outbox.is_lost());
        outbox.tell(Frame::from("{}"));
        assert!(outbox.is_lost(), "too many wait");
    }
}
