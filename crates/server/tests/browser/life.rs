//! What survives, what inventors see, and small screens.

use super::chromium::Chromium;
use super::{begin, both, cell, config, stands, turn, visit};
use chatura_server::{Config, Server};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_reload_and_restart() {
    let Some(browser) = Chromium::start().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let kept = || config(folder.path());
    let service = Server::start(kept()).await.unwrap();
    let address = service.address();
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.drag(&cell("d2"), &cell("d4")).await;
    stands(&tab, "d4", 0, "P").await;
    let place = tab.eval("location.href").await;
    tab.open(place.as_str().unwrap()).await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    stands(&tab, "d4", 0, "P").await;
    turn(&tab).await;
    service.stop().await;
    tab.until("!document.getElementById('connection').hidden").await;
    let service = Server::start(Config { listen: address, ..kept() }).await.unwrap();
    tab.until("document.getElementById('connection').hidden").await;
    tab.drag(&cell("d7"), &cell("d5")).await;
    stands(&tab, "d5", 1, "P").await;
    tab.until("document.querySelectorAll('.ply').length === 2").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_network_is_told_and_what_was_moved_meanwhile_is_played() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.until("document.getElementById('connection').hidden").await;
    tab.offline(true).await;
    tab.until("document.getElementById('connection').innerText.startsWith('Offline')").await;
    tab.drag(&cell("d2"), &cell("d4")).await;
    assert_eq!(tab.eval("document.querySelectorAll('.ply').length").await, 0);
    tab.offline(false).await;
    tab.until("document.getElementById('connection').hidden").await;
    stands(&tab, "d4", 0, "P").await;
    tab.until("document.querySelectorAll('.ply').length === 1").await;
    turn(&tab).await;
    tab.drag(&cell("d7"), &cell("d5")).await;
    stands(&tab, "d5", 1, "P").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_definition_is_corrected_and_played() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/invent", service.address())).await;
    let write = |text: &str| {
        format!(
            "(() => {{ const area = document.querySelector('textarea'); area.value = {}; \
             area.dispatchEvent(new Event('input')); }})()",
            json!(text)
        )
    };
    let wrong = "extends = \"chess\"\nname = \"Two Queens\"\nrules.promotion.to = [\"quen\"]\n";
    tab.eval(&write(wrong)).await;
    tab.until("document.querySelector('.gutter .wrong')?.textContent === '3'").await;
    tab.until("document.querySelector('.findings').innerText.includes('quen')").await;
    assert_eq!(
        tab.eval("[...document.querySelectorAll('.invent .primary')].every((b) => b.disabled)").await,
        true
    );
    tab.eval(&write(&wrong.replace("quen", "queen"))).await;
    tab.until("document.querySelector('.state.ok')").await;
    tab.click(".invent .primary").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    turn(&tab).await;
    tab.drag(&cell("e2"), &cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_telephone_shows_the_whole_board_and_takes_touches() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.as_phone().await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    let fits = "(() => { const r = document.querySelector('chatura-board').getBoundingClientRect(); \
                return r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight && r.width > 300 \
                && document.documentElement.scrollWidth <= innerWidth; })()";
    assert_eq!(tab.eval(fits).await, true);
    tab.tap(&cell("e2")).await;
    tab.until("document.querySelectorAll('.target').length === 2").await;
    tab.tap(&cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    // The pen draws; without it fingers move again.
    tab.tap(".actions .pen").await;
    tab.swipe(&cell("e7"), &cell("e5")).await;
    tab.until("document.querySelectorAll('.shapes .arrow').length === 1").await;
    tab.tap(&cell("d7")).await;
    tab.until("document.querySelectorAll('.shapes .circle').length === 1").await;
    tab.tap(".actions .pen").await;
    tab.swipe(&cell("e7"), &cell("e5")).await;
    stands(&tab, "e5", 1, "P").await;
    tab.until("!document.querySelector('.shapes *')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_set_up_by_hand_and_analysed() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/analysis/glinski", service.address())).await;
    tab.until("document.querySelector('.lines li')").await;
    tab.eval("[...document.querySelectorAll('.side button')].find((b) => b.textContent === 'Set up').id = 'set-up'").await;
    tab.click("#set-up").await;
    tab.click(".palette [aria-label='White knight']").await;
    tab.click(&cell("f6")).await;
    stands(&tab, "f6", 0, "N").await;
    tab.until("!document.querySelector('.setup .primary').disabled").await;
    tab.click(".setup .primary").await;
    tab.until("!document.querySelector('.setup')").await;
    stands(&tab, "f6", 0, "N").await;
    tab.until("document.querySelector('.lines li')").await;
    // A position without a king is none, and says so.
    tab.click("#set-up").await;
    tab.click(".palette [aria-label='Take away']").await;
    let king = "Object.entries(document.querySelector('chatura-board').placement.cells).find(([, p]) => p[0] === 0 && p[1] === 'K')[0]";
    let king = tab.eval(king).await;
    tab.click(&cell(king.as_str().unwrap())).await;
    tab.until("document.querySelector('.setup .problem').textContent && document.querySelector('.setup .primary').disabled")
        .await;
    service.stop().await;
}
