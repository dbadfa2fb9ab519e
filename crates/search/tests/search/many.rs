//! More than two players: every algorithm finds what is there to be found, and every answer is sound.

use crate::common::{game, line, random_line};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, notation};
use chatura_search::{Algorithm, Answer, Engine, Level, Limits, Options, Score, Stop, Strategy};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Four kings, rooks and queens on a plain board; the last one left wins.
const FOUR: &str = r#"
board = { shape = "cross", size = 8, corner = 0 }
setup.army = "8/2RQK3"
[players]
names = ["Red", "Blue", "Yellow", "Green"]
symmetry = "rotation"
[pieces]
rook = { letter = "R", moves = "R" }
queen = { letter = "Q", moves = "Q" }
king = { letter = "K", moves = "K", royal = true }
[end]
no-progress = { automatic = 50 }
repetition = { automatic = 3, result = "draw" }
"#;

fn four(more: &str) -> Arc<Game> {
    chatura_define::load_text(&format!("{more}\n{FOUR}"), "four", &[], 0)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn think(game: &Arc<Game>, strategy: Strategy, line: &Line, limits: &Limits) -> Answer {
    let options = Options { hash_mb: 2, strategy, ..Options::default() };
    Engine::new(game, options).think(line, limits, &Stop::new(), &mut |_| {}).expect("the engine of the game")
}

/// The best move in words, by each algorithm, at a depth.
fn best(game: &Arc<Game>, fen: &str, depth: u32) -> Vec<(Algorithm, String)> {
    let line = line(game, fen);
    let ask = |algorithm| {
        let answer = think(game, Strategy::Many(algorithm), &line, &Limits::depth(depth));
        let mv = answer.best.expect("there are moves");
        (algorithm, notation::format_move(line.position(), mv))
    };
    Algorithm::ALL.into_iter().map(ask).collect()
}

#[test]
fn a_third_player_is_mated_in_one() {
    let game = four("");
    for (algorithm, mv) in best(&game, "yK,7/7,rR/8/8/5,gK,2/bK,7/8/4,rK,1,rR,1 r", 2) {
        assert_eq!(mv, "g1g8", "{algorithm:?}");
    }
}

#[test]
fn a_king_that_hangs_is_taken() {
    let game = game("chaturaji");
    for (algorithm, mv) in best(&game, "4,yK,3/gK,7/8/7,bK/8/8/8/rE,6,rK r", 3) {
        assert_eq!(mv, "a1a7", "{algorithm:?}");
    }
}

#[test]
fn a_king_attacked_by_the_last_to_move_goes_away() {
    let game = game("chaturaji");
    for (algorithm, mv) in best(&game, "4,yK,3/8/3,bK,4/8/7,bE/8/gK,7/7,rK r", 5) {
        assert!(["h1g1", "h1g2"].contains(&mv.as_str()), "{algorithm:?}: {mv}");
    }
}

#[test]
fn more_points_are_taken_before_fewer() {
    let game = game("chaturaji");
    for (algorithm, mv) in best(&game, "4,yK,3/gN,7/8/7,bK/8/8/2,gK,5/rE,3,bP,2,rK r", 3) {
        assert_eq!(mv, "a1a7", "{algorithm:?}");
    }
}

#[test]
fn points_collected_before_do_not_change_the_thought() {
    let game = game("chaturaji");
    let fen = "4,yK,3/gN,7/8/7,bK/8/8/2,gK,5/rE,3,bP,2,rK r - - 0 1";
    for algorithm in Algorithm::ALL {
        let ask = |fen: &str| think(&game, Strategy::Many(algorithm), &line(&game, fen), &Limits::depth(4));
        let (without, with) = (ask(fen), ask(&format!("{fen} points:10,3,5,0")));
        assert_eq!(without.best, with.best, "{algorithm:?}");
        let told = |answer: &Answer| answer.report.lines[0].score.rank();
        assert_eq!(told(&without) + 1000, told(&with), "{algorithm:?}");
    }
}

/// Whoever moves twice is not its own opponent in between.
#[test]
fn a_turn_of_two_moves_is_one_players() {
    let game = four("rules.moves-per-turn = 2");
    for algorithm in Algorithm::ALL {
        let mut line = line(&game, "7,bQ/3,yK,4/8/2,bK,5/8/3,gK,4/8/rR,3,rK,3 r");
        let queens = |line: &Line| notation::format_fen(line.position()).contains("bQ");
        for _ in 0..2 {
            assert!(queens(&line));
            let answer = think(&game, Strategy::Many(algorithm), &line, &Limits::depth(4));
            line.play_unchecked(answer.best.expect("there are moves"));
        }
        assert!(!queens(&line), "{algorithm:?}");
    }
}

#[test]
fn the_last_two_are_searched_as_two() {
    let game = four("");
    let line = line(&game, "yK,7/7,rR/8/8/8/8/8/4,rK,1,rR,1 r - - 0 1 out:b,g");
    for algorithm in Algorithm::ALL {
        let answer = think(&game, Strategy::Many(algorithm), &line, &Limits::depth(4));
        assert_eq!(answer.report.lines[0].score, Score::Mate(1), "{algorithm:?}");
    }
}

/// Where points decide, taking the last king ends the game with the points there are.
#[test]
fn the_last_king_is_taken_by_who_leads() {
    let game = game("chaturaji");
    let ask = |points: &str| {
        let fen = format!("gK,7/8/8/8/8/8/8/rE,6,rK r - - 0 1 out:y,b points:{points}");
        let answer = think(&game, Strategy::Full, &line(&game, &fen), &Limits::depth(3));
        let best = answer.best.expect("there are moves");
        notation::format_move(line(&game, &fen).position(), best)
    };
    assert_eq!(ask("20,10,5,0"), "a1a8");
    assert_ne!(ask("10,20,5,0"), "a1a8");
}

/// The best move is legal, every line told can be played, and limits are kept.
fn check(name: &str, line: &Line, answer: &Answer, nodes: u64) {
    match answer.best {
        Some(best) => assert!(line.position().is_legal(best), "{name}: {best:?} in {:?}", line.position()),
        None => assert!(line.outcome().is_some(), "{name}: no answer in {:?}", line.position()),
    }
    assert!(answer.report.nodes <= nodes, "{name}: {} positions", answer.report.nodes);
    for variation in &answer.report.lines {
        let mut position = line.position().clone();
        for mv in &variation.moves {
            assert!(position.is_legal(*mv), "{name}: {mv:?} of {variation:?} in {:?}", line.position());
            position.play_unchecked(*mv);
        }
    }
}

fn many() -> impl Iterator<Item = (&'static str, Arc<Game>)> {
    let entries = chatura_define::catalogue::list().iter().filter(|entry| entry.players > 2);
    entries.map(|entry| (entry.about.id.as_str(), game(&entry.about.id)))
}

#[test]
fn answers_are_sound_in_every_game_from_random_positions() {
    let mut random = Random::new(31);
    for (name, game) in many() {
        for algorithm in Algorithm::ALL {
            let strategy = Strategy::Many(algorithm);
            let mut engine = Engine::new(&game, Options { hash_mb: 1, strategy, ..Options::default() });
            for plies in [0, 7, 30, 80, 160, 300] {
                let line = random_line(&game, &mut random, plies);
                let limits = Limits { nodes: Some(1_500), lines: 1 + plies % 3, ..Limits::default() };
                let answer =
                    engine.think(&line, &limits, &Stop::new(), &mut |_| {}).expect("the engine of the game");
                // Every move is glanced at in any case.
                check(&format!("{name} {algorithm:?}"), &line, &answer, 1_700);
            }
        }
    }
}

#[test]
fn answers_come_in_time() {
    let mut random = Random::new(37);
    for (name, game) in many() {
        for algorithm in Algorithm::ALL {
            let line = random_line(&game, &mut random, 20);
            let strategy = Strategy::Many(algorithm);
            let mut engine = Engine::new(&game, Options { hash_mb: 1, strategy, ..Options::default() });
            let limits = Limits::time(Duration::from_millis(30));
            let begun = Instant::now();
            let answer =
                engine.think(&line, &limits, &Stop::new(), &mut |_| {}).expect("the engine of the game");
            check(name, &line, &answer, u64::MAX);
            // Generous: the machine may be busy with other things.
            assert!(begun.elapsed() < Duration::from_secs(4), "{name}: {:?}", begun.elapsed());
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for name in ["three-player", "three-player-double", "four-player", "chaturaji"] {
        let game = game(name);
        let line = random_line(&game, &mut Random::new(41), 14);
        for algorithm in Algorithm::ALL {
            let ask = || think(&game, Strategy::Many(algorithm), &line, &Limits::nodes(4_000));
            let (one, two) = (ask(), ask());
            assert_eq!((one.best, one.report.nodes), (two.best, two.report.nodes), "{name} {algorithm:?}");
            assert_eq!(one.report.lines, two.report.lines, "{name} {algorithm:?}");
        }
    }
}

#[test]
fn simple_strategies_and_levels_answer() {
    let mut random = Random::new(43);
    for (name, game) in many() {
        let line = random_line(&game, &mut random, 9);
        for strategy in [Strategy::OnePly, Strategy::FixedDepth(2), Strategy::Full] {
            check(name, &line, &think(&game, strategy, &line, &Limits::nodes(3_000)), 3_300);
        }
        for level in [1, 8, 14].map(|number| Level::new(number).expect("from 1 to 20")) {
            let mut engine = Engine::new(&game, Options { hash_mb: 1, level, ..Options::default() });
            let answer = engine
                .think(&line, &Limits::nodes(3_000), &Stop::new(), &mut |_| {})
                .expect("the engine of the game");
            check(name, &line, &answer, 3_300);
        }
    }
}

#[test]
fn threads_and_a_stop_work() {
    let game = game("three-player");
    let mut engine = Engine::new(&game, Options { hash_mb: 2, threads: 2, ..Options::default() });
    let (stop, line) = (Stop::new(), random_line(&game, &mut Random::new(47), 10));
    let other = stop.clone();
    let waker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        other.stop();
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let answer = engine.think(&line, &limits, &stop, &mut |_| {}).expect("the engine of the game");
    check("three-player", &line, &answer, u64::MAX);
    waker.join().expect("it only sleeps");
}
