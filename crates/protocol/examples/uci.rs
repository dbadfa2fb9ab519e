//! The engine alone, for match runners: what `chatura engine` speaks, built without everything else the program can do.
//!
//!     cargo build --release -p chatura-protocol --example uci

use chatura_define::catalogue::{self, Entry};
use chatura_protocol::{Games, engine};
use std::io;

fn main() -> io::Result<()> {
    let (two, more) = catalogue::list().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: &[&Entry]| entries.iter().map(|entry| entry.about.id.clone()).collect();
    let unshown: Vec<&Entry> =
        two.iter().copied().filter(|entry| !chatura_protocol::xboard::shows(entry)).collect();
    let load = |name: &str, settings: &[(String, String)]| {
        chatura_define::load(name, settings, 1).map_err(|error| error.to_string())
    };
    let within = |path: &str| vec![path.to_owned()];
    let games = Games {
        names: ids(&two),
        unshown: ids(&unshown),
        unlisted: ids(&more),
        load: &load,
        within: &within,
    };
    engine::run(&games, io::stdin().lock(), io::stdout())
}
