//! What a game tells of its rules is what is played: any key of any rule is taken away from games at random, by a game
//! that extends them, and what is then told is compared with what is then played.

use crate::common::{random_line, sparse, varied};
use crate::slow::reading::{KEYS, each_key};
use chatura_define::toml::{Input, read};
use chatura_rules::definition::{Definition, Value};
use chatura_rules::notation::{format_moves, parse_move};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Move, Position};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A definition, and one that takes a key of it away.
fn read_text(text: &str, parent: Option<&str>) -> Option<(Definition, Arc<Game>)> {
    let find = |_: &str| parent.map(|parent| Input::from_text(parent, "parent"));
    let reading = read(Input::from_text(text, "game"), &[], 0, &find);
    if !reading.problems.is_empty() {
        return None;
    }
    let game = Game::compile(&reading.definition).ok()?;
    Some((reading.definition, game))
}

/// The keys written in a definition that a table of another file can name: none inside of lists.
fn paths(definition: &Definition) -> Vec<String> {
    let mut found = Vec::new();
    each_key(definition, &mut |path, _| found.push(path.to_owned()));
    let lists: Vec<String> = [("rules", &definition.rules), ("end", &definition.end)]
        .iter()
        .flat_map(|(section, table)| table.entries.iter().map(move |(key, value)| (section, key, value)))
        .filter(|(.., value)| matches!(value.value, Value::List(_)))
        .map(|(section, key, _)| format!("{section}.{}.", key.value))
        .collect();
    found.retain(|path| !lists.iter().any(|list| path.starts_with(list)));
    found
}

/// What can be played and how it has ended, in words that two games share.
fn played(line: &Line) -> (Vec<String>, Option<String>, Option<String>) {
    let position = line.position();
    let mut moves = format_moves(position, &position.legal_moves());
    moves.sort();
    (moves, line.outcome().map(|end| end.sentence), line.claimable().map(|end| end.sentence))
}

/// Whether two games with the same types of pieces are played alike along random games, some of which begin with few
/// pieces and go to and fro.
fn play_alike(one: &Arc<Game>, other: &Arc<Game>, rounds: usize, dice: &mut Random) -> Result<(), String> {
    for round in 0..rounds {
        let start = match round % 2 {
            0 => one.start().clone(),
            _ if one.players().len() > 2 => random_line(one, dice, 12).position().setup(),
            _ => match sparse(one, dice) {
                Some(position) => position.setup(),
                None => continue,
            },
        };
        let (Ok(first), Ok(second)) = (Position::new(one, &start), Position::new(other, &start)) else {
            continue;
        };
        let (mut first, mut second) = (Line::new(first), Line::new(second));
        for _ in 0..20 {
            let (here, there) = (played(&first), played(&second));
            if here != there {
                let moves = format_moves(&first.first(), first.moves());
                return Err(format!("after {moves:?}\n{here:?}\n{there:?}"));
            }
            // The two games number their moves each in its own way; a text that means two moves would not tell which.
            let legal = first.position().legal_moves();
            let texts = format_moves(first.position(), &legal);
            let alone = |text: &String| {
                here.0.binary_search(text).is_ok_and(|at| {
                    here.0.get(at + 1) != Some(text)
                        && at.checked_sub(1).is_none_or(|before| here.0[before] != *text)
                })
            };
            let moves: Vec<(Move, String)> =
                legal.into_iter().zip(texts).filter(|(_, text)| alone(text)).collect();
            if here.1.is_some() || moves.is_empty() {
                break;
            }
            let back = first.moves().iter().rev().nth(1);
            let back = back.and_then(|last| {
                moves.iter().find(|(mv, _)| (mv.from(), mv.to()) == (last.to(), last.from())).cloned()
            });
            let (mv, text) = back.filter(|_| dice.below(2) == 0).unwrap_or_else(|| dice.pick(&moves).clone());
            let same = parse_move(second.position(), &text).map_err(|error| error.to_string())?;
            first.play_unchecked(mv);
            second.play_unchecked(same);
        }
    }
    Ok(())
}

#[test]
fn what_is_told_is_what_is_played() {
    let mut dice = Random::new(15);
    // The keys whose absence was told, and felt, at least once.
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut removed: BTreeSet<String> = BTreeSet::new();
    for (number, many) in (0..80).map(|n| (n, false)).chain((0..20).map(|n| (n, true))) {
        let text = varied::definition(number, many);
        let Some((definition, game)) = read_text(&text, None) else { continue };
        let mut keys = paths(&definition);
        while keys.len() > 4 {
            // Rather keys that nothing was seen of.
            let index = dice.below(keys.len());
            if seen.contains(&keys[index]) || dice.below(3) == 0 {
                keys.swap_remove(index);
            }
        }
        for path in keys {
            let without = format!("extends = \"parent\"\n{path} = false");
            let Some((_, other)) = read_text(&without, Some(&text)) else { continue };
            removed.insert(path.clone());
            let alike = game.describe() == other.describe();
            let same_types =
                game.types().iter().map(|info| &info.name).eq(other.types().iter().map(|info| &info.name));
            if !same_types || !alike && seen.contains(&path) {
                continue;
            }
            match (alike, play_alike(&game, &other, if alike { 3 } else { 2 }, &mut dice)) {
                (true, Err(difference)) => {
                    wrong.push(format!("{text}\n\nwithout {path} nothing else is told, but {difference}\n"));
                }
                (false, Err(_)) => {
                    seen.insert(path);
                }
                _ => {}
            }
        }
    }
    let missed: Vec<&&str> = KEYS.iter().filter(|key| !seen.contains(**key)).collect();
    println!("{} keys taken away, {} seen, not {missed:?}", removed.len(), seen.len());
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    // That so many were felt shows that the games are long enough to feel them.
    assert!(seen.len() >= 30, "the loss of only {} keys was told and felt, not of {missed:?}", seen.len());
}
