//! `chatura mobility`: how far pieces reach, and what they are worth.

use crate::backend;
use crate::cli::Mobility as Arguments;
use crate::failure::{Failure, remark};
use crate::output::Output;
use crate::text::{draw_cells, table};
use chatura_rules::definition::suggestion;
use chatura_rules::{Cell, Game, Position};
use chatura_search::{Engine, Mobility, Options, Reach, mobility as measure};
use serde_json::{Value, json};
use std::io::Write;

/// Measures and prints.
pub fn mobility(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.game)?;
    let game = &loaded.game;
    let wanted = arguments.piece.as_deref().map(|name| kind(game, name)).transpose()?;
    let mut found = measure(game, usize::from(arguments.boards), arguments.game.seed.unwrap_or(1));
    found.retain(|piece| wanted.is_none_or(|wanted| piece.kind.index() == wanted));
    let engine = Engine::new(game, Options { hash_mb: 1, ..Options::default() });
    let worth = engine.evaluate(&Position::start(game))?.worth;
    if let (Some(path), Some(piece)) = (&arguments.svg, found.first()) {
        let name = &game.types()[piece.kind.index()].name;
        let values: Vec<Option<f64>> =
            piece.cells.iter().map(|reach| reach.map(|reach| reach.half)).collect();
        let title = format!("{}: how far the {name} reaches on a half-full board", game.about().name);
        let picture = chatura_draw::heat_map(game, &values, &title);
        std::fs::write(path, picture)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display()), None))?;
    }
    if arguments.json {
        let pieces: Vec<Value> =
            found.iter().map(|piece| as_json(game, piece, worth[piece.kind.index()])).collect();
        return Ok(out.json(&json!({ "game": game.about().id, "pieces": pieces }))?);
    }
    remark(loaded.drawn());
    let mut rows: Vec<Vec<String>> =
        vec![["PIECE", "EMPTY", "HALF FULL", "SAFE", "RANGE", "WORTH"].map(str::to_owned).to_vec()];
    rows.extend(found.iter().map(|piece| {
        let Reach { empty, half, safe } = piece.mean;
        let [middle, end] = worth[piece.kind.index()];
        vec![
            game.types()[piece.kind.index()].name.clone(),
            format!("{empty:.2}"),
            format!("{half:.2}"),
            format!("{safe:.2}"),
            format!("{} of {}", piece.range, game.board().len()),
            format!("{middle} / {end}"),
        ]
    }));
    for line in table(&rows) {
        writeln!(out, "{line}")?;
    }
    if let (Some(_), Some(piece)) = (wanted, found.first()) {
        for (title, of) in VIEWS {
            writeln!(out)?;
            out.heading(title)?;
            let shown: Vec<Cell> = (0..game.board().len()).map(|cell| Cell(cell as u16)).collect();
            let number = |cell: Cell| {
                piece.cells[cell.index()].map_or_else(|| "·".to_owned(), |reach| format!("{:.1}", of(&reach)))
            };
            for line in draw_cells(game.board(), &shown, number) {
                writeln!(out, "  {line}")?;
            }
        }
    }
    Ok(())
}

/// A part of what was measured.
type View = fn(&Reach) -> f64;

/// What is shown cell by cell.
const VIEWS: [(&str, View); 3] = [
    ("On an empty board", |reach| reach.empty),
    ("On a half-full board", |reach| reach.half),
    ("Without danger", |reach| reach.safe),
];

fn kind(game: &Game, name: &str) -> Result<usize, Failure> {
    let names: Vec<&str> = game.types().iter().map(|info| info.name.as_str()).collect();
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let help = match suggestion(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("its pieces are {}", names.join(", ")),
        };
        Failure::input(format!("{} has no piece called {name}", game.about().name), Some(help))
    })
}

fn as_json(game: &Game, piece: &Mobility, worth: [i32; 2]) -> Value {
    let reach = |reach: &Reach| json!({ "empty": reach.empty, "half": reach.half, "safe": reach.safe });
    let cells: serde_json::Map<String, Value> = piece
        .cells
        .iter()
        .enumerate()
        .filter_map(|(cell, found)| {
            Some((game.board().name(Cell(cell as u16)).to_owned(), reach(found.as_ref()?)))
        })
        .collect();
    json!({
        "piece": game.types()[piece.kind.index()].name,
        "mean": reach(&piece.mean),
        "range": piece.range,
        "worth": worth,
        "cells": cells,
    })
}
