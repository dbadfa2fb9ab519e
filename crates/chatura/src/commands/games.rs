//! `chatura games`: the catalogue as a table.

mod mine;

use crate::backend::{self, Difficulty, Entry, Family};
use crate::cli::{Games, GamesAction};
use crate::failure::{self, Failure};
use crate::output::Output;
use crate::text::table;
use chatura_define::card::card;
use chatura_define::catalogue;
use chatura_rules::definition::suggestion;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Lists the games asked for or those that were played here, or adds own ones to their folder.
pub fn games(arguments: &Games, folder: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    match &arguments.action {
        Some(GamesAction::Add { files }) => return add(files, folder, out),
        Some(GamesAction::Mine(asked)) => return mine::mine(asked, out),
        None => {}
    }
    // A file that is no game keeps nobody from the others.
    for broken in catalogue::broken() {
        failure::say(&backend::reports(&broken.error));
        failure::remark(Some(backend::left_out(broken)));
    }
    known("tag", arguments.tag.as_deref(), &backend::tags())?;
    let names: Vec<&str> = Family::ALL.iter().map(|family| family.name()).collect();
    known("family", arguments.family.as_deref(), &names)?;
    let names: Vec<&str> = Difficulty::ALL.iter().map(|level| level.name()).collect();
    known("difficulty", arguments.difficulty.as_deref(), &names)?;
    known("mechanism", arguments.mechanism.as_deref(), &all(|entry| &entry.kind.mechanisms))?;
    known("piece", arguments.piece.as_deref(), &all(|entry| &entry.kind.pieces))?;
    let ids: Vec<&str> = backend::catalogue().iter().map(|entry| entry.about.id.as_str()).collect();
    let chosen = match &arguments.like {
        Some(name) if backend::similar(name).is_none() => return known("game", Some(name), &ids),
        _ => chosen(arguments),
    };
    if arguments.json {
        let list: Vec<Value> = chosen.iter().map(|entry| describe(entry)).collect();
        return Ok(out.json(&Value::Array(list))?);
    }
    if chosen.is_empty() {
        return Err(Failure::input("no game matches", Some("`chatura games` lists them all".to_owned())));
    }
    let header = ["GAME", "NAME", "PLAYERS", "BOARD", "TAGS"].map(str::to_owned).to_vec();
    print(header, chosen.into_iter().map(row), out)
}

/// A table under its header.
fn print(
    header: Vec<String>,
    rows: impl Iterator<Item = Vec<String>>,
    out: &mut Output,
) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let mut lines = table(&rows).into_iter();
    if let Some(header) = lines.next() {
        out.heading(&header)?;
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn row(entry: &Entry) -> Vec<String> {
    let Entry { about, players, board, own, .. } = entry;
    let mut tags = about.tags.join(", ");
    if *own {
        tags = if tags.is_empty() { "(own)".to_owned() } else { format!("{tags} (own)") };
    }
    vec![about.id.clone(), about.name.clone(), players.to_string(), board.clone(), tags]
}

/// Puts files into the folder of own games, once all of them are found right.
fn add(files: &[PathBuf], folder: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    let Some(folder) = folder else {
        let help = "chatura --games DIR games add FILE names one".to_owned();
        return Err(Failure::input("this platform has no folder for own games", Some(help)));
    };
    fs::create_dir_all(folder)?;
    // Boards first: definitions may be made of them.
    let (boards, games): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.extension().is_some_and(|ending| ending == "xml"));
    for file in boards.into_iter().chain(games) {
        let input =
            catalogue::addition(file, folder).map_err(|error| Failure::Input(backend::reports(&error)))?;
        let ending =
            Path::new(&input.file).extension().map_or("toml".into(), |ending| ending.to_string_lossy());
        let place = folder.join(format!("{}.{ending}", input.id));
        let kept = fs::OpenOptions::new().write(true).create_new(true).open(&place);
        kept.and_then(|mut kept| kept.write_all(input.text.as_bytes())).map_err(|error| {
            let help = "take the file that is there away first, or give this one another name".to_owned();
            Failure::input(format!("cannot write {}: {error}", place.display()), Some(help))
        })?;
        writeln!(out, "{} is in {}", input.id, folder.display())?;
    }
    Ok(())
}

/// The card of a game, and where one can read more about it.
fn describe(entry: &Entry) -> Value {
    let mut value = card(entry);
    value["links"] = json!(entry.about.links);
    value
}

/// Every word that games have, sorted, each once.
fn all(words: fn(&Entry) -> &Vec<String>) -> Vec<&'static str> {
    let mut all: Vec<&str> = backend::catalogue().iter().flat_map(words).map(String::as_str).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Refuses a word that no game has.
fn known(what: &str, word: Option<&str>, words: &[&str]) -> Result<(), Failure> {
    let Some(word) = word.filter(|word| !words.iter().any(|known| known.eq_ignore_ascii_case(word))) else {
        return Ok(());
    };
    let help = match suggestion(word, words.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("one of: {}", words.join(", ")),
    };
    Err(Failure::input(format!("no game has the {what} \"{word}\""), Some(help)))
}

fn chosen(arguments: &Games) -> Vec<&'static Entry> {
    let is = |wanted: &Option<String>, word: &str| {
        wanted.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(word))
    };
    let has = |wanted: &Option<String>, words: &[String]| {
        wanted.is_none() || words.iter().any(|word| is(wanted, word))
    };
    let by = |inventor: &Option<String>| match (&arguments.inventor, inventor) {
        (Some(wanted), Some(inventor)) => inventor.to_lowercase().contains(&wanted.to_lowercase()),
        (wanted, _) => wanted.is_none(),
    };
    let fits = |entry: &&Entry| {
        let (about, kind) = (&entry.about, &entry.kind);
        has(&arguments.tag, &about.tags)
            && is(&arguments.family, kind.family.name())
            && is(&arguments.difficulty, kind.difficulty.name())
            && has(&arguments.mechanism, &kind.mechanisms)
            && has(&arguments.piece, &kind.pieces)
            && by(&about.inventor)
    };
    let found = backend::search(arguments.search.as_deref().unwrap_or_default());
    let listed = match arguments.like.as_deref().and_then(backend::similar) {
        Some(alike) => {
            alike.into_iter().filter(|one| found.iter().any(|other| other.about.id == one.about.id)).collect()
        }
        None => found,
    };
    listed.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser;

    fn found(options: &[&str]) -> Vec<&'static str> {
        let line = ["chatura", "games"].iter().chain(options);
        let Some(Command::Games(arguments)) = Cli::parse_from(line).command else { panic!("games") };
        chosen(&arguments).iter().map(|entry| entry.about.id.as_str()).collect()
    }

    #[test]
    fn a_search_looks_at_every_text_and_ignores_case() {
        assert_eq!(found(&[]).len(), backend::catalogue().len());
        assert!(found(&["--search", "FREELING grand"]).contains(&"grand"));
        assert!(found(&["--tag", "Drops"]).contains(&"shogi"));
        assert!(found(&["--tag", "losing", "--search", "freeling"]).is_empty());
    }

    #[test]
    fn games_are_found_by_what_they_are() {
        assert!(found(&["--family", "Shogi kin"]).contains(&"minishogi"));
        assert!(found(&["--mechanism", "explosions"]).contains(&"atomic"));
        assert!(found(&["--piece", "camel", "--inventor", "knappen"]).contains(&"janus-kamil"));
        assert!(!found(&["--difficulty", "easy"]).contains(&"shogi"));
        assert!(found(&["--like", "5check"]).contains(&"3check"));
        assert!(known("piece", Some("camle"), &all(|entry| &entry.kind.pieces)).is_err());
    }
}
