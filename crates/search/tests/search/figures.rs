//! Figures that take long to measure: run them with
//! `cargo nextest run --release -p chatura-search --run-ignored only --no-capture`.

use crate::common::{game, games, random_line};
use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Move, Outcome};
use chatura_search::{Engine, Level, Limits, Options, Stop, Strategy};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LONGEST: usize = 400;

/// How well a player did: the share of the others it left behind, those it is level with counting half.
fn share(outcome: Option<&Outcome>, sides: &[u8], seat: usize) -> f64 {
    let Some(outcome) = outcome else { return 0.5 };
    let own = outcome.places[seat];
    let beaten = |other: usize| match outcome.places[other].cmp(&own) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let others: Vec<usize> = (0..sides.len()).filter(|other| sides[seat] >> other & 1 == 0).collect();
    others.iter().map(|other| beaten(*other)).sum::<f64>() / others.len() as f64
}

/// Plays a game; `choose` gives the move of a seat.
fn play(game: &Arc<Game>, random: &mut Random, mut choose: impl FnMut(usize, &Line) -> Move) -> Line {
    let mut line = random_line(game, random, 4);
    while line.outcome().is_none() && line.moves().len() < LONGEST {
        let seat = line.position().turn().index();
        let mv = choose(seat, &line);
        assert!(line.position().is_legal(mv), "{mv:?} in {:?}", line.position());
        line.play_unchecked(mv);
    }
    line
}

#[test]
#[ignore = "takes minutes; see docs/strength.md"]
fn every_game_is_played_better_than_one_ply_ahead() {
    let time = Duration::from_millis(20);
    let (mut sum, mut count, mut late) = (0.0, 0, 0);
    let mut random = Random::new(2024);
    for (name, game) in games() {
        let players = game.players().len();
        let mut strong = Engine::new(&game, Options::default());
        let mut weak =
            Engine::new(&game, Options { strategy: Strategy::OnePly, hash_mb: 1, ..Options::default() });
        let sides = chatura_rules::Position::start(&game).enter(Teams);
        let mut own = 0.0;
        for round in 0..4 {
            let seat = round % players;
            let friend = |other: usize| sides[seat] >> other & 1 != 0;
            let line = play(&game, &mut random, |turn, line| {
                let begun = Instant::now();
                let engine = if friend(turn) { &mut strong } else { &mut weak };
                let answer = engine
                    .think(line, &Limits::time(time), &Stop::new(), &mut |_| {})
                    .expect("the engine of the game");
                if begun.elapsed() > time + Duration::from_millis(500) {
                    late += 1;
                    println!("{name}: a move took {:?}", begun.elapsed());
                }
                answer.best.expect("a game that goes on has a move")
            });
            own += share(line.outcome().as_ref(), &sides, seat);
        }
        println!("{name:<24} {own:.1} of 4");
        sum += own;
        count += 4;
    }
    println!("{:.1} % of {count} games, {late} moves late", 100.0 * sum / f64::from(count));
    assert!(sum / f64::from(count) >= 0.95 && late == 0);
}

/// Asks for the teams of a game.
struct Teams;

impl Visitor for Teams {
    type Output = Vec<u8>;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Vec<u8> {
        arena.facts().sides
    }
}

#[test]
#[ignore = "takes minutes; see docs/strength.md"]
fn four_levels_make_a_difference() {
    let wrong: Vec<u8> = [1, 4, 8, 12].into_iter().filter(|low| four_levels_above(*low) < 0.65).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
#[ignore = "takes most of an hour; see docs/strength.md"]
fn the_highest_level_makes_a_difference() {
    assert!(four_levels_above(16) >= 0.65);
}

/// What a level scores against the one four below it, in fifty games of four kinds. The highest, which has no number of
/// positions of its own, looks at as many as it does in about a second.
fn four_levels_above(low: u8) -> f64 {
    let mut random = Random::new(7 + u64::from(low));
    let (mut sum, mut count) = (0.0, 0.0);
    for (name, rounds) in [("chess", 13), ("crazyhouse", 13), ("xiangqi", 12), ("atomic", 12)] {
        let game = game(name);
        let engine = |level: u8| {
            let level = Level::new(level).expect("a level");
            Engine::new(&game, Options { level, ..Options::default() })
        };
        let mut pair = [engine(low + 4), engine(low)];
        for round in 0..rounds {
            let line = play(&game, &mut random, |turn, line| {
                let index = (turn + round) % 2;
                let answer = pair[index]
                    .think(line, &Limits::nodes(700_000), &Stop::new(), &mut |_| {})
                    .expect("the engine of the game");
                answer.best.expect("a game that goes on has a move")
            });
            sum += share(line.outcome().as_ref(), &[1, 2], round % 2);
            count += 1.0;
        }
        println!("level {} against level {low}: {:.1} % after {count} games", low + 4, 100.0 * sum / count);
    }
    sum / count
}
