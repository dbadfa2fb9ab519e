//! Everyone can use it: axe-core looks at the main parts. Skipped where it is not installed.

use super::chromium::Tab;
use super::{both, visit};
use serde_json::{Value, json};
use std::path::Path;

/// Where `cargo xtask test` puts it.
const AXE: &str = "../../target/page/node_modules/axe-core/axe.min.js";

/// What is wrong on the page as it is now, one line a rule; only what keeps people out.
async fn violations(tab: &Tab, script: &str) -> Vec<String> {
    tab.eval(script).await;
    let found = tab
        .eval(
            "axe.run(document).then(({ violations }) => violations \
             .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
             .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`))",
        )
        .await;
    found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn played(text: &str) -> Value {
    json!({ "command": "move", "text": text })
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_keeps_people_out() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE);
    let Ok(script) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: axe-core is not in target/page; cargo xtask test installs it where npm is there");
        return;
    };
    // The script leaves nothing behind that could be told.
    let script = format!("{script}\n;undefined");
    let Some((service, browser)) = both().await else { return };
    let parts = [
        ("/", "document.querySelector('.showcase .chairs button') && document.querySelector('.card')"),
        ("/games/omega", "document.querySelector('.diagrams li')"),
        ("/new/chess960", "document.querySelector('.seat')"),
        ("/invent", "document.querySelector('.state.ok')"),
        ("/analysis", "document.querySelector('.lines li')"),
        ("/studies", "document.querySelector('.studies li')"),
        ("/settings", "document.querySelector('.switch') && document.querySelector('.devices li')"),
    ];
    let alone = |seats: usize| vec!["me"; seats];
    // Before anything was played, with something taken, with moves of many, and with somebody out.
    let taking = ["e4", "d5", "exd5", "Qxd5"].map(played);
    let leaving = [played("h2h3"), played("b7c7"), json!({ "command": "resign" }), played("m4l4")];
    let games: [(Value, &[Value]); 5] = [
        (json!({ "game": "chess", "seats": ["me", "ai:1"], "clock": "5+3" }), &[]),
        (json!({ "game": "crazyhouse", "seats": ["me", "open"] }), &[]),
        (json!({ "game": "three-player", "seats": ["me", "ai:1", "ai:1"] }), &[]),
        (json!({ "game": "chess", "seats": alone(2) }), &taking),
        (json!({ "game": "four-player", "seats": alone(4) }), &leaving),
    ];
    let mut wrong = Vec::new();
    for scheme in ["light", "dark"] {
        let tab = visit(service.address(), &browser).await;
        tab.look((1280, 800), false, scheme).await;
        for (path, there) in parts {
            tab.open(&format!("http://{}{path}", service.address())).await;
            tab.until(there).await;
            let found = violations(&tab, &script).await;
            wrong.extend(found.into_iter().map(|line| format!("{scheme} {path}: {line}")));
        }
        for (wish, commands) in &games {
            super::begin(&tab, wish.clone()).await;
            for (number, command) in commands.iter().enumerate() {
                tab.eval(&format!(
                    "import(document.scripts[0].src.replace('app', 'lib/live')).then(({{ command }}) => command(location.pathname.split('/').pop(), {command}))"
                ))
                .await;
                tab.until(&format!("document.querySelectorAll('.ply').length > {number}")).await;
            }
            let found = violations(&tab, &script).await;
            wrong.extend(found.into_iter().map(|line| format!("{scheme} {wish}: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    service.stop().await;
}
