//! `chatura eval`: what a position is worth without looking ahead, term by term.

use crate::backend;
use crate::cli::Eval;
use crate::failure::{Failure, remark};
use crate::output::Output;
use crate::text::table;
use chatura_search::{Engine, Options};
use serde_json::json;
use std::io::Write;

/// Evaluates and prints.
pub fn eval(arguments: &Eval, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
    let line = backend::line(&loaded.game, &arguments.position)?;
    let game = &loaded.game;
    let mut engine = Engine::new(game, Options { hash_mb: 1, ..Options::default() });
    engine.set_net(backend::net(game, arguments.net.as_deref())?);
    let (evaluation, outlook) = (engine.evaluate(line.position())?, engine.outlook(line.position())?);
    if arguments.json {
        let players = game.players().iter().zip(&evaluation.terms).map(|(name, terms)| {
            let terms: serde_json::Map<_, _> =
                terms.iter().map(|(term, worth)| (term.name().to_owned(), json!(worth))).collect();
            (name.clone(), json!(terms))
        });
        let pieces = game.types().iter().zip(&evaluation.worth);
        let pieces: serde_json::Map<_, _> =
            pieces.map(|(info, worth)| (info.name.clone(), json!(worth))).collect();
        return Ok(out.json(&json!({
            "value": evaluation.value,
            "net": evaluation.net,
            "outlook": outlook.iter().map(|score| score.rank()).collect::<Vec<_>>(),
            "phase": evaluation.phase,
            "players": players.collect::<serde_json::Map<_, _>>(),
            "pieces": pieces,
        }))?);
    }
    remark(loaded.drawn());
    remark(line.outcome().map(|outcome| format!("the game is over: {}", outcome.sentence)));
    let pair = |worth: &[i32; 2]| format!("{} / {}", worth[0], worth[1]);
    out.heading("Pieces, in the middle of a game / at its end")?;
    let rows = game.types().iter().zip(&evaluation.worth);
    let rows: Vec<Vec<String>> = rows.map(|(info, worth)| vec![info.name.clone(), pair(worth)]).collect();
    print(out, &rows)?;
    writeln!(out)?;
    out.heading("Terms")?;
    let mut header = vec!["TERM".to_owned()];
    header.extend(game.players().iter().cloned());
    let counts =
        |term: &&chatura_search::Term| evaluation.terms.iter().flatten().any(|(own, _)| own == *term);
    let mut rows: Vec<Vec<String>> = chatura_search::Term::ALL
        .iter()
        .filter(counts)
        .map(|term| {
            let mut row = vec![term.name().to_owned()];
            row.extend(evaluation.terms.iter().map(|terms| {
                terms.iter().find(|(own, _)| own == term).map_or_else(String::new, |(_, worth)| pair(worth))
            }));
            row
        })
        .collect();
    rows.insert(0, header);
    if !outlook.is_empty() {
        let scores = outlook.iter().map(ToString::to_string);
        rows.push(std::iter::once("outlook".to_owned()).chain(scores).collect());
    }
    print(out, &rows)?;
    writeln!(out)?;
    let turn = &game.players()[line.position().turn().index()];
    writeln!(
        out,
        "{} for {turn}, who is to move; {} % of the armies are left",
        chatura_search::Score::Centipawns(evaluation.value),
        evaluation.phase
    )?;
    if let Some(net) = evaluation.net {
        let terms = evaluation.value - net;
        let told = |value: i32| chatura_search::Score::Centipawns(value);
        writeln!(out, "the terms alone say {}, the net adds {}", told(terms), told(net))?;
    }
    Ok(())
}

fn print(out: &mut Output, rows: &[Vec<String>]) -> std::io::Result<()> {
    for line in table(rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
