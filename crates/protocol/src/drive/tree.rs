//! Ends a program with everything it has started.
//!
//! A program is the first of a process group of its own, and every process it starts inherits a mark in its environment.
//! Group and mark find them all, also those that have left the group or whose parent is gone.
//!
//! We may be ended ourselves without a chance to do so. Then a watchdog does it: a shell that waits for the end of its
//! input, which we alone could write.

use std::process::{Child, Command};

/// The variable of the environment that marks the processes of one program.
pub(super) const MARK: &str = "CHATURA_ENGINE_PROCESS";

#[cfg(unix)]
mod system {
    use super::MARK;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
    use std::process::{Child, Command, Stdio};

    /// Waits until nobody can write to it any more, then ends a group and whatever has a mark.
    const WATCH: &str = "read -r _; kill -KILL -- \"-$1\" 2>/dev/null; for p in /proc/[0-9]*; do \
                         if grep -qszxF -- \"$2\" \"$p/environ\" 2>/dev/null; then kill -KILL \"${p#/proc/}\" 2>/dev/null; fi; \
                         done";

    pub fn own_group(command: &mut Command) {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }

    pub fn watch(child: &Child, mark: &str) -> Option<Child> {
        let (group, mark) = (child.id().to_string(), format!("{MARK}={mark}"));
        let mut command = Command::new("sh");
        command.args(["-c", WATCH, "sh", &group, &mark]).stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        // What ends our group must not end it.
        own_group(&mut command);
        command.spawn().ok()
    }

    fn number(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }

    pub fn has_ended(child: &Child) -> bool {
        // It is looked at, not waited for: its number must stay its own until its group is ended.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        number(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    pub fn end(child: &mut Child, mark: &str) {
        if let Some(pid) = number(child) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        let _ = child.kill();
        // What starts a process at this moment starts it with the mark: until there is none left.
        for _ in 0..10 {
            let marked = marked(mark);
            if marked.is_empty() {
                break;
            }
            for pid in marked {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }

    /// The living processes with a mark, where the system tells.
    fn marked(mark: &str) -> Vec<Pid> {
        let wanted = format!("{MARK}={mark}");
        let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
        let numbers = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        let has_mark = |number: &i32| {
            // Those that have ended have no environment any more.
            let Ok(environment) = std::fs::read(format!("/proc/{number}/environ")) else { return false };
            environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
        };
        numbers.filter(has_mark).filter_map(Pid::from_raw).collect()
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub fn own_group(_: &mut Command) {}

    pub fn watch(_: &Child, _: &str) -> Option<Child> {
        None
    }

    pub fn has_ended(_: &Child) -> bool {
        // Without a way to look, it is ended at once.
        true
    }

    pub fn end(child: &mut Child, _: &str) {
        let _ = child.kill();
    }
}

/// The program will be the first of a group of its own.
pub(super) fn own_group(command: &mut Command) {
    system::own_group(command);
}

/// Ends a program with everything it has started if we are gone; not needed any more when this is let go.
pub(super) struct Watchdog(Option<Child>);

impl Watchdog {
    /// One for a program and its mark; none where there is no shell.
    pub fn new(child: &Child, mark: &str) -> Watchdog {
        Watchdog(system::watch(child, mark))
    }

    /// Lets it go: from now on the number of the program may become that of another.
    pub fn release(&mut self) {
        if let Some(mut shell) = self.0.take() {
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.release();
    }
}

/// Whether it has ended; it is not buried by this.
pub(super) fn has_ended(child: &Child) -> bool {
    system::has_ended(child)
}

/// Ends it and everything it has started.
pub(super) fn end(child: &mut Child, mark: &str) {
    system::end(child, mark);
}
