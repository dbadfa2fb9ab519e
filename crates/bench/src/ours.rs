//! Chatura's side of every comparison.

use crate::clock;
use crate::row::Measured;
use chatura_rules::{Game, Position};
use std::sync::Arc;

/// A game of the catalogue.
pub fn load(name: &str) -> Result<Arc<Game>, String> {
    chatura_define::load(name, &[], 0).map_err(|error| error.to_string())
}

/// A position of a game, the start if there is no FEN.
pub fn position(name: &str, fen: Option<&str>) -> Result<Position, String> {
    let game = load(name)?;
    match fen {
        Some(fen) => {
            let setup = chatura_rules::notation::parse_fen(&game, fen).map_err(|error| error.to_string())?;
            Position::new(&game, &setup).map_err(|error| error.to_string())
        }
        None => Ok(Position::start(&game)),
    }
}

/// Counts move sequences.
pub fn perft(position: &Position, depth: u32) -> Measured {
    let begun = clock::own();
    let count = chatura_rules::perft(position, depth);
    Measured { count, time: clock::own() - begun }
}

/// Plays random games of at most so many plies from a position, and counts the moves played.
pub fn playouts(start: &Position, games: u32, plies: u32) -> Measured {
    let begun = clock::own();
    let count = chatura_rules::playouts(start, games, plies, 1);
    Measured { count, time: clock::own() - begun }
}

/// How long a game takes to read and compile: the best of three, in milliseconds, and the size of its tables.
pub fn compilation(name: &str) -> Result<(f64, usize), String> {
    let mut best = f64::INFINITY;
    let mut bytes = 0;
    for _ in 0..3 {
        let begun = clock::own();
        let game = load(name)?;
        best = best.min((clock::own() - begun).as_secs_f64() * 1000.0);
        bytes = game.table_bytes();
    }
    Ok((best, bytes))
}
