//! One thread and a fixed number of positions: always the same thought. The sum stands here so that it changes only
//! knowingly; whoever changes how the engine thinks measures that it got better and writes the new number down.

use crate::common::{game, random_line};
use chatura_rules::random::Random;
use chatura_search::{Engine, Limits, Options, Stop};

/// Positions looked at to reach these depths, over all games of the benchmark and three positions each.
const SIGNATURE: u64 = 142_010;

#[test]
fn the_engine_still_thinks_the_same() {
    let mut sum = 0;
    for name in chatura_search::BENCH_GAMES {
        let game = game(name);
        let mut engine = Engine::new(&game, Options { hash_mb: 2, ..Options::default() });
        let mut random = Random::new(41);
        for plies in [0, 9, 30] {
            let line = random_line(&game, &mut random, plies);
            let answer = engine
                .think(&line, &Limits::depth(5), &Stop::new(), &mut |_| {})
                .expect("the engine of the game");
            sum += answer.report.nodes;
        }
    }
    assert_eq!(sum, SIGNATURE);
}
