//! `chatura moves`: what may be played in a position.

use super::show::values;
use crate::backend;
use crate::cli::Moves;
use crate::failure::{Failure, remark};
use crate::output::Output;
use chatura_rules::{Line, Outcome};
use serde_json::{Value, json};
use std::io::Write;

/// Lists the legal moves, or says how the game ended.
pub fn moves(arguments: &Moves, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
    if arguments.pseudo {
        return pseudo(arguments, &loaded, out);
    }
    let line = backend::line(&loaded.game, &arguments.position)?;
    let outcome = line.outcome();
    let moves = if outcome.is_some() { Vec::new() } else { spelt(&line) };
    if arguments.json {
        let position = line.position();
        let game = position.game();
        return Ok(out.json(&json!({
            "game": game.about().id,
            "variables": values(game),
            "seed": loaded.seed(),
            "fen": backend::format_fen(position),
            "turn": game.players()[position.turn().index()],
            "moves": moves,
            "outcome": outcome.as_ref().map(describe),
            "claimable": line.claimable().as_ref().map(describe),
        }))?);
    }
    remark(loaded.drawn());
    for text in &moves {
        writeln!(out, "{text}")?;
    }
    if let Some(outcome) = outcome {
        writeln!(out, "{}", outcome.sentence)?;
    }
    Ok(())
}

/// Lists where one piece could go, whoever is to move and whatever becomes of the royals.
fn pseudo(arguments: &Moves, loaded: &backend::Loaded, out: &mut Output) -> Result<(), Failure> {
    let game = &loaded.game;
    let setup = match arguments.at.is_empty() {
        true => backend::line(game, &arguments.position)?.position().setup(),
        false => backend::placed(game, &arguments.at)?,
    };
    let from = arguments.from.as_ref().or_else(|| arguments.at.first().map(|placement| &placement.cell));
    let Some(from) = from else {
        let help = "add --from CELL, or put a piece on the board with --at CELL=PLAYER:PIECE".to_owned();
        return Err(Failure::input("--pseudo lists the moves of one piece", Some(help)));
    };
    let cell = backend::cell(game, from)?;
    let to = backend::destinations(game, &setup, cell)?;
    if arguments.json {
        let piece = setup.cells[cell.index()];
        return Ok(out.json(&json!({
            "game": game.about().id,
            "player": game.players().get(piece.owner().index()),
            "piece": game.types()[piece.kind().index()].name,
            "from": from,
            "to": to,
        }))?);
    }
    remark(loaded.drawn());
    for name in &to {
        writeln!(out, "{name}")?;
    }
    Ok(())
}

fn spelt(line: &Line) -> Vec<String> {
    let position = line.position();
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| backend::format_move(position, mv)).collect();
    moves.sort_unstable();
    moves
}

fn describe(outcome: &Outcome) -> Value {
    json!({ "result": outcome.result(), "sentence": outcome.sentence, "places": outcome.places })
}
