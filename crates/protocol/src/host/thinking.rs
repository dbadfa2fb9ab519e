//! The thread on which the engine thinks, while another reads what is said meanwhile.

use chatura_search::{Engine, Progress, Stop};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{JoinHandle, park_timeout};
use std::time::{Duration, Instant};

/// The engine, and the thought it is at. While it thinks, the thought has the engine.
#[derive(Default)]
pub(crate) struct Thinking {
    pub engine: Option<Engine>,
    thought: Option<JoinHandle<Engine>>,
    stop: Stop,
}

impl Thinking {
    /// Begins a thought; whether there is an engine to have it. What was thought about before is ended. Should the work break
    /// off in a panic, somebody still waits for an answer: `broken` is then told why, in a sentence.
    pub fn begin(
        &mut self,
        stop: Stop,
        work: impl FnOnce(&mut Engine, &Stop) + Send + 'static,
        broken: impl FnOnce(&str, &Stop) + Send + 'static,
    ) -> bool {
        self.end();
        let Some(mut engine) = self.engine.take() else { return false };
        self.stop = stop.clone();
        self.thought = Some(std::thread::spawn(move || {
            match catch_unwind(AssertUnwindSafe(|| work(&mut engine, &stop))) {
                Ok(()) => engine,
                Err(panic) => {
                    broken(&format!("the search broke off: {}", words(&*panic)), &stop);
                    afresh(&engine)
                }
            }
        }));
        true
    }

    /// Whether a thought is under way, or over and not yet taken note of.
    pub fn is_under_way(&self) -> bool {
        self.thought.is_some()
    }

    /// What the thought is told by.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Ends a thought, if there is one; it still answers.
    pub fn end(&mut self) {
        if let Some(thought) = self.thought.take() {
            self.stop.stop();
            self.engine = thought.join().ok();
        }
    }

    /// Waits for a thought to end by itself, but no longer than this; then it is ended.
    pub fn finish(&mut self, patience: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < patience
            && self.thought.as_ref().is_some_and(|thought| !thought.is_finished())
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end();
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nobody knows why")
}

/// An engine set up like one that nobody can trust any more.
fn afresh(engine: &Engine) -> Engine {
    let mut fresh = Engine::new(engine.game(), engine.options().clone());
    fresh.set_net(engine.net().cloned());
    fresh.set_tables(engine.tables().cloned());
    fresh
}

/// Does work, and meanwhile tells again and again what the engine is at, once that has taken long.
pub(crate) fn watch<T>(stop: &Stop, mut tell: impl FnMut(Progress) + Send, work: impl FnOnce() -> T) -> T {
    /// From here on it is worth telling.
    const LONG: Duration = Duration::from_secs(2);
    const PAUSE: Duration = Duration::from_millis(250);
    let over = Stop::new();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            park_timeout(LONG);
            let mut last = None;
            while !over.is_stopped() {
                let progress = stop.progress();
                if last != Some((progress.depth, progress.current)) {
                    last = Some((progress.depth, progress.current));
                    tell(progress);
                }
                park_timeout(PAUSE);
            }
        });
        // Also when the work panics: or the watcher would be waited for in vain.
        let ends = End(&over, watcher.thread().clone());
        let result = work();
        drop(ends);
        result
    })
}

/// Tells a watcher that there is nothing to watch any more.
struct End<'a>(&'a Stop, std::thread::Thread);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.stop();
        self.1.unpark();
    }
}
