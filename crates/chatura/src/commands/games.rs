//! `chatura games`: the catalogue as a table.

use crate::backend::{self, Entry};
use crate::cli::Games;
use crate::failure::Failure;
use crate::output::Output;
use crate::text::table;
use rules::definition::{About, suggestion};
use serde_json::{Value, json};
use std::io::Write;

/// Lists the games asked for.
pub fn games(arguments: &Games, out: &mut Output) -> Result<(), Failure> {
    let all = backend::catalogue();
    if let Some(tag) = &arguments.tag {
        known_tag(tag, all)?;
    }
    let chosen: Vec<&Entry> = all.iter().filter(|entry| matches(arguments, &entry.about)).collect();
    if arguments.json {
        let list: Vec<Value> = chosen.iter().map(|entry| describe(entry)).collect();
        return Ok(out.json(&Value::Array(list))?);
    }
    if chosen.is_empty() {
        return Err(Failure::input("no game matches", Some("`chatura games` lists them all".to_owned())));
    }
    let header = ["GAME", "NAME", "PLAYERS", "BOARD", "TAGS"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(chosen.into_iter().map(row)).collect();
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
    let Entry { about, players, board, .. } = entry;
    vec![about.id.clone(), about.name.clone(), players.to_string(), board.clone(), about.tags.join(", ")]
}

fn describe(entry: &Entry) -> Value {
    let mut value = about(&entry.about);
    value["players"] = json!(entry.players);
    value["board"] = json!(entry.board);
    value
}

/// What is known about a game, as JSON.
pub fn about(about: &About) -> Value {
    json!({
        "id": about.id,
        "name": about.name,
        "inventor": about.inventor,
        "year": about.year,
        "tags": about.tags,
        "description": about.description,
        "aliases": about.aliases,
        "links": about.links,
    })
}

fn known_tag(tag: &str, entries: &[Entry]) -> Result<(), Failure> {
    let mut tags: Vec<&str> =
        entries.iter().flat_map(|entry| entry.about.tags.iter()).map(String::as_str).collect();
    tags.sort_unstable();
    tags.dedup();
    if tags.iter().any(|known| known.eq_ignore_ascii_case(tag)) {
        return Ok(());
    }
    let help = match suggestion(tag, tags.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("one of: {}", tags.join(", ")),
    };
    Err(Failure::input(format!("no game has the tag \"{tag}\""), Some(help)))
}

fn matches(arguments: &Games, about: &About) -> bool {
    let tagged = |tag: &String| about.tags.iter().any(|own| own.eq_ignore_ascii_case(tag));
    let found = |word: &String| {
        let word = word.to_lowercase();
        let texts = [&about.id, &about.name, &about.description].into_iter();
        let texts = texts.chain(&about.inventor).chain(&about.tags).chain(&about.aliases);
        texts.into_iter().any(|text| text.to_lowercase().contains(&word))
    };
    arguments.tag.as_ref().is_none_or(tagged) && arguments.search.as_ref().is_none_or(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_looks_at_every_text_and_ignores_case() {
        let about = About {
            id: "grand".into(),
            name: "Grand Chess".into(),
            inventor: Some("Christian Freeling".into()),
            tags: vec!["large".into()],
            ..About::default()
        };
        let asked = |tag: Option<&str>, search: Option<&str>| {
            let owned = |text: &str| text.to_owned();
            matches(&Games { tag: tag.map(owned), search: search.map(owned), json: false }, &about)
        };
        assert!(asked(None, None) && asked(None, Some("freeling")) && asked(Some("Large"), Some("GRAND")));
        assert!(!asked(Some("small"), None) && !asked(None, Some("shogi")));
    }
}
