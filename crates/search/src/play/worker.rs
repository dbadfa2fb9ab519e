//! One thread of a thought: the position it is at, how it came there, and what it learnt.

use super::history::{History, PieceTo};
use super::many::{self, Many};
use super::node::Turn;
use super::picker::Lists;
use super::smp::Smp;
use super::table::TranspositionTable;
use crate::answer::{DECIDED, WON};
use crate::knowledge::{Accumulator, Knowledge, Sides};
use crate::limits::Stop;
use crate::net::{Net, Sums};
use chatura_rules::arena::{Arena, Past};
use chatura_rules::{MAX_PLAYERS, Move, MoveKind};
use chatura_tables::{Tables, Verdict};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No position that is not decided is worth more.
const MOST: i32 = 14_000;

/// No line is followed further than this.
pub(crate) const MAX_PLY: usize = 120;

/// After so many positions it is looked whether time is up: where there are two thousand moves each, they take a hundredth of a second.
const LOOK: u64 = 64;
/// After so many positions the first depth is in a hurry: it must come to an end, and cannot be broken off.
const PATIENT: u64 = 100_000;
/// After so many it is if time is up or it was asked to stop. Before that the rest takes no time worth a bad move.
const SOON: u64 = 5_000;

/// What all threads of a thought share.
pub(crate) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    /// If there are several.
    pub smp: Option<Smp>,
    /// Set by whoever asks for an answer.
    pub stop: &'a Stop,
    /// Set when the thought is over.
    pub over: AtomicBool,
    /// Positions looked at by other threads.
    pub others: AtomicU64,
    pub begun: Instant,
    pub hard: Option<Duration>,
    /// How many positions each thread may look at.
    pub nodes: Option<u64>,
    /// Makes keys different: a weak player does not know what a strong one has found.
    pub salt: u64,
}

impl<'a> Shared<'a> {
    /// For a thought of one thread without limits, that begins now.
    pub fn new(table: &'a TranspositionTable, stop: &'a Stop) -> Self {
        Shared {
            table,
            smp: None,
            stop,
            over: AtomicBool::new(false),
            others: AtomicU64::new(0),
            begun: Instant::now(),
            hard: None,
            nodes: None,
            salt: 0,
        }
    }

    /// Whether no more is wanted.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.over.load(Ordering::Relaxed)
    }
}

/// A move on the way from the start of the game to here.
pub(crate) struct Step<const W: usize> {
    pub mv: Move,
    /// The key of the position before it.
    pub key: u64,
    past: Past<W>,
    sum: Accumulator,
    /// Whether it was no move at all, only a look at what happens then.
    pub null: bool,
    /// Whether it left the next player in check, once that was asked.
    checks: Option<bool>,
    /// The piece and where it went.
    piece_to: Option<PieceTo>,
}

/// What belongs to one ply.
#[derive(Default)]
pub(crate) struct Ply {
    pub lists: Lists,
    pub killers: [Option<Move>; 2],
    /// What it is worth without looking ahead; nothing in check.
    pub eval: Option<i32>,
    /// Whose turn it is.
    pub side: u8,
    /// The best line from here.
    pub line: Vec<Move>,
    /// A move left out to see whether there is another.
    pub excluded: Option<Move>,
    /// Moves tried without success.
    pub tried: Vec<Move>,
    /// Moves left for later because another thread is at them.
    pub later: Vec<Turn>,
}

/// One thread.
pub(crate) struct Worker<'a, const W: usize> {
    pub arena: Arena<'a, W>,
    pub know: &'a Knowledge<W>,
    /// The net that corrects the evaluation, and what it knows of the present position.
    net: Option<(&'a Net, Sums)>,
    pub sides: Sides,
    pub shared: &'a Shared<'a>,
    pub history: &'a History,
    /// Endgame tables, if there are any.
    pub tables: Option<&'a Tables>,
    /// How often they knew a position.
    pub table_hits: u64,
    pub trail: Vec<Step<W>>,
    /// How many steps of the trail led to where the thought began.
    pub root: usize,
    pub plies: Vec<Ply>,
    pub sum: Accumulator,
    pub key: u64,
    /// Makes keys of different thoughts different where the same position means different things.
    salt: u64,
    /// Whether what everybody has collected is a part of what a position means.
    collected: bool,
    pub nodes: u64,
    /// How many of them the others know of; nothing for the first thread.
    pub told: Option<u64>,
    pub deepest: usize,
    /// The depth it is at; nought if it is no matter whether another thread finishes it.
    pub depth: u32,
    pub stopped: bool,
    /// Whether it may stop: not before there is an answer.
    pub may_stop: bool,
    /// Whether it should have come to an end, where it may not stop.
    late: bool,
    pub scratch: Vec<Move>,
    /// What more than two sides need.
    pub many: Option<Box<Many>>,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A thread that stands at the end of the moves; the arena stands where they begin.
    pub fn new(
        arena: Arena<'a, W>,
        moves: &[Move],
        know: &'a Knowledge<W>,
        net: Option<&'a Net>,
        shared: &'a Shared<'a>,
        history: &'a History,
    ) -> Self {
        let mut there = arena.clone();
        moves.iter().for_each(|mv| drop(there.play(*mv)));
        let sides = Sides::new(know, there.turn(), there.alive());
        let mut worker = Worker {
            sum: Accumulator::default(),
            key: 0,
            salt: 0,
            // With more than two sides values are what is to come, whatever was collected before.
            collected: know.facts.ranked && !many::applies(know, &there),
            arena,
            know,
            net: None,
            sides,
            shared,
            history,
            tables: None,
            table_hits: 0,
            trail: Vec::with_capacity(moves.len() + MAX_PLY + 8),
            root: moves.len(),
            plies: (0..MAX_PLY + 4).map(|_| Ply::default()).collect(),
            nodes: 0,
            told: None,
            deepest: 0,
            depth: 0,
            stopped: false,
            may_stop: false,
            late: false,
            scratch: Vec::with_capacity(256),
            many: None,
        };
        worker.key = worker.key_here();
        for mv in moves {
            worker.play(*mv);
        }
        worker.sum = know.accumulate(&worker.arena, &worker.sides);
        worker.net = net.map(|net| (net, Sums::new(net, &worker.arena)));
        worker.add_salt(shared.salt);
        if know.many() {
            // One against all others means something else for each.
            worker.add_salt((there.turn() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        }
        worker
    }

    /// The key of the position, with all that belongs to what it means.
    #[inline(always)]
    fn key_here(&self) -> u64 {
        let key = self.arena.key() ^ self.salt;
        if self.collected { key ^ self.arena.points_key() } else { key }
    }

    /// Makes the keys of this thought different from those of another.
    pub fn add_salt(&mut self, salt: u64) {
        for step in &mut self.trail {
            step.key ^= salt;
        }
        self.key ^= salt;
        self.salt ^= salt;
    }

    /// Plays a move.
    #[inline(always)]
    pub fn play(&mut self, mv: Move) {
        let piece_to = (mv.kind() != MoveKind::Pass).then(|| self.piece_to(mv));
        let (key, sum) = (self.key, self.sum);
        // A step is large: it is made where it stays.
        let past = self.arena.play(mv);
        self.trail.push(Step { mv, key, past, sum, null: false, checks: None, piece_to });
        self.key = self.key_here();
        self.shared.table.prefetch(self.key);
        if let Some(step) = self.trail.last() {
            self.sum = self.know.updated(&self.arena, &step.past, &self.sides, sum);
            if let Some((net, sums)) = &mut self.net {
                sums.push(net, &self.arena, &step.past);
            }
        }
    }

    /// Lets the turn pass to see what happens then.
    pub fn play_null(&mut self) {
        self.play(Move::PASS);
        if let Some(step) = self.trail.last_mut() {
            step.null = true;
        }
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&mut self) {
        if let Some(step) = self.trail.last() {
            self.arena.undo(&step.past);
            (self.sum, self.key) = (step.sum, step.key);
            if let Some((net, sums)) = &mut self.net {
                sums.pop(net);
            }
        }
        self.trail.truncate(self.trail.len().saturating_sub(1));
    }

    /// Takes back as many moves as a position needs to come again, and plays them again one by one, telling each.
    pub fn relive(&self, steps: usize, mut each: impl FnMut(&Arena<'a, W>, Move, usize)) {
        let mut arena = self.arena.clone();
        let cycle = &self.trail[self.trail.len() - steps..];
        for step in cycle.iter().rev() {
            arena.undo(&step.past);
        }
        for step in cycle {
            let player = arena.turn();
            arena.play(step.mv);
            each(&arena, step.mv, player);
        }
    }

    /// Whether the player to move is in check.
    #[inline(always)]
    pub fn is_checked(&mut self) -> bool {
        let known = self.trail.last().and_then(|step| step.checks);
        known.unwrap_or_else(|| {
            let checked = self.arena.in_check(self.arena.turn());
            if let Some(step) = self.trail.last_mut() {
                step.checks = Some(checked);
            }
            checked
        })
    }

    /// Whether a value of the table holds here. Near an end for want of progress the same position is worth less and
    /// less, and a win counts only if it comes before that.
    #[inline(always)]
    pub fn holds(&self, value: i32) -> bool {
        let Some((moves, _)) = self.know.facts.progress else { return true };
        let limit = i32::from(moves) * self.arena.alive().count_ones() as i32;
        let needed = if value.abs() > DECIDED { (WON - value.abs()).max(20) } else { 20 };
        i32::from(self.arena.halfmoves()) + needed < limit
    }

    /// The piece a move moves and where it goes.
    #[inline(always)]
    pub fn piece_to(&self, mv: Move) -> PieceTo {
        let kind = mv.dropped().unwrap_or_else(|| self.arena.piece(mv.from().index()).kind()).index();
        (self.arena.turn() * self.know.types + kind) * self.know.cells + mv.to().index()
    }

    /// The last two moves, as pieces and places.
    #[inline(always)]
    pub fn before(&self) -> [Option<PieceTo>; 2] {
        let mut back = self.trail.iter().rev().map(|step| step.piece_to);
        [back.next().flatten(), back.next().flatten()]
    }

    /// The number of the side to move.
    #[inline(always)]
    pub fn side(&self) -> u8 {
        self.sides.side[self.arena.turn()]
    }

    /// What the position is worth without looking ahead.
    #[inline(always)]
    pub fn evaluate(&self) -> i32 {
        let value = self.know.evaluate(&self.arena, &self.sum, &self.sides);
        match &self.net {
            None => value,
            Some((net, sums)) => (value + sums.correction(net, &self.arena, &self.sides)).clamp(-MOST, MOST),
        }
    }

    /// How strong each player stands, by itself.
    pub fn strengths(&self) -> [i32; MAX_PLAYERS] {
        let mut strengths = self.know.strengths(&self.arena, &self.sum, &self.sides);
        if let Some((net, sums)) = &self.net {
            let pieces = self.arena.occupied().len();
            for player in (0..self.know.players).filter(|player| self.arena.alive() >> player & 1 != 0) {
                strengths[player] += net.for_one(sums.of(net, player), pieces);
            }
        }
        strengths
    }

    /// Counts a position, and looks now and then whether time is up.
    #[inline(always)]
    pub fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        let limit = self.shared.nodes.is_some_and(|most| self.nodes >= most);
        if limit && self.may_stop || self.nodes.is_multiple_of(LOOK) {
            self.look(limit);
        }
    }

    /// Whether the first depth has taken so long that nothing more is to be looked at deeper than it must be. Where armies
    /// stand on each other's cells captures alone are without end.
    #[inline(always)]
    pub fn is_hurried(&self) -> bool {
        self.late && !self.may_stop
    }

    /// What endgame tables know of the position, which is not over.
    #[inline(always)]
    pub fn look_up(&mut self, ply: usize) -> Option<i32> {
        let tables = self.tables?;
        let value = match tables.probe(&self.arena)? {
            Verdict::Draw => 0,
            Verdict::Win(plies) => WON - ply as i32 - i32::from(plies),
            Verdict::Loss(plies) => ply as i32 + i32::from(plies) - WON,
        };
        // A win so long that nothing shows it to be one, or that comes too late, is looked for as if there were no tables.
        let holds = value == 0 || value.abs() > DECIDED && self.holds(value);
        self.table_hits += u64::from(holds);
        holds.then_some(value)
    }

    #[inline(never)]
    fn look(&mut self, limit: bool) {
        let shared = self.shared;
        self.tell_nodes();
        let late =
            shared.hard.is_some_and(|hard| shared.begun.elapsed() >= hard && !shared.stop.is_pondering());
        if self.may_stop {
            self.stopped |= limit || late || self.is_overtaken() || shared.is_over();
        } else {
            self.late |= self.nodes > PATIENT || self.nodes > SOON && (late || shared.is_over());
        }
    }

    /// Lets the first thread know how many positions this one has looked at.
    pub fn tell_nodes(&mut self) {
        if let Some(told) = &mut self.told {
            self.shared.others.fetch_add(self.nodes - *told, Ordering::Relaxed);
            *told = self.nodes;
        }
    }

    /// Whether another thread has finished the depth this one is at.
    pub fn is_overtaken(&self) -> bool {
        self.depth > 0 && self.shared.smp.as_ref().is_some_and(|all| all.reached() >= self.depth)
    }
}
