//! The server as a program of its own, which can be looked at and ended from outside.
#![allow(dead_code, reason = "each client uses its part")]

use crate::arguments::Arguments;
use crate::client::Person;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The server as a program.
pub struct Program {
    path: PathBuf,
    data: PathBuf,
    own_data: bool,
    address: SocketAddr,
    options: Vec<String>,
    child: Option<Child>,
}

impl Program {
    /// It does not run yet.
    pub fn new(arguments: &Arguments) -> Result<Program, String> {
        let own = std::env::temp_dir().join(format!("chatura-load-{}", std::process::id()));
        Ok(Program {
            path: arguments.program.clone(),
            own_data: arguments.data.is_none(),
            data: arguments.data.clone().unwrap_or(own),
            address: free_address()?,
            options: Vec::new(),
            child: None,
        })
    }

    /// The same program with other data, which does not run yet.
    pub fn with_data(&self, data: PathBuf) -> Result<Program, String> {
        let (path, address) = (self.path.clone(), free_address()?);
        Ok(Program { path, data, own_data: true, address, options: Vec::new(), child: None })
    }

    /// What it is started with besides.
    pub fn options(&mut self, words: &[&str]) {
        self.options = words.iter().map(|word| (*word).to_owned()).collect();
    }

    /// What a command about its data prints; an error if it fails.
    pub fn data_command(&self, words: &[&std::ffi::OsStr]) -> Result<String, String> {
        let mut command = Command::new(&self.path);
        command.arg("data").args(words).arg("--data").arg(&self.data);
        let output = command.output().map_err(|error| format!("{}: {error}", self.path.display()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(format!("data {words:?}: {}{}", text(&output.stdout), text(&output.stderr))),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its data.
    pub fn data(&self) -> &PathBuf {
        &self.data
    }

    /// Starts it, and waits until it answers.
    pub async fn start(&mut self) -> Result<(), String> {
        let began = Instant::now();
        let mut command = Command::new(&self.path);
        command
            .args(["serve", "--no-open", "--log-level", "error", "--listen"])
            .arg(self.address.to_string())
            .arg("--data")
            .arg(&self.data)
            .args(&self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        self.child = Some(command.spawn().map_err(|error| format!("{}: {error}", self.path.display()))?);
        while let Err(error) = Person::stranger(self.address).get("/health").await {
            if began.elapsed() > Duration::from_secs(30) {
                return Err(format!("the server does not answer: {error}"));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// The most memory it had so far, in megabytes, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.as_ref()?.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
    }

    /// Ends it as nobody should: nothing can be written any more.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A port that is free now is free again in a moment.
fn free_address() -> Result<SocketAddr, String> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    free.map_err(|error| error.to_string())
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
        if self.own_data {
            let _ = std::fs::remove_dir_all(&self.data);
        }
    }
}
