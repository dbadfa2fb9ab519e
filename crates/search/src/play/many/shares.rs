//! Who will come first, in shares: an analysis values a position for the one to move alone.

use super::value::{FIRST, ahead};
use crate::engine::Engine;
use crate::knowledge::{Evaluation, Term};
use chatura_rules::{Player, Position};

/// All there is to win.
const WHOLE: f64 = 1000.0;

impl Engine {
    /// The chances of each player to come first, in thousandths, by how they stand, without looking ahead; nothing in a
    /// game for two.
    pub fn shares(&self, position: &Position) -> Vec<u32> {
        if position.game().players().len() <= 2 {
            return Vec::new();
        }
        // Nobody has a share in another game than this one.
        let Ok(evaluation) = self.evaluate(position) else { return Vec::new() };
        let playing: Vec<usize> = position.playing().map(Player::index).collect();
        divide(&strengths(&evaluation), &playing)
    }
}

/// How strong everybody stands, points and all.
fn strengths(evaluation: &Evaluation) -> Vec<i32> {
    let late = 100 - evaluation.phase;
    let worth = |[middle, end]: [i32; 2]| middle * evaluation.phase + end * late;
    // Whose turn it is says nothing about who comes first.
    let stand = |terms: &Vec<(Term, [i32; 2])>| {
        let terms = terms.iter().filter(|(term, _)| *term != Term::Tempo);
        terms.map(|(_, term)| worth(*term)).sum::<i32>() / 100
    };
    evaluation.terms.iter().map(stand).collect()
}

/// The whole among those who play: each by the chance to be ahead of all others.
fn divide(strengths: &[i32], playing: &[usize]) -> Vec<u32> {
    let before = |one: i32, other: i32| (1.0 + f64::from(ahead(one, other)) / f64::from(FIRST)) / 2.0;
    let chance = |one: usize| -> f64 {
        let others = playing.iter().filter(|other| **other != one);
        others.map(|other| before(strengths[one], strengths[*other])).product()
    };
    let all: f64 = playing.iter().map(|player| chance(*player)).sum();
    let share = |player: usize| match playing.contains(&player) {
        true => (WHOLE * chance(player) / all).round() as u32,
        false => 0,
    };
    (0..strengths.len()).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;

    #[test]
    fn equals_share_and_the_stronger_have_more() {
        assert_eq!(divide(&[4000; 3], &[0, 1, 2]), [333, 333, 333]);
        let shares = divide(&[4900, 4000, 3100, 4000], &[0, 1, 2]);
        assert!(shares[0] > shares[1] && shares[1] > shares[2], "{shares:?}");
        assert_eq!(shares[3], 0);
        assert!(shares.iter().sum::<u32>().abs_diff(1000) <= 2);
        assert_eq!(divide(&[1, 2, 3], &[1]), [0, 1000, 0]);
    }

    #[test]
    fn a_lost_queen_is_a_lost_share() {
        let game = chatura_define::load("three-player", &[], 0).expect("the catalogue is sound");
        let engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
        let mut setup = game.start().clone();
        let level = engine.shares(&Position::new(&game, &setup).expect("the start"));
        let queen = |piece: &chatura_rules::Piece| {
            piece.is_some() && piece.owner().0 == 1 && game.types()[piece.kind().index()].name == "queen"
        };
        let cell = setup.cells.iter().position(queen).expect("a queen");
        setup.cells[cell] = chatura_rules::Piece::NONE;
        let without = engine.shares(&Position::new(&game, &setup).expect("a start without a queen"));
        assert!(without[1] + 50 < level[1] && without[0] > level[0], "{level:?} {without:?}");
        let two = chatura_define::load("chess", &[], 0).expect("the catalogue is sound");
        assert!(Engine::new(&two, Options::default()).shares(&Position::start(&two)).is_empty());
    }
}
