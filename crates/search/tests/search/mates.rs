//! Mates that are forced by checks alone are seen at once, however much they cost.

use crate::common::{game, line, random_line};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position, Standing};
use chatura_search::{Engine, Limits, Options, Score, Stop};
use std::sync::Arc;

/// How many positions of each game are looked at.
const ENOUGH: usize = 8;

/// In how many moves the side to move mates by checks alone, if in at most so many; found by trying everything.
fn by_checks(position: &Position, most: u32) -> Option<u32> {
    let us = position.turn();
    let mut best = None;
    for mv in position.legal_moves() {
        let most = best.map_or(most, |found| found - 1);
        if most == 0 {
            break;
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        if after.attacked_royals(after.turn()).is_empty() {
            continue;
        }
        if let Some(outcome) = after.outcome() {
            if outcome.standings[us.index()] == Standing::Win {
                best = Some(1);
            }
            continue;
        }
        let answer = |mv| {
            let mut next = after.clone();
            next.play_unchecked(mv);
            (most > 1 && next.outcome().is_none()).then(|| by_checks(&next, most - 1)).flatten()
        };
        let longest: Option<Vec<u32>> = after.legal_moves().into_iter().map(answer).collect();
        if let Some(longest) = longest.and_then(|all| all.into_iter().max()) {
            best = Some(longest + 1);
        }
    }
    best
}

/// What is found at the depth that should suffice: two plies a move, and two.
fn seen(game: &Arc<Game>, line: &Line, moves: u32) -> Score {
    let mut engine = Engine::new(game, Options { hash_mb: 4, ..Options::default() });
    let limits = Limits::depth(2 * moves + 2);
    let answer = engine.think(line, &limits, &Stop::new(), &mut |_| {}).expect("its own game");
    answer.report.lines[0].score
}

#[test]
fn sacrifices_that_mate_are_seen() {
    let known = [
        // Morphy's last two moves against the Duke and the Count.
        (2, "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1"),
        // Philidor's legacy: the queen is given to smother the king.
        (4, "r3r2k/pp4pp/2n5/6N1/2Q5/8/PP3PPP/6K1 w - - 0 1"),
    ];
    let chess = game("chess");
    for (moves, fen) in known {
        let line = line(&chess, fen);
        let Some(forced) = by_checks(line.position(), moves) else { panic!("{fen}: no such mate") };
        let score = seen(&chess, &line, forced);
        assert!(matches!(score, Score::Mate(in_moves) if in_moves > 0), "{fen}: {score:?}");
    }
}

#[test]
fn mates_by_checks_are_seen_in_every_kind_of_game() {
    for name in ["chess", "capablanca", "knightmate", "makruk", "xiangqi", "shogi", "crazyhouse", "glinski"] {
        let game = game(name);
        let mut random = Random::new(17);
        let (mut found, mut missed) = (0, Vec::new());
        for _ in 0..40_000 {
            if found == ENOUGH {
                break;
            }
            let plies = 20 + random.below(60);
            let line = random_line(&game, &mut random, plies);
            if line.outcome().is_some() {
                continue;
            }
            let Some(moves @ 2..) = by_checks(line.position(), 2) else { continue };
            found += 1;
            if !matches!(seen(&game, &line, moves), Score::Mate(in_moves) if in_moves > 0) {
                missed.push(format!("{:?}", line.position()));
            }
        }
        assert_eq!(found, ENOUGH, "{name}: such positions are met too seldom");
        assert!(missed.is_empty(), "{name}: {} of {found} not seen: {missed:#?}", missed.len());
    }
}
