//! What rules tell the search: each answer changes what is found, at a depth at which it would not be found without.

use crate::common::{game, line};
use chatura_search::{Answer, Engine, Limits, Options, Score, Stop, Term};

fn think(name: &str, fen: &str, depth: u32) -> (Answer, String) {
    let game = game(name);
    let line = line(&game, fen);
    let mut engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
    let answer = engine.think(&line, &Limits::depth(depth), &Stop::new(), &mut |_| {}).expect("its own game");
    let best = answer
        .best
        .map(|best| chatura_rules::notation::format_move(line.position(), best))
        .unwrap_or_default();
    (answer, best)
}

/// What the aims of the first two players count for in the middle of a game.
fn aims(name: &str, fen: &str) -> [i32; 2] {
    let game = game(name);
    let engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
    let evaluation = engine.evaluate(line(&game, fen).position()).expect("its own game");
    let of = |player: usize| {
        let found = evaluation.terms[player].iter().find(|(term, _)| *term == Term::Aims);
        found.expect("a game with aims").1[0]
    };
    [of(0), of(1)]
}

#[test]
fn a_step_to_the_goal_is_looked_at_where_only_captures_are() {
    let (answer, _) = think("kingofthehill", "7k/pppp4/8/8/8/4K3/8/8 b - - 0 1", 1);
    assert_eq!(answer.report.lines[0].score, Score::Mate(-1));
    let (answer, _) = think("kingofthehill", "7k/pppp4/8/8/8/8/4K3/8 b - - 0 1", 1);
    assert!(matches!(answer.report.lines[0].score, Score::Centipawns(_)), "{answer:?}");
}

#[test]
fn the_last_check_but_one_is_looked_at_deeper() {
    let fen = |left: u8| format!("7k/8/8/8/8/8/8/K2Q4 w - - {left}+3 0 1");
    let (answer, _) = think("3check", &fen(2), 2);
    assert_eq!(answer.report.lines[0].score, Score::Mate(2), "{answer:?}");
}

#[test]
fn what_an_explosion_takes_along_counts() {
    // The pawn on e5 is protected, but its capture takes the queen beside it along.
    let (_, best) = think("atomic", "4k3/p7/8/3qp3/4P3/3N4/P7/4K3 b - - 0 1", 1);
    assert!(best.starts_with("d5"), "{best}");
}

#[test]
fn whoever_is_nearer_to_a_rules_own_end_stands_better() {
    let few = aims("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1");
    assert!(few[0] > 2 * few[1], "{few:?}");
    let even = aims("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1");
    assert_eq!(even[0], even[1]);
    let one_left = aims("extinction", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB2 w Qkq - 0 1");
    assert!(one_left[0] < one_left[1], "{one_left:?}");
}

#[test]
fn points_that_nobody_counts_decide_nothing() {
    let text = "extends = \"chess\"\nend.points = { mate = 20 }\n";
    let game = chatura_define::load_text(text, "test", &[], 0).expect("a definition");
    let line = line(&game, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let mut engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
    let answer = engine.think(&line, &Limits::depth(3), &Stop::new(), &mut |_| {}).expect("its own game");
    assert_eq!(answer.report.lines[0].score, Score::Mate(1));
}
