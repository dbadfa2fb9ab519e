//! What is counted, in the text form that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper ends of the buckets of latencies, in milliseconds.
const BUCKETS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

/// Counters of the server.
#[derive(Debug, Default)]
pub struct Metrics {
    sockets: AtomicI64,
    moves: Latencies,
    requests: Latencies,
    problems: AtomicU64,
    refusals: Mutex<BTreeMap<String, u64>>,
    searches: AtomicU64,
}

#[derive(Debug, Default)]
struct Latencies {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Latencies {
    fn add(&self, took: Duration) {
        let millis = took.as_millis() as u64;
        for (end, bucket) in BUCKETS.iter().zip(&self.buckets) {
            if millis < *end {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let count = self.count.load(Ordering::Relaxed);
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (end, bucket) in BUCKETS.iter().zip(&self.buckets) {
            let seconds = *end as f64 / 1000.0;
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {}", bucket.load(Ordering::Relaxed));
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}"
        );
    }
}

/// What others count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gauges {
    /// Games in memory.
    pub games: usize,
    /// Threads that think.
    pub engine_threads: usize,
    /// Those of them that do at the moment.
    pub busy: usize,
    /// Questions that wait for one.
    pub waiting: usize,
    /// Threads that analyse.
    pub analysing: usize,
}

impl Metrics {
    /// A socket was opened or closed.
    pub fn sockets(&self, change: i64) {
        self.sockets.fetch_add(change, Ordering::Relaxed);
    }

    /// A move was kept, and how long it took.
    pub fn move_made(&self, took: Duration) {
        self.moves.add(took);
    }

    /// A request was answered, and how long it took.
    pub fn request(&self, took: Duration, failed: bool) {
        self.requests.add(took);
        self.problems.fetch_add(u64::from(failed), Ordering::Relaxed);
    }

    /// Something was refused, or could not be done; the reasons are the codes of problems.
    pub fn refused(&self, reason: &str) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        match refusals.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                refusals.insert(reason.to_owned(), 1);
            }
        }
    }

    /// An AI player has thought.
    pub fn search(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    /// Everything as text.
    pub fn text(&self, gauges: Gauges) -> String {
        let mut text = String::new();
        let values = [
            ("chatura_games", "gauge", "Games in memory.", gauges.games as i64),
            ("chatura_sockets", "gauge", "Open sockets.", self.sockets.load(Ordering::Relaxed)),
            (
                "chatura_search_threads",
                "gauge",
                "Threads that think for AI players.",
                gauges.engine_threads as i64,
            ),
            ("chatura_search_threads_busy", "gauge", "Those that think at the moment.", gauges.busy as i64),
            ("chatura_search_waiting", "gauge", "Questions that wait for a thread.", gauges.waiting as i64),
            ("chatura_analysis_threads", "gauge", "Threads that analyse.", gauges.analysing as i64),
            ("chatura_searches_total", "counter", "Thoughts.", self.searches.load(Ordering::Relaxed) as i64),
            (
                "chatura_problems_total",
                "counter",
                "Requests refused.",
                self.problems.load(Ordering::Relaxed) as i64,
            ),
        ];
        for (name, kind, help, value) in values {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        let name = "chatura_refusals_total";
        let help = "What was refused on any way, by the code of the problem; storage is a write that failed.";
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter");
        for (reason, count) in &*self.refusals.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "{name}{{reason=\"{reason}\"}} {count}");
        }
        self.moves.write(
            &mut text,
            "chatura_move_seconds",
            "From a move's arrival until it is kept and told.",
        );
        self.requests.write(&mut text, "chatura_request_seconds", "From a request until its answer.");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_reason() {
        let metrics = Metrics::default();
        ["limit", "storage", "limit"].iter().for_each(|reason| metrics.refused(reason));
        let text = metrics.text(Gauges::default());
        for line in ["{reason=\"limit\"} 2\n", "{reason=\"storage\"} 1\n"] {
            assert!(text.contains(&format!("chatura_refusals_total{line}")), "{text}");
        }
    }

    #[test]
    fn buckets_count_everything_below_their_end() {
        let metrics = Metrics::default();
        for millis in [0, 3, 700, 5_000] {
            metrics.move_made(Duration::from_millis(millis));
        }
        let text = metrics.text(Gauges::default());
        for line in [
            "chatura_move_seconds_bucket{le=\"0.001\"} 1",
            "chatura_move_seconds_bucket{le=\"0.005\"} 2",
            "chatura_move_seconds_bucket{le=\"1\"} 3",
            "chatura_move_seconds_bucket{le=\"+Inf\"} 4",
            "chatura_games 0",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
