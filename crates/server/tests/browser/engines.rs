//! Engines of others on the page, for whoever sits at the machine.

use super::chromium::Chromium;
use super::{cell, config, stands, turn, visit};
use crate::engines::list;
use chatura_server::{Config, Server};

#[tokio::test(flavor = "multi_thread")]
async fn one_is_played_against_and_looks_beside_ours() {
    let Some(browser) = Chromium::start().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let engines = list(&folder.path().join("started"));
    let service = Server::start(Config { engines, ..config(folder.path()) }).await.unwrap();
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/new/chess", service.address())).await;
    tab.until("document.querySelectorAll('.seat select').length === 2").await;
    let choose = |select: &str, value: &str| {
        format!(
            "(() => {{ const field = {select}; field.value = '{value}'; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        )
    };
    tab.eval(&choose("document.querySelectorAll('.seat select')[1]", "engine:mock")).await;
    tab.eval(
        "[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Start').click()",
    )
    .await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    turn(&tab).await;
    tab.drag(&cell("d2"), &cell("d4")).await;
    stands(&tab, "e5", 1, "P").await;
    // Beside ours it has its own lines, in the same form.
    tab.open(&format!("http://{}/analysis/chess", service.address())).await;
    tab.until("document.querySelector('.lines li')").await;
    tab.drag(&cell("d2"), &cell("d4")).await;
    stands(&tab, "d4", 0, "P").await;
    tab.eval(&choose("document.querySelector('.beside select')", "mock")).await;
    tab.until("document.querySelector('.beside li')?.textContent.includes('e5')").await;
    tab.until("document.querySelectorAll('.side > .lines li').length === 3").await;
    // A line is followed by a click.
    tab.click(".beside li button").await;
    stands(&tab, "e5", 1, "P").await;
    // Its move is none there, and that is told.
    tab.until("document.querySelector('.beside').textContent.includes('illegal move')").await;
    service.stop().await;
}
