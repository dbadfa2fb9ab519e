//! The rules of every game in words.

use crate::common::catalogue_game;

#[test]
fn rules_of_every_game_are_sentences() {
    for entry in chatura_define::catalogue::list() {
        let rules = catalogue_game(&entry.about.id, 0).game.describe();
        assert!(rules.len() >= 2, "{}: {rules:#?}", entry.about.id);
        let is_sentence = |rule: &String| rule.ends_with('.') && rule.starts_with(char::is_uppercase);
        assert!(rules.iter().all(is_sentence), "{}: {rules:#?}", entry.about.id);
    }
}
