//! Several people at one table.

use super::{begin, both, cell, stands, turn, visit};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn three_people_play_and_one_watches() {
    let Some((service, browser)) = both().await else { return };
    let host = visit(service.address(), &browser).await;
    begin(&host, json!({ "game": "three-player", "seats": ["me"], "public": true })).await;
    host.until("document.querySelectorAll('.invitation input').length === 2").await;
    let links =
        host.eval("[...document.querySelectorAll('.invitation input')].map((field) => field.value)").await;
    let mut tabs = vec![host];
    for (link, name) in links.as_array().unwrap().iter().zip(["Bea", "Cem"]) {
        let tab = visit(service.address(), &browser).await;
        tab.open(link.as_str().unwrap()).await;
        tab.eval(&format!("document.querySelector('form input').value = '{name}'")).await;
        tab.click("form button.primary").await;
        tab.until("document.querySelector('.play chatura-board .piece')").await;
        tabs.push(tab);
    }
    let address = tabs[0].eval("location.href").await;
    let watcher = visit(service.address(), &browser).await;
    watcher.open(address.as_str().unwrap()).await;
    watcher.until("document.querySelector('.play chatura-board .piece')").await;
    assert_eq!(watcher.eval("document.querySelector('[aria-label=Resign]')").await, serde_json::Value::Null);
    for (seat, tab) in tabs.iter().enumerate() {
        turn(tab).await;
        let wish = tab
            .eval("(({ from, to }) => [from, to])(document.querySelector('chatura-board').legal[0])")
            .await;
        let (from, to) = (wish[0].as_str().unwrap(), wish[1].as_str().unwrap());
        let letter =
            tab.eval(&format!("document.querySelector('chatura-board').placement.cells['{from}'][1]")).await;
        tab.drag(&cell(from), &cell(to)).await;
        for other in tabs.iter().chain([&watcher]) {
            stands(other, to, seat as u8, letter.as_str().unwrap()).await;
        }
    }
    tabs[1].until("document.body.innerText.includes('Cem')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"], "clock": "3s" })).await;
    tab.until("document.querySelector('.result')?.innerText.includes('time')").await;
    tab.until("document.querySelector('.seats.bottom .clock.low').textContent === '0:00.0'").await;
    tab.until("document.querySelector('.seats.bottom .state').textContent === 'lost'").await;
    service.stop().await;
}
