//! `chatura uci`: the engine for other programs.

use crate::backend;
use std::io::{self, Write};
use std::process::ExitCode;

/// Speaks the protocol on standard input and output, which no other command may hold meanwhile.
pub fn uci() -> ExitCode {
    let (two, more) = backend::catalogue().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: Vec<&backend::Entry>| entries.iter().map(|entry| entry.about.id.clone()).collect();
    let games =
        chatura_protocol::uci::Games { names: ids(two), unlisted: ids(more), load: &backend::load_named };
    match chatura_protocol::uci::run(&games, io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "the conversation broke off: {error}");
            ExitCode::FAILURE
        }
    }
}
