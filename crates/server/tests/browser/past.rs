//! A game that cannot be continued: its page tells why, shows what happened, and saves it.

use super::{both, visit};
use crate::common::config;
use crate::kept::{begun, change_past};
use chatura_server::Server;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_continued_is_shown_with_its_moves() {
    let Some((site, browser)) = both().await else { return };
    site.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let (_, game) = begun(folder.path()).await;
    change_past(folder.path(), |_| "pieces = 3".to_owned()).await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let tab = visit(service.address(), &browser).await;
    tab.listen().await;
    tab.open(&format!("http://{}/play/{game}", service.address())).await;
    tab.until("document.querySelector('.past-moves')").await;
    let texts =
        |selector: &str| format!("[...document.querySelectorAll('{selector}')].map((e) => e.textContent)");
    assert_eq!(tab.eval("document.querySelector('h1').textContent").await, "Chess");
    assert_eq!(tab.eval(&texts(".past-moves li")).await, serde_json::json!(["e4", "e5"]));
    assert_eq!(tab.eval(&texts("[aria-label=Players] li")).await, serde_json::json!(["Ada", "Ada"]));
    let why = tab.eval("document.querySelector('.notice').textContent").await;
    assert!(why.as_str().unwrap().contains("cannot be continued"), "{why}");
    assert_eq!(tab.eval("document.querySelector('chatura-board')").await, serde_json::Value::Null);
    // What is saved is the game itself.
    let saved = "fetch(document.querySelector('a[download]').href).then((answer) => answer.text())";
    let saved = tab.eval(saved).await;
    assert!(saved.as_str().unwrap().contains("1. e4 e5"), "{saved}");
    service.stop().await;
}
