//! How the players of a game for many stand: who is out, the points, the moves made in this turn.

use crate::cell::Player;
use crate::notation::Language;
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::position::setup::Setup;

/// Reads `out:b,r=`, `points:0,3,5,0` and `moved:1`, in any order.
pub(crate) fn read(language: &Language<'_>, words: &[Field<'_>], setup: &mut Setup) -> Result<(), FenError> {
    if language.points {
        setup.points = vec![0; language.players.len()];
    }
    let mut seen: Vec<&str> = Vec::new();
    for &(at, word) in words {
        let (name, value) = word.split_once(':').unwrap_or((word, ""));
        let behind = at + name.len() + 1;
        if seen.contains(&name) {
            return Err(FenError::new(at, format!("\"{name}:\" is there already"), "each word once"));
        }
        seen.push(name);
        match name {
            "out" if language.is_crowded() => read_out(language, behind, value, setup)?,
            "points" if language.points => read_points(language, behind, value, setup)?,
            "moved" if language.moves_per_turn > 1 => {
                let moved = value.parse().ok().filter(|moved| *moved < language.moves_per_turn);
                let help = format!("a number up to {}", language.moves_per_turn - 1);
                let wrong =
                    || FenError::new(behind, "so many moves cannot have been made in this turn", help);
                setup.moved = moved.ok_or_else(wrong)?;
            }
            _ => read_memory(language, (at, word), name, value, setup)?,
        }
    }
    Ok(())
}

/// The words that mean something in a game.
fn known(language: &Language<'_>) -> String {
    let words = [
        (language.is_crowded(), "out:…"),
        (language.points, "points:…"),
        (language.moves_per_turn > 1, "moved:…"),
    ];
    let mut known: Vec<String> =
        words.iter().filter(|(known, _)| *known).map(|(_, word)| (*word).to_owned()).collect();
    known.extend(language.memory.parts.iter().map(|(_, memory)| format!("{}:…", memory.name)));
    if known.is_empty() { "the text ends before it".to_owned() } else { known.join(", ") }
}

fn read_out(language: &Language<'_>, start: usize, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut at = start;
    for item in text.split(',') {
        let (mark, drawn) = match item.strip_suffix('=') {
            Some(mark) => (mark, true),
            None => (item, false),
        };
        let Some(player) = language.marked(mark).filter(|player| !setup.out.contains(player)) else {
            let help = format!("marks of players such as {}, with commas", language.mark(Player(0)));
            return Err(FenError::new(at, format!("\"{item}\" is nobody who can be out"), help));
        };
        setup.out.push(player);
        if drawn {
            setup.drawn.push(player);
        }
        at += item.len() + 1;
    }
    setup.drawn.sort();
    Ok(())
}

fn read_points(language: &Language<'_>, start: usize, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let points: Option<Vec<i16>> = text.split(',').map(|number| number.parse().ok()).collect();
    let count = language.players.len();
    setup.points = points.filter(|points| points.len() == count).ok_or_else(|| {
        let message = format!("\"{text}\" does not say how many points each player has");
        FenError::new(start, message, format!("{count} numbers such as {}", vec!["0"; count].join(",")))
    })?;
    Ok(())
}

/// Reads the bytes that a rule keeps: `name:1,2`.
fn read_memory(
    language: &Language<'_>,
    (at, word): Field<'_>,
    name: &str,
    value: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let Some((start, memory)) = language.memory.parts.iter().find(|(_, memory)| memory.name == name) else {
        return Err(FenError::new(at, format!("\"{word}\" is too much"), known(language)));
    };
    let bytes: Option<Vec<u8>> = value.split(',').map(|number| number.parse().ok()).collect();
    let fits = |bytes: &Vec<u8>| {
        bytes.len() == memory.bytes.len()
            && bytes.iter().zip(&memory.bytes).all(|(byte, (_, most))| byte <= most)
    };
    let bytes = bytes.filter(fits).ok_or_else(|| {
        let most: Vec<String> = memory.bytes.iter().map(|(_, most)| most.to_string()).collect();
        let help = format!("{} numbers, at most {}", most.len(), most.join(","));
        FenError::new(at + name.len() + 1, format!("\"{value}\" cannot be what {name} is"), help)
    })?;
    if setup.memory.is_empty() {
        setup.memory = language.memory.defaults()[..language.memory.len].to_vec();
    }
    setup.memory[*start..start + bytes.len()].copy_from_slice(&bytes);
    Ok(())
}

/// Writes the words that say something, each with a space before it.
pub(crate) fn write(language: &Language<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    if !setup.out.is_empty() {
        let mark = |player: &Player| {
            let drawn = if setup.drawn.contains(player) { "=" } else { "" };
            format!("{}{drawn}", language.mark(*player))
        };
        let out: Vec<String> = setup.out.iter().map(mark).collect();
        text += &format!(" out:{}", out.join(","));
    }
    if setup.points.iter().any(|points| *points != 0) {
        let points: Vec<String> = setup.points.iter().map(i16::to_string).collect();
        text += &format!(" points:{}", points.join(","));
    }
    if setup.moved > 0 {
        text += &format!(" moved:{}", setup.moved);
    }
    for (start, memory) in &language.memory.parts {
        let Some(bytes) = setup.memory.get(*start..start + memory.bytes.len()) else { continue };
        if bytes.iter().zip(&memory.bytes).any(|(byte, (default, _))| byte != default) {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            text += &format!(" {}:{}", memory.name, numbers.join(","));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::cell::Player;
    use crate::notation::fen::{read, write};
    use crate::notation::language::samples::sample;

    #[test]
    fn who_is_out_and_what_they_have_is_kept() {
        let four = sample(4, 1, &[], &["Red", "Blue", "Yellow", "Green"], &["K"]);
        let mut language = four.language();
        (language.points, language.moves_per_turn) = (true, 2);
        for text in [
            "rK,2,yK r - - 3 9",
            "rK,2,yK r - - 3 9 out:g,b",
            "rK,2,yK y - - 3 9 out:b=,g points:0,-3,20,1 moved:1",
        ] {
            let setup = read(&language, text).unwrap();
            assert_eq!(write(&language, &setup), text);
        }
        let setup = read(&language, "rK,2,yK r moved:0 points:0,0,0,0 out:g=,b=").unwrap();
        assert_eq!((setup.out, setup.drawn), (vec![Player(3), Player(1)], vec![Player(1), Player(3)]));
        assert_eq!((setup.points, setup.moved), (vec![0; 4], 0));
    }

    #[test]
    fn what_a_game_does_not_know_is_refused_where_it_stands() {
        let three = sample(4, 1, &[], &["White", "Black", "Red"], &["K"]);
        let mut language = three.language();
        let column = |language: &crate::notation::Language<'_>, words: &str| {
            read(language, &format!("4 w - - 0 1 {words}")).unwrap_err().column
        };
        assert_eq!(column(&language, "out:w,x"), 18);
        assert_eq!(column(&language, "out:w,w"), 18);
        assert_eq!(column(&language, "out:"), 16);
        assert_eq!(column(&language, "out:b out:r"), 18);
        assert_eq!(column(&language, "points:1,2,3"), 12);
        assert_eq!(column(&language, "moved:1"), 12);
        assert_eq!(column(&language, "hello:1"), 12);
        (language.points, language.moves_per_turn) = (true, 2);
        assert_eq!(column(&language, "points:1,2"), 19);
        assert_eq!(column(&language, "points:1,2,99999"), 19);
        assert_eq!(column(&language, "moved:2"), 18);
    }
}
