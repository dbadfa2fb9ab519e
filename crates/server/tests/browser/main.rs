//! The page in a real browser, over a real service. Skipped where Chromium is not installed.

mod chromium;
mod life;
mod people;
mod pieces;

use chromium::{Chromium, Tab};
use serde_json::{Value, json};
use server::{Config, Limits, Service};
use std::sync::Arc;

/// A service that lets tests ask as fast as they can.
fn config() -> Config {
    let limits = Limits { rate: 1_000.0, burst: 10_000.0, identities: 1_000.0, ..Limits::default() };
    Config { thinkers: 1, limits, ..Config::default() }
}

/// A service and a browser, if there is one.
async fn both() -> Option<(Service, Arc<Chromium>)> {
    let browser = Chromium::start().await?;
    Some((Service::start(config()).await.unwrap(), browser))
}

/// A tab on the page's first part.
async fn visit(service: &Service, browser: &Arc<Chromium>) -> Tab {
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/settings", service.address())).await;
    tab
}

/// Makes a game and waits for its board.
async fn begin(tab: &Tab, wish: Value) {
    tab.eval(&format!("import('/lib/begin.js').then(({{ begin }}) => begin({wish}))")).await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
}

/// The selector of a cell.
fn cell(name: &str) -> String {
    format!(".cell[data-cell=\"{name}\"]")
}

/// What stands on a cell: the letter of the piece and whose it is.
async fn piece(tab: &Tab, name: &str) -> Value {
    tab.eval(&format!("document.querySelector('chatura-board').placement.cells[{}] ?? null", json!(name))).await
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
