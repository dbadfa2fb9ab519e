//! The own account on the page: moved to another browser, signed out, deleted; and what can be done about others.

use super::{begin, both, visit};
use serde_json::json;

/// Writes into a field of the page as somebody who types would.
async fn fill(tab: &super::chromium::Tab, selector: &str, text: &str) {
    tab.eval(&format!("document.querySelector('{selector}').value = {}", json!(text))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_moves_to_another_browser_and_goes() {
    let Some((service, browser)) = both().await else { return };
    let settings = format!("http://{}/settings", service.address());
    let (first, second) =
        (visit(service.address(), &browser).await, visit(service.address(), &browser).await);
    fill(&first, "#own-name", "Ada \u{5d0}").await;
    first.click("form.panel button").await;
    first.until("document.querySelector('.toast')").await;
    first.click(".account .row button").await;
    first.until("document.querySelector('.code b')").await;
    let code = first.eval("document.querySelector('.code b').textContent").await;
    second.until("document.querySelector('#code')").await;
    fill(&second, "#code", code.as_str().unwrap()).await;
    second.click(".account form button").await;
    second.until("document.querySelector('#own-name')?.value === 'Ada \u{5d0}'").await;
    second.until("document.querySelectorAll('.devices li').length === 2").await;
    // Signed out elsewhere, the first browser is somebody new.
    second.click(".devices button").await;
    second.until("document.querySelectorAll('.devices li').length === 1").await;
    first.open(&settings).await;
    first.until("document.querySelector('#own-name')?.value === ''").await;
    second.click(".account details:last-child summary").await;
    second.click(".account details:last-child button").await;
    second.until("document.querySelector('#own-name')?.value === ''").await;
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_says_can_be_blocked_reported_and_muted() {
    let Some((service, browser)) = both().await else { return };
    let host = visit(service.address(), &browser).await;
    begin(&host, json!({ "game": "chess", "seats": ["me"], "public": true })).await;
    host.until("document.querySelector('.invitation input')").await;
    let link = host.eval("document.querySelector('.invitation input').value").await;
    let guest = visit(service.address(), &browser).await;
    guest.open(link.as_str().unwrap()).await;
    guest.until("document.querySelector('form button.primary')").await;
    guest.click("form button.primary").await;
    guest.until("document.querySelector('.chat form input')").await;
    let say = "(text) => { const field = document.querySelector('.chat > form input'); field.value = text; \
               field.form.requestSubmit(); }";
    guest.eval(&format!("({say})('hello')")).await;
    host.until("document.querySelector('.said li bdi')").await;
    guest
        .until(
            "document.querySelectorAll('.said li').length === 1 && !document.querySelector('.said .about')",
        )
        .await;
    host.click(".said .about summary").await;
    fill(&host, ".said .about input", "rude").await;
    host.click(".said .about form button").await;
    host.until("document.body.innerText.includes('Reported')").await;
    host.click(".said .about summary").await;
    host.click(".said .about button + button").await;
    host.until("document.body.innerText.includes('Muted')").await;
    guest.eval(&format!("({say})('again')")).await;
    guest.until("document.querySelector('.toast.error')?.innerText.includes('muted')").await;
    host.click(".said .about summary").await;
    host.click(".said .about button").await;
    host.until("document.querySelectorAll('.said li').length === 0").await;
    service.stop().await;
}
