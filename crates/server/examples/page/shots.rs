//! Screenshots of every part, light and dark, on a desk and in a hand.

use crate::chromium::{Chromium, Tab};
use crate::{begin, open};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

const NAMES: [&str; 23] = [
    "home",
    "game-page",
    "new-game",
    "chess",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "three-player",
    "three-man",
    "four-player",
    "glinski",
    "analysis",
    "editor",
    "settings",
    "result",
    "mine",
    "review",
    "invitation",
    "six-player",
    "studies",
    "study",
    "matches",
    "embed",
];
const SCREENS: [(&str, (u32, u32)); 4] =
    [("desktop", (1440, 900)), ("tablet", (820, 1180)), ("phone", (390, 844)), ("sideways", (667, 375))];

/// Takes all of them, or those whose name contains a word.
pub async fn take(browser: &Arc<Chromium>, at: SocketAddr, folder: &str, only: &str) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for (screen, size) in SCREENS {
        for scheme in ["light", "dark"] {
            let tab = browser.tab().await;
            tab.look(size, matches!(screen, "phone" | "sideways"), scheme).await;
            for name in NAMES {
                let file = format!("{name}-{screen}-{scheme}.png");
                if !file.contains(only) {
                    continue;
                }
                stage(&tab, at, name).await;
                settle(&tab).await;
                let bytes = decode(&tab.picture().await);
                std::fs::write(Path::new(folder).join(&file), bytes).map_err(|error| error.to_string())?;
                println!("{file}");
            }
        }
    }
    Ok(())
}

/// Brings a part to where it can be looked at.
async fn stage(tab: &Tab, at: SocketAddr, name: &str) {
    let many = |count: usize| {
        let others = std::iter::repeat_n(json!("ai:1"), count - 1);
        std::iter::once(json!("me")).chain(others).collect::<Vec<_>>()
    };
    let alone = ["me", "me"];
    match name {
        "home" => {
            open(tab, at, "/").await;
            tab.until("document.querySelectorAll('.card img').length > 5").await;
            tab.until("document.querySelector('.showcase .last')").await;
        }
        "game-page" => {
            open(tab, at, "/games/omega").await;
            tab.until("document.querySelector('.diagrams li')").await;
        }
        "new-game" => open(tab, at, "/new/chess960").await,
        "chess" => {
            let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4"];
            begin(tab, at, json!({ "game": "chess", "seats": alone, "clock": "5+3" }), &moves).await;
        }
        "crazyhouse" => {
            let moves = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"];
            begin(tab, at, json!({ "game": "crazyhouse", "seats": alone, "clock": "3+2" }), &moves).await;
        }
        "result" => {
            begin(tab, at, json!({ "game": "chess", "seats": alone }), &["f3", "e5", "g4", "Qh4"]).await;
            tab.until("document.querySelector('.result')").await;
        }
        "shogi" | "xiangqi" | "glinski" => {
            let moves: &[&str] = match name {
                "shogi" => &["c3c4", "g7g6", "b2h8+", "g9h8"],
                "xiangqi" => &["h3e3", "h10g8", "h1g3"],
                _ => &["e4e5", "e7e6"],
            };
            begin(tab, at, json!({ "game": name, "seats": alone }), moves).await;
        }
        "three-player" | "three-man" | "four-player" => {
            let seats = many(if name == "four-player" { 4 } else { 3 });
            begin(tab, at, json!({ "game": name, "seats": seats, "clock": "10+5" }), &[]).await;
        }
        "analysis" => {
            let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
            begin(tab, at, json!({ "game": "chess", "seats": alone }), &moves).await;
            let id = tab.eval("location.pathname.split('/').pop()").await;
            open(tab, at, &format!("/analysis/chess?of={}", id.as_str().unwrap_or_default())).await;
            tab.until("document.querySelectorAll('.lines li').length === 3").await;
        }
        "mine" => {
            begin(tab, at, json!({ "game": "chess", "seats": ["me", "ai:1"] }), &[]).await;
            open(tab, at, "/mine").await;
            tab.until("document.querySelector('.record')").await;
        }
        "review" => {
            let moves = ["e4", "e5", "Qh5", "Nf6", "Qxe5"];
            begin(tab, at, json!({ "game": "chess", "seats": alone }), &moves).await;
            let id = tab.eval("location.pathname.split('/').pop()").await;
            open(tab, at, &format!("/review/{}?ply=3", id.as_str().unwrap_or_default())).await;
            tab.until("document.querySelector('.review progress').hidden").await;
        }
        "invitation" => {
            begin(tab, at, json!({ "game": "glinski", "seats": ["me"], "clock": "5+3" }), &[]).await;
            tab.until("document.querySelector('.invitation input')").await;
            let link = tab.eval("document.querySelector('.invitation input').value").await;
            tab.open(link.as_str().unwrap_or_default()).await;
            tab.until("document.querySelector('.invited img')?.complete").await;
        }
        "six-player" => {
            begin(tab, at, json!({ "game": "six-player", "seats": many(6) }), &[]).await;
            tab.until("document.querySelectorAll('.ply').length >= 0").await;
        }
        "studies" => {
            open(tab, at, "/studies").await;
            tab.until("document.querySelector('.studies li')").await;
        }
        "study" => {
            open(tab, at, "/settings").await;
            let make = "import(document.scripts[0].src.replace('app', 'lib/api')).then(({ me, post }) => me().then(() => \
                        post('/api/studies', { name: 'A study', chapter: { pgn: '1. e4 {Best by test} e5 (1... c5 2. Nf3) \
                        2. Nf3 *' } }))).then(({ study }) => study)";
            let id = tab.eval(make).await;
            open(tab, at, &format!("/study/{}", id.as_str().unwrap_or_default())).await;
            tab.until("document.querySelector('.study .tree .ply')").await;
        }
        "matches" => open(tab, at, "/matches").await,
        "embed" => {
            begin(tab, at, json!({ "game": "chess", "seats": alone }), &["f3", "e5", "g4", "Qh4"]).await;
            let id = tab.eval("location.pathname.split('/').pop()").await;
            open(tab, at, &format!("/embed/{}", id.as_str().unwrap_or_default())).await;
            tab.until("document.querySelector('chatura-board .piece')").await;
        }
        "editor" => {
            open(tab, at, "/invent").await;
            tab.until("document.querySelector('.state.ok')").await;
        }
        _ => open(tab, at, "/settings").await,
    }
}

/// Waits until nothing moves and every picture is there.
async fn settle(tab: &Tab) {
    tab.until("[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)")
        .await;
    tab.until("!document.querySelector('.piece.coming, .piece.going')").await;
    tab.eval("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 500))").await;
}

/// Bytes from the base 64.
fn decode(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut count, mut bytes) = (0u32, 0, Vec::with_capacity(text.len() * 3 / 4));
    for part in text.bytes().filter_map(value) {
        (bits, count) = (bits << 6 | u32::from(part), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
