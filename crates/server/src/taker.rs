//! A connection to somebody who has to take what they asked for: until they do, it lies in memory, and the connection in the way.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// The slowest anybody may take it in the long run, in bytes a second.
const SLOWEST: f64 = 4096.0;

/// A stream that breaks when its other end takes nothing for too long. Each byte that is taken earns some patience back.
#[derive(Debug)]
pub struct Taker<S> {
    stream: S,
    most: Duration,
    left: Duration,
    /// Since when nothing is taken, and what wakes us when that is too long.
    stuck: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> Taker<S> {
    /// One that is waited for so long at most.
    pub fn new(stream: S, most: Duration) -> Taker<S> {
        Taker { stream, most, left: most, stuck: None }
    }

    /// What comes of an attempt to write.
    fn told(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let Poll::Pending = written else {
            if let Some((since, _)) = self.stuck.take() {
                self.left = self.left.saturating_sub(since.elapsed());
            }
            if let Poll::Ready(Ok(bytes)) = &written {
                let earned = Duration::from_secs_f64(*bytes as f64 / SLOWEST);
                self.left = (self.left + earned).min(self.most);
            }
            return written;
        };
        let left = self.left;
        let (_, alarm) =
            self.stuck.get_or_insert_with(|| (Instant::now(), Box::pin(tokio::time::sleep(left))));
        ready!(alarm.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "what was asked for is not taken")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Taker<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Taker<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.told(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.told(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const MOST: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_let_go() {
        let (ours, _theirs) = tokio::io::duplex(1_000);
        let began = Instant::now();
        let error = Taker::new(ours, MOST).write_all(&[7; 9_000]).await.unwrap_err();
        assert_eq!((error.kind(), began.elapsed().as_secs()), (io::ErrorKind::TimedOut, 20));
    }

    /// Writes to somebody who takes so many bytes every second; whether all were taken.
    async fn taken(each_second: usize, all: usize) -> bool {
        let (ours, mut theirs) = tokio::io::duplex(1_000);
        let taking = tokio::spawn(async move {
            let mut piece = vec![0; each_second];
            while theirs.read_exact(&mut piece).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let mut taker = Taker::new(ours, MOST);
        let result = taker.write_all(&vec![7; all]).await;
        drop(taker);
        taking.abort();
        result.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_a_little_is_let_go_and_who_is_slow_is_waited_for() {
        assert!(!taken(100, 1_000_000).await, "a hundred bytes a second");
        assert!(taken(6_000, 1_000_000).await, "six thousand");
    }
}
