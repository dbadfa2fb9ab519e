//! Values of positions with more than two sides.

use super::value::FIRST;
use crate::engine::Algorithm;
use crate::knowledge::Knowledge;
use crate::limits::Stop;
use crate::play::worker::{Shared, Worker};
use crate::play::{History, TranspositionTable};
use chatura_rules::arena::{Arena, Visitor, Wanted};
use chatura_rules::random::Random;
use chatura_rules::{Game, Position};
use std::sync::Arc;

/// Plays at random as a search would, and looks at the values of each position.
struct Walk {
    seed: u64,
}

impl Visitor for Walk {
    /// How many players were put out on the way.
    type Output = u32;
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> u32 {
        let knowledge: Knowledge<W> = Knowledge::new(&arena);
        let (table, stop) = (TranspositionTable::new(1), Stop::new());
        let shared = Shared::new(&table, &stop);
        let history = History::new(knowledge.players, knowledge.types, knowledge.cells);
        let mut worker = Worker::new(arena, &[], &knowledge, None, &shared, &history);
        worker.set_many(Algorithm::MaxN);
        let players = knowledge.players;
        let (mut out, mut random) = (0, Random::new(self.seed));
        for ply in 0..100 {
            worker.note(ply);
            let last = worker.final_values(false, ply);
            let over = last.is_some();
            let values = last.unwrap_or_else(|| worker.values(ply));
            if knowledge.facts.ranked {
                // Nobody has lost what it has, and a game that is over has nothing left to win.
                for (player, value) in values[..players].iter().enumerate() {
                    let points = worker.arena.points(player);
                    let has = worker.many().worth(points);
                    assert!(if over { *value == has } else { *value >= has }, "{values:?} at ply {ply}");
                }
            } else {
                let sum: i32 = values[..players].iter().sum();
                assert!(sum.abs() <= players as i32 * 2, "{values:?} at ply {ply}");
                assert!(values.iter().all(|value| value.abs() <= FIRST), "{values:?}");
            }
            out = players as u32 - worker.arena.alive().count_ones();
            let mut moves = Vec::new();
            worker.arena.generate(Wanted::All, &mut moves);
            if over || moves.is_empty() {
                break;
            }
            // Captures first, so that something happens.
            let takes = |mv: &chatura_rules::Move| worker.arena.takes(*mv);
            let captures: Vec<_> = moves.iter().copied().filter(takes).collect();
            let moves = if captures.is_empty() { moves } else { captures };
            worker.play(*random.pick(&moves));
        }
        out
    }
}

#[test]
fn what_one_gains_others_lose() {
    for name in ["three-player", "three-man", "three-player-double", "six-player", "four-player", "chaturaji"]
    {
        let game: Arc<Game> = chatura_define::load(name, &[], 1).expect("the catalogue is sound");
        let out: u32 = (1..12).map(|seed| Position::start(&game).enter(Walk { seed })).sum();
        println!("{name}: {out} players out");
        assert!(out > 0 || name != "chaturaji", "nobody was put out");
    }
}
