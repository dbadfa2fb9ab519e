//! Processor time: what a program used, not how long one waited for it.

use std::time::Duration;

/// The processor time this process has used.
#[cfg(target_os = "linux")]
pub fn own() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// The processor time all threads of another process have used.
#[cfg(target_os = "linux")]
pub fn of(process: u32) -> Duration {
    use nix::time::{ClockId, clock_gettime};
    use nix::unistd::Pid;
    ClockId::pid_cpu_clock_id(Pid::from_raw(process as i32))
        .and_then(clock_gettime)
        .map_or(Duration::ZERO, Duration::from)
}

/// Elsewhere the time that passes has to do; the machine should be idle then.
#[cfg(not(target_os = "linux"))]
pub fn own() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}

/// Elsewhere the time that passes has to do; the machine should be idle then.
#[cfg(not(target_os = "linux"))]
pub fn of(_process: u32) -> Duration {
    own()
}
