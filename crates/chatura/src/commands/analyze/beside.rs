//! Engines of others that think about a position beside ours.

use super::{own, print, print_json};
use crate::backend;
use crate::cli::Analyze;
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::settings;
use chatura_protocol::drive::{Answer, Driver, Fault, Launch, Pace};
use chatura_rules::{Line, Move};
use chatura_search::{Report, Stop};
use serde_json::json;
use std::io::Write;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// What ours is called beside others.
const OURS: &str = "chatura";
/// How long everybody thinks if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// What one of them tells, by its number.
enum Told {
    Report(Report),
    Best(Option<Move>),
    Failed(String),
}

/// Lets everybody think at the same time, and prints who found what.
pub fn analyze(arguments: &Analyze, line: &Line, out: &mut Output) -> Result<(), Failure> {
    let list = settings::engines()?;
    let mut names = vec![OURS.to_owned()];
    let mut launches = Vec::new();
    for name in &arguments.others {
        let engine = list.find(name).map_err(|error| Failure::input(error.0, None))?;
        names.push(engine.name.clone());
        launches.push(engine.launch());
    }
    let (mut engine, limits) = own(arguments, line.position().game())?;
    let unlimited = limits.depth.is_none() && limits.nodes.is_none();
    let time = limits.time.or(unlimited.then_some(USUAL));
    let pace = Pace { clocks: None, time, nodes: limits.nodes, depth: limits.depth };
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let (tell, told) = channel();
    let mut best: Vec<Option<Move>> = vec![None; names.len()];
    let mut written = Ok(());
    std::thread::scope(|scope| {
        let (own_stop, own_tell) = (stop.clone(), tell.clone());
        scope.spawn(move || {
            let say = |what| drop(own_tell.send((0, what)));
            let mut progress = |report: &Report| say(Told::Report(report.clone()));
            match engine.think(line, &limits, &own_stop, &mut progress) {
                Ok(answer) => say(Told::Best(answer.best)),
                Err(error) => say(Told::Failed(error.to_string())),
            }
        });
        for (index, launch) in launches.iter().enumerate() {
            let (stop, tell, pace) = (stop.clone(), tell.clone(), &pace);
            scope.spawn(move || {
                let told = ask(launch, arguments.lines, line, pace, &stop, index + 1, &tell);
                let _ = tell.send((index + 1, told.unwrap_or_else(|fault| Told::Failed(fault.to_string()))));
            });
        }
        drop(tell);
        for (number, told) in told {
            match told {
                Told::Report(report) if written.is_ok() => {
                    let name = Some(names[number].as_str());
                    written = match arguments.json {
                        true => print_json(out, name, line.position(), &report),
                        false => print(out, name, line.position(), &report),
                    };
                    if written.is_err() {
                        stop.stop();
                    }
                }
                Told::Report(_) => {}
                Told::Best(mv) => best[number] = mv,
                Told::Failed(words) => remark(Some(format!("{}: {words}", names[number]))),
            }
        }
    });
    written?;
    // Ours comes last, as without others.
    for (name, best) in names.iter().zip(&best).rev() {
        let mv = best.map(|best| backend::format_move(line.position(), best));
        let shown = mv.as_deref().unwrap_or("(none)");
        match (arguments.json, name == OURS) {
            (true, true) => out.json_line(&json!({ "bestmove": mv }))?,
            (true, false) => out.json_line(&json!({ "engine": name, "bestmove": mv }))?,
            (false, true) => writeln!(out, "bestmove {shown}")?,
            (false, false) => writeln!(out, "{name}: bestmove {shown}")?,
        }
    }
    Ok(())
}

fn ask(
    launch: &Launch,
    lines: u16,
    line: &Line,
    pace: &Pace,
    stop: &Stop,
    number: usize,
    tell: &Sender<(usize, Told)>,
) -> Result<Told, Fault> {
    let mut driver = Driver::start(launch)?;
    if lines > 1 {
        driver.set_option("MultiPV", &lines.to_string())?;
    }
    let mut progress = |report: &Report| drop(tell.send((number, Told::Report(report.clone()))));
    let thought = driver.think(line, pace, stop, &mut progress)?;
    thought.report.iter().for_each(&mut progress);
    Ok(Told::Best(match thought.answer {
        Answer::Move(mv) => Some(mv),
        Answer::Resign => None,
    }))
}
