//! Studies, conditional moves, boards in pages elsewhere, and the page without a network.

use super::{begin, both, cell, config, stands, turn, visit};
use chatura_server::Server;
use serde_json::json;

/// Presses the button with these words.
fn press(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('button')].find((b) => b.textContent === {}).click()",
        json!(words)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_becomes_a_study_that_several_people_see_live() {
    let Some((service, browser)) = both().await else { return };
    let ada = visit(service.address(), &browser).await;
    ada.open(&format!("http://{}/analysis", service.address())).await;
    ada.until("document.querySelector('.analysis chatura-board').legal.length").await;
    ada.drag(&cell("e2"), &cell("e4")).await;
    stands(&ada, "e4", 0, "P").await;
    ada.until("document.querySelectorAll('.tree .ply').length === 1").await;
    ada.eval(&press("Save as a study")).await;
    ada.until("location.pathname.startsWith('/study/') && document.querySelector('.study .tree .ply')").await;
    let place = ada.eval("location.href").await;
    let bo = browser.tab().await;
    bo.open(place.as_str().unwrap()).await;
    bo.until("document.querySelector('.study .tree .ply')?.textContent === 'e4'").await;
    // What one plays and says the other sees.
    ada.eval("document.querySelector('.study .tree .ply').click()").await;
    stands(&ada, "e4", 0, "P").await;
    ada.until("document.querySelector('chatura-board').legal.some((m) => m.from === 'e7')").await;
    ada.drag(&cell("e7"), &cell("e5")).await;
    bo.until("document.querySelectorAll('.tree .ply').length === 2").await;
    ada.until("document.querySelectorAll('.tree .ply').length === 2 && document.querySelector('.notes')")
        .await;
    ada.eval("document.querySelector('.notes').open = true").await;
    ada.eval("(() => { const t = document.querySelector('.notes textarea'); t.value = 'Open game'; t.dispatchEvent(new Event('change')); })()").await;
    ada.eval("document.querySelector('[aria-label=\"Good move\"]').click()").await;
    bo.until("document.querySelector('.tree').textContent.includes('e5!') && document.querySelector('.tree').textContent.includes('Open game')").await;
    // A variation is made, promoted, and taken away.
    ada.eval("document.querySelectorAll('.tree .ply')[0].click()").await;
    ada.until("document.querySelector('chatura-board').legal.some((m) => m.from === 'c7')").await;
    ada.drag(&cell("c7"), &cell("c5")).await;
    bo.until("document.querySelector('.variation')?.textContent.includes('c5')").await;
    ada.eval(&press("Promote")).await;
    bo.until("document.querySelector('.variation')?.textContent.includes('e5')").await;
    ada.eval(&press("Remove move")).await;
    bo.until("!document.querySelector('.variation') && document.querySelectorAll('.tree .ply').length === 2")
        .await;
    // Who may not change it changes nothing for others.
    assert_eq!(bo.eval("document.querySelector('.notes').hidden").await, true);
    ada.eval("location.reload()").await;
    ada.until("document.querySelectorAll('.study .tree .ply').length === 2").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_planned_and_played() {
    let Some((service, browser)) = both().await else { return };
    let (ada, bo) = (visit(service.address(), &browser).await, browser.tab().await);
    begin(&ada, json!({ "game": "chess", "seats": ["open", "me"], "public": true })).await;
    let id = ada.eval("location.pathname.split('/').pop()").await;
    let id = id.as_str().unwrap();
    bo.open(&format!("http://{}/play/{id}", service.address())).await;
    let sit = format!(
        "import(document.scripts[0].src.replace('app', 'lib/api')).then(({{ me, post }}) => me().then(() => post('/api/games/{{id}}/seats', {{}}, {{ id: {id:?} }}))).then(() => 1)"
    );
    bo.eval(&sit).await;
    bo.open(&format!("http://{}/play/{id}", service.address())).await;
    turn(&bo).await;
    ada.until("!document.querySelector('.plans').hidden").await;
    ada.eval("document.querySelector('.plans').open = true").await;
    let choose = |text: &str| {
        format!(
            "(() => {{ const s = document.querySelector('.plans select'); s.value = {text:?}; s.dispatchEvent(new Event('change')); }})()"
        )
    };
    ada.until("document.querySelector('.plans option[value=d2d4]')").await;
    ada.eval(&choose("d2d4")).await;
    ada.until("document.querySelector('.plans option[value=d7d5]')").await;
    ada.eval(&choose("d7d5")).await;
    ada.until("document.querySelector('.plans .primary')").await;
    ada.eval("document.querySelector('.plans .primary').click()").await;
    ada.until("document.querySelector('.plan-lines li span')?.textContent === 'd4 → d5'").await;
    bo.drag(&cell("d2"), &cell("d4")).await;
    stands(&bo, "d5", 1, "P").await;
    turn(&bo).await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_opens_without_a_network_and_says_so() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    let home = format!("http://{}/", service.address());
    tab.open(&home).await;
    tab.until("document.querySelector('.seek')").await;
    tab.eval("navigator.serviceWorker.ready.then(() => 1)").await;
    tab.until("navigator.serviceWorker.controller").await;
    let address = service.address();
    service.stop().await;
    tab.open(&home).await;
    tab.until("!document.getElementById('connection').hidden").await;
    tab.open(&format!("{home}mine")).await;
    tab.until("document.querySelector('h1')?.textContent === 'No connection'").await;
    // It goes on when the server is back.
    let folder = tempfile::tempdir().unwrap();
    let config = chatura_server::Config { listen: address, ..config(folder.path()) };
    let service = Server::start(config).await.unwrap();
    tab.until("document.querySelector('.mine') && document.getElementById('connection').hidden").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_embedded_and_a_position_is_heard() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.drag(&cell("e2"), &cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    tab.until("document.querySelector('.ply')").await;
    tab.eval("document.querySelector('main').focus()").await;
    tab.key("p").await;
    tab.until("document.querySelector('.position-words')?.textContent.includes('White: king e1')").await;
    tab.eval("document.querySelector('dialog.position input').value = 'e5'").await;
    tab.eval("document.querySelector('dialog.position form').requestSubmit()").await;
    tab.until(
        "document.querySelector('dialog.position [role=status]').textContent === 'Nothing attacks e5.'",
    )
    .await;
    tab.eval("document.querySelector('dialog.position input').value = 'what attacks d5?'").await;
    tab.eval("document.querySelector('dialog.position form').requestSubmit()").await;
    tab.until(
        "document.querySelector('dialog.position [role=status]').textContent.includes('White pawn on e4')",
    )
    .await;
    let id = tab.eval("location.pathname.split('/').pop()").await;
    tab.open(&format!("http://{}/embed/{}", service.address(), id.as_str().unwrap())).await;
    stands(&tab, "e4", 0, "P").await;
    tab.click(".walk button").await;
    stands(&tab, "e2", 0, "P").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sets_sizes_hands_and_zen_are_chosen() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let set = |name: &str, value: &str| {
        format!(
            "import(document.scripts[0].src.replace('app', 'lib/settings')).then(({{ set }}) => set({name:?}, {value}))"
        )
    };
    tab.look((1280, 800), false, "light").await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "ai:1"] })).await;
    let left = "document.querySelector('.side').getBoundingClientRect().left - document.querySelector('chatura-board').getBoundingClientRect().left";
    assert!(tab.eval(left).await.as_f64().unwrap() > 0.0);
    tab.eval(&set("leftHanded", "true")).await;
    assert!(tab.eval(left).await.as_f64().unwrap() < 0.0);
    for pieces in ["modern", "round"] {
        tab.eval(&set("pieces", &format!("'{pieces}'"))).await;
        tab.until(&format!("document.querySelector('.piece use[href=\"#figure-{pieces}-king\"]')")).await;
        assert_eq!(
            tab.eval(&format!("Boolean(document.getElementById('figure-{pieces}-king'))")).await,
            true
        );
    }
    let wide = "document.querySelector('chatura-board').getBoundingClientRect().width";
    let before = tab.eval(wide).await.as_f64().unwrap();
    tab.eval(&set("size", "'small'")).await;
    assert!(tab.eval(wide).await.as_f64().unwrap() < 0.8 * before);
    tab.eval("document.querySelector('main').focus()").await;
    tab.key("z").await;
    tab.until("getComputedStyle(document.querySelector('.bar')).display === 'none'").await;
    tab.click(".leave-zen").await;
    tab.until("getComputedStyle(document.querySelector('.bar')).display !== 'none'").await;
    service.stop().await;
}
