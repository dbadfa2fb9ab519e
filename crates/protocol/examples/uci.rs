//! The engine alone, for match runners: what `chatura uci` speaks, built without everything else the program can do.
//!
//!     cargo build --release -p chatura-protocol --example uci

use chatura_protocol::uci::{Games, run};
use std::io;

fn main() -> io::Result<()> {
    let (two, more) =
        chatura_define::catalogue::list().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: Vec<&chatura_define::catalogue::Entry>| {
        entries.iter().map(|e| e.about.id.clone()).collect()
    };
    let load = |name: &str, settings: &[(String, String)]| {
        chatura_define::load(name, settings, 1).map_err(|error| error.to_string())
    };
    run(&Games { names: ids(two), unlisted: ids(more), load: &load }, io::stdin().lock(), io::stdout())
}
