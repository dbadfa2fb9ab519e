//! `chatura analyze`: what the engine thinks of a position, deeper and deeper.

mod beside;

use crate::backend;
use crate::cli::{Analyze, ThinkOptions};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::Output;
use chatura_rules::{Game, Position};
use chatura_search::tables::Verdict;
use chatura_search::{Engine, Level, Limits, Options, Report, Score, Stop};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// The last line where there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// How an engine is set up.
pub fn options(choice: &ThinkOptions) -> Options {
    Options {
        hash_mb: choice.hash,
        threads: choice.threads.into(),
        level: Level::new(choice.level).unwrap_or(Level::HIGHEST),
        seed: backend::random_seed(),
        ..Options::default()
    }
}

/// Our engine, and its limits.
fn own(arguments: &Analyze, game: &Arc<Game>) -> Result<(Engine, Limits), Failure> {
    let mut engine = Engine::new(game, options(&arguments.engine));
    engine.set_net(backend::net(game, arguments.engine.net.as_deref())?);
    engine.set_tables(backend::tables(game, arguments.tables.as_deref())?);
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        time: arguments.time.map(Duration::from_secs_f64),
        lines: arguments.lines.into(),
        ..Limits::default()
    };
    Ok((engine, limits))
}

/// Thinks and prints.
pub fn analyze(arguments: &Analyze, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
    let line = backend::line(&loaded.game, &arguments.position)?;
    remark(loaded.drawn());
    if let Some(outcome) = line.outcome() {
        return match arguments.json {
            true => Ok(out.json_line(&json!({ "outcome": outcome.sentence, "bestmove": null }))?),
            false => Ok(writeln!(out, "{}\n{NO_MOVE}", outcome.sentence)?),
        };
    }
    if !arguments.others.is_empty() {
        return beside::analyze(arguments, &line, out);
    }
    let (mut engine, limits) = own(arguments, &loaded.game)?;
    if let Some(known) = engine.tables().and_then(|tables| tables.verdict(line.position())) {
        match arguments.json {
            true => out.json_line(&json!({ "tables": told(known).0, "plies": told(known).1 }))?,
            false => writeln!(out, "endgame tables: {}", in_words(known))?,
        }
    }
    let mut written = Ok(());
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let answer = engine.think(&line, &limits, &stop, &mut |report| {
        if written.is_ok() {
            written = match arguments.json {
                true => print_json(out, None, line.position(), report),
                false => print(out, None, line.position(), report),
            };
        }
        if written.is_err() {
            stop.stop();
        }
    });
    let answer = answer?;
    written?;
    let best = answer.best.map(|best| backend::format_move(line.position(), best));
    match best {
        best if arguments.json => out.json_line(&json!({ "bestmove": best }))?,
        Some(best) => writeln!(out, "bestmove {best}")?,
        None => writeln!(out, "{NO_MOVE}")?,
    }
    Ok(())
}

/// What endgame tables know, and in how many plies.
fn told(known: Verdict) -> (&'static str, Option<u16>) {
    match known {
        Verdict::Win(plies) => ("win", Some(plies)),
        Verdict::Loss(plies) => ("loss", Some(plies)),
        Verdict::Draw => ("draw", None),
    }
}

/// The same for people.
fn in_words(known: Verdict) -> String {
    let plies = |plies: u16| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match known {
        Verdict::Win(count) => format!("the player to move wins in {}", plies(count)),
        Verdict::Loss(count) => format!("the player to move loses in {}", plies(count)),
        Verdict::Draw => "nobody can force a win".to_owned(),
    }
}

/// What is known so far, as one line of JSON.
fn print_json(
    out: &mut Output,
    name: Option<&str>,
    position: &Position,
    report: &Report,
) -> std::io::Result<()> {
    let lines = report.lines.iter().map(|line| {
        let (kind, value) = match line.score {
            Score::Centipawns(value) => ("centipawns", value),
            Score::Place(value) => ("place", value),
            Score::Points(value) => ("points", value),
            Score::Mate(moves) => ("mate", moves),
        };
        let moves: Vec<String> = line.written(position).split(' ').map(str::to_owned).collect();
        json!({ "score": { kind: value }, "moves": moves })
    });
    let mut told = json!({
        "depth": report.depth,
        "deepest": report.deepest,
        "nodes": report.nodes,
        "table_hits": report.table_hits,
        "seconds": report.time.as_secs_f64(),
        "lines": lines.collect::<Vec<_>>(),
    });
    if let Some(name) = name {
        told["engine"] = json!(name);
    }
    out.json_line(&told)?;
    out.flush()
}

fn print(out: &mut Output, name: Option<&str>, position: &Position, report: &Report) -> std::io::Result<()> {
    let name = name.map(|name| format!("{name:<12} ")).unwrap_or_default();
    for (index, line) in report.lines.iter().enumerate() {
        let number = if report.lines.len() > 1 { format!("{}. ", index + 1) } else { String::new() };
        let depth = format!("{:>2}/{:<2}", report.depth, report.deepest);
        let seconds = report.time.as_secs_f64();
        let told = line.written(position);
        writeln!(
            out,
            "{name}{depth} {seconds:>7.2} s {:>10} nodes  {number}{:>9}  {told}",
            report.nodes,
            line.score.to_string()
        )?;
    }
    out.flush()
}
