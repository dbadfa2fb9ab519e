//! What once went wrong for those who played: sizes, focus, names, drafts, the way back.

use super::{begin, both, cell, stands, turn, visit};
use serde_json::json;

/// How wide the board is.
const WIDTH: &str = "document.querySelector('chatura-board').getBoundingClientRect().width";

#[tokio::test(flavor = "multi_thread")]
async fn a_telephone_held_sideways_has_a_board_as_high_as_it_is() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    for (size, least) in [((667, 375), 300.0), ((720, 450), 380.0)] {
        tab.look(size, true, "light").await;
        begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
        turn(&tab).await;
        assert!(tab.eval(WIDTH).await.as_f64().unwrap() > least, "{size:?}");
        let fits = "(() => { const board = document.querySelector('chatura-board').getBoundingClientRect(); \
                    const side = document.querySelector('.side').getBoundingClientRect(); \
                    return board.bottom <= innerHeight && side.left >= board.right && side.right <= innerWidth \
                    && document.documentElement.scrollWidth <= innerWidth; })()";
        assert_eq!(tab.eval(fits).await, true, "{size:?}");
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_another_game_and_the_first_is_found_again() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "ai:1"] })).await;
    turn(&tab).await;
    let first = tab.eval("location.pathname").await;
    tab.drag(&cell("e2"), &cell("e4")).await;
    tab.until("document.querySelectorAll('.ply').length === 2").await;
    tab.click("[aria-label=Resign]").await;
    tab.click(".confirm .primary").await;
    tab.until("document.querySelector('.result a[href^=\"/review/\"]')").await;
    tab.eval(
        "[...document.querySelectorAll('.result button')].find((b) => b.textContent === 'Rematch').click()",
    )
    .await;
    tab.until(&format!("location.pathname !== {first} && document.querySelector('.notices .match')")).await;
    tab.until("document.querySelector('.match').innerText.includes('Game 2')").await;
    tab.until("document.querySelector('.match').innerText.includes('AI 1 1')").await;
    // The computer has White now; the way back leads to every move of the first game, and to its end.
    tab.until("document.querySelectorAll('.ply').length === 1").await;
    tab.click(".match a").await;
    tab.until(&format!("location.pathname === {first} && document.querySelectorAll('.ply').length === 3"))
        .await;
    tab.open(&format!("http://{}/mine", service.address())).await;
    tab.until("document.querySelectorAll('.record').length === 2").await;
    tab.until("document.querySelector('.record .outcome.lost')").await;
    tab.eval(
        "(() => { const field = document.querySelector('.mine [type=search]'); field.value = 'ai 1'; \
              field.dispatchEvent(new Event('input')); })()",
    )
    .await;
    assert_eq!(tab.eval("document.querySelectorAll('.record').length").await, 2);
    tab.eval(
        "(() => { const field = document.querySelector('.mine [aria-label=Result]'); field.value = 'won'; \
              field.dispatchEvent(new Event('change')); })()",
    )
    .await;
    tab.until("document.querySelector('.records .none') && location.search.includes('result=won')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn points_and_places_are_seen_while_many_play() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chaturaji", "seats": ["me", "me", "me", "me"] })).await;
    tab.until("document.querySelectorAll('.strip .points').length === 4").await;
    assert_eq!(tab.eval("document.querySelector('.points').textContent").await, "0 points, 1st");
    for _ in 0..6 {
        turn(&tab).await;
        let count = tab.eval("document.querySelectorAll('.ply').length").await;
        tab.eval("document.querySelector('chatura-board').emitter.tell('move', document.querySelector('chatura-board').legal[0])")
            .await;
        tab.until(&format!("document.querySelectorAll('.ply').length > {count}")).await;
    }
    // No move lies over another or beyond the list.
    let apart = "(() => { const boxes = [...document.querySelectorAll('.ply')].map((b) => b.getBoundingClientRect()); \
                 const list = document.querySelector('.moves').getBoundingClientRect(); \
                 return boxes.every((one, n) => one.right <= list.right + 1 && boxes.every((other, m) => n === m || \
                 one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || \
                 other.bottom <= one.top + 1)); })()";
    assert_eq!(tab.eval(apart).await, true);
    assert_eq!(tab.eval("document.querySelectorAll('.ply .seat-mark').length").await, 6);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn focus_stays_and_the_menu_listens_to_keys() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.drag(&cell("e2"), &cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    // After a click arrow keys walk through the game.
    tab.key("ArrowLeft").await;
    stands(&tab, "e2", 0, "P").await;
    tab.key("ArrowRight").await;
    stands(&tab, "e4", 0, "P").await;
    for label in ["Turn the board", "Take back"] {
        tab.eval(&format!("document.querySelector('[aria-label=\"{label}\"]').focus()")).await;
        tab.key("Enter").await;
        tab.eval("new Promise((done) => setTimeout(done, 400))").await;
        let focused = tab.eval("document.activeElement.closest('.actions') !== null").await;
        assert_eq!(focused, true, "{label}");
    }
    tab.eval("document.querySelector('.more summary').focus()").await;
    tab.key("Enter").await;
    tab.until("document.activeElement.closest('.menu')").await;
    tab.key("ArrowDown").await;
    let before = tab.eval("document.activeElement.textContent").await;
    // Whoever moves does not close it.
    tab.eval("document.querySelector('chatura-board').emitter.tell('move', document.querySelector('chatura-board').legal[0])")
        .await;
    tab.until("document.querySelectorAll('.ply:not(.undone)').length >= 1").await;
    assert_eq!(tab.eval("document.querySelector('.more').open").await, true);
    assert_eq!(tab.eval("document.activeElement.textContent").await, before);
    tab.key("Escape").await;
    tab.until("!document.querySelector('.more').open && document.activeElement.matches('summary')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_picked_up_is_heard() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.key("Tab").await;
    tab.eval("document.querySelector('chatura-board svg').focus()").await;
    tab.key("Enter").await;
    tab.until("document.getElementById('speech').textContent.endsWith('picked up')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn home_is_as_it_was_left_and_says_when_nothing_fits() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/", service.address())).await;
    let search = |words: &str| {
        format!(
            "(() => {{ const field = document.querySelector('[type=search]'); field.value = '{words}'; \
             field.dispatchEvent(new Event('input')); }})()"
        )
    };
    tab.eval(&search("xyzzy")).await;
    tab.until("document.querySelector('.cards .none')").await;
    tab.click(".none button").await;
    tab.until("document.querySelector('[data-game=chess]')").await;
    tab.eval(&search("chess")).await;
    tab.eval("scrollTo(0, 700)").await;
    let place = tab.eval("scrollY").await;
    tab.eval("document.querySelectorAll('.card h3 a')[3].click()").await;
    tab.until("document.querySelector('.diagrams .reach')").await;
    tab.eval("history.back()").await;
    tab.until("document.querySelector('[type=search]')?.value === 'chess'").await;
    tab.until(&format!("scrollY === {place}")).await;
    // Who had all games shown comes back to all of them.
    tab.eval(&search("")).await;
    tab.click(".cards .more button").await;
    tab.until("document.querySelectorAll('.card').length > 200").await;
    tab.eval("document.querySelectorAll('.card h3 a')[100].click()").await;
    tab.until("document.querySelector('.diagrams .reach')").await;
    tab.eval("history.back()").await;
    tab.until("document.querySelectorAll('.card').length > 200").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_says_to_what() {
    let Some((service, browser)) = both().await else { return };
    let host = visit(service.address(), &browser).await;
    begin(&host, json!({ "game": "glinski", "seats": ["me"], "clock": "5+3" })).await;
    host.until("document.querySelector('.invitation input')").await;
    let link = host.eval("document.querySelector('.invitation input').value").await;
    let guest = visit(service.address(), &browser).await;
    guest.open(link.as_str().unwrap()).await;
    guest.until("document.querySelector('.invited img')?.complete").await;
    let text = guest.eval("document.querySelector('.invited').innerText").await;
    for words in ["Gliński", "Black", "5+3"] {
        assert!(text.as_str().unwrap().contains(words), "{words}: {text}");
    }
    // While people play, no engine is at hand.
    guest.click("form button.primary").await;
    guest.until("document.querySelector('.play chatura-board .piece')").await;
    assert_eq!(guest.eval("document.querySelector('[aria-label=Analyse]')").await, serde_json::Value::Null);
    let place = guest.eval("location.pathname.split('/').pop()").await;
    guest.open(&format!("http://{}/analysis?of={}", service.address(), place.as_str().unwrap())).await;
    guest.until("document.querySelector('h1')?.textContent === 'That did not work'").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_invention_has_a_draft_and_findings_help() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let write = |text: &str| {
        format!(
            "(() => {{ const area = document.querySelector('textarea'); area.value = {}; \
             area.dispatchEvent(new Event('input')); }})()",
            json!(text)
        )
    };
    tab.open(&format!("http://{}/invent", service.address())).await;
    tab.until("document.querySelector('.state.ok')").await;
    tab.eval(&write("extends = \"chess\"\nname = \"First\"\nrules.promotion.to = [\"quen\"]\n")).await;
    tab.until("document.querySelector('.suggestion')?.textContent.includes('queen')").await;
    tab.click(".invent header > button:not(:disabled):not(.primary)").await;
    tab.until("!document.querySelector('textarea').value.includes('quen\\\"')").await;
    tab.eval(&write("extends = \"chess\"\nname = \"First\"\n")).await;
    tab.open(&format!("http://{}/invent/glinski", service.address())).await;
    tab.until("document.querySelector('.state.ok')").await;
    tab.eval(&write("extends = \"glinski\"\nname = \"Second\"\n")).await;
    tab.until("document.querySelector('h2').textContent === 'Second'").await;
    tab.open(&format!("http://{}/invent", service.address())).await;
    tab.until("document.querySelector('textarea')?.value.includes('First')").await;
    tab.click(".inventions summary").await;
    tab.until("document.querySelector('.inventions ul').innerText.includes('Second')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_keeps_variations_comments_and_signs() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/analysis", service.address())).await;
    tab.until("document.querySelector('[aria-label^=PGN]')").await;
    tab.eval("document.querySelector('[aria-label^=PGN]').value = '1. e4 {best by test} e5 2. Nf3 $1 (2. f4 exf4) Nc6 *'").await;
    tab.eval("[...document.querySelectorAll('.side button')].find((b) => b.textContent === 'Load').click()")
        .await;
    tab.until("document.querySelector('.variation')?.textContent.includes('f4')").await;
    tab.until("document.querySelector('.tree').textContent.includes('best by test')").await;
    tab.until("document.querySelector('.tree').textContent.includes('Nf3!')").await;
    tab.click(".walk [aria-label='To the start']").await;
    stands(&tab, "e2", 0, "P").await;
    tab.until("document.querySelector('chatura-board').legal.length").await;
    tab.drag(&cell("d2"), &cell("d4")).await;
    tab.until("document.querySelectorAll('.variation').length === 2").await;
    let place = tab.eval("location.href").await;
    tab.open(place.as_str().unwrap()).await;
    tab.until("document.querySelectorAll('.variation').length === 2").await;
    stands(&tab, "d4", 0, "P").await;
    // From a position of one's own there are no moves of the game, and none are lost of what is played from there.
    tab.eval(
        "(() => { const field = document.querySelector('[aria-label=FEN]'); \
         field.value = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'; field.dispatchEvent(new Event('change')); })()",
    )
    .await;
    tab.until("!document.querySelector('.variation')").await;
    stands(&tab, "e8", 1, "K").await;
    tab.until("document.querySelector('chatura-board').legal.length").await;
    tab.drag(&cell("e2"), &cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    tab.until("document.querySelector('.tree').textContent.includes('e4')").await;
    let place = tab.eval("location.href").await;
    tab.open(place.as_str().unwrap()).await;
    stands(&tab, "e4", 0, "P").await;
    tab.until("document.querySelector('.tree').textContent.includes('e4')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_a_version_are_kept_for_good() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/settings", service.address())).await;
    tab.until("document.querySelector('.switch')").await;
    let kept = "fetch(document.scripts[0].src).then((answer) => answer.headers.get('cache-control'))";
    assert_eq!(tab.eval(kept).await, "public, max-age=31536000, immutable");
    let others = "fetch('/v/0000000000000000/app.js').then((answer) => answer.headers.get('cache-control'))";
    assert_eq!(tab.eval(others).await, "no-cache");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opera_game_ends_with_the_best_move() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    tab.open(&format!("http://{}/settings", service.address())).await;
    // From the position before the last two moves, so that the test is quick.
    let pgn =
        "[FEN \"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16\"]\n\n16. Qb8+ Nxb8 17. Rd8# 1-0";
    let load = format!(
        "import(document.scripts[0].src.replace('app', 'lib/api')).then(({{ post, me }}) => \
         me().then(() => post('/api/pgn', {{ pgn: {} }}))).then(({{ game }}) => game)",
        json!(pgn)
    );
    let game = tab.eval(&load).await;
    tab.open(&format!("http://{}/review/{}?ply=1", service.address(), game.as_str().unwrap())).await;
    tab.until("document.querySelector('.verdict')?.innerText.includes('Qb8+ is the best move')").await;
    tab.until("document.querySelector('.verdict').innerText.includes('White wins in 2')").await;
    tab.until("document.querySelector('.review progress').hidden").await;
    assert_eq!(tab.eval("document.querySelectorAll('.accuracy li').length").await, 2);
    assert_eq!(tab.eval("document.querySelector('.accuracy b').textContent").await, "100%");
    service.stop().await;
}
