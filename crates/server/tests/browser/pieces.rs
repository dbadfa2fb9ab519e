//! Moving pieces, in every way there is.

use super::chromium::{Chromium, Tab};
use super::{begin, both, cell, stands, turn, visit};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;

/// What the server would play here, among the legal moves the board has.
const ADVICE: &str = "(async () => { \
    const { post, get } = await import(document.scripts[0].src.replace('app', 'lib/api')); \
    const id = location.pathname.split('/').pop(); \
    const { view } = await get(`/api/games/${id}`); \
    const moves = view.past.map(({ coordinates }) => coordinates); \
    const position = { game: 'chess', fen: view.start, moves }; \
    const text = await post('/api/analysis', { position, limits: { depth: 6, seconds: 2 } }); \
    const best = JSON.parse(text.trim().split('\\n').pop()).lines[0].moves[0]; \
    const { from, to, piece } = document.querySelector('chatura-board').legal.find((move) => move.text === best); \
    return [from, to, piece ? best : null]; })()";

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_by_dragging() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/new/chess", service.address())).await;
    tab.eval(
        "(() => { const level = document.querySelector('.seat:nth-of-type(2) [type=range]'); level.value = 1; \
         level.dispatchEvent(new Event('input')); })()",
    )
    .await;
    tab.click("button[type=submit]").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    // Well played against the weakest, from the first move to mate.
    let over = "document.querySelector('.result')";
    for number in 0..150 {
        tab.until(&format!("document.querySelector('chatura-board').legal.length || {over}")).await;
        if tab.eval(&format!("Boolean({over})")).await == true {
            break;
        }
        let wish = tab.eval(ADVICE).await;
        let (from, to) = (wish[0].as_str().unwrap(), wish[1].as_str().unwrap());
        tab.drag(&cell(from), &cell(to)).await;
        if let Some(promotion) = wish[2].as_str() {
            tab.click(&format!(".choices [data-move={promotion}]")).await;
        }
        tab.until(&format!("document.querySelectorAll('.ply').length > {}", 2 * number)).await;
    }
    tab.until(over).await;
    let words = tab.eval("document.querySelector('.result').innerText").await;
    assert!(words.as_str().unwrap().contains("checkmate"), "{words}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_move_undo_takes_back_and_redo_plays_again() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.click(&cell("e2")).await;
    tab.until("document.querySelectorAll('.target').length === 2").await;
    tab.click(&cell("e4")).await;
    stands(&tab, "e4", 0, "P").await;
    turn(&tab).await;
    // A move that is not allowed changes nothing and says why.
    tab.click(&cell("e7")).await;
    tab.click(&cell("e3")).await;
    tab.until("document.querySelector('.hint').textContent.includes('does not go to e3')").await;
    tab.click("[aria-label='Take back']").await;
    stands(&tab, "e2", 0, "P").await;
    tab.click("[aria-label='Play again what was taken back']").await;
    stands(&tab, "e4", 0, "P").await;
    // The past can be looked at.
    tab.click("[aria-label='To the start']").await;
    stands(&tab, "e2", 0, "P").await;
    tab.click("[aria-label='To the present']").await;
    stands(&tab, "e4", 0, "P").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_listed_and_captured_pieces_shown() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"] })).await;
    let moves = [("e2", "e4", 0, "P"), ("d7", "d5", 1, "P"), ("e4", "d5", 0, "P"), ("d8", "d5", 1, "Q")];
    for (from, to, seat, letter) in moves {
        tab.until(&format!("document.querySelector('.strip.turn')?.dataset.seat === '{seat}'")).await;
        turn(&tab).await;
        tab.click(&cell(from)).await;
        tab.click(&cell(to)).await;
        stands(&tab, to, seat, letter).await;
    }
    let listed = "[...document.querySelectorAll('.ply')].map((ply) => ply.textContent).join(' ')";
    tab.until(&format!("{listed} === 'e4 d5 exd5 Qxd5'")).await;
    // Each has taken a pawn, and sees it beside the own name.
    for seat in [0, 1] {
        let taken = format!("document.querySelector('.strip[data-seat=\"{seat}\"] .taken').ariaLabel");
        tab.until(&format!("{taken} === 'Has taken pawn'")).await;
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duck_is_put_by_a_second_click() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    begin(&tab, json!({ "game": "duck", "seats": ["me", "me"] })).await;
    turn(&tab).await;
    tab.click(&cell("e2")).await;
    tab.until("document.querySelectorAll('.target').length === 2").await;
    tab.click(&cell("e4")).await;
    // Every empty cell is open to it.
    tab.until("document.querySelectorAll('.target').length === 32").await;
    tab.click(&cell("d5")).await;
    stands(&tab, "e4", 0, "P").await;
    tab.until("document.querySelector('.ply')?.textContent.includes('e4,d5')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"], "fen": fen })).await;
    turn(&tab).await;
    // The board is one stop on the way through the page.
    for _ in 0..30 {
        tab.key("Tab").await;
        if tab.eval("document.activeElement === document.querySelector('chatura-board svg')").await == true {
            break;
        }
    }
    let speech =
        |text: &str| format!("document.getElementById('speech').textContent.includes({})", json!(text));
    tab.until(&speech("a1, White king")).await;
    for _ in 0..6 {
        tab.key("ArrowUp").await;
    }
    tab.until(&speech("a7, White pawn")).await;
    tab.key("Enter").await;
    tab.key("ArrowUp").await;
    tab.until(&speech("a8, empty, can go here")).await;
    tab.key("Enter").await;
    tab.until("document.activeElement.closest('.choices')").await;
    tab.key("ArrowRight").await;
    tab.key("Enter").await;
    stands(&tab, "a8", 0, "R").await;
    tab.until(&speech("a8=R")).await;
    turn(&tab).await;
    // The other side, from where the keyboard was left.
    tab.until("document.activeElement === document.querySelector('chatura-board svg')").await;
    for key in ["ArrowRight"; 7] {
        tab.key(key).await;
    }
    tab.until(&speech("h8, Black king")).await;
    tab.key("Enter").await;
    tab.key("ArrowDown").await;
    tab.key("Enter").await;
    stands(&tab, "h7", 1, "K").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_to_blame_is_lit_up() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let fen = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"], "fen": fen })).await;
    turn(&tab).await;
    tab.drag(&cell("e2"), &cell("c3")).await;
    tab.until("document.querySelector('.hint').textContent.includes('open to the rook on e4')").await;
    tab.until("document.querySelector('.marks .reason')").await;
    stands(&tab, "e2", 0, "N").await;
    service.stop().await;
}

/// Somebody who waits for the first move, and somebody invited who has it.
async fn waiter_and_mover(
    address: SocketAddr,
    browser: &Arc<Chromium>,
    game: &str,
    fen: Option<&str>,
) -> (Tab, Tab) {
    let waiter = visit(address, browser).await;
    begin(&waiter, json!({ "game": game, "seats": ["open", "me"], "fen": fen })).await;
    waiter.until("document.querySelector('.invitation input')").await;
    let link = waiter.eval("document.querySelector('.invitation input').value").await;
    let mover = visit(address, browser).await;
    mover.open(link.as_str().unwrap()).await;
    mover.click("form button.primary").await;
    turn(&mover).await;
    (waiter, mover)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_chosen_before_its_turn() {
    let Some((service, browser)) = both().await else { return };
    let (host, guest) = waiter_and_mover(service.address(), &browser, "chess", None).await;
    host.until("document.querySelector('chatura-board').premoves").await;
    host.drag(&cell("e7"), &cell("e5")).await;
    host.until("document.querySelector('chatura-board').premove?.to === 'e5'").await;
    guest.drag(&cell("e2"), &cell("e4")).await;
    for tab in [&host, &guest] {
        stands(tab, "e5", 1, "P").await;
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn castling_is_premoved_by_clicks() {
    let Some((service, browser)) = both().await else { return };
    // By where the king goes, and by the rook it castles with.
    for (to, king, rook) in [("g8", "g8", "f8"), ("a8", "c8", "d8")] {
        let fen = "r3k2r/8/8/8/8/8/P7/4K3 w kq - 0 1";
        let (host, guest) = waiter_and_mover(service.address(), &browser, "chess", Some(fen)).await;
        host.until("document.querySelector('chatura-board').premoves").await;
        host.click(&cell("e8")).await;
        host.until("document.querySelectorAll('.target').length").await;
        host.click(&cell(to)).await;
        host.until(&format!("document.querySelector('chatura-board').premove?.to === '{to}'")).await;
        guest.drag(&cell("a2"), &cell("a3")).await;
        for tab in [&host, &guest] {
            stands(tab, king, 1, "K").await;
            stands(tab, rook, 1, "R").await;
        }
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pawn_becomes_what_is_chosen() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    begin(&tab, json!({ "game": "chess", "seats": ["me", "me"], "fen": fen })).await;
    turn(&tab).await;
    tab.drag(&cell("a7"), &cell("a8")).await;
    tab.until("document.querySelectorAll('.choices button').length === 4").await;
    tab.click(".choices [data-move=a7a8n]").await;
    stands(&tab, "a8", 0, "N").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_dropped_from_the_hand() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let fen = "4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1";
    begin(&tab, json!({ "game": "crazyhouse", "seats": ["me", "me"], "fen": fen })).await;
    turn(&tab).await;
    tab.drag("[data-seat='0'] [data-drop=N]", &cell("d5")).await;
    stands(&tab, "d5", 0, "N").await;
    turn(&tab).await;
    tab.click("[data-seat='1'] [data-drop=P]").await;
    tab.click(&cell("a4")).await;
    stands(&tab, "a4", 1, "P").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drop_is_chosen_before_its_turn() {
    let Some((service, browser)) = both().await else { return };
    let fen = "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1";
    let (host, guest) = waiter_and_mover(service.address(), &browser, "crazyhouse", Some(fen)).await;
    host.until("document.querySelector('[data-seat=\\'1\\'] [data-drop=N]:not(:disabled)')").await;
    host.drag("[data-seat='1'] [data-drop=N]", &cell("d5")).await;
    host.until("document.querySelector('chatura-board').premove?.to === 'd5'").await;
    host.until("document.querySelector('.marks .ghost')").await;
    guest.drag(&cell("e1"), &cell("e2")).await;
    for tab in [&host, &guest] {
        stands(tab, "d5", 1, "N").await;
    }
    host.until("!document.querySelector('.marks .ghost')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shogi_piece_may_promote_or_not() {
    let Some((service, browser)) = both().await else { return };
    let tab = visit(service.address(), &browser).await;
    let fen = "4k4/9/9/4P4/9/9/9/9/4K4[-] w 0 1";
    begin(&tab, json!({ "game": "shogi", "seats": ["me", "me"], "fen": fen })).await;
    turn(&tab).await;
    let from = tab.eval("document.querySelector('chatura-board').legal.find((m) => m.piece).from").await;
    let to = tab.eval("document.querySelector('chatura-board').legal.find((m) => m.piece).to").await;
    let (from, to) = (from.as_str().unwrap(), to.as_str().unwrap());
    tab.drag(&cell(from), &cell(to)).await;
    tab.until("document.querySelectorAll('.choices button').length === 2").await;
    tab.eval("[...document.querySelectorAll('.choices button')].find((b) => b.innerText.includes('as it is')).id = 'plain'")
        .await;
    tab.click("#plain").await;
    stands(&tab, to, 0, "P").await;
    service.stop().await;
}
