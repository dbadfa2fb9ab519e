//! People who find each other on the first page.

use super::{both, cell, stands, turn};

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_paired_watched_and_joined_by_the_computer() {
    let Some((service, browser)) = both().await else { return };
    let home = format!("http://{}/", service.address());
    let (ada, bo, cem) = (browser.tab().await, browser.tab().await, browser.tab().await);
    for tab in [&ada, &bo, &cem] {
        tab.open(&home).await;
        tab.until("document.querySelector('.seek')").await;
    }
    ada.click(".seek .primary").await;
    ada.until("document.querySelector('.notice.waiting')").await;
    // It is open to everybody, and whoever takes the seat plays.
    cem.until("document.querySelector('.open-games li')").await;
    bo.until("document.querySelector('.open-games li')").await;
    bo.click(".open-games button").await;
    turn(&ada).await;
    ada.drag(&cell("e2"), &cell("e4")).await;
    stands(&bo, "e4", 0, "P").await;
    cem.until("document.querySelector('.live-games a') && !document.querySelector('.open-games li')").await;
    cem.click(".live-games a").await;
    stands(&cem, "e4", 0, "P").await;
    // If nobody comes, the computer does.
    cem.open(&home).await;
    cem.until("document.querySelector('.seek')").await;
    cem.click(".seek .primary").await;
    cem.until("document.querySelector('.notice.waiting > button')").await;
    cem.click(".notice.waiting > button").await;
    turn(&cem).await;
    service.stop().await;
}
