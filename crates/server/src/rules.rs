//! The rules a game was begun with, kept by their content: a newer catalogue changes nothing for games of before.

use crate::storage::{DefinitionRow, KeptRules};
use crate::token;
use chatura_define::catalogue;
use chatura_define::toml::Input;

/// How ids of definitions that people sent begin.
pub const SENT: &str = "my-";
/// How ids of texts of the catalogue begin.
const TEXT: &str = "text-";
/// How ids of rules begin that games were begun with.
pub const KEPT: &str = "kept-";
/// The folder the files of the catalogue are named with; files of people are in none.
const CATALOGUE: &str = "games/";

/// The id of a definition somebody sent.
pub fn sent_id(file: &str, text: &str) -> String {
    format!("{SENT}{}", token::name_of(format!("{file}\n{text}").as_bytes()))
}

/// The rules a game of the catalogue is played by now.
pub fn of_catalogue(entry: &catalogue::Entry) -> KeptRules {
    let own =
        catalogue::open(&entry.about.id).unwrap_or_else(|_| Input::from_text(entry.text, &entry.file_name()));
    // A file of somebody's own is kept like one of the catalogue, whatever becomes of it.
    let texts = catalogue::lineage(own).into_iter().map(|input| Input {
        file: format!("{CATALOGUE}{}", catalogue::file_name(&input)),
        path: None,
        ..input
    });
    kept(texts.map(text_of_catalogue).collect())
}

/// The rules a definition somebody sent makes now: its own text, and what it extends in the catalogue.
pub fn of_sent(row: DefinitionRow) -> KeptRules {
    // What was sent in another form is kept in our own, so that it stays the same game.
    let mut lineage = catalogue::lineage(input(&row)).into_iter();
    let own = lineage.next().map_or((row.file.clone(), row.text.clone()), |own| (own.file, own.text));
    let row = DefinitionRow { file: own.0, text: own.1, ..row };
    kept(std::iter::once(row).chain(lineage.map(text_of_catalogue)).collect())
}

/// A text as the reader of definitions takes it.
pub fn input(row: &DefinitionRow) -> Input {
    Input::from_text(&row.text, &row.file)
}

/// Whether rules are those of a game of the catalogue, of this program or one before.
pub fn is_of_catalogue(texts: &[DefinitionRow]) -> bool {
    texts.first().is_some_and(|own| own.id.starts_with(TEXT))
}

fn text_of_catalogue(input: Input) -> DefinitionRow {
    let name = catalogue::find(&input.id).map_or_else(|| input.id.clone(), |entry| entry.about.name.clone());
    let id = format!("{TEXT}{}", token::name_of(format!("{}\n{}", input.file, input.text).as_bytes()));
    DefinitionRow { id, owner: String::new(), file: input.file, name, text: input.text }
}

fn kept(texts: Vec<DefinitionRow>) -> KeptRules {
    let ids: Vec<&str> = texts.iter().map(|text| text.id.as_str()).collect();
    KeptRules { id: format!("{KEPT}{}", token::name_of(ids.join("\n").as_bytes())), texts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_a_text_with_everything_it_extends() {
        let of = |id: &str| of_catalogue(catalogue::find(id).unwrap());
        let (chess, capablanca) = (of("chess"), of("capablanca"));
        assert_eq!((chess.texts.len(), capablanca.texts.len()), (1, 2));
        assert_eq!(capablanca.texts[1], chess.texts[0]);
        assert_ne!(chess.id, capablanca.id);
        assert_eq!(chess, of("chess"));
        assert!(is_of_catalogue(&chess.texts));
        let (file, text) = ("chess.toml".to_owned(), "extends = \"chess\"".to_owned());
        let id = sent_id(&file, &text);
        let row = DefinitionRow { id, owner: "ada".into(), file, name: "Mine".into(), text };
        let sent = of_sent(row.clone());
        assert_eq!(sent.texts, [row, chess.texts[0].clone()]);
        assert!(!is_of_catalogue(&sent.texts));
    }
}
