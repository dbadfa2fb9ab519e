//! A match that is watched, and one that is looked at again.

use super::{Chromium, config};
use crate::common::matches;
use chatura_server::{Config, MatchFeed, Server};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_watched_to_its_end_and_played_through_again() {
    let Some(browser) = Chromium::start().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("now.jsonl");
    let feed = Arc::new(MatchFeed::new(&path));
    let config = Config { feed: Some(Arc::clone(&feed)), ..config(folder.path()) };
    let service = Server::start(config).await.unwrap();
    let playing = std::thread::spawn(move || {
        matches::play(&path, "chess", 2, 4, Some(&feed), Duration::from_millis(250));
    });
    let tab = browser.tab().await;
    let home = format!("http://{}", service.address());
    while !folder.path().join("now.jsonl").exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tab.open(&format!("{home}/matches/now")).await;
    // Two boards, each with a graph, that go on by themselves.
    tab.until("document.querySelectorAll('.match-board .piece').length > 20").await;
    tab.until("document.querySelectorAll('.match-board').length === 2").await;
    tab.until(
        "[...document.querySelectorAll('.match-board')].some((board) => Number(board.dataset.ply) > 8)",
    )
    .await;
    tab.until("document.querySelector('.match-board .graph svg polygon')").await;
    tab.until("document.querySelector('.match-players .time')").await;
    tab.until("document.querySelector('.match [role=status]').textContent.startsWith('Live')").await;
    // Names are text.
    tab.until("document.querySelector('h1').textContent === 'A <b>match</b>'").await;
    tab.until("document.querySelectorAll('.match-games li').length >= 1").await;
    tab.until("document.querySelector('.match [role=status]').textContent === 'Over · 4 of 4 games'").await;
    playing.join().unwrap();
    tab.until("document.querySelectorAll('.match-games li').length === 4").await;
    tab.until("!document.querySelector('.match-board')").await;
    tab.until("document.querySelectorAll('.match-standings tbody tr').length === 2").await;
    // The games are there to be played through.
    tab.click(".match-games li a").await;
    tab.until("document.querySelector('.match-game .reviewed [aria-current]')").await;
    tab.until("document.querySelector('.match-game .graph svg polygon')").await;
    let ply = "Number(new URLSearchParams(location.search).get('ply'))";
    let last = tab.eval(ply).await.as_u64().unwrap();
    tab.eval("dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))").await;
    tab.until(&format!("{ply} === {}", last - 1)).await;
    tab.click(".bar a[href='/matches']").await;
    tab.until("document.querySelectorAll('.match-row').length === 1").await;
    service.stop().await;
}
