//! `chatura selfplay`: the engine against itself, as PGN.

use super::analyze::options;
use crate::backend;
use crate::cli::Selfplay;
use crate::failure::Failure;
use crate::output::{Output, progress};
use rules::notation::pgn;
use rules::{Line, Position};
use search::{Engine, Limits, Stop};
use std::io::Write;
use std::time::Duration;

/// Games longer than this are left unfinished.
const LONGEST: usize = 600;

/// Plays and prints.
pub fn selfplay(arguments: &Selfplay, out: &mut Output) -> Result<(), Failure> {
    let bar = progress(arguments.games.into(), "games, {msg}");
    for round in 1..=arguments.games {
        // What is left to chance is drawn anew for each game.
        let loaded = backend::load(&arguments.game)?;
        let mut engine = Engine::new(&loaded.game, options(&arguments.engine));
        let limits = Limits {
            time: arguments.nodes.is_none().then(|| Duration::from_secs_f64(arguments.time)),
            nodes: arguments.nodes,
            ..Limits::default()
        };
        let mut line = Line::new(Position::start(&loaded.game));
        // A few moves at random, so that games differ.
        let mut random = u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for _ in 0..arguments.random {
            let moves = line.position().legal_moves();
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            if moves.is_empty() || line.outcome().is_some() {
                break;
            }
            line.play(moves[(random % moves.len() as u64) as usize]);
        }
        while line.outcome().is_none() && line.moves().len() < LONGEST {
            let answer = engine.think(&line, &limits, &Stop::new(), &mut |_| {});
            let Some(best) = answer.best else { break };
            line.play(best);
            bar.set_message(format!("{} moves", line.moves().len()));
        }
        let tags = [("Event".to_owned(), "Self-play".to_owned()), ("Round".to_owned(), round.to_string())];
        writeln!(out, "{}", pgn::write_game(&line, &tags))?;
        out.flush()?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}
