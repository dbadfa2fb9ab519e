//! A folder of own games beside those that are built in: what is in it is found once, before the catalogue is first used.

use super::{built_in, compile, find_file, read};
use crate::diagnostics::LoadError;
use crate::form::{ENDINGS, Form};
use crate::toml::{Input, entries, is_id};
use chatura_rules::Patience;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How many files of a folder are looked at, and how many games of them.
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

/// Texts, and the file in which each stands.
#[derive(Default)]
struct Found {
    texts: Vec<Input>,
    files: Vec<PathBuf>,
}

/// The folder to look in; empty where nobody named one.
static PLACE: OnceLock<PathBuf> = OnceLock::new();
/// The texts found there, before any is compiled: they may extend one another.
static FOUND: OnceLock<Found> = OnceLock::new();
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// Takes the games of a folder into the catalogue: every definition, in whatever form, and every board file in it, and each game
/// of a file that holds several. To be called once, before the catalogue is asked for anything; whether that was in time.
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
        None => FOUND.get().map_or(&[], |found| &found.texts),
    }
}

/// Looks into the folder, once.
fn folder() -> &'static Folder {
    FOLDER.get_or_init(|| {
        let mut broken = Vec::new();
        let found = FOUND.get_or_init(|| look(&mut broken));
        let mut games: Vec<Input> = Vec::new();
        for (input, file) in found.texts.iter().zip(&found.files) {
            let taken = games.iter().any(|game| game.id == input.id);
            match playable(input, taken) {
                Ok(true) => games.push(input.clone()),
                // A board without what makes it a game is there for the definitions that use it.
                Ok(false) => {}
                Err(error) => broken.push(Broken { file: file.clone(), error }),
            }
        }
        Folder { games, broken }
    })
}

/// The texts of the folder in the order of their files' names.
fn look(broken: &mut Vec<Broken>) -> Found {
    let mut found = Found::default();
    let Some(entries_of) = PLACE.get().and_then(|folder| fs::read_dir(folder).ok()) else {
        return found;
    };
    let ends = |path: &PathBuf| ENDINGS.iter().any(|ending| path.to_string_lossy().ends_with(ending));
    let mut files: Vec<PathBuf> = entries_of.flatten().map(|entry| entry.path()).filter(ends).collect();
    files.sort();
    files.truncate(MAX_FILES);
    for file in files {
        match Input::from_path(&file) {
            Ok(input) => found.texts.extend(texts(input)),
            Err(error) => {
                let error = LoadError::placeless(format!("cannot read {}: {error}", file.display()), None);
                broken.push(Broken { file: file.clone(), error });
            }
        }
        found.texts.truncate(MAX_FILES);
        found.files.resize(found.texts.len(), file);
    }
    found
}

/// The games of a file: those of a foreign form in our own, as far as they can be read. A text file that has no such form
/// is somebody's notes.
fn texts(input: Input) -> Vec<Input> {
    let known = |id: &str| built_in().iter().find(|known| known.id.eq_ignore_ascii_case(id)).cloned();
    match Form::of(&input) {
        Form::Ini => {
            let named = |name: String| Input { id: name.clone(), section: Some(name), ..input.clone() };
            let names = crate::ini::games(&input.text);
            let games: Vec<Input> = names.into_iter().map(|name| named(name).in_toml(&known)).collect();
            if games.is_empty() { vec![input] } else { games }
        }
        Form::Diagram => vec![input.in_toml(&known)],
        Form::Toml if input.file.ends_with(".txt") => Vec::new(),
        Form::Toml | Form::Board => {
            let further = entries(&input);
            std::iter::once(input).chain(further).collect()
        }
    }
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
        let help = "letters, digits and hyphens make a name: my-game".to_owned();
        return Err(LoadError::placeless(format!("\"{id}\" cannot be the name of a game"), Some(help)));
    }
    if taken || built_in().iter().any(|known| known.id.eq_ignore_ascii_case(id)) {
        let help = "give this one another name".to_owned();
        return Err(LoadError::placeless(format!("there is a game \"{id}\" already"), Some(help)));
    }
    Ok(())
}

/// A file as it would be in the folder, if it can be put there: it is a game, or holds several, and their names are free. What
/// they extend, and the board they name, must be in the folder or the catalogue.
pub fn addition(file: &Path, folder: &Path) -> Result<Input, LoadError> {
    let mut input = Input::from_path(file)
        .map_err(|error| LoadError::placeless(format!("cannot read {}: {error}", file.display()), None))?;
    if Form::of(&input).is_foreign() {
        for game in texts(input.clone()) {
            playable(&game, find_file(&game.id).is_some())?;
        }
        return Ok(input);
    }
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
