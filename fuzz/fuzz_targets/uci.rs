//! Any text as lines of UCI, from a board and from an engine. The first byte chooses the game.
#![no_main]

use chatura_rules::Position;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static STARTS: OnceLock<Vec<Position>> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let starts = STARTS.get_or_init(|| {
        let games = ["chess", "xiangqi", "crazyhouse", "duck", "three-player"].into_iter();
        games.filter_map(|name| chatura_define::load(name, &[], 0).ok()).map(|game| Position::start(&game)).collect()
    });
    if let [first, rest @ ..] = data {
        chatura_protocol::fuzz::uci_lines(rest, &starts[usize::from(*first) % starts.len()]);
    }
});
