//! Counting move paths: the test and the speedometer of a move generator.

use crate::compile::tables::Tables;
use crate::compile::width::with_width;
use crate::position::Position;
use crate::position::generate::sink::Count;
use crate::position::moves::Move;
use crate::position::play::Undo;
use crate::position::state::State;
use crate::random::Random;

/// How many sequences of `depth` legal moves there are; the last ply is counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut state = position.state.clone();
    with_width!(position.game(), &mut state, |tables, state| count(tables, state, depth))
}

/// The same for each first move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, if depth > 1 { perft(&next, depth - 1) } else { 1 })
        })
        .collect()
}

/// Plays random games with full lists of legal moves and says how many moves were played.
///
/// The same seed plays the same games. A game ends when there is no move, or after `limit` moves.
pub fn playouts(position: &Position, games: u32, limit: u32, seed: u64) -> u64 {
    let mut state = position.state.clone();
    with_width!(position.game(), &mut state, |tables, state| play_games(tables, state, games, limit, seed))
}

/// Whether this processor has the instructions the hot functions are compiled for.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_wide_instructions() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

fn count<const W: usize>(tables: &Tables<W>, state: &mut State<W>, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_wide_instructions() {
        // SAFETY: the processor has every instruction the function is compiled for.
        return unsafe { count_wide(tables, state, depth) };
    }
    count_plain(tables, state, depth)
}

/// Counts with everything it calls inlined and compiled for newer processors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_wide<const W: usize>(tables: &Tables<W>, state: &mut State<W>, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { number_wide(tables, state) };
    }
    let mut moves: Vec<Move> = Vec::with_capacity(128);
    list_wide(tables, state, &mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut undo = Undo::new(state);
        tables.play_noting::<false>(state, mv, &mut undo);
        nodes += match depth {
            2 => number_wide(tables, state),
            _ => count_wide(tables, state, depth - 1),
        };
        tables.undo(state, &undo);
    }
    nodes
}

/// How many moves there are.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn number_wide<const W: usize>(tables: &Tables<W>, state: &State<W>) -> u64 {
    let mut count = Count::default();
    tables.generate(state, &mut count);
    count.0
}

/// Counts on any processor.
fn count_plain<const W: usize>(tables: &Tables<W>, state: &mut State<W>, depth: u32) -> u64 {
    if depth <= 1 {
        let mut count = Count::default();
        tables.generate_apart(state, &mut count);
        return if depth == 0 { 1 } else { count.0 };
    }
    let mut moves: Vec<Move> = Vec::with_capacity(128);
    tables.generate_apart(state, &mut moves);
    let mut nodes = 0;
    for mv in moves {
        let undo = tables.play_apart::<false>(state, mv);
        nodes += count_plain(tables, state, depth - 1);
        tables.undo(state, &undo);
    }
    nodes
}

fn play_games<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    games: u32,
    limit: u32,
    seed: u64,
) -> u64 {
    let start = *state;
    let mut random = Random::new(seed);
    let mut moves: Vec<Move> = Vec::with_capacity(256);
    let mut played = 0;
    for _ in 0..games {
        *state = start;
        for _ in 0..limit {
            moves.clear();
            list(tables, state, &mut moves);
            if moves.is_empty() {
                break;
            }
            tables.play_apart::<true>(state, *random.pick(&moves));
            played += 1;
        }
    }
    played
}

/// Lists legal moves with the best instructions there are.
pub(crate) fn list<const W: usize>(tables: &Tables<W>, state: &State<W>, moves: &mut Vec<Move>) {
    #[cfg(target_arch = "x86_64")]
    if has_wide_instructions() {
        // SAFETY: the processor has every instruction the function is compiled for.
        return unsafe { list_wide(tables, state, moves) };
    }
    tables.generate_apart(state, moves);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn list_wide<const W: usize>(tables: &Tables<W>, state: &State<W>, moves: &mut Vec<Move>) {
    tables.generate(state, moves);
}
