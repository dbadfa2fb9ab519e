//! Menus: which game, who plays, with which variables.

use crate::failure::Failure;
use crate::text::{table, wrap};
use chatura_define::catalogue::{self, Entry};
use chatura_define::form::ENDINGS;
use chatura_rules::Position;
use chatura_rules::definition::Variable;
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
        if ENDINGS.iter().any(|ending| answer.ends_with(ending)) {
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
    let numbered = |(index, entry): (usize, &&Entry)| {
        let own = if entry.own { " (own)" } else { "" };
        format!("{:3}  {}{own}", index + 1, entry.about.name)
    };
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

/// The value of a variable; nothing inside if it is left as it is, nothing at all if they have left.
pub fn variable(ask: &mut dyn Ask, variable: &Variable) -> Result<Option<Option<String>>, Failure> {
    let Variable { name, range, usual, description, .. } = variable;
    let enter = match usual {
        Some(usual) => format!("Enter for {usual}"),
        None => "Enter draws at random".to_owned(),
    };
    ask.say(&wrap(&format!("{name}: {description}"), WIDTH))?;
    loop {
        let Some(answer) = ask.ask(&format!("{name} ({range}; {enter}): "))? else { return Ok(None) };
        if answer.trim().is_empty() {
            return Ok(Some(None));
        }
        if let Some(value) = range.value(&answer) {
            return Ok(Some(Some(value)));
        }
        ask.say(&[format!("That is not {range}.")])?;
    }
}

/// Shows what was chosen and the position it leads to, and whether that is to be played; nothing if they have left.
pub fn preview(ask: &mut dyn Ask, start: &Position) -> Result<Option<bool>, Failure> {
    let variables = start.game().variables().iter();
    let chosen: Vec<String> =
        variables.map(|variable| format!("{} = {}", variable.name, variable.value)).collect();
    ask.say(&crate::screen::plain(start))?;
    ask.say(&wrap(&format!("{}.", chosen.join(", ")), WIDTH))?;
    loop {
        let Some(answer) = ask.ask("Enter plays this, c chooses again: ")? else { return Ok(None) };
        match answer.trim() {
            "" => return Ok(Some(true)),
            "c" | "C" => return Ok(Some(false)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::definition::VariableRange;
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
    fn variables_of_every_kind_are_asked_for_until_they_fit() {
        let asked = |range: VariableRange, usual: Option<&str>, answers: &[&'static str]| {
            let own = Variable {
                name: "own".to_owned(),
                range,
                value: String::new(),
                usual: usual.map(str::to_owned),
                drawn: usual.is_none(),
                description: "What it is for.".to_owned(),
            };
            let mut script = script(answers);
            let answer = variable(&mut script, &own).expect("no failure");
            (answer, script.1)
        };
        let chosen = |value: &str| Some(Some(value.to_owned()));
        let words =
            |words: &[&str]| VariableRange::Choice(words.iter().map(|word| (*word).to_owned()).collect());
        // A word is taken in whatever case, as where a definition or an option says it.
        let (answer, said) = asked(words(&["Near", "Far"]), None, &["middle", " fAR "]);
        assert_eq!(answer, chosen("Far"));
        assert!(said.contains("own: What it is for.") && said.contains("That is not Near or Far."), "{said}");
        assert_eq!(asked(words(&["yes", "no"]), Some("no"), &["Yes"]).0, chosen("yes"));
        assert_eq!(asked(VariableRange::Text(3), Some("KQ"), &["KQRB", "a}", "P"]).0, chosen("P"));
        assert_eq!(asked(VariableRange::Number(-1, 9), None, &["ten", "10", "+7"]).0, chosen("7"));
        // Enter leaves what is usual, or to chance.
        for (range, usual) in [(VariableRange::Text(3), Some("KQ")), (VariableRange::Number(1, 9), None)] {
            assert_eq!(asked(range, usual, &[""]).0, Some(None));
        }
        assert_eq!(asked(VariableRange::Number(1, 9), None, &["x"]).0, None, "they have left");
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
