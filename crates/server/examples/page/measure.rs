//! How quick the page is: its first load, and what dragging a piece on the largest board costs.

use crate::chromium::{Chromium, Tab};
use crate::{begin, open};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

const LOADS: usize = 5;

/// Prints a table of it.
pub async fn measure(browser: &Arc<Chromium>, at: SocketAddr) -> Result<(), String> {
    println!("| what | measured |\n| --- | --- |");
    for (name, path, there) in [
        ("first load of home, until its cards are drawn", "/", ".card"),
        (
            "first load of a game's page, until its board is drawn",
            "/games/four-player",
            "chatura-board .piece",
        ),
        ("first load of a new game", "/new/chess", "chatura-board .piece"),
    ] {
        let (mut walls, mut busy) = (Vec::new(), Vec::new());
        for _ in 0..LOADS {
            let (wall, cost) = load(browser, at, path, there).await;
            walls.push(wall);
            busy.push(cost);
        }
        walls.sort_by(f64::total_cmp);
        busy.sort_by(f64::total_cmp);
        println!(
            "| {name} | {:.0} ms, best {:.0}, worst {:.0} of {LOADS}; its thread busy {:.0} ms |",
            walls[LOADS / 2],
            walls[0],
            walls[LOADS - 1],
            busy[LOADS / 2]
        );
    }
    let Drag { busy, wall, tasks, moves } = drag(browser, at).await;
    println!(
        "| longest task while dragging on the 160 cells of four-player chess | {busy:.1} ms busy, {wall:.1} ms with \
         what else the machine did ({tasks} tasks, {moves} moves of the mouse) |"
    );
    Ok(())
}

/// Milliseconds from the wish to the sight of something, for somebody who was never here; and how many of them the
/// page's thread had work, which is what other programs on the machine do not change.
async fn load(browser: &Arc<Chromium>, at: SocketAddr, path: &str, there: &str) -> (f64, f64) {
    let tab = browser.tab().await;
    tab.at_start(&format!(
        "new MutationObserver((_, self) => {{ if (document.querySelector({})) {{ self.disconnect(); \
         requestAnimationFrame(() => {{ window.thereAt = performance.now(); }}); }} }}) \
         .observe(document, {{ childList: true, subtree: true }})",
        json!(there)
    ))
    .await;
    browser.trace().await;
    open(&tab, at, path).await;
    tab.until("window.thereAt").await;
    let busy = main_tasks(&browser.traced().await).iter().map(|task| task.1).sum();
    let time = tab.eval("window.thereAt").await.as_f64().unwrap_or(f64::NAN);
    tab.close().await;
    (time, busy)
}

/// What dragging cost.
struct Drag {
    /// The longest task in milliseconds of the processor.
    busy: f64,
    /// The longest in milliseconds of the clock: more where other programs run too.
    wall: f64,
    /// How many tasks there were.
    tasks: usize,
    /// How often the mouse moved.
    moves: usize,
}

async fn drag(browser: &Arc<Chromium>, at: SocketAddr) -> Drag {
    let tab = browser.tab().await;
    tab.look((1440, 900), false, "light").await;
    begin(&tab, at, json!({ "game": "four-player", "seats": ["me", "me", "me", "me"] }), &[]).await;
    tab.until("document.querySelector('chatura-board').legal.length").await;
    tab.eval("new Promise((done) => setTimeout(done, 1500))").await;
    let from = tab.eval("document.querySelector('chatura-board').legal[0].from").await;
    let start = tab.middle(&format!(".cell[data-cell=\"{}\"]", from.as_str().unwrap_or_default())).await;
    browser.trace().await;
    tab.mouse("mousePressed", start).await;
    let mut moves = 0;
    // Over the whole board, row by row, and home again.
    let board = rectangle(&tab).await;
    for row in 0..12 {
        for column in 0..30 {
            let across = if row % 2 == 0 { column } else { 29 - column };
            let x = board[0] + board[2] * (f64::from(across) + 0.5) / 30.0;
            let y = board[1] + board[3] * (f64::from(row) + 0.5) / 12.0;
            tab.mouse("mouseMoved", (x, y)).await;
            moves += 1;
        }
    }
    tab.mouse("mouseReleased", start).await;
    let tasks = main_tasks(&browser.traced().await);
    let longest = |pick: fn(&(f64, f64)) -> f64| tasks.iter().map(pick).fold(0.0, f64::max);
    Drag { busy: longest(|task| task.1), wall: longest(|task| task.0), tasks: tasks.len(), moves }
}

async fn rectangle(tab: &Tab) -> Vec<f64> {
    let found = tab
        .eval("(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('chatura-board').getBoundingClientRect())")
        .await;
    found.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// How long the tasks of the threads took on which pages run, by the clock and by the processor, in milliseconds.
fn main_tasks(events: &[Value]) -> Vec<(f64, f64)> {
    let is_main =
        |event: &&Value| event["name"] == "thread_name" && event["args"]["name"] == "CrRendererMain";
    let main: Vec<_> = events.iter().filter(is_main).map(|event| (&event["pid"], &event["tid"])).collect();
    let tasks = events.iter().filter(|event| {
        event["ph"] == "X" && event["name"].as_str().is_some_and(|name| name.ends_with("RunTask"))
    });
    let own = tasks.filter(|event| main.contains(&(&event["pid"], &event["tid"])));
    let time = |event: &Value, name: &str| event[name].as_f64().map(|micros| micros / 1000.0);
    own.filter_map(|event| time(event, "dur").zip(time(event, "tdur"))).collect()
}
