//! What the tests of the search share.

use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position};
use std::sync::Arc;

/// Every game of the catalogue.
pub fn games() -> Vec<(&'static str, Arc<Game>)> {
    let entries = chatura_define::catalogue::list().iter();
    entries.map(|entry| (entry.about.id.as_str(), game(&entry.about.id))).collect()
}

/// A third of the catalogue: what is asked of every game would take minutes, and three tests that ask alike look at all.
pub fn third(which: usize) -> Vec<(&'static str, Arc<Game>)> {
    let entries = chatura_define::catalogue::list().iter().skip(which).step_by(3);
    entries.map(|entry| (entry.about.id.as_str(), game(&entry.about.id))).collect()
}

/// A game of the catalogue.
pub fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 1).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A position of a game.
pub fn line(game: &Arc<Game>, fen: &str) -> Line {
    let setup =
        chatura_rules::notation::parse_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Line::new(Position::new(game, &setup).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A line of so many random moves; fewer if the game is over before.
pub fn random_line(game: &Arc<Game>, random: &mut Random, plies: usize) -> Line {
    let mut line = Line::new(Position::start(game));
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        if moves.is_empty() || line.outcome().is_some() {
            break;
        }
        line.play_unchecked(*random.pick(&moves));
    }
    line
}
