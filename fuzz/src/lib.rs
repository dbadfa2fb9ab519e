//! What the targets share: positions to read texts in, and a bound on the time an input takes.

use chatura_rules::notation::parse_fen;
use chatura_rules::{Game, Position};
use std::sync::Arc;
use std::time::Duration;

/// What an input may take of the processor where nothing more is said. It is the processor's time, which a busy machine does not
/// lengthen; the checks of a debug build and the counters that guide the search make everything some times slower.
pub const USUAL: Duration = Duration::from_secs(1);

/// Runs the body of a target. An input that takes longer is a find, like one that panics.
pub fn bounded(most: Duration, body: impl FnOnce()) {
    let begun = processor_time();
    body();
    let took = processor_time().saturating_sub(begun);
    assert!(took <= most, "the input took {took:?} of the processor");
}

/// The processor's time that this program has had, all threads together.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the system writes to a place that is there.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A game of the catalogue.
pub fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap_or_else(|error| panic!("{error}"))
}

/// Where each game of the catalogue begins.
pub fn starts() -> Vec<Position> {
    chatura_define::catalogue::list().iter().map(|entry| Position::start(&game(&entry.about.id))).collect()
}

/// Positions with few pieces, so that a move is soon read: promotion, castling, captures in passing, pieces in hand, and more
/// than two players.
pub fn few() -> Vec<Position> {
    let few = [
        ("chess", "4k3/P6p/8/8/4Pp2/8/8/R3K2R b KQ e3 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"),
        ("xiangqi", "3k5/9/9/9/4p4/9/9/4C4/9/4K4 w - - 0 1"),
        ("minishogi", "4k/4p/5/P4/K4[g] w 0 1"),
    ];
    let few = few.map(|(name, fen)| {
        let game = game(name);
        let setup = parse_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Position::new(&game, &setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
    });
    few.into_iter().chain([Position::start(&game("three-player"))]).collect()
}
