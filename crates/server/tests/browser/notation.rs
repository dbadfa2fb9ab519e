//! Moves in notations of games' own, games in KIF, and openings of one's own games.

use super::{begin, both, turn, visit};
use serde_json::json;

/// Sets one of the settings.
fn like(name: &str, value: &str) -> String {
    format!(
        "import(document.scripts[0].src.replace('app', 'lib/settings')).then(({{ set }}) => set({}, {}))",
        json!(name),
        if value == "true" { json!(true) } else { json!(value) }
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn shogi_is_read_typed_and_saved_as_its_players_do() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.eval(&like("notation", "characters")).await;
    tab.eval(&like("typed", "true")).await;
    begin(&tab, json!({ "game": "shogi", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    // Characters, letters, coordinates and SAN: each is understood, whatever is shown.
    for (number, (typed, shown)) in [
        ("７六歩", "７六歩(77)"),
        ("P-3d", "３四歩(33)"),
        ("b2h8+", "２二角成(88)"),
        ("Sxh8", "２二銀(31)"),
        ("B*5e", "５五角打"),
    ]
    .into_iter()
    .enumerate()
    {
        tab.eval(&format!(
            "(() => {{ const f = document.querySelector('.typed'); f.querySelector('input').value = {}; f.requestSubmit(); }})()",
            json!(typed)
        ))
        .await;
        let wanted = format!("document.querySelectorAll('.ply')[{number}]?.textContent === {}", json!(shown));
        tab.until(&wanted).await;
    }
    // The list follows the setting; the page is opened anew.
    tab.eval(&like("notation", "letters")).await;
    let place = tab.eval("location.href").await;
    tab.open(place.as_str().unwrap()).await;
    tab.until("[...document.querySelectorAll('.ply')].map((b) => b.textContent).join() === 'P-7f,P-3d,Bx2b+,Sx2b,B*5e'")
        .await;
    // It is saved as KIF, and comes back from it on the page for analyses, with its moves.
    tab.until("[...document.querySelectorAll('.menu a')].some((a) => a.textContent === 'Save KIF')").await;
    let kif = tab
        .eval("fetch([...document.querySelectorAll('.menu a')].find((a) => a.textContent === 'Save KIF').href).then((r) => r.text())")
        .await;
    let kif = kif.as_str().unwrap().to_owned();
    assert!(kif.contains("   4 同　銀(31)\n") && kif.contains("   5 ５五角打\n"), "{kif}");
    tab.open(&format!("http://{}/analysis", service.address())).await;
    tab.until("document.querySelector('[aria-label=\"PGN or KIF\"]')").await;
    tab.eval(&format!(
        "(() => {{ const a = document.querySelector('[aria-label=\"PGN or KIF\"]'); a.value = {}; \
         [...a.parentElement.querySelectorAll('button')].find((b) => b.textContent === 'Load').click(); }})()",
        json!(kif)
    ))
    .await;
    tab.until("[...document.querySelectorAll('.tree .ply')].map((b) => b.textContent).join() === 'P-7f,P-3d,Bx2b+,Sx2b,B*5e'")
        .await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn xiangqi_is_shown_and_typed_as_the_federation_writes_it() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.eval(&like("notation", "letters")).await;
    tab.eval(&like("typed", "true")).await;
    begin(&tab, json!({ "game": "xiangqi", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    for (number, (typed, shown)) in
        [("炮二平五", "C2.5"), ("H8+7", "H8+7"), ("H2+3", "H2+3")].into_iter().enumerate()
    {
        tab.eval(&format!(
            "(() => {{ const f = document.querySelector('.typed'); f.querySelector('input').value = {}; f.requestSubmit(); }})()",
            json!(typed)
        ))
        .await;
        let wanted = format!("document.querySelectorAll('.ply')[{number}]?.textContent === {}", json!(shown));
        tab.until(&wanted).await;
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_of_ones_own_games_are_counted_and_forgotten() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/analysis", service.address())).await;
    tab.until("document.querySelector('.analysis chatura-board').legal.length").await;
    tab.eval("document.querySelector('.openings').open = true").await;
    tab.until("document.querySelector('.openings').textContent.includes('No game that was finished here')")
        .await;
    tab.eval(
        "(() => { const s = document.querySelector('.openings select'); s.value = 'own'; s.dispatchEvent(new Event('change')); })()",
    )
    .await;
    tab.until("document.querySelector('.openings').textContent.includes('None of your games')").await;
    let games = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 1/2-1/2\n\n1. e4 *\n";
    tab.eval(&format!(
        "(() => {{ const a = document.querySelector('.openings textarea'); a.value = {}; \
         [...document.querySelectorAll('.openings button')].find((b) => b.textContent === 'Count').click(); }})()",
        json!(games)
    ))
    .await;
    tab.until("[...document.querySelectorAll('.openings .ply')].map((b) => b.textContent).sort().join() === 'd4,e4'").await;
    tab.until("document.querySelector('#toasts').textContent.includes('2 games counted; 1 not: game 3: it has no result')")
        .await;
    // Nobody else sees them, and they can be forgotten.
    let other = visit(service.address(), &browser).await;
    other.open(&format!("http://{}/analysis", service.address())).await;
    other.until("document.querySelector('.analysis chatura-board').legal.length").await;
    other.eval("document.querySelector('.openings').open = true").await;
    other
        .until("document.querySelector('.openings').textContent.includes('No game that was finished here')")
        .await;
    tab.eval("[...document.querySelectorAll('.openings button')].find((b) => b.textContent === 'Forget mine').click()")
        .await;
    tab.until("document.querySelector('.openings').textContent.includes('None of your games')").await;
    service.stop().await;
}
