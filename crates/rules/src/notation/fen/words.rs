//! Words with a colon at the end of FEN: those of rules, the moves made in this turn, the bytes that rules keep.

use super::fields::Field;
use super::{FenError, Language, part};
use crate::position::setup::Setup;

/// How many moves of this turn are made, where a turn has several.
const MOVED: &str = "moved";

/// Reads the words, in any order.
pub(super) fn read(language: &Language<'_>, words: &[Field<'_>], setup: &mut Setup) -> Result<(), FenError> {
    let mut seen: Vec<&str> = Vec::new();
    for &(at, word) in words {
        let (name, value) = word.split_once(':').unwrap_or((word, ""));
        let behind = (at + name.len() + 1, value);
        if seen.contains(&name) {
            return Err(FenError::new(at, format!("\"{name}:\" is there already"), "each word once"));
        }
        seen.push(name);
        let most = language.rules.most_moves();
        match part::words().find(|(known, field)| *known == name && (field.is_used)(language)) {
            Some((_, field)) => (field.read)(language, behind, setup)?,
            None if name == MOVED && most > 1 => setup.moved = read_moved(behind, most)?,
            None => read_memory(language, (at, word), name, value, setup)?,
        }
    }
    Ok(())
}

/// The words that mean something in a game.
fn known(language: &Language<'_>) -> String {
    let used = part::words().filter(|(_, field)| (field.is_used)(language)).map(|(name, _)| name);
    let moved = (language.rules.most_moves() > 1).then_some(MOVED);
    let kept = language.memory.words().map(|(_, memory)| memory.name);
    let known: Vec<String> = used.chain(moved).chain(kept).map(|name| format!("{name}:…")).collect();
    if known.is_empty() { "the text ends before it".to_owned() } else { known.join(", ") }
}

fn read_moved((at, text): Field<'_>, most: u8) -> Result<u8, FenError> {
    let moved = text.parse().ok().filter(|moved| *moved < most);
    let help = format!("a number up to {}", most - 1);
    moved.ok_or_else(|| FenError::new(at, "so many moves cannot have been made in this turn", help))
}

/// Reads the bytes that a rule keeps: `name:1,2`.
fn read_memory(
    language: &Language<'_>,
    (at, word): Field<'_>,
    name: &str,
    value: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let Some((start, memory)) = language.memory.words().find(|(_, memory)| memory.name == name) else {
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
pub(super) fn write(language: &Language<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    for (name, field) in part::words() {
        if let Some(value) = (field.write)(language, setup) {
            text += &format!(" {name}:{value}");
        }
    }
    if setup.moved > 0 {
        text += &format!(" {MOVED}:{}", setup.moved);
    }
    for (start, memory) in language.memory.words() {
        let Some(bytes) = setup.memory.get(*start..start + memory.bytes.len()) else { continue };
        if bytes.iter().zip(&memory.bytes).any(|(byte, (default, _))| byte != default) {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            text += &format!(" {}:{}", memory.name, numbers.join(","));
        }
    }
    text
}
