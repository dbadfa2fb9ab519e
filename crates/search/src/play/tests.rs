//! The parts of the search against the rules themselves.

use super::picker::{Choice, Picker};
use super::table::Table;
use super::worker::{Shared, Worker};
use super::{AtomicBool, AtomicU64, History};
use crate::knowledge::{Knowledge, Sides};
use crate::limits::Stop;
use rules::arena::{Arena, Visitor, Wanted};
use rules::{Game, Move, Position};
use std::sync::Arc;
use std::time::Instant;

fn games() -> Vec<(String, Arc<Game>)> {
    let ids = define::catalogue::list().iter().map(|entry| entry.about.id.clone());
    ids.map(|id| (id.clone(), define::load(&id, &[], 1).expect("the catalogue is sound"))).collect()
}

/// Plays random moves from the start and does something at each position.
struct Walk<F> {
    plies: usize,
    seed: u64,
    check: F,
}

trait Check {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>);
}

impl<F: Check> Visitor for Walk<F> {
    type Output = ();
    fn visit<const W: usize>(mut self, arena: Arena<'_, W>) {
        let knowledge: Knowledge<W> = Knowledge::new(&arena);
        let (table, stop) = (Table::new(1), Stop::new());
        let shared = Shared {
            table: &table,
            stop: &stop,
            over: AtomicBool::new(false),
            others: AtomicU64::new(0),
            begun: Instant::now(),
            hard: None,
            nodes: None,
        };
        let history = Box::new(History::new(knowledge.players, knowledge.types, knowledge.cells));
        let mut worker = Worker::new(arena, &[], &knowledge, &shared, history);
        for _ in 0..self.plies {
            self.check.check(&mut worker);
            let mut moves = Vec::new();
            worker.arena.generate(Wanted::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            self.seed ^= self.seed << 13;
            self.seed ^= self.seed >> 7;
            self.seed ^= self.seed << 17;
            worker.play(moves[(self.seed >> 11) as usize % moves.len()]);
        }
    }
}

/// Every move that the picker gives.
fn picked<const W: usize>(worker: &mut Worker<'_, W>, known: Option<Move>) -> Vec<Move> {
    let checked = worker.arena.in_check(worker.arena.turn());
    let choice = if checked { Choice::Evasions } else { Choice::All };
    let before = worker.before();
    let mut picker = Picker::new(choice, known, [known; 3], before, Default::default());
    let mut moves = Vec::new();
    while let Some(mv) = picker.next(worker) {
        moves.push(mv);
    }
    moves
}

struct PicksAll;

impl Check for PicksAll {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        let mut all = Vec::new();
        worker.arena.generate(Wanted::All, &mut all);
        all.sort_unstable();
        // A known move that is legal, and one that is not.
        for known in [None, all.get(all.len() / 2).copied(), Some(Move::step(0, 0)), Some(Move::step(255, 1))]
        {
            let mut found = picked(worker, known);
            if let Some(known) = known.filter(|mv| all.contains(mv)) {
                assert_eq!(found[0], known);
            }
            found.sort_unstable();
            assert_eq!(found, all);
        }
    }
}

#[test]
fn the_picker_gives_every_legal_move_once() {
    for (name, game) in games() {
        println!("{name}");
        for seed in [1, 99] {
            Position::start(&game).enter(Walk { plies: 60, seed, check: PicksAll });
        }
    }
}

struct KnowsLegal;

impl Check for KnowsLegal {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        let (mut all, mut scratch) = (Vec::new(), Vec::new());
        worker.arena.generate(Wanted::All, &mut all);
        for mv in &all {
            assert!(worker.arena.is_legal(*mv, &mut scratch), "{mv:?}");
        }
        let cells = worker.know.cells;
        for from in worker.arena.occupied().into_iter().take(24) {
            for to in (0..cells).step_by(3) {
                let mv = Move::step(from, to);
                assert_eq!(worker.arena.is_legal(mv, &mut scratch), all.contains(&mv), "{mv:?}");
            }
        }
    }
}

#[test]
fn a_move_is_legal_exactly_when_it_is_among_the_legal_ones() {
    for (name, game) in games() {
        println!("{name}");
        Position::start(&game).enter(Walk { plies: 40, seed: 5, check: KnowsLegal });
    }
}

struct KeepsCount;

impl Check for KeepsCount {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        // Sides are those of the one who moved first in the walk.
        assert_eq!(worker.sum, worker.know.accumulate(&worker.arena, &worker.sides));
        let (key, sum) = (worker.key, worker.sum);
        let mut all = Vec::new();
        worker.arena.generate(Wanted::All, &mut all);
        for mv in all {
            worker.play(mv);
            worker.undo();
            assert_eq!((worker.key, worker.sum), (key, sum), "{mv:?}");
        }
    }
}

#[test]
fn sums_kept_by_edits_are_the_sums() {
    for (name, game) in games() {
        println!("{name}");
        Position::start(&game).enter(Walk { plies: 60, seed: 3, check: KeepsCount });
    }
}

struct Mirrors;

impl Check for Mirrors {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        if worker.know.many() || worker.know.players != 2 || worker.arena.ending().is_some() {
            return;
        }
        // Whoever counts as first, the value is that of the side to move.
        let value = worker.evaluate();
        let other = Sides::new(worker.know, 1 - usize::from(worker.sides.side[1] == 0), worker.arena.alive());
        let sum = worker.know.accumulate(&worker.arena, &other);
        assert_eq!(value, worker.know.evaluate(&worker.arena, &sum, &other));
    }
}

#[test]
fn values_do_not_depend_on_who_is_counted_first() {
    for (name, game) in games() {
        println!("{name}");
        Position::start(&game).enter(Walk { plies: 60, seed: 13, check: Mirrors });
    }
}
