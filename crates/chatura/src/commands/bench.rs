//! `chatura bench`: how fast the engine is, and whether it still thinks the same.

use crate::backend;
use crate::cli::Bench;
use crate::failure::Failure;
use crate::output::Output;
use chatura_search::{Engine, Limits, Options, Stop};
use std::io::Write;
use std::time::Duration;

/// Thinks about the start of some games and prints how many positions that took.
pub fn bench(arguments: &Bench, out: &mut Output) -> Result<(), Failure> {
    let named: Vec<&str> = match arguments.games.is_empty() {
        true => chatura_search::BENCH_GAMES.to_vec(),
        false => arguments.games.iter().map(String::as_str).collect(),
    };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for name in named {
        let game = backend::load_named(name, &[]).map_err(|problem| Failure::input(problem, None))?;
        let options =
            Options { hash_mb: arguments.hash, threads: arguments.threads.into(), ..Options::default() };
        let mut engine = Engine::new(&game, options);
        let line = chatura_rules::Line::new(chatura_rules::Position::start(&game));
        let limits = arguments.nodes.map_or_else(|| Limits::depth(arguments.depth), Limits::nodes);
        let answer = engine.think(&line, &limits, &Stop::new(), &mut |_| {})?;
        let best = answer.best.map_or_else(String::new, |mv| backend::format_move(line.position(), mv));
        writeln!(
            out,
            "{name:<22} depth {:>2}  {:>9} nodes {:>9} nodes/s  {best}",
            answer.report.depth,
            answer.report.nodes,
            answer.report.speed()
        )?;
        out.flush()?;
        nodes += answer.report.nodes;
        time += answer.report.time;
    }
    if arguments.nodes.is_none() && arguments.threads == 1 {
        writeln!(out, "signature {nodes}")?;
    }
    writeln!(out, "{:.0} nodes/s", nodes as f64 / time.as_secs_f64().max(1e-9))?;
    Ok(())
}
