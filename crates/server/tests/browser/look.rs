//! Boards look as their definitions say.

use super::{begin, both, visit};
use serde_json::json;

/// How many colours the cells of a board have that can be seen.
const COLOURS: &str = "new Set([...document.querySelectorAll('chatura-board .cell')].map((cell) => getComputedStyle(cell).fill)).size";

/// The colours of some cells.
fn colours_of(cells: &[&str]) -> String {
    format!(
        "{}.map((name) => getComputedStyle(document.querySelector(`chatura-board .cell[data-cell=\"${{name}}\"]`)).fill)",
        json!(cells)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_have_as_many_colours_as_a_game_says() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    for (game, colours) in [("chess", 2), ("shatranj", 1), ("unicorn-great", 3)] {
        begin(&tab, json!({ "game": game, "seats": ["me", "me"] })).await;
        tab.until(&format!("location.pathname.includes('/play/') && {COLOURS} === {colours}")).await;
    }
    // Three follow one another along files and ranks, and so come back after three.
    let seen = tab.eval(&colours_of(&["a1", "b1", "c1", "d1", "a2", "a3", "a4"])).await;
    let seen: Vec<&str> = seen.as_array().unwrap().iter().map(|colour| colour.as_str().unwrap()).collect();
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2], "{seen:?}");
    assert!(seen[0] != seen[4] && seen[4] != seen[5] && seen[0] != seen[5], "{seen:?}");
    assert_eq!((seen[0], seen[0]), (seen[3], seen[6]), "{seen:?}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheme_paints_boards_and_diagrams_unless_somebody_chose_another() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "knightmate", "seats": ["me", "me"] })).await;
    let rose = json!(["rgb(185, 127, 134)", "rgb(243, 223, 223)"]);
    assert_eq!(tab.eval(&colours_of(&["a1", "b1"])).await, rose);
    tab.open(&format!("http://{}/games/knightmate", service.address())).await;
    tab.until("document.querySelector('.diagram .cell')").await;
    let fills = "[...new Set([...document.querySelectorAll('.diagram .cell')].map((cell) => getComputedStyle(cell).fill))].sort()";
    assert_eq!(tab.eval(fills).await, rose);
    tab.eval("import(document.scripts[0].src.replace('app', 'lib/settings')).then(({ set }) => set('board', 'green'))")
        .await;
    begin(&tab, json!({ "game": "knightmate", "seats": ["me", "me"] })).await;
    tab.until(&format!("{}[0] === 'rgb(118, 148, 90)'", colours_of(&["a1"]))).await;
    service.stop().await;
}
