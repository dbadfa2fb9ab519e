//! A folder of own games beside those that are built in: what is in it is found once, before the catalogue is first used.

use super::{built_in, compile, find_file, read};
use crate::diagnostics::LoadError;
use crate::toml::{Input, entries, is_id};
use chatura_rules::Patience;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How many files of a folder are looked at.
const MAX_FILES: usize = 500;
/// How long one of them may take to compile.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file of the folder that is no game.
#[derive(Debug)]
pub struct Broken {
    /// The file.
    pub file: PathBuf,
    /// What is wrong.
    pub error: LoadError,
}

/// What was found.
#[derive(Default)]
struct Folder {
    games: Vec<Input>,
    broken: Vec<Broken>,
}

/// The folder to look in; empty where nobody named one.
static PLACE: OnceLock<PathBuf> = OnceLock::new();
/// The texts found there, before any is compiled: they may extend one another.
static FOUND: OnceLock<Vec<Input>> = OnceLock::new();
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// Takes the games of a folder into the catalogue: every definition and board file in it, and what stands in their
/// `[[entries]]`. To be called once, before the catalogue is asked for anything; whether that was in time.
pub fn include(folder: &Path) -> bool {
    FOUND.get().is_none() && PLACE.set(folder.to_owned()).is_ok()
}

/// The files of the folder that are no games, and why.
pub fn broken() -> &'static [Broken] {
    &folder().broken
}

/// The games of the folder; while they are being compiled, all texts that are there.
pub(super) fn own() -> &'static [Input] {
    match FOLDER.get() {
        Some(folder) => &folder.games,
        None if FOUND.get().is_none() => &folder().games,
        None => FOUND.get().map_or(&[], |found| found),
    }
}

/// Looks into the folder, once.
fn folder() -> &'static Folder {
    FOLDER.get_or_init(|| {
        let mut broken = Vec::new();
        let found = FOUND.get_or_init(|| look(&mut broken));
        let mut games: Vec<Input> = Vec::new();
        for input in found {
            let taken = games.iter().any(|game| game.id == input.id);
            match playable(input, taken) {
                Ok(true) => games.push(input.clone()),
                // A board without what makes it a game is there for the definitions that use it.
                Ok(false) => {}
                Err(error) => broken.push(Broken { file: PathBuf::from(&input.file), error }),
            }
        }
        Folder { games, broken }
    })
}

/// The texts of the folder in the order of their names.
fn look(broken: &mut Vec<Broken>) -> Vec<Input> {
    let Some(entries_of) = PLACE.get().and_then(|folder| fs::read_dir(folder).ok()) else {
        return Vec::new();
    };
    let ends = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml" || ending == "xml");
    let mut files: Vec<PathBuf> = entries_of.flatten().map(|entry| entry.path()).filter(ends).collect();
    files.sort();
    files.truncate(MAX_FILES);
    let mut found = Vec::new();
    for file in files {
        match Input::from_path(&file) {
            Ok(input) => {
                let further = entries(&input);
                found.push(input);
                found.extend(further);
            }
            Err(error) => {
                let error = LoadError::placeless(format!("cannot read {}: {error}", file.display()), None);
                broken.push(Broken { file, error });
            }
        }
    }
    found
}

/// Whether a text is a game; a board alone is none.
fn playable(input: &Input, taken: bool) -> Result<bool, LoadError> {
    free(&input.id, taken)?;
    let reading = read(input.clone(), &[], 0);
    if reading.missing.is_some() && reading.problems.is_empty() {
        return Ok(false);
    }
    let patience = Patience { until: Some(Instant::now() + PATIENCE), ..Patience::default() };
    compile(reading, patience).map(|_| true)
}

/// Whether a game may be called so.
fn free(id: &str, taken: bool) -> Result<(), LoadError> {
    if !is_id(&id.to_ascii_lowercase()) {
        let help = "name the file with letters, digits and hyphens: my-game.toml".to_owned();
        return Err(LoadError::placeless(format!("\"{id}\" cannot be the name of a game"), Some(help)));
    }
    if taken || built_in().iter().any(|known| known.id.eq_ignore_ascii_case(id)) {
        let help = "give the file another name".to_owned();
        return Err(LoadError::placeless(format!("there is a game \"{id}\" already"), Some(help)));
    }
    Ok(())
}

/// A file as it would be in the folder, if it can be put there: it is a game, and its name is free. What it extends, and
/// the board it names, must be in the folder or the catalogue.
pub fn addition(file: &Path, folder: &Path) -> Result<Input, LoadError> {
    let mut input = Input::from_path(file)
        .map_err(|error| LoadError::placeless(format!("cannot read {}: {error}", file.display()), None))?;
    input.path = file.file_name().map(|name| folder.join(name));
    let taken = find_file(&input.id).is_some();
    if playable(&input, taken)? {
        // Until the file is there, its entries extend it where it lies.
        for entry in entries(&Input { path: Some(file.to_owned()), ..input.clone() }) {
            playable(&entry, find_file(&entry.id).is_some())?;
        }
    }
    Ok(input)
}
