//! `chatura board`: a game's board as a board file.

use crate::backend;
use crate::cli::Board;
use crate::failure::{Failure, remark};
use crate::output::Output;
use std::io::Write;
use std::path::Path;

/// Writes the board.
pub fn board(arguments: &Board, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.game)?;
    let text = backend::board_file(&loaded.game)?;
    remark(loaded.drawn());
    if arguments.xml == Path::new("-") {
        write!(out, "{text}")?;
        return Ok(());
    }
    std::fs::write(&arguments.xml, text)
        .map_err(|error| Failure::input(format!("cannot write {}: {error}", arguments.xml.display()), None))
}
