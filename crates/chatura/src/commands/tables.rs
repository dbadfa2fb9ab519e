//! `chatura tables`: exact endgame tables of a game.

use crate::backend;
use crate::cli::{GameChoice, MakeTables};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::{Output, progress};
use chatura_search::Stop;
use chatura_search::tables::{
    Builder, Longest, Material, Progress, Statistics, TableError, Tables, Wish, usual_folder,
};
use indicatif::ProgressBar;
use serde_json::json;
use std::io::Write;

/// Makes the tables that are wanted, or shows those there are.
pub fn tables(arguments: &MakeTables, out: &mut Output) -> Result<(), Failure> {
    // What is left to chance is drawn once: a table is made for one board and one army.
    let seed = Some(arguments.game.seed.unwrap_or(1));
    let GameChoice { name, settings, .. } = &arguments.game;
    let game = backend::load(&GameChoice { name: name.clone(), settings: settings.clone(), seed })?.game;
    let folder = arguments.folder.clone().unwrap_or_else(|| usual_folder(&game));
    if arguments.stats {
        let tables = Tables::open(&game, &folder).map_err(|error| Failure::input(error.to_string(), None))?;
        for statistics in tables.statistics() {
            print(out, &statistics, game.players(), arguments.json)?;
        }
        return Ok(());
    }
    let only: Result<Vec<Material>, String> =
        arguments.only.iter().map(|name| Material::of_name(&game, name)).collect();
    let only = only.map_err(|error| Failure::input(error, None))?;
    let wish = Wish { pieces: arguments.pieces.into(), only, memory: arguments.memory as u64 * 1_000_000 };
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let mut builder = Builder::open(&game, &folder).map_err(|error| failure(&error))?;
    let bar = progress(1, "{msg}");
    let mut printed = Ok(());
    let done = builder.build(&wish, &mut |now| {
        match now {
            Progress::Done(statistics) => {
                bar.suspend(|| printed = print(out, statistics, game.players(), arguments.json));
            }
            now => show(&bar, now),
        }
        printed.is_ok() && !stop.is_stopped()
    });
    bar.finish_and_clear();
    printed?;
    if !done.map_err(|error| failure(&error))? {
        let again = format!("chatura tables {name} --folder {}", folder.display());
        remark(Some(format!("stopped; {again} goes on with the tables that are not done")));
    } else if !arguments.json {
        writeln!(out, "{} tables in {}", builder.tables().len(), folder.display())?;
    }
    Ok(())
}

fn failure(error: &TableError) -> Failure {
    let help = match error {
        TableError::Memory { .. } => Some("--memory allows more; fewer pieces take less".to_owned()),
        TableError::There(_) => Some("name another --folder, or take that file away".to_owned()),
        _ => None,
    };
    Failure::input(error.to_string(), help)
}

/// What is going on, on the terminal.
fn show(bar: &ProgressBar, now: &Progress) {
    match now {
        Progress::Looking { name, done, of } => {
            bar.set_length(*of as u64);
            bar.set_position(*done as u64);
            bar.set_message(format!("positions of {name}"));
        }
        Progress::Solving { name, plies, decided } => {
            bar.set_message(format!("{name}, {plies} plies from the end, {decided} decided"));
        }
        Progress::Done(_) => {}
    }
}

/// One table as a line, and its longest wins below.
fn print(out: &mut Output, table: &Statistics, players: &[String], as_json: bool) -> std::io::Result<()> {
    if as_json {
        let side = |player: usize| {
            let [won, drawn, lost] = table.counts[player];
            let longest = table.longest[player].as_ref();
            let longest = longest
                .map(|Longest { moves, plies, fen }| json!({ "moves": moves, "plies": plies, "fen": fen }));
            json!({ "to_move": players[player], "won": won, "drawn": drawn, "lost": lost, "longest": longest })
        };
        return out.json_line(
            &json!({ "table": table.name, "symmetries": table.symmetries, "sides": [side(0), side(1)] }),
        );
    }
    writeln!(out, "{}", table.name)?;
    for (player, name) in players.iter().enumerate() {
        let [won, drawn, lost] = table.counts[player];
        write!(out, "  {name} to move: {won} won, {drawn} drawn, {lost} lost")?;
        match &table.longest[player] {
            Some(Longest { moves, fen, .. }) => {
                writeln!(out, "; the longest win takes {moves} moves: {fen}")?;
            }
            None => writeln!(out)?,
        }
    }
    out.flush()
}
