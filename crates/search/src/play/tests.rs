//! The parts of the search against the rules themselves.

use super::History;
use super::picker::{PickMode, Picker};
use super::table::TranspositionTable;
use super::worker::{Shared, Worker};
use crate::knowledge::{Knowledge, Sides};
use crate::limits::{Limits, Stop};
use crate::{Engine, Level, Options};
use chatura_rules::arena::{Arena, Visitor, Wanted};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Move, Position};
use std::sync::Arc;

fn games() -> Vec<(String, Arc<Game>)> {
    let ids = chatura_define::catalogue::list().iter().map(|entry| entry.about.id.clone());
    ids.map(|id| (id.clone(), chatura_define::load(&id, &[], 1).expect("the catalogue is sound"))).collect()
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
        let (table, stop) = (TranspositionTable::new(1), Stop::new());
        let shared = Shared::new(&table, &stop);
        let history = History::new(knowledge.players, knowledge.types, knowledge.cells);
        let mut worker = Worker::new(arena, &[], &knowledge, None, &shared, &history);
        let mut random = Random::new(self.seed);
        for _ in 0..self.plies {
            self.check.check(&mut worker);
            let mut moves = Vec::new();
            worker.arena.generate(Wanted::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            worker.play(*random.pick(&moves));
        }
    }
}

/// Every move that the picker gives.
fn picked<const W: usize>(worker: &mut Worker<'_, W>, known: Option<Move>) -> Vec<Move> {
    let checked = worker.arena.in_check(worker.arena.turn());
    let mode = if checked { PickMode::Evasions } else { PickMode::All };
    let before = worker.before();
    let mut picker = Picker::new(mode, known, [known; 3], before, Default::default());
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

/// Counts positions so many plies away by the moves the picker gives and the worker plays and takes back.
struct Count {
    depth: u32,
    perft: u64,
}

impl Check for Count {
    fn check<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        fn count<const W: usize>(worker: &mut Worker<'_, W>, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            if worker.arena.ending().is_some() {
                return 0;
            }
            let mut sum = 0;
            for mv in picked(worker, None) {
                worker.play(mv);
                sum += count(worker, depth - 1);
                worker.undo();
            }
            sum
        }
        let key = worker.key;
        assert_eq!(count(worker, self.depth), self.perft);
        assert_eq!(worker.key, key);
    }
}

#[test]
fn perft_through_the_picker_is_perft() {
    for (name, game) in games() {
        println!("{name}");
        let deep = ["chess", "crazyhouse", "atomic", "xiangqi"].contains(&name.as_str());
        // Two moves of the largest board are a hundred thousand.
        let depth = if deep { 3 } else { 1 + u32::from(game.board().len() <= 256) };
        let mut position = Position::start(&game);
        for ply in 0..24 {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            if ply % 6 == 0 {
                let check = Count { depth, perft: chatura_rules::perft(&position, depth) };
                position.enter(Walk { plies: 1, seed: 5, check });
            }
            position.play_unchecked(*mv);
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

/// Counts the moves of a line that give much away by an exchange although another would not have.
struct GivenAway<'a> {
    moves: &'a [Move],
}

/// What counts as much: five pawns.
const MUCH: i32 = 500;

/// Whether after a move somebody can take so much more than the move took.
fn gives_away<const W: usize>(know: &Knowledge<W>, arena: &mut Arena<'_, W>, mv: Move) -> bool {
    let gain = know.victim(arena, mv).0 + know.gain(arena, mv);
    let past = arena.play(mv);
    let mut replies = Vec::new();
    arena.generate(Wanted::All, &mut replies);
    let given = replies.iter().any(|reply| arena.takes(*reply) && know.brings(arena, *reply, MUCH + gain));
    arena.undo(&past);
    given
}

impl Visitor for GivenAway<'_> {
    type Output = usize;
    fn visit<const W: usize>(self, mut arena: Arena<'_, W>) -> usize {
        let know: Knowledge<W> = Knowledge::new(&arena);
        let mut count = 0;
        for &mv in self.moves {
            if gives_away(&know, &mut arena, mv) {
                let mut others = Vec::new();
                arena.generate(Wanted::All, &mut others);
                count += usize::from(others.iter().any(|other| !gives_away(&know, &mut arena, *other)));
            }
            arena.play(mv);
        }
        count
    }
}

#[test]
#[ignore = "takes a minute; see docs/strength.md"]
fn the_lowest_level_seldom_gives_much_away() {
    let (mut given, mut all) = (0, 0);
    for name in ["chess", "xiangqi", "makruk", "capablanca"] {
        let game = chatura_define::load(name, &[], 1).expect("the catalogue is sound");
        let (before_given, before) = (given, all);
        for round in 0..12 {
            let options = Options { level: Level::LOWEST, hash_mb: 1, ..Options::default() };
            let mut engine = Engine::new(&game, options);
            let mut line = Line::new(Position::start(&game));
            // A different first move for each game.
            let first = line.position().legal_moves();
            line.play_unchecked(first[(round * 7) % first.len()]);
            while line.outcome().is_none() && line.moves().len() < 120 {
                let answer = engine
                    .think(&line, &Limits::default(), &Stop::new(), &mut |_| {})
                    .expect("the engine of the game");
                line.play_unchecked(answer.best.expect("a game that goes on has a move"));
            }
            given += Position::start(&game).enter(GivenAway { moves: line.moves() });
            all += line.moves().len() - 1;
        }
        println!("{name}: {} of {} moves give five pawns away", given - before_given, all - before);
    }
    println!("all: {given} of {all}, one of {:.1}", all as f64 / given.max(1) as f64);
    assert!(all >= 12 * given);
}
