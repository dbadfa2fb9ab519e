//! Peers that run in this process: shakmaty and cozy-chess.

use chatura_bench::clock;
use chatura_bench::row::Measured;
use chatura_rules::random::Random;
use shakmaty::fen::Fen;
use shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, RacingKings, ThreeCheck};
use shakmaty::{CastlingMode, Chess, FromSetup, Position};

/// Counts with shakmaty, whichever variant the position is of.
pub fn shakmaty(variant: &str, fen: Option<&str>, depth: u32) -> Result<Measured, String> {
    match variant {
        "chess" => count::<Chess>(fen, depth),
        "crazyhouse" => count::<Crazyhouse>(fen, depth),
        "atomic" => count::<Atomic>(fen, depth),
        "antichess" => count::<Antichess>(fen, depth),
        "3check" => count::<ThreeCheck>(fen, depth),
        "horde" => count::<Horde>(fen, depth),
        "racingkings" => count::<RacingKings>(fen, depth),
        _ => Err(format!("shakmaty does not know {variant}")),
    }
}

fn count<P: Position + Default + Clone + FromSetup>(
    fen: Option<&str>,
    depth: u32,
) -> Result<Measured, String> {
    let position = match fen {
        Some(fen) => {
            let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
            fen.into_position::<P>(CastlingMode::Standard).map_err(|_| "an illegal position".to_owned())?
        }
        None => P::default(),
    };
    let begun = clock::own();
    let count = shakmaty::perft(&position, depth);
    Ok(Measured { count, time: clock::own() - begun })
}

/// Plays random games of chess with shakmaty.
pub fn shakmaty_playouts(games: u32, plies: u32) -> Measured {
    let mut random = Random::new(1);
    let begun = clock::own();
    let mut count = 0;
    for _ in 0..games {
        let mut position = Chess::default();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(*random.pick(&moves));
            count += 1;
        }
    }
    Measured { count, time: clock::own() - begun }
}

/// Counts with cozy-chess.
pub fn cozy(fen: Option<&str>, depth: u32) -> Result<Measured, String> {
    let board = match fen {
        Some(fen) => cozy_chess::Board::from_fen(fen, false).map_err(|error| error.to_string())?,
        None => cozy_chess::Board::default(),
    };
    let begun = clock::own();
    let count = cozy_perft(&board, depth);
    Ok(Measured { count, time: clock::own() - begun })
}

/// The last ply is counted from the sets of destinations, as cozy-chess makes them.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    nodes += cozy_perft(&after, depth - 1);
                }
                false
            });
        }
    }
    nodes
}
