//! What must be true of every answer, in every game; what takes long is asked of a third of the catalogue, each test of another.

use crate::common::{game, line, random_line, third};
use chatura_rules::random::Random;
use chatura_rules::{Line, Standing};
use chatura_search::{Answer, Engine, Level, Limits, Options, Score, Stop, Strategy};
use std::time::{Duration, Instant};

fn engine(game: &std::sync::Arc<chatura_rules::Game>) -> Engine {
    Engine::new(game, Options { hash_mb: 4, ..Options::default() })
}

fn think(engine: &mut Engine, line: &Line, limits: &Limits) -> Answer {
    engine.think(line, limits, &Stop::new(), &mut |_| {}).expect("the engine of the game")
}

/// The best move is legal, and every line told can be played.
fn check(name: &str, line: &Line, answer: &Answer) {
    let moves = line.position().legal_moves();
    match answer.best {
        Some(best) => assert!(moves.contains(&best), "{name}: {best:?} in {:?}", line.position()),
        None => assert!(line.outcome().is_some(), "{name}: no answer in {:?}", line.position()),
    }
    for variation in &answer.report.lines {
        let mut position = line.position().clone();
        for mv in &variation.moves {
            assert!(position.is_legal(*mv), "{name}: {mv:?} of {variation:?} in {:?}", line.position());
            position.play_unchecked(*mv);
        }
    }
}

#[test]
fn answers_are_legal_and_lines_can_be_played_in_every_game() {
    let mut random = Random::new(7);
    for (name, game) in third(0) {
        let mut engine = engine(&game);
        for plies in [0, 1, 6, 17, 40, 90] {
            let line = random_line(&game, &mut random, plies);
            let limits = Limits { nodes: Some(1_500), lines: 1 + plies % 3, ..Limits::default() };
            let answer = think(&mut engine, &line, &limits);
            check(name, &line, &answer);
        }
    }
}

#[test]
fn simple_strategies_answer_in_every_game() {
    let mut random = Random::new(11);
    for (name, game) in third(1) {
        for strategy in [Strategy::OnePly, Strategy::FixedDepth(2)] {
            let mut engine = Engine::new(&game, Options { hash_mb: 1, strategy, ..Options::default() });
            for plies in [0, 12] {
                let line = random_line(&game, &mut random, plies);
                let answer = think(&mut engine, &line, &Limits::nodes(20_000));
                check(name, &line, &answer);
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for name in ["chess", "shogi", "atomic", "antichess", "three-player", "four-player-teams"] {
        let game = game(name);
        let line = random_line(&game, &mut Random::new(3), 8);
        let ask = || think(&mut engine(&game), &line, &Limits::nodes(6_000));
        let (one, two) = (ask(), ask());
        assert_eq!(one.best, two.best, "{name}");
        assert_eq!(one.report.nodes, two.report.nodes, "{name}");
        assert_eq!(one.report.lines, two.report.lines, "{name}");
    }
}

#[test]
fn answers_come_in_time() {
    let mut random = Random::new(5);
    for (name, game) in third(2) {
        let line = random_line(&game, &mut random, 10);
        let mut engine = engine(&game);
        let begun = Instant::now();
        let answer = think(&mut engine, &line, &Limits::time(Duration::from_millis(60)));
        check(name, &line, &answer);
        // Generous: the machine may be busy with other things.
        assert!(begun.elapsed() < Duration::from_secs(4), "{name}: {:?}", begun.elapsed());
    }
}

/// A position whose pieces have been shuffled, if such a one can be: what castling and others need to know is left out.
fn shuffled(random: &mut Random, game: &std::sync::Arc<chatura_rules::Game>) -> Option<Line> {
    let plies = random.below(60);
    let mut setup = random_line(game, random, plies).position().setup();
    let cells = setup.cells.len();
    for _ in 0..8 {
        let (one, other) = (random.below(cells), random.below(cells));
        setup.cells.swap(one, other);
    }
    (setup.castling, setup.gates, setup.en_passant) = Default::default();
    setup.unmoved = None;
    let line = Line::new(chatura_rules::Position::new(game, &setup).ok()?);
    line.outcome().is_none().then_some(line)
}

#[test]
fn shuffled_positions_of_every_game_are_answered_in_time() {
    let mut random = Random::new(23);
    let mut missing = Vec::new();
    for (name, game) in third(0) {
        let Some(line) = (0..200).find_map(|_| shuffled(&mut random, &game)) else {
            missing.push(name);
            continue;
        };
        let mut engine = engine(&game);
        let begun = Instant::now();
        let answer = think(&mut engine, &line, &Limits::time(Duration::from_millis(200)));
        check(name, &line, &answer);
        // Generous: the machine may be busy with other things.
        assert!(begun.elapsed() < Duration::from_secs(4), "{name}: {:?}", begun.elapsed());
    }
    assert!(missing.is_empty(), "no shuffled position: {missing:?}");
}

/// Armies on each other's squares: every queen takes and is taken, and captures alone are nearly without end.
const CROWDED: &str = r#"
extends = "chess"
name = "Crowded"
board.size = [12, 12]
rules.castling = false
setup.array = """
qQqQqQqQqQqk/QqQqQqQqQqQq/qQqQqQqQqQqQ/QqQqQqQqQqQq/qQqQqQqQqQqQ/QqQqQqQqQqQq/qQqQqQqQqQqQ/QqQqQqQqQqQq/\
qQqQqQqQqQqQ/QqQqQqQqQqQq/qQqQqQqQqQqQ/KqQqQqQqQqQq"""
rules.check = "ignored"
"#;

#[test]
fn the_first_depth_ends_soon_after_time_is_up_where_captures_do_not() {
    let game = chatura_define::load_text(CROWDED, "crowded.toml", &[], 0).expect("a definition");
    let line = Line::new(chatura_rules::Position::start(&game));
    for limits in [Limits::time(Duration::from_millis(1)), Limits { nodes: Some(10), ..Limits::default() }] {
        let mut engine = engine(&game);
        let begun = Instant::now();
        let answer = think(&mut engine, &line, &limits);
        check("crowded", &line, &answer);
        assert!(answer.report.nodes < 200_000, "{limits:?}: {} positions", answer.report.nodes);
        assert!(begun.elapsed() < Duration::from_secs(20), "{limits:?}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_stop_from_elsewhere_ends_a_thought() {
    let game = game("chess");
    let stop = Stop::new();
    let other = stop.clone();
    let waker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        other.stop();
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let answer = engine(&game)
        .think(&Line::new(chatura_rules::Position::start(&game)), &limits, &stop, &mut |_| {})
        .expect("the engine of the game");
    assert!(answer.best.is_some());
    waker.join().expect("it only sleeps");
}

#[test]
fn mates_are_found_and_counted() {
    let cases = [
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
        ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("chess", "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", -1),
        ("kingofthehill", "8/8/8/8/8/2K5/8/7k w - - 0 1", 1),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 1),
        ("atomic", "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", 1),
        ("racingkings", "8/7K/8/8/8/8/k7/8 w - - 0 1", 1),
    ];
    for (name, fen, moves) in cases {
        let game = game(name);
        let line = line(&game, fen);
        let answer = think(&mut engine(&game), &line, &Limits::depth(9));
        assert_eq!(answer.report.lines[0].score, Score::Mate(moves), "{name} {fen}");
    }
}

#[test]
fn mates_announced_are_delivered() {
    let (mut announced, mut late) = (0, 0);
    let games = [
        "chess",
        "crazyhouse",
        "atomic",
        "xiangqi",
        "makruk",
        "kinglet",
        "3check",
        "shogi",
        "antichess",
        "horde",
        "racingkings",
        "extinction",
        "kingofthehill",
        "glinski",
        "four-player-teams",
    ];
    for name in games {
        let game = game(name);
        let mut random = Random::new(17);
        for round in 0..3 {
            let mut engine = engine(&game);
            let mut line = random_line(&game, &mut random, 6 + round);
            let mut promise: Option<(chatura_rules::Player, i32)> = None;
            while line.outcome().is_none() && line.moves().len() < 250 {
                let turn = line.position().turn();
                let answer = think(&mut engine, &line, &Limits::nodes(6_000));
                let Some(best) = answer.best else { break };
                match (promise, answer.report.lines[0].score) {
                    (Some((winner, before)), Score::Mate(moves)) if winner == turn => {
                        // One in all these games is known to come a move later than it was announced.
                        late += usize::from(moves == before + 1);
                        let kept = moves > 0 && moves <= before + 1 && late <= 1;
                        assert!(kept, "{name}: {moves} after {before} in {:?}", line.position());
                        promise = Some((winner, moves - 1));
                    }
                    (Some((winner, _)), score) if winner == turn => {
                        panic!("{name}: a mate was announced, then {score} in {:?}", line.position())
                    }
                    (None, Score::Mate(moves)) if moves > 0 => {
                        announced += 1;
                        promise = Some((turn, moves - 1));
                    }
                    _ => {}
                }
                line.play_unchecked(best);
            }
            if let (Some((winner, _)), Some(outcome)) = (promise, line.outcome()) {
                assert_eq!(outcome.standings[winner.index()], Standing::Win, "{name}: {}", outcome.sentence);
            } else if let Some((_, moves)) = promise {
                assert!(moves > 0, "{name}: a mate was announced and not delivered in {:?}", line.position());
            }
        }
    }
    assert!(announced > 8, "only {announced} mates were announced");
}

#[test]
fn a_win_that_comes_too_late_is_none() {
    let game = game("chess");
    let mut engine = engine(&game);
    // The table learns how to win, in more moves than are left in the second position.
    think(&mut engine, &line(&game, "8/8/8/8/8/3k4/8/K6R w - - 0 1"), &Limits::nodes(600_000));
    for halfmoves in [77, 85, 93] {
        let line = line(&game, &format!("8/8/8/8/7R/2k5/8/K7 w - - {halfmoves} 60"));
        let answer = think(&mut engine, &line, &Limits::depth(10));
        let left = 100 - halfmoves;
        if let Score::Mate(moves) = answer.report.lines[0].score {
            assert!(2 * moves - 1 <= left, "mate in {moves} with {left} plies left");
        }
    }
}

#[test]
fn the_nearer_of_two_limits_counts() {
    let text = "extends = \"chess\"\nname = \"Hasty\"\n\
                end.no-progress = { automatic = 5, reset-by = [\"pawn\"], result = \"draw\" }\n";
    let game = chatura_define::catalogue::load_text(text, "hasty.toml", &[], 1).expect("a definition");
    let line = line(&game, "8/8/8/8/8/3KR3/8/5k2 w - - 3 60");
    let answer = think(&mut engine(&game), &line, &Limits::depth(14));
    assert!(matches!(answer.report.lines[0].score, Score::Centipawns(_)), "{answer:?}");
}

#[test]
fn threads_agree_to_answer() {
    let game = game("chess");
    let mut engine = Engine::new(&game, Options { hash_mb: 4, threads: 3, ..Options::default() });
    let line = random_line(&game, &mut Random::new(23), 12);
    let answer = think(&mut engine, &line, &Limits::depth(7));
    check("chess", &line, &answer);
}

#[test]
fn a_stop_loses_none_of_the_lines() {
    for name in ["chess", "shogi", "three-player"] {
        let game = game(name);
        let mut engine = engine(&game);
        for nodes in [2_000, 3_100, 4_700, 9_000] {
            let limits = Limits { nodes: Some(nodes), lines: 3, ..Limits::default() };
            let answer = think(&mut engine, &random_line(&game, &mut Random::new(5), 6), &limits);
            assert_eq!(answer.report.lines.len(), 3, "{name} after {nodes}");
            let ranks: Vec<i32> = answer.report.lines.iter().map(|line| line.score.rank()).collect();
            assert!(ranks.is_sorted_by(|a, b| a >= b), "{name}: {ranks:?}");
        }
    }
}

#[test]
fn threads_share_a_number_of_positions() {
    let game = game("chess");
    let mut engine = Engine::new(&game, Options { hash_mb: 4, threads: 3, ..Options::default() });
    let answer = think(&mut engine, &random_line(&game, &mut Random::new(5), 8), &Limits::nodes(30_000));
    assert!((15_000..31_000).contains(&answer.report.nodes), "{}", answer.report.nodes);
}

#[test]
fn a_weak_player_does_not_know_what_a_strong_one_has_found() {
    let game = game("chess");
    let mut line = line(&game, "7k/8/8/4K3/8/8/8/R7 w - - 0 1");
    let mut engine = engine(&game);
    let answer = think(&mut engine, &line, &Limits::depth(18));
    assert!(matches!(answer.report.lines[0].score, Score::Mate(_)), "{answer:?}");
    for mv in &answer.report.lines[0].moves[..2] {
        line.play_unchecked(*mv);
    }
    engine.set_options(Options { hash_mb: 4, level: Level::LOWEST, ..Options::default() });
    let answer = think(&mut engine, &line, &Limits::default());
    assert!(matches!(answer.report.lines[0].score, Score::Centipawns(_)), "{answer:?}");
}

#[test]
fn a_weak_player_errs_now_here_now_there() {
    let game = game("chess");
    let line = Line::new(chatura_rules::Position::start(&game));
    let first = |seed: u64| {
        let options = Options { hash_mb: 1, level: Level::LOWEST, seed, ..Options::default() };
        think(&mut Engine::new(&game, options), &line, &Limits::default()).best
    };
    assert_eq!(first(3), first(3));
    assert!((0..20).any(|seed| first(seed) != first(20)));
}

#[test]
fn an_arrival_that_can_be_answered_is_a_draw_at_any_depth() {
    let game = game("racingkings");
    let line = line(&game, "8/1k4K1/8/8/8/8/8/1q6 w - - 0 1");
    for depth in 1..6 {
        let answer = think(&mut engine(&game), &line, &Limits::depth(depth));
        assert_eq!(answer.report.lines[0].score, Score::Centipawns(0), "{depth}");
    }
}

#[test]
fn no_value_is_too_much() {
    let text =
        "extends = \"chess\"\nname = \"Dear\"\npieces.rook.value = 1000000\npieces.knight.value = 1000000\n";
    let game = chatura_define::load_text(text, "dear.toml", &[], 1).unwrap_or_else(|error| panic!("{error}"));
    let line = line(&game, "6k1/5ppp/8/8/2n5/8/5PPP/RN4K1 w - - 0 1");
    let answer = think(&mut engine(&game), &line, &Limits::depth(3));
    assert_eq!(answer.report.lines[0].score, Score::Mate(1));
}

#[test]
fn a_line_of_another_game_is_an_error() {
    let (chess, shogi) = (game("chess"), game("shogi"));
    let mut engine = Engine::new(&chess, Options { hash_mb: 1, ..Options::default() });
    let start = chatura_rules::Position::start(&shogi);
    let error = engine.evaluate(&start).unwrap_err();
    assert_eq!(error.to_string(), "the engine knows Chess and was asked about Shogi");
    assert_eq!(engine.outlook(&start), Err(error.clone()));
    assert_eq!(engine.think(&Line::new(start), &Limits::depth(1), &Stop::new(), &mut |_| {}), Err(error));
    let again = Line::new(chatura_rules::Position::start(&game("chess")));
    assert!(engine.think(&again, &Limits::depth(1), &Stop::new(), &mut |_| {}).is_err());
}
