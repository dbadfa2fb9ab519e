//! Any text said to our engine, line by line. The first byte chooses the protocol.
#![no_main]

use chatura_protocol::{Games, fuzz};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let load = |name: &str, settings: &[(String, String)]| {
        // Nothing is opened that is named by who knows whom.
        let known = chatura_define::catalogue::find(name).ok_or("there is no such game")?;
        chatura_define::load(&known.about.id, settings, 0).map_err(|error| error.to_string())
    };
    let names = ["chess", "chess960", "crazyhouse", "xiangqi", "losalamos"].map(str::to_owned).to_vec();
    let within = |path: &str| vec![path.to_owned()];
    let unlisted = vec!["three-player".to_owned()];
    let games = Games { names, shaped: Vec::new(), unlisted, load: &load, within: &within };
    match data {
        [first, rest @ ..] if first % 2 == 0 => drop(fuzz::uci(rest, &games)),
        [_, rest @ ..] => drop(fuzz::xboard(rest, &games)),
        [] => {}
    }
});
