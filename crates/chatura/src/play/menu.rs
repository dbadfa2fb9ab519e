//! Menus: which game, who plays, with which variables.

use crate::failure::Failure;
use crate::text::{table, wrap};
use chatura_define::catalogue::{self, Entry};
use chatura_rules::definition::{Variable, VariableRange};
use chatura_session::{Mode, find_mode, modes};

/// Someone who can be asked.
pub trait Ask {
    /// Says something.
    fn say(&mut self, lines: &[String]) -> Result<(), Failure>;
    /// Asks and waits for a line; nothing if they have left.
    fn ask(&mut self, question: &str) -> Result<Option<String>, Failure>;
}

/// How wide texts are.
const WIDTH: usize = 78;
/// How many games a list shows in full lines.
const MAX_LONG: usize = 15;

/// A game of the catalogue, or the path of a definition; nothing if they have left.
pub fn game(ask: &mut dyn Ask) -> Result<Option<String>, Failure> {
    let mut listed: Vec<&Entry> = catalogue::list().iter().collect();
    ask.say(&list(&listed))?;
    loop {
        let Some(answer) = ask.ask("Game (number, name or words to search for): ")? else { return Ok(None) };
        let answer = answer.trim();
        if answer.is_empty() {
            listed = catalogue::list().iter().collect();
            ask.say(&list(&listed))?;
            continue;
        }
        let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(entry) = number.and_then(|number| listed.get(number)) {
            return Ok(Some(entry.about.id.clone()));
        }
        if let Some(entry) = catalogue::find(answer) {
            return Ok(Some(entry.about.id.clone()));
        }
        if answer.ends_with(".toml") || answer.ends_with(".xml") {
            return Ok(Some(answer.to_owned()));
        }
        let found = catalogue::search(answer);
        match &found[..] {
            [] => {
                let near = catalogue::suggest(answer);
                let near = near.map_or(String::new(), |id| format!(" Did you mean \"{id}\"?"));
                ask.say(&[format!("No game matches.{near} An empty line lists all.")])?;
            }
            [one] => return Ok(Some(one.about.id.clone())),
            _ => {
                ask.say(&list(&found))?;
                listed = found;
            }
        }
    }
}

/// Few games with what they are, many side by side.
fn list(entries: &[&Entry]) -> Vec<String> {
    let numbered = |(index, entry): (usize, &&Entry)| format!("{:3}  {}", index + 1, entry.about.name);
    if entries.len() <= MAX_LONG {
        let row = |(index, entry): (usize, &&Entry)| {
            let players = format!("{} players", entry.players);
            vec![numbered((index, entry)), players, entry.board.clone(), entry.about.tags.join(", ")]
        };
        return table(&entries.iter().enumerate().map(row).collect::<Vec<_>>());
    }
    let names: Vec<String> = entries.iter().enumerate().map(numbered).collect();
    let columns = 2;
    let lines = names.len().div_ceil(columns);
    let row =
        |line: usize| (0..columns).filter_map(|column| names.get(column * lines + line).cloned()).collect();
    table(&(0..lines).map(row).collect::<Vec<_>>())
}

/// Who plays, by the abbreviation of a mode; nothing if they have left.
pub fn mode(ask: &mut dyn Ask, seats: usize) -> Result<Option<Mode>, Failure> {
    let rows: Vec<Vec<String>> = modes(seats)
        .into_iter()
        .map(|mode| vec![format!("  {}", mode.abbreviation), mode.name, mode.description])
        .collect();
    ask.say(&table(&rows))?;
    loop {
        let Some(answer) = ask.ask("Who plays (abbreviation): ")? else { return Ok(None) };
        match find_mode(&answer, seats) {
            Some(mode) => return Ok(Some(mode)),
            None => {
                let words: Vec<String> = modes(seats).into_iter().map(|mode| mode.abbreviation).collect();
                ask.say(&[format!("There is no such mode: {}.", words.join(", "))])?;
            }
        }
    }
}

/// The value of a variable; nothing inside if it is to be drawn, nothing at all if they have left.
pub fn variable(ask: &mut dyn Ask, variable: &Variable) -> Result<Option<Option<String>>, Failure> {
    let range = &variable.range;
    let enter = match &variable.usual {
        Some(usual) => format!("Enter for {usual}"),
        None => "Enter draws at random".to_owned(),
    };
    ask.say(&wrap(&format!("{}: {}", variable.name, variable.description), WIDTH))?;
    loop {
        let question = format!("{} ({range}; {enter}): ", variable.name);
        let Some(answer) = ask.ask(&question)? else { return Ok(None) };
        let answer = answer.trim();
        let fits = match &variable.range {
            VariableRange::Number(low, high) => {
                answer.parse::<i64>().is_ok_and(|number| (*low..=*high).contains(&number))
            }
            VariableRange::Choice(words) => words.iter().any(|word| word == answer),
            VariableRange::Text(longest) => {
                answer.chars().count() <= *longest && !answer.contains(['{', '}'])
            }
        };
        match (answer, fits) {
            ("", _) => return Ok(Some(None)),
            (answer, true) => return Ok(Some(Some(answer.to_owned()))),
            _ => ask.say(&[format!("That is not {range}.")])?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Answers from a list, and remembers what was said.
    struct Script(VecDeque<&'static str>, String);

    impl Ask for Script {
        fn say(&mut self, lines: &[String]) -> Result<(), Failure> {
            self.1 += &lines.join("\n");
            Ok(())
        }
        fn ask(&mut self, _: &str) -> Result<Option<String>, Failure> {
            Ok(self.0.pop_front().map(str::to_owned))
        }
    }

    fn script(answers: &[&'static str]) -> Script {
        Script(answers.iter().copied().collect(), String::new())
    }

    #[test]
    fn games_are_found_by_number_name_or_words() {
        let chosen = |answers: &[&'static str]| game(&mut script(answers)).expect("no failure");
        assert_eq!(chosen(&["shogi"]).as_deref(), Some("shogi"));
        assert_eq!(chosen(&["1"]).as_deref(), Some(catalogue::list()[0].about.id.as_str()));
        assert_eq!(chosen(&["thai"]).as_deref(), Some("makruk"));
        // A search that finds several lists them, and numbers then count in that list.
        let mut asked = script(&["four play", "nonsense-word", "1"]);
        let four = game(&mut asked).expect("no failure").expect("a game");
        assert_eq!(catalogue::find(&four).map(|entry| entry.players), Some(4), "{four}");
        assert!(asked.1.contains("No game matches"), "{}", asked.1);
        assert_eq!(chosen(&[]), None);
    }

    #[test]
    fn a_wrong_mode_asks_again() {
        let mut asked = script(&["xx", "PA"]);
        assert_eq!(
            mode(&mut asked, 2).expect("no failure").map(|mode| mode.abbreviation).as_deref(),
            Some("pa")
        );
        assert!(asked.1.contains("There is no such mode: pp, hot"), "{}", asked.1);
    }
}
