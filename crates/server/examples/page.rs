//! The page in a real Chromium: its screenshots, and how quick it is.
//!
//! `cargo xtask screenshots DIR` and `cargo xtask page`.

#[path = "../tests/browser/chromium.rs"]
mod chromium;
#[path = "page/measure.rs"]
mod measure;
#[path = "page/shots.rs"]
mod shots;

use chatura_server::{Config, Limits, Server};
use chromium::{Chromium, Tab};
use serde_json::Value;
use std::net::SocketAddr;

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(&words))
}

async fn run(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(browser) = Chromium::start().await else { return Err("Chromium is not installed".to_owned()) };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let limits = Limits { rate: 1_000.0, burst: 10_000.0, identities: 1_000.0, ..Limits::default() };
    let config = Config { engine_threads: 1, limits, ..Config::new(folder.path()) };
    let service = Server::start(config).await.map_err(|error| error.to_string())?;
    let address = service.address();
    let done = match words[..] {
        ["screenshots", folder] => shots::take(&browser, address, folder, "").await,
        ["screenshots", folder, only] => shots::take(&browser, address, folder, only).await,
        ["measure"] => measure::measure(&browser, address).await,
        _ => Err("page screenshots DIR [ONLY], or page measure".to_owned()),
    };
    service.stop().await;
    done
}

/// Opens a part of the page.
async fn open(tab: &Tab, address: SocketAddr, path: &str) {
    tab.open(&format!("http://{address}{path}")).await;
}

/// Makes a game, plays some moves and waits until they are to be seen.
async fn begin(tab: &Tab, address: SocketAddr, wish: Value, moves: &[&str]) {
    open(tab, address, "/settings").await;
    tab.eval(&format!(
        "import(document.scripts[0].src.replace('app', 'lib/begin')).then(({{ begin }}) => begin({wish}))"
    ))
    .await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    for (ply, text) in moves.iter().enumerate() {
        tab.eval(&format!(
            "import(document.scripts[0].src.replace('app', 'lib/live')).then(({{ command }}) => command(location.pathname.split('/').pop(), {{ command: 'move', text: '{text}' }}))"
        ))
        .await;
        tab.until(&format!("document.querySelectorAll('.ply').length > {ply}")).await;
    }
}
