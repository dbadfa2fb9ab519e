//! `chatura analyze`: what the engine thinks of a position, deeper and deeper.

use crate::backend;
use crate::cli::{Analyze, ThinkOptions};
use crate::failure::{Failure, remark};
use crate::output::Output;
use rules::Position;
use search::{Engine, Level, Limits, Options, Report, Stop};
use std::io::Write;
use std::time::Duration;

/// How an engine is set up.
pub fn options(choice: &ThinkOptions) -> Options {
    Options {
        hash_mb: choice.hash,
        threads: choice.threads.into(),
        level: Level::new(choice.level).unwrap_or(Level::HIGHEST),
        ..Options::default()
    }
}

/// Thinks and prints.
pub fn analyze(arguments: &Analyze, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
    let line = backend::line(&loaded.game, &arguments.position)?;
    remark(loaded.drawn());
    if let Some(outcome) = line.outcome() {
        writeln!(out, "{}", outcome.sentence)?;
        return Ok(());
    }
    let mut engine = Engine::new(&loaded.game, options(&arguments.engine));
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        time: arguments.time.map(Duration::from_secs_f64),
        lines: arguments.lines.into(),
        ..Limits::default()
    };
    let mut written = Ok(());
    let stop = Stop::new();
    let answer = engine.think(&line, &limits, &stop, &mut |report| {
        if written.is_ok() {
            written = print(out, line.position(), report);
        }
        if written.is_err() {
            stop.stop();
        }
    });
    written?;
    match answer.best {
        Some(best) => writeln!(out, "bestmove {}", backend::format_move(line.position(), best))?,
        None => writeln!(out, "bestmove (none)")?,
    }
    Ok(())
}

fn print(out: &mut Output, position: &Position, report: &Report) -> std::io::Result<()> {
    for (index, line) in report.lines.iter().enumerate() {
        let number = if report.lines.len() > 1 { format!("{}. ", index + 1) } else { String::new() };
        let depth = format!("{:>2}/{:<2}", report.depth, report.deepest);
        let seconds = report.time.as_secs_f64();
        let told = line.written(position);
        writeln!(
            out,
            "{depth} {seconds:>7.2} s {:>10} nodes  {number}{:>9}  {told}",
            report.nodes,
            line.score.to_string()
        )?;
    }
    out.flush()
}
