//! `chatura match --serve`: the match in the browser while it is played, and for as long as anybody wants to look.

use crate::commands::serve::data_folder;
use crate::failure::{Failure, remark};
use chatura_search::Stop;
use chatura_server::{Config, MatchFeed, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

/// How often it is looked whether somebody has had enough.
const LOOK: Duration = Duration::from_millis(100);

/// A server with a match in it. What else is played there is not kept: its data lie in a folder that goes with it.
pub struct Served {
    /// What is to be seen.
    pub feed: Arc<MatchFeed>,
    runtime: Runtime,
    server: Option<Server>,
    scratch: PathBuf,
}

impl Served {
    /// Shows the match that is kept in a file.
    pub fn start(address: SocketAddr, path: &Path) -> Result<Served, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let feed = Arc::new(MatchFeed::new(path));
        let scratch = std::env::temp_dir().join(format!("chatura-match-{}-{}", std::process::id(), millis()));
        let config = Config {
            listen: address,
            matches: matches_folder()?,
            feed: Some(Arc::clone(&feed)),
            engine_threads: 1,
            ..Config::new(scratch.clone())
        };
        let help = || Some("see `chatura match --help`".to_owned());
        let server = runtime.block_on(Server::start(config));
        let server = server.map_err(|error| Failure::input(error.to_string(), help()))?;
        remark(Some(format!("watch it at http://{}/matches/{}", server.address(), feed.id())));
        Ok(Served { feed, runtime, server: Some(server), scratch })
    }

    /// Goes on showing it until somebody has had enough.
    pub fn stay(self, enough: &Stop) {
        self.feed.end();
        if !enough.is_stopped() {
            remark(Some("it is shown until Ctrl-C; later `chatura serve` shows it again".to_owned()));
        }
        while !enough.is_stopped() {
            std::thread::sleep(LOOK);
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
        // What cannot be removed lies where temporary files do.
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

/// Where matches are kept.
fn matches_folder() -> Result<PathBuf, Failure> {
    Ok(data_folder()?.join("matches"))
}

/// A new file for a match of a game, called by the time.
pub fn new_file(game: &str) -> Result<PathBuf, Failure> {
    let folder = matches_folder()?;
    let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", folder.display()), None);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let name: String = game.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    let day = super::today().to_string().replace('.', "-");
    Ok(folder.join(format!("{day}-{name}-{}.jsonl", millis())))
}

fn millis() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis())
}
