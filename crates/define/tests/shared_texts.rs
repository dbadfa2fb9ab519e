//! Two different moves of a position are never written alike: who reads one knows which it is.

use crate::common::{catalogue_game, exotic, many, scattered, sparse, text_game, varied};
use chatura_rules::notation::{format_fen, format_long, format_moves, format_san, parse_move, parse_san};
use chatura_rules::random::Random;
use chatura_rules::{Game, Move, MoveKind, Position};
use std::collections::HashMap;
use std::sync::Arc;

/// What is wrong with the moves of a position, if anything is; some are read again, too.
fn wrong(position: &Position, read: bool) -> Option<String> {
    let moves = position.legal_moves();
    let texts = format_moves(position, &moves);
    let mut known: HashMap<&str, Move> = HashMap::with_capacity(moves.len());
    for (mv, text) in moves.iter().zip(&texts) {
        if let Some(other) = known.insert(text, *mv) {
            return Some(format!("{}: {text} is {other:?} and {mv:?}", format_fen(position)));
        }
        if read && parse_move(position, text) != Ok(*mv) {
            return Some(format!("{}: {text} is not read as {mv:?}", format_fen(position)));
        }
    }
    None
}

/// Plays at random, now and then from a position with few pieces, and looks at every position on the way.
fn look(game: &Arc<Game>, dice: &mut Random, rounds: usize, plies: usize) -> Result<usize, String> {
    let many = game.players().len() > 2;
    let mut seen = 0;
    for round in 0..rounds {
        let mut position = match (round % 2, many) {
            (0, _) => Position::start(game),
            (_, false) => match sparse(game, dice) {
                Some(position) => position,
                None => continue,
            },
            (_, true) => match Position::new(game, &scattered(game, dice)) {
                Ok(position) => position,
                Err(_) => continue,
            },
        };
        for _ in 0..plies {
            if let Some(wrong) = wrong(&position, seen % 8 == 0) {
                return Err(wrong);
            }
            seen += 1;
            let mut moves = position.legal_moves();
            // Rather a move of a rare kind than any.
            let rare = |mv: &Move| mv.kind() != MoveKind::Step;
            if dice.below(3) == 0 && moves.iter().any(rare) {
                moves.retain(rare);
            }
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(*dice.pick(&moves));
        }
    }
    Ok(seen)
}

fn all_differ(games: impl Iterator<Item = (String, Arc<Game>)>, rounds: usize, plies: usize) -> usize {
    let (mut alike, mut seen) = (Vec::new(), 0);
    for (number, (name, game)) in games.enumerate() {
        let mut dice = Random::new(number as u64 + 1);
        match look(&game, &mut dice, rounds, plies) {
            Ok(positions) => seen += positions,
            Err(wrong) => alike.push(format!("{name}: {wrong}")),
        }
    }
    println!("{seen} positions, {} games with moves written alike", alike.len());
    assert!(alike.is_empty(), "{}", alike.join("\n"));
    seen
}

#[test]
fn moves_of_the_catalogue_are_written_differently() {
    let names = chatura_define::catalogue::list().iter().map(|entry| entry.about.id.clone());
    let games = names.map(|name| (name.clone(), catalogue_game(&name, 3).game));
    let exotic = exotic::GAMES.iter().map(|(name, text)| (*name, (*text).to_owned()));
    let written = exotic.chain(many::games());
    let written = written.map(|(name, text)| (name.to_owned(), text_game(name, &text).game));
    assert!(all_differ(games.chain(written), 4, 25) > 10_000);
}

#[test]
fn moves_of_varied_games_are_written_differently() {
    let load = |(number, many): (u64, bool)| {
        let text = varied::definition(number, many);
        let game = chatura_define::load_text(&text, "varied", &[], 0).ok()?;
        Some((format!("number {number}\n{text}\n"), game))
    };
    let numbers = (0..480).map(|number| (number, false)).chain((0..160).map(|number| (number, true)));
    assert!(all_differ(numbers.filter_map(load), 2, 20) > 5_000);
}

/// A game in which pawns also step aside to where others passed.
const TWO_WAYS: &str = r#"
extends = "chess"
rules.promotion = false
pieces.pawn = { letter = "P", moves = "fmWmFfceF", first = "fmnD" }
"#;

#[test]
fn the_same_way_is_one_move() {
    // Both a leap over the next cell and a slide over it, each of which leaves it open to capture.
    let text = "extends = \"chess\"\n\
                pieces.pawn = { letter = \"P\", moves = \"fmWfceF\", first = \"fmnDmR\" }\n";
    let position = Position::start(&text_game("again", text).game);
    let moves = position.legal_moves();
    let mut different = moves.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), moves.len(), "{moves:?}");
    assert_eq!(wrong(&position, true), None);
}

#[test]
fn ways_to_the_same_cell_are_told_apart() {
    let game = text_game("two ways", TWO_WAYS).game;
    let setup = chatura_rules::notation::parse_fen(&game, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1").unwrap();
    let position = Position::new(&game, &setup).unwrap();
    let moves = position.legal_moves();
    let texts = format_moves(&position, &moves);
    for (mv, text) in moves.iter().zip(&texts) {
        assert_eq!(parse_move(&position, text), Ok(*mv), "{text}");
        for san in [format_san(&position, *mv), format_long(&position, *mv)] {
            assert_eq!(parse_san(&position, &san), Ok(*mv), "{san}");
        }
    }
    let mut there: Vec<&String> = texts.iter().filter(|text| text.starts_with("d5e6")).collect();
    there.sort();
    assert_eq!(there, ["d5e6", "d5e6&e5"]);
}
