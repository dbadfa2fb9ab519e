//! `chatura games`: the catalogue as a table.

use crate::backend::{self, Entry};
use crate::cli::Games;
use crate::failure::Failure;
use crate::output::Output;
use crate::text::table;
use chatura_define::card::card;
use chatura_rules::definition::suggestion;
use serde_json::{Value, json};
use std::io::Write;

/// Lists the games asked for.
pub fn games(arguments: &Games, out: &mut Output) -> Result<(), Failure> {
    if let Some(tag) = &arguments.tag {
        known_tag(tag)?;
    }
    let chosen = chosen(arguments);
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

/// The card of a game, and where one can read more about it.
fn describe(entry: &Entry) -> Value {
    let mut value = card(entry);
    value["links"] = json!(entry.about.links);
    value
}

fn known_tag(tag: &str) -> Result<(), Failure> {
    let tags = backend::tags();
    if tags.iter().any(|known| known.eq_ignore_ascii_case(tag)) {
        return Ok(());
    }
    let help = match suggestion(tag, tags.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("one of: {}", tags.join(", ")),
    };
    Err(Failure::input(format!("no game has the tag \"{tag}\""), Some(help)))
}

fn chosen(arguments: &Games) -> Vec<&'static Entry> {
    let found = backend::search(arguments.search.as_deref().unwrap_or_default());
    let tagged = |entry: &Entry, tag: &str| entry.about.tags.iter().any(|own| own.eq_ignore_ascii_case(tag));
    let fits = |entry: &&Entry| arguments.tag.as_ref().is_none_or(|tag| tagged(entry, tag));
    found.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_looks_at_every_text_and_ignores_case() {
        let found = |tag: Option<&str>, search: Option<&str>| {
            let owned = |text: &str| text.to_owned();
            let games = chosen(&Games { tag: tag.map(owned), search: search.map(owned), json: false });
            games.iter().map(|entry| entry.about.id.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(found(None, None).len(), backend::catalogue().len());
        assert_eq!(found(None, Some("FREELING grand")), ["grand"]);
        assert!(found(Some("Drops"), None).contains(&"shogi"));
        assert!(found(Some("drops"), Some("freeling")).is_empty());
    }
}
