//! `chatura perft`: counts move sequences, on several threads.

use super::show::values;
use crate::backend;
use crate::cli::Perft;
use crate::failure::{Failure, remark};
use crate::output::{Output, progress};
use chatura_rules::{Move, Position};
use serde_json::{Map, Value, json};
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Counts and prints.
pub fn perft(arguments: &Perft, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
    let line = backend::line(&loaded.game, &arguments.position)?;
    let position = line.position();
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    if !arguments.json {
        remark(loaded.drawn());
    }
    let begun = Instant::now();
    let counts = if arguments.depth == 0 { Vec::new() } else { count(position, arguments.depth, threads) };
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = if arguments.depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let mut divided: Vec<(String, u64)> =
        counts.iter().map(|&(mv, nodes)| (backend::format_move(position, mv), nodes)).collect();
    divided.sort_unstable();
    if arguments.json {
        let mut value = json!({
            "game": position.game().about().id,
            "variables": values(position.game()),
            "seed": loaded.seed(),
            "fen": backend::format_fen(position),
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": seconds,
            "threads": threads,
        });
        if arguments.divide {
            let divided = divided.into_iter().map(|(text, nodes)| (text, json!(nodes)));
            value["divide"] = Value::Object(divided.collect::<Map<_, _>>());
        }
        return Ok(out.json(&value)?);
    }
    if arguments.divide {
        for (text, nodes) in &divided {
            writeln!(out, "{text}: {nodes}")?;
        }
    }
    // Standard output is the same in every run; how long it took is for the one who waited.
    if io::stderr().is_terminal() {
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        let _ = writeln!(io::stderr(), "{seconds:.2} s, {speed:.1} million nodes per second");
    }
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// A piece of work: a first move, and the reply after it where the depth allows one.
struct Job {
    root: usize,
    reply: Option<Move>,
}

/// The count of each first move. Work is split after two plies, since a single first move may hold most of it.
fn count(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let roots: Vec<(Move, Position)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            (mv, after)
        })
        .collect();
    let mut jobs = Vec::new();
    let mut left: Vec<AtomicUsize> = Vec::new();
    for (root, (_, after)) in roots.iter().enumerate() {
        let before = jobs.len();
        if depth > 2 {
            jobs.extend(after.legal_moves().into_iter().map(|reply| Job { root, reply: Some(reply) }));
        } else {
            jobs.push(Job { root, reply: None });
        }
        left.push(AtomicUsize::new(jobs.len() - before));
    }
    let roots_left = left.iter().filter(|jobs| jobs.load(Ordering::Relaxed) > 0).count();
    let bar = progress(roots_left as u64, "first moves");
    bar.enable_steady_tick(Duration::from_millis(200));
    let counts: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = nodes_of(&roots[job.root].1, job.reply, depth);
            counts[job.root].fetch_add(nodes, Ordering::Relaxed);
            if left[job.root].fetch_sub(1, Ordering::Relaxed) == 1 {
                bar.inc(1);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    roots.iter().zip(counts).map(|((mv, _), nodes)| (*mv, nodes.into_inner())).collect()
}

fn nodes_of(after: &Position, reply: Option<Move>, depth: u32) -> u64 {
    match reply {
        Some(reply) => {
            let mut position = after.clone();
            position.play_unchecked(reply);
            chatura_rules::perft(&position, depth - 2)
        }
        None if depth == 1 => 1,
        None => chatura_rules::perft(after, depth - 1),
    }
}
