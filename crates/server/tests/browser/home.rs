//! The first part of the page, and the ways that lead from it.

use super::{both, cell, stands, turn};

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_the_live_game_is_taken() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/", service.address())).await;
    // Computers play until somebody sits down.
    tab.until("document.querySelector('.showcase .last')").await;
    tab.click(".chairs button:nth-child(3)").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    tab.until("document.querySelector('.seats.bottom .strip').dataset.seat === '2'").await;
    turn(&tab).await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_visit_leaves_the_console_clean() {
    let Some((service, browser)) = both().await else { return };
    let parts = [
        ("/", "document.querySelector('.showcase .last')"),
        ("/games/xiangqi", "document.querySelector('.diagrams li')"),
        ("/new/chess960", "document.querySelector('.seat')"),
        ("/invent", "document.querySelector('.state.ok')"),
        ("/analysis/three-player", "document.querySelector('.lines li')"),
        ("/settings", "document.querySelector('.switch')"),
    ];
    for (path, there) in parts {
        let tab = browser.tab().await;
        tab.listen().await;
        tab.open(&format!("http://{}{path}", service.address())).await;
        tab.until(there).await;
        assert_eq!(tab.complaints(), [""; 0], "{path}");
        tab.close().await;
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_a_share_of_the_bar() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/analysis/three-player", service.address())).await;
    tab.until("document.querySelectorAll('.evaluation span').length === 3 && document.querySelector('.evaluation').title.split('%').length === 4")
        .await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_surprise_and_are_remixed() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/", service.address())).await;
    tab.eval(
        "(() => { const field = document.querySelector('[type=search]'); field.value = 'hexagon'; \
         field.dispatchEvent(new Event('input')); })()",
    )
    .await;
    tab.until(
        "document.querySelector('[data-game=glinski]') && !document.querySelector('[data-game=chess]')",
    )
    .await;
    tab.click("[data-game=glinski] h3 a").await;
    tab.until("document.querySelectorAll('.diagrams .reach').length > 20").await;
    tab.click("[href='/invent/glinski']").await;
    tab.until(
        "document.querySelector('.state.ok') && document.querySelector('textarea').value.includes('hexagon')",
    )
    .await;
    tab.open(&format!("http://{}/", service.address())).await;
    tab.click(".hero [title^='A game']").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    // Those who do not know the pieces are shown how they move.
    tab.until("document.querySelector('.guide[open] .diagram')").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_change_in_the_middle_of_a_game_and_are_kept() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/", service.address())).await;
    tab.click("[data-game=chess] button.primary").await;
    turn(&tab).await;
    tab.drag(&cell("g1"), &cell("f3")).await;
    stands(&tab, "f3", 0, "N").await;
    tab.eval(
        "(() => { document.querySelector('.more').open = true; \
         [...document.querySelectorAll('.menu button')].find((b) => b.textContent === 'Settings').click(); })()",
    )
    .await;
    tab.eval(
        "(() => { const field = document.querySelector('dialog [name=letters]'); field.value = 'de'; \
         field.dispatchEvent(new Event('change')); document.querySelector('dialog .primary').click(); })()",
    )
    .await;
    tab.until("document.querySelector('.ply').textContent === 'Sf3' && !document.querySelector('dialog')")
        .await;
    let place = tab.eval("location.href").await;
    tab.open(place.as_str().unwrap()).await;
    tab.until("document.querySelector('.ply')?.textContent === 'Sf3'").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_screen_are_called_by_their_names() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/new/chess", service.address())).await;
    tab.until("document.querySelectorAll('.seat').length === 2").await;
    // The clock of two hours is offered first.
    assert_eq!(tab.eval("document.querySelector('.preset').value").await, "2h");
    tab.click(".preset").await;
    // Who is invited has a name already.
    tab.until("document.querySelectorAll('.seat')[1].querySelector('[aria-label^=Name]').placeholder === 'Its name'").await;
    tab.eval(
        "(() => { const who = document.querySelectorAll('.seat')[1].querySelector('select'); who.value = 'open'; \
         who.dispatchEvent(new Event('change')); })()",
    )
    .await;
    tab.until("document.querySelectorAll('.seat')[1].querySelector('[aria-label^=Name]').hidden").await;
    tab.eval(
        "(() => { document.querySelectorAll('.seat').forEach((seat, index) => { \
         const who = seat.querySelector('select'); who.value = 'me'; who.dispatchEvent(new Event('change')); \
         seat.querySelector('[aria-label^=Name]').value = ['Grandma', 'Tim'][index]; }); })()",
    )
    .await;
    tab.click("button[type=submit]").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    tab.until("document.querySelector('.seats.bottom .name').textContent.includes('Grandma')").await;
    tab.until("document.querySelector('.seats.top .name').textContent.includes('Tim')").await;
    tab.until(
        "document.querySelector('.seats.bottom').textContent.includes('2:00:00') \
               || document.querySelector('.seats.bottom').textContent.includes('1:59')",
    )
    .await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_may_have_a_name() {
    let Some((service, browser)) = both().await else { return };
    let tab = browser.tab().await;
    tab.open(&format!("http://{}/new/chess", service.address())).await;
    tab.until("document.querySelectorAll('.seat').length === 2").await;
    tab.eval("document.querySelectorAll('.seat')[1].querySelector('[aria-label^=Name]').value = 'Ada'").await;
    tab.click("button[type=submit]").await;
    tab.until("document.querySelector('.play chatura-board .piece')").await;
    // That it is one is told all the same.
    tab.until("document.querySelector('.seats.top .name').textContent.startsWith('Ada (AI ')").await;
    service.stop().await;
}
