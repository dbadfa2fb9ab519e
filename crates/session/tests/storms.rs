//! Any sequence of commands leaves a session consistent.

use crate::common;

use crate::common::storm::storm;
use proptest::prelude::*;

const GAMES: &[&str] = &[
    "chess",
    "crazyhouse",
    "shogi",
    "atomic",
    "xiangqi",
    "three-player",
    "three-player-double",
    "four-player",
    "four-player-teams",
    "three-man",
    "chaturaji",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_commands_leave_a_session_consistent(game in prop::sample::select(GAMES), seed: u64, commands in 1usize..120) {
        storm(&common::game(game), seed, commands);
    }
}

#[test]
fn every_game_weathers_a_storm() {
    for entry in chatura_define::catalogue::list() {
        for seed in 0..3 {
            storm(&common::game(&entry.about.id), seed, 60);
        }
    }
}
