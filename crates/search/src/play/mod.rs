//! Choosing a move.

mod ends;
mod exchange;
mod fixed;
mod history;
mod many;
mod node;
mod one_ply;
mod picker;
mod prune;
mod quiet;
mod root;
mod smp;
mod table;
#[cfg(test)]
mod tests;
mod worker;

pub(crate) use history::History;
pub(crate) use table::TranspositionTable;

use crate::answer::{Answer, INFINITE, Report, Score};
use crate::engine::{Algorithm, Options, Strategy};
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::limits::{Limits, Stop};
use crate::net::Net;
use chatura_rules::Move;
use chatura_rules::arena::{Arena, Wanted};
use chatura_rules::random::Random;
use chatura_tables::Tables;
use root::{Candidate, Task};
use smp::Smp;
use std::sync::atomic::Ordering;
use worker::{MAX_PLY, Shared, Worker};

/// What a thought is about, besides the arena, which stands where the line began.
pub(crate) struct SearchContext<'a, const W: usize> {
    pub knowledge: &'a Knowledge<W>,
    pub options: &'a Options,
    pub net: Option<&'a Net>,
    /// Endgame tables, if there are any; a weaker level does without.
    pub tables: Option<&'a Tables>,
    pub table: &'a TranspositionTable,
    /// The moves that led here.
    pub moves: &'a [Move],
    pub limits: &'a Limits,
    pub stop: &'a Stop,
}

/// Thinks; what was learnt is kept for the next time.
pub(crate) fn think<const W: usize>(
    mut arena: Arena<'_, W>,
    context: &SearchContext<'_, W>,
    history: &mut Option<Box<History>>,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    match context.options.strategy {
        Strategy::OnePly => {
            for mv in context.moves {
                arena.play(*mv);
            }
            one_ply::think(&mut arena, context, report)
        }
        Strategy::FixedDepth(depth) => search(&arena, context, history, report, Way::Fixed(depth)),
        Strategy::Full => search(&arena, context, history, report, Way::Deepen(Algorithm::BEST)),
        Strategy::Many(algorithm) => search(&arena, context, history, report, Way::Deepen(algorithm)),
    }
}

/// What everybody can expect of a position with more than two sides, without looking ahead; nothing with two.
pub(crate) fn outlook<const W: usize>(
    arena: &Arena<'_, W>,
    know: &Knowledge<W>,
    net: Option<&Net>,
    table: &TranspositionTable,
) -> Vec<Score> {
    if !many::applies(know, arena) {
        return Vec::new();
    }
    let stop = Stop::new();
    let shared = Shared::new(table, &stop);
    let history = History::new(know.players, know.types, know.cells);
    let mut worker = Worker::new(arena.clone(), &[], know, net, &shared, &history);
    worker.set_many(Algorithm::BEST);
    worker.outlooks()
}

/// How a tree is searched.
#[derive(Clone, Copy)]
enum Way {
    /// To one depth.
    Fixed(u32),
    /// Deeper and deeper; more than two sides in this way.
    Deepen(Algorithm),
}

fn search<const W: usize>(
    arena: &Arena<'_, W>,
    context: &SearchContext<'_, W>,
    history: &mut Option<Box<History>>,
    report: &mut dyn FnMut(&Report),
    way: Way,
) -> Answer {
    let (limits, level, know) = (context.limits, context.options.level, context.knowledge);
    let (soft, hard) = limits.times();
    let nodes = match (limits.nodes, level.nodes()) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    // A level is a number of positions, whoever looks at them.
    let threads = if level.nodes().is_some() { 1 } else { context.options.threads.clamp(1, 512) };
    let shared = Shared {
        smp: (threads > 1).then(Smp::new),
        hard,
        nodes: nodes.map(|nodes| nodes.div_ceil(threads as u64)),
        salt: u64::from(Level::HIGHEST.number() - level.number()).wrapping_mul(0xc2b2_ae3d_27d4_eb4f),
        ..Shared::new(context.table, context.stop)
    };
    context.table.next_age();
    let fresh = || Box::new(History::new(know.players, know.types, know.cells));
    let mut learnt = history.take().unwrap_or_else(fresh);
    learnt.fade();
    let blur = level.blur();
    let wanted = limits.lines.max(1);
    let lines = if blur > 0 { wanted.max(4) } else { wanted };
    let depth = limits.depth.map_or(MAX_PLY, |depth| depth.max(1) as usize);
    let tables = context.tables.filter(|_| level == Level::HIGHEST);
    let mut main = Worker::new(arena.clone(), context.moves, know, context.net, &shared, &learnt);
    main.tables = tables;
    let mut told_last = None;
    let mut tell = |found: &Report| {
        told_last = found.lines.first().and_then(|line| line.moves.first().copied());
        report(found);
    };
    let task = Task { only: &limits.only, lines, told: wanted, depth, soft, helper: 0 };
    let (mut candidates, reached) = match way {
        Way::Fixed(depth) => main.fixed(&limits.only, depth),
        Way::Deepen(algorithm) => std::thread::scope(|scope| {
            let many = many::applies(know, &main.arena);
            if many {
                main.set_many(algorithm);
            }
            for helper in 1..threads {
                let (arena, shared, learnt, task) = (arena.clone(), &shared, &*learnt, &task);
                let helps = move || {
                    let mut worker = Worker::new(arena, context.moves, know, context.net, shared, learnt);
                    if many {
                        worker.set_many(algorithm);
                    }
                    worker.tables = tables;
                    (worker.may_stop, worker.told) = (true, Some(0));
                    worker.deepen(&Task { helper, ..*task }, &mut |_| {});
                    worker.tell_nodes();
                };
                // Where the system gives no more threads, those there are do.
                if std::thread::Builder::new().spawn_scoped(scope, helps).is_err() {
                    break;
                }
            }
            let found = main.deepen(&task, &mut tell);
            shared.over.store(true, Ordering::Relaxed);
            found
        }),
    };
    if blur > 0 {
        let blur = main.many.as_ref().map_or(blur, |many| many.scaled(blur));
        mistake(&mut candidates[..], blur, main.arena.key() ^ context.options.seed);
    }
    let told = wanted.min(candidates.len());
    let found = main.report(&candidates[..told], reached);
    *history = Some(learnt);
    let best = candidates.first();
    // What is played was told, also when it was found in a depth that was not finished.
    if told_last != best.map(|c| c.mv) {
        report(&found);
    }
    Answer { best: best.map(|c| c.mv), ponder: best.and_then(|c| c.line.get(1).copied()), report: found }
}

/// The legal moves, or those of them that were asked for, if any of them is.
fn moves_at_root<const W: usize>(arena: &Arena<'_, W>, only: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    arena.generate(Wanted::All, &mut moves);
    if moves.iter().any(|mv| only.contains(mv)) {
        moves.retain(|mv| only.contains(mv));
    }
    moves
}

/// A weak player misjudges a little: the best move may be another that seems nearly as good.
fn mistake(candidates: &mut [Candidate], blur: i32, seed: u64) {
    let Some(best) = candidates.first().map(|c| c.value) else { return };
    let mut random = Random::new(seed);
    let mut judged: Vec<(i32, usize)> = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let error = (random.next() >> 40) as i32 % blur;
        if candidate.value > -INFINITE && candidate.value > best - blur {
            judged.push((candidate.value + error, index));
        }
    }
    if let Some((_, index)) = judged.into_iter().max() {
        candidates[..=index].rotate_right(1);
    }
}
