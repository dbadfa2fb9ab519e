//! No command at all: what there is, and what to type next.

use crate::backend;
use crate::failure::Failure;
use crate::output::Output;
use crate::text::table;
use std::io::Write;

const COMMANDS: &[(&str, &str)] = &[
    ("chatura games", "what can be played"),
    ("chatura show chess", "how a game is played: rules, pieces, board"),
    ("chatura play chess --black ai:5", "play it, here against the program"),
    ("chatura moves chess --moves e2e4", "what may be played in a position"),
    ("chatura perft chess 5", "how many sequences of five moves there are"),
    ("chatura check my-game.toml", "whether your own game is well defined"),
    ("chatura help", "all the rest; `chatura help COMMAND` explains one command"),
];

/// Greets and names the most useful commands.
pub fn welcome(out: &mut Output) -> Result<(), Failure> {
    out.heading("Chatura: any chess, on any board, for any number of players.")?;
    writeln!(out)?;
    let games = backend::catalogue();
    if !games.is_empty() {
        writeln!(out, "{} games so far:", games.len())?;
        for line in crate::text::wrap(&names(games), 78) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out)?;
    }
    let rows: Vec<Vec<String>> = COMMANDS
        .iter()
        .map(|(command, meaning)| vec![(*command).to_owned(), (*meaning).to_owned()])
        .collect();
    for line in table(&rows) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn names(games: &[backend::Entry]) -> String {
    games.iter().map(|entry| entry.about.id.as_str()).collect::<Vec<_>>().join(", ")
}
