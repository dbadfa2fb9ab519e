//! Board files beside definitions: alone as a game, or as the board of one (`[board] xml = "file.xml"`).

use super::values::{inner, text};
use super::{Input, MAX_PROBLEMS, OwnWords, Reading};
use crate::diagnostics::Sources;
use crate::xml::{self, BoardFile};
use chatura_rules::definition::{BoardSource, Problem, Spanned, Table};
use std::path::{Component, Path, PathBuf};

impl Reading {
    /// What a board file says, as a game of its own.
    pub fn of_board_file(input: &Input, settings: &[(String, String)]) -> Reading {
        let mut sources = Sources::default();
        let file = sources.add(&input.file, &input.text);
        let BoardFile { definition, mut problems, kingless, mut warnings, missing } =
            xml::read(&input.text, &input.id, file);
        let incomplete = !problems.is_empty();
        problems.extend(kingless);
        for (name, _) in settings {
            let message = format!("there is no variable \"{name}\" to set");
            let problem = Problem::new(Default::default(), message, "a board file has none");
            problems.push(problem.help("a definition that takes its board from this file can have some"));
        }
        problems.truncate(MAX_PROBLEMS);
        warnings.truncate(MAX_PROBLEMS);
        Reading { definition, problems, incomplete, warnings, missing, sources, own: OwnWords::default() }
    }
}

/// The board file that a definition names, read; `files` are the files of the sources so far. What is wrong with the
/// board is reported; what it lacks for a game the definition may have.
pub(super) fn named(
    table: &Table,
    files: &[Option<PathBuf>],
    sources: &mut Sources,
    problems: &mut Vec<Problem>,
) -> Option<BoardFile> {
    let board = inner(table, "board")?;
    let name = text(board, "xml")?;
    if let Some((key, _)) = board.entries.iter().find(|(key, _)| key.value != "xml") {
        let problem = Problem::new(key.span, "the cells are in the board file", "not needed");
        problems.push(problem.help("a board is a shape, or a file: take one of the two away"));
    }
    let input = match open(&name, files) {
        Ok(input) => input,
        Err((message, help)) => {
            problems.push(Problem::new(name.span, message, "no board file").help(help));
            return None;
        }
    };
    let file = sources.add(&input.file, &input.text);
    let mut found = xml::read(&input.text, &input.id, file);
    problems.append(&mut found.problems);
    if matches!(found.definition.board, BoardSource::Cells(_)) {
        return Some(found);
    }
    problems.extend(found.missing.take());
    None
}

/// Opens a file in the folder of the definition that names it, or below.
fn open(name: &Spanned<String>, files: &[Option<PathBuf>]) -> Result<Input, (String, String)> {
    let path = Path::new(&name.value);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let below = || "a file beside the definition, or in a folder below: \"board.xml\"".to_owned();
    if !inside || name.value.is_empty() {
        return Err((format!("\"{}\" leads out of the definition's folder", name.value), below()));
    }
    let Some(Some(own)) = files.get(usize::from(name.span.file)) else {
        let message = "a definition that is no file has no folder to find a board in".to_owned();
        return Err((message, "save it, and put the board beside it".to_owned()));
    };
    let path = own.parent().unwrap_or(Path::new("")).join(path);
    Input::from_path(&path).map_err(|error| (format!("cannot read \"{}\": {error}", name.value), below()))
}
