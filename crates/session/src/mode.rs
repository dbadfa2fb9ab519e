//! Game modes: who plays at which seat, as data that lists itself.

use crate::player::{Ai, Occupant, PlayerKind};
use chatura_rules::MAX_PLAYERS;
use serde::Serialize;

/// A way to fill the seats of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mode {
    /// What one types: `pa`.
    pub abbreviation: String,
    /// A short name: "Person – AI".
    pub name: String,
    /// A sentence.
    pub description: String,
    /// Who plays at each seat.
    pub seats: Vec<ModeSeat>,
    /// Whether all persons sit at one screen.
    pub hot_seat: bool,
    /// Whether the board turns to whoever is to move.
    pub turning: bool,
}

/// What plays at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModeSeat {
    /// A person.
    Person,
    /// Our own player.
    Ai,
}

/// Up to so many seats every mixture is listed; beyond, only how many persons there are.
const MIXED: usize = 4;

/// The modes of a game with so many seats. Any other word of `p` and `a`, one for each seat, is a mode as well; see
/// [`find_mode`].
pub fn modes(seats: usize) -> Vec<Mode> {
    let seats = seats.clamp(1, MAX_PLAYERS);
    let mut words: Vec<String> = Vec::new();
    if seats <= MIXED {
        for mask in 0..1u32 << seats {
            let letter = |seat: usize| if mask >> (seats - 1 - seat) & 1 == 0 { 'p' } else { 'a' };
            words.push((0..seats).map(letter).collect());
        }
        words.sort_by_key(|word| word.matches('a').count());
    } else {
        words.extend((0..=seats).map(|ais| "p".repeat(seats - ais) + &"a".repeat(ais)));
    }
    let mut modes: Vec<Mode> = words.iter().map(|word| mixed(word)).collect();
    modes.splice(1..1, [hot_seat(seats, false), hot_seat(seats, true)]);
    modes
}

/// The mode of an abbreviation, in any case.
pub fn find_mode(abbreviation: &str, seats: usize) -> Option<Mode> {
    let word = abbreviation.trim().to_lowercase();
    let is_mixture = word.len() == seats && word.chars().all(|c| matches!(c, 'p' | 'a'));
    match is_mixture && seats <= MAX_PLAYERS {
        true => Some(mixed(&word)),
        false => modes(seats).into_iter().find(|mode| mode.abbreviation == word),
    }
}

fn mixed(word: &str) -> Mode {
    let seats: Vec<ModeSeat> =
        word.chars().map(|c| if c == 'p' { ModeSeat::Person } else { ModeSeat::Ai }).collect();
    let names: Vec<&str> = seats.iter().map(|sitter| sitter.word()).collect();
    let persons: Vec<usize> = (0..seats.len()).filter(|seat| seats[*seat] == ModeSeat::Person).collect();
    let description = match (persons.len(), seats.len()) {
        (0, _) => "The engine plays against itself and you watch.".to_owned(),
        (all, count) if all == count => "People play each other, each at their own place.".to_owned(),
        (1, 2) if persons[0] == 0 => "You have the first move, the engine answers.".to_owned(),
        (1, 2) => "The engine has the first move, you answer.".to_owned(),
        (1, _) => format!("You sit at seat {}, the engine plays the others.", persons[0] + 1),
        _ => {
            let seats: Vec<String> = persons.iter().map(|seat| (seat + 1).to_string()).collect();
            format!("People sit at seats {}, the engine plays the rest.", seats.join(", "))
        }
    };
    Mode {
        abbreviation: word.to_owned(),
        name: names.join(" – "),
        description,
        seats,
        hot_seat: false,
        turning: false,
    }
}

fn hot_seat(seats: usize, turning: bool) -> Mode {
    let (abbreviation, name, description) = match turning {
        false => ("hot", "Hot seat", "Everybody plays at one screen; the board stays as it is."),
        true => (
            "turn",
            "Hot seat, turning",
            "Everybody plays at one screen; the board turns to whoever is to move.",
        ),
    };
    Mode {
        abbreviation: abbreviation.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        seats: vec![ModeSeat::Person; seats],
        hot_seat: true,
        turning,
    }
}

impl ModeSeat {
    fn word(self) -> &'static str {
        match self {
            ModeSeat::Person => "person",
            ModeSeat::Ai => "AI",
        }
    }
}

impl Mode {
    /// Who sits where, with these names for the seats and this kind of AI.
    pub fn occupants(&self, names: &[String], ai: &Ai) -> Vec<Occupant> {
        let occupant = |(seat, sitter): (usize, &ModeSeat)| {
            let kind = match sitter {
                ModeSeat::Person => PlayerKind::Person,
                ModeSeat::Ai => PlayerKind::Ai(ai.clone()),
            };
            Occupant::new(names.get(seat).cloned().unwrap_or_default(), kind)
        };
        self.seats.iter().enumerate().map(occupant).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_is_found_by_its_abbreviation() {
        for seats in 1..=MAX_PLAYERS {
            let all = modes(seats);
            for mode in &all {
                assert_eq!(mode.seats.len(), seats);
                assert_eq!(find_mode(&mode.abbreviation.to_uppercase(), seats).as_ref(), Some(mode));
                assert_eq!(all.iter().filter(|m| m.abbreviation == mode.abbreviation).count(), 1);
            }
        }
    }

    #[test]
    fn two_seats_have_the_usual_modes() {
        let words: Vec<String> = modes(2).into_iter().map(|mode| mode.abbreviation).collect();
        assert_eq!(words, ["pp", "hot", "turn", "pa", "ap", "aa"]);
        assert_eq!((modes(3).len(), modes(4).len(), modes(6).len()), (10, 18, 9));
    }

    #[test]
    fn any_mixture_is_a_mode_and_nothing_else() {
        assert_eq!(
            find_mode("papaap", 6).unwrap().description,
            "People sit at seats 1, 3, 6, the engine plays the rest."
        );
        for word in ["", "p", "ppp", "px", "people"] {
            assert_eq!(find_mode(word, 2), None, "{word}");
        }
    }

    #[test]
    fn modes_say_who_sits_where() {
        let names = vec!["You".to_owned(), "Machine".to_owned()];
        let seats = find_mode("pa", 2).unwrap().occupants(&names, &Ai::Level(3));
        assert_eq!(seats[0], Occupant::new("You", PlayerKind::Person));
        assert_eq!(seats[1], Occupant::new("Machine", PlayerKind::Ai(Ai::Level(3))));
    }
}
