//! `chatura moves`: what may be played in a position.

use super::show::values;
use crate::backend;
use crate::cli::Moves;
use crate::failure::{Failure, remark};
use crate::output::Output;
use rules::{Line, Outcome};
use serde_json::{Value, json};
use std::io::Write;

/// Lists the legal moves, or says how the game ended.
pub fn moves(arguments: &Moves, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.position.game)?;
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
