//! `chatura engines`: the engines of others that may play here.

use crate::backend;
use crate::cli::{AddEngine, Engines, EnginesAction};
use crate::failure::Failure;
use crate::output::Output;
use crate::settings;
use chatura_players::{EngineList, KnownEngine, PlayerError};
use chatura_protocol::drive::{Answer, Driver, Launch, Pace};
use chatura_rules::notation::format_san;
use chatura_rules::{Line, Position};
use chatura_search::Stop;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// How long a move takes in a test.
const PACE: Duration = Duration::from_millis(50);

#[allow(clippy::needless_pass_by_value, reason = "it is called with what an operation returned")]
fn wrong(error: PlayerError) -> Failure {
    Failure::input(error.0, None)
}

/// Does what is asked.
pub fn engines(arguments: &Engines, out: &mut Output) -> Result<(), Failure> {
    let mut list = settings::engines()?;
    match &arguments.action {
        EnginesAction::Add(new) => add(&mut list, new, out),
        EnginesAction::List { json } => show_all(&list, *json, out),
        EnginesAction::Remove { name } => {
            let engine = list.remove(name).map_err(wrong)?;
            list.save().map_err(wrong)?;
            Ok(writeln!(out, "{} is forgotten", engine.name)?)
        }
        EnginesAction::Test { name, games, plies } => {
            let chess = ["chess".to_owned()];
            let games = if games.is_empty() { &chess[..] } else { games };
            test(list.find(name).map_err(wrong)?, games, usize::from(*plies), out)
        }
        EnginesAction::Options { name, set, unset, json } => {
            let mut engine = list.find(name).map_err(wrong)?.clone();
            if set.is_empty() && unset.is_empty() {
                return show_options(&engine, *json, out);
            }
            change(&mut engine, set, unset)?;
            show_settings(&engine, out)?;
            list.add(engine);
            list.save().map_err(wrong)
        }
    }
}

fn add(list: &mut EngineList, add: &AddEngine, out: &mut Output) -> Result<(), Failure> {
    let mut words = add.command.iter();
    let program = words.next().map(String::as_str).unwrap_or_default();
    // One word with spaces inside is a command as one types it, unless it is a file.
    let mut launch = match add.command.len() == 1 && !std::path::Path::new(program).exists() {
        true => Launch::of_command(program).map_err(|error| Failure::input(error, None))?,
        false => Launch { arguments: words.cloned().collect(), ..Launch::new(program) },
    };
    launch.protocol = add.proto;
    launch.folder = add.dir.as_deref().map(std::path::absolute).transpose().map_err(Failure::reading)?;
    launch.options.clone_from(&add.options);
    // It is started from anywhere.
    if launch.program.components().count() > 1 {
        launch.program = std::path::absolute(&launch.program).map_err(Failure::reading)?;
    }
    let engine = KnownEngine::meet(&add.name, &launch).map_err(wrong)?;
    let known = list.find(&add.name).is_ok();
    show_one(&engine, out)?;
    list.add(engine);
    list.save().map_err(wrong)?;
    let words = if known { "is known anew" } else { "is known" };
    Ok(writeln!(out, "it {words}: play with engine:{}", add.name)?)
}

fn show_all(list: &EngineList, json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        return Ok(out.json(&json!(list.engines()))?);
    }
    if list.engines().is_empty() {
        writeln!(out, "no engine is known; `chatura engines add NAME COMMAND` makes one known")?;
    }
    for engine in list.engines() {
        show_one(engine, out)?;
    }
    Ok(())
}

fn show_one(engine: &KnownEngine, out: &mut Output) -> Result<(), Failure> {
    let words = std::iter::once(engine.program.display().to_string()).chain(engine.arguments.iter().cloned());
    out.heading(&engine.name)?;
    writeln!(out, "  {}, {}", engine.title(), engine.protocol())?;
    writeln!(out, "  {}", words.collect::<Vec<_>>().join(" "))?;
    let variants = match &engine.identity.variants[..] {
        [] => "chess".to_owned(),
        names @ [_, ..] if names.len() <= 12 => names.join(", "),
        names => format!("{} variants: {}, …", names.len(), names[..10].join(", ")),
    };
    writeln!(out, "  plays {variants}")?;
    show_settings(engine, out)
}

fn show_settings(engine: &KnownEngine, out: &mut Output) -> Result<(), Failure> {
    for (name, value) in &engine.settings {
        writeln!(out, "  {name} = {value}")?;
    }
    Ok(())
}

fn show_options(engine: &KnownEngine, json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        return Ok(out.json(&json!({ "options": engine.identity.options, "set": engine.settings }))?);
    }
    for option in &engine.identity.options {
        writeln!(out, "{option}")?;
    }
    if engine.identity.options.is_empty() {
        writeln!(out, "nothing can be set")?;
    }
    show_settings(engine, out)
}

/// Changes what is set, and starts the engine with it to see that it fits.
fn change(engine: &mut KnownEngine, set: &[(String, String)], unset: &[String]) -> Result<(), Failure> {
    for name in unset {
        let before = engine.settings.len();
        engine.settings.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        if engine.settings.len() == before {
            return Err(Failure::input(format!("{name} is not set"), None));
        }
    }
    for (name, value) in set {
        engine.settings.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        engine.settings.push((name.clone(), value.clone()));
    }
    *engine = KnownEngine::meet(&engine.name, &engine.launch()).map_err(wrong)?;
    Ok(())
}

/// Plays a little of each game with itself.
fn test(engine: &KnownEngine, games: &[String], plies: usize, out: &mut Output) -> Result<(), Failure> {
    let failed = |fault: &dyn std::fmt::Display| Failure::input(format!("{}: {fault}", engine.name), None);
    let mut driver = Driver::start(&engine.launch()).map_err(|fault| failed(&fault))?;
    let identity = driver.identity();
    let (count, name) = (identity.options.len(), identity.name.as_deref().unwrap_or(&engine.name));
    writeln!(out, "{name} speaks {}, {count} options", identity.protocol)?;
    let mut wrong = None;
    for name in games {
        let game = backend::load_named(name, &[]).map_err(|error| Failure::input(error, None))?;
        if !driver.is_usable() {
            driver = Driver::start(&engine.launch()).map_err(|fault| failed(&fault))?;
        }
        match play(&mut driver, &game, plies) {
            Ok(moves) => writeln!(out, "{name}: {moves}")?,
            Err(fault) => {
                writeln!(out, "{name}: {fault}")?;
                wrong = wrong.or(Some(Failure::Said));
            }
        }
    }
    wrong.map_or(Ok(()), Err)
}

fn play(
    driver: &mut Driver,
    game: &std::sync::Arc<chatura_rules::Game>,
    plies: usize,
) -> Result<String, Box<dyn std::error::Error>> {
    driver.begin(game)?;
    let mut line = Line::new(Position::start(game));
    let mut moves = Vec::new();
    while moves.len() < plies && line.outcome().is_none() {
        let thought = driver.think(&line, &Pace::time(PACE), &Stop::new(), &mut |_| {})?;
        match thought.answer {
            Answer::Move(mv) => {
                moves.push(format_san(line.position(), mv));
                line.play(mv)?;
            }
            Answer::Resign => {
                moves.push("resigns".to_owned());
                break;
            }
        }
    }
    Ok(moves.join(" "))
}
