//! What everybody can expect where more than two play: an analysis values a position for the one to move alone.

use chatura_rules::{Game, Player, Position};
use chatura_search::{Engine, Evaluation, Options, Term};
use std::sync::Arc;

/// All there is to win.
const WHOLE: f64 = 1000.0;

/// Judges positions of one game for all who play it.
pub struct Judge {
    engine: Engine,
}

impl Judge {
    /// One for a game of more than two; two players need none.
    pub fn new(game: &Arc<Game>) -> Option<Judge> {
        let options = Options { hash_mb: 1, ..Options::default() };
        (game.players().len() > 2).then(|| Judge { engine: Engine::new(game, options) })
    }

    /// The chances of each player to come first, in thousandths, by how they stand.
    pub fn shares(&self, position: &Position) -> Vec<u32> {
        // Nobody has a share in another game than this one.
        let Ok(evaluation) = self.engine.evaluate(position) else { return Vec::new() };
        let strengths = strengths(&evaluation);
        let playing: Vec<usize> = position.playing().map(Player::index).collect();
        divide(&strengths, &playing)
    }
}

/// How strong everybody stands.
fn strengths(evaluation: &Evaluation) -> Vec<f64> {
    let late = 100 - evaluation.phase;
    let worth = |[middle, end]: [i32; 2]| f64::from(middle * evaluation.phase + end * late) / 100.0;
    // Whose turn it is says nothing about who comes first.
    let stand = |terms: &Vec<(Term, [i32; 2])>| {
        terms.iter().filter(|(term, _)| *term != Term::Tempo).map(|(_, term)| worth(*term)).sum()
    };
    evaluation.terms.iter().map(stand).collect()
}

/// The whole among those who play: each by the chance to be ahead of all others.
fn divide(strengths: &[f64], playing: &[usize]) -> Vec<u32> {
    let chance = |one: usize| -> f64 {
        let others = playing.iter().filter(|other| **other != one);
        others.map(|other| ahead(strengths[one], strengths[*other])).product()
    };
    let all: f64 = playing.iter().map(|player| chance(*player)).sum();
    let share = |player: usize| match playing.contains(&player) {
        true => (WHOLE * chance(player) / all).round() as u32,
        false => 0,
    };
    (0..strengths.len()).map(share).collect()
}

/// How likely one comes before another; a lead weighs more when little is left.
fn ahead(one: f64, other: f64) -> f64 {
    let lead = one - other;
    let even = 300.0 + (one.max(0.0) + other.max(0.0)) / 8.0;
    (1.0 + lead / (even + lead.abs())) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_share_and_the_stronger_have_more() {
        assert_eq!(divide(&[4000.0; 3], &[0, 1, 2]), [333, 333, 333]);
        let shares = divide(&[4900.0, 4000.0, 3100.0, 4000.0], &[0, 1, 2]);
        assert!(shares[0] > shares[1] && shares[1] > shares[2], "{shares:?}");
        assert_eq!(shares[3], 0);
        assert!(shares.iter().sum::<u32>().abs_diff(1000) <= 2);
        assert_eq!(divide(&[1.0, 2.0, 3.0], &[1]), [0, 1000, 0]);
    }

    #[test]
    fn a_lost_queen_is_a_lost_share() {
        let game = chatura_define::load("three-player", &[], 0).unwrap();
        let judge = Judge::new(&game).unwrap();
        let mut setup = game.start().clone();
        let level = judge.shares(&Position::new(&game, &setup).unwrap());
        let queen = |piece: &chatura_rules::Piece| {
            piece.is_some() && piece.owner().0 == 1 && game.types()[piece.kind().index()].name == "queen"
        };
        let cell = setup.cells.iter().position(queen).unwrap();
        setup.cells[cell] = chatura_rules::Piece::NONE;
        let without = judge.shares(&Position::new(&game, &setup).unwrap());
        assert!(without[1] + 50 < level[1] && without[0] > level[0], "{level:?} {without:?}");
        let two = chatura_define::load("chess", &[], 0).unwrap();
        assert!(Judge::new(&two).is_none());
    }
}
