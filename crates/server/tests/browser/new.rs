//! The form for a new game: variables of every kind with a preview, and own games among the others.

use super::chromium::Tab;
use super::{Site, both, config};

/// Chooses a value of a variable, as somebody does who types or picks it.
async fn choose(tab: &Tab, name: &str, value: &str) {
    tab.eval(&format!(
        "(() => {{ const label = [...document.querySelectorAll('.choice')].find((one) => one.textContent.startsWith('{name}')); \
         const field = label.querySelector('input, select'); field.value = '{value}'; \
         for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind)); }})()"
    ))
    .await;
}

/// Waits for these pieces to stand on the first rank of the board that is shown.
async fn ranked(tab: &Tab, pieces: &str) {
    tab.until(&format!(
        "[...'abcdefgh'].map((file) => document.querySelector('chatura-board').placement?.cells[file + '1']?.[1]).join('') \
         === '{pieces}'"
    ))
    .await;
}

async fn told(tab: &Tab, words: &str) {
    tab.until(&format!("document.querySelector('.stand .problem').textContent.includes('{words}')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_is_asked_for_and_its_position_is_seen_before() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/new/chess960", service.address())).await;
    tab.until("document.querySelector('.choice input[type=number]')").await;
    choose(&tab, "Position", "0").await;
    ranked(&tab, "BBQNNRKR").await;
    choose(&tab, "Position", "518").await;
    ranked(&tab, "RNBQKBNR").await;
    choose(&tab, "Position", "4000").await;
    told(&tab, "cannot be").await;
    choose(&tab, "Position", "0").await;
    ranked(&tab, "BBQNNRKR").await;
    // What was seen is what is played.
    tab.click("button[type=submit]").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    ranked(&tab, "BBQNNRKR").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_and_texts_are_asked_for_too() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/new/wild-castle", service.address())).await;
    tab.until("document.querySelector('.choice select')").await;
    choose(&tab, "Start", "RQNNKBBR").await;
    ranked(&tab, "RQNNKBBR").await;
    tab.open(&format!("http://{}/new/extinction", service.address())).await;
    // The default is offered.
    tab.until("document.querySelector('.choice input')?.placeholder === 'KQRBNP'").await;
    choose(&tab, "Types", "XYZ").await;
    told(&tab, "X").await;
    choose(&tab, "Types", "P").await;
    tab.until("document.querySelector('.stand .problem').textContent === ''").await;
    tab.click("button[type=submit]").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_games_stand_first_and_are_called_own() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), "extends = \"chess\"\nname = \"Mine\"\n").unwrap();
    // Another test of this program may have asked for the catalogue already.
    if !chatura_define::catalogue::include(folder.path()) {
        println!("skipped: the catalogue is there already; `cargo nextest` runs each test alone");
        return;
    }
    let Some(browser) = super::chromium::Chromium::start().await else { return };
    let data = tempfile::tempdir().unwrap();
    let service = chatura_server::Server::start(config(data.path())).await.unwrap();
    let site = Site { service, _folder: data };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/", site.address())).await;
    tab.until("document.querySelector('.cards .card')?.dataset.game === 'mine'").await;
    tab.until("document.querySelector('[data-game=mine] .facts').textContent.endsWith('your own')").await;
    assert_eq!(
        tab.eval("document.querySelector('[data-game=chess] .facts').textContent.includes('own')").await,
        false
    );
    site.stop().await;
}
