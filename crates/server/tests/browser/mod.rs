//! The page in a real browser, over a real server. Skipped where Chromium is not installed.

mod access;
mod account;
mod chromium;
#[cfg(unix)]
mod engines;
mod faults;
mod home;
mod life;
mod lobby;
mod look;
mod matches;
mod new;
mod notation;
mod past;
mod people;
mod pieces;
mod study;

use chatura_server::{Config, Limits, Server};
use chromium::{Chromium, Tab};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// A server that lets tests ask as fast as they can.
fn config(folder: &Path) -> Config {
    let limits = Limits { rate: 1_000.0, burst: 10_000.0, identities: 1_000.0, ..Limits::default() };
    Config { engine_threads: 1, limits, ..Config::new(folder) }
}

/// A server with its data, which go when it does.
struct Site {
    service: Server,
    _folder: TempDir,
}

impl Site {
    fn address(&self) -> SocketAddr {
        self.service.address()
    }

    async fn stop(self) {
        self.service.stop().await;
    }
}

/// A server and a browser, if there is one.
async fn both() -> Option<(Site, Arc<Chromium>)> {
    let browser = Chromium::start().await?;
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    Some((Site { service, _folder: folder }, browser))
}

/// A tab of somebody whose board does not turn by itself, so that cells stay where they are.
async fn visit(address: SocketAddr, browser: &Arc<Chromium>) -> Tab {
    let tab = browser.tab().await;
    tab.open(&format!("http://{address}/settings")).await;
    tab.eval("import(document.scripts[0].src.replace('app', 'lib/settings')).then(({ set }) => set('turnBoard', false))").await;
    tab
}

/// Makes a game and waits for its board.
async fn begin(tab: &Tab, wish: Value) {
    tab.eval(&format!(
        "import(document.scripts[0].src.replace('app', 'lib/begin')).then(({{ begin }}) => begin({wish}))"
    ))
    .await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
}

/// The selector of a cell.
fn cell(name: &str) -> String {
    format!(".cell[data-cell=\"{name}\"]")
}

/// Waits for a piece to stand on a cell.
async fn stands(tab: &Tab, name: &str, seat: u8, letter: &str) {
    let expression = format!(
        "(document.querySelector('chatura-board').placement.cells[{}] ?? []).join() === '{seat},{letter}'",
        json!(name)
    );
    tab.until(&expression).await;
}

/// Waits until this browser is to move.
async fn turn(tab: &Tab) {
    tab.until("document.querySelector('chatura-board').legal.length").await;
}
