//! Players who leave a game, as text: `b-resigns`, `b-timeout`.
//!
//! The word begins with the player's mark, because anyone may leave at any time. Also read: the player's name instead
//! of the mark, and for the player whose turn it is `resigns` or `timeout` alone.

use super::error::MoveError;
use super::scene::Scene;
use crate::cell::Player;
use crate::moves::Move;

const RESIGNS: &str = "resigns";
const TIMEOUT: &str = "timeout";

/// Writes that a player leaves.
pub(super) fn write(scene: &Scene<'_>, mv: Move) -> String {
    let player = Player(mv.extra.0);
    let how = if mv == Move::resign(player) { RESIGNS } else { TIMEOUT };
    format!("{}-{how}", scene.language.mark(player))
}

/// Reads that a player leaves; nothing if the text says something else.
pub(super) fn read(scene: &Scene<'_>, text: &str) -> Option<Result<Move, MoveError>> {
    let (who, how) = text.rsplit_once('-').map_or(("", text), |(who, how)| (who, how));
    let resigns = match how.to_ascii_lowercase().as_str() {
        RESIGNS | "resign" => true,
        TIMEOUT | "flag" => false,
        _ => return None,
    };
    let named = |name: &String| !who.is_empty() && name.to_lowercase() == who.to_lowercase();
    let player = match who {
        "" => Some(scene.turn),
        mark => scene.language.marked(mark).or_else(|| {
            let index = scene.language.players.iter().position(named)?;
            Some(Player(index as u8))
        }),
    }?;
    if scene.legal().is_empty() {
        return Some(Err(MoveError::Over));
    }
    if !scene.plays(player) {
        let player = scene.language.players[player.index()].clone();
        return Some(Err(MoveError::Left { player }));
    }
    Some(Ok(if resigns { Move::resign(player) } else { Move::time_out(player) }))
}

#[cfg(test)]
mod tests {
    use super::super::language::samples::sample;
    use super::super::{coordinate, san};
    use super::*;

    #[test]
    fn anyone_may_leave_at_any_time() {
        let four = sample(2, 1, &[], &["Red", "Blue", "Yellow", "Green"], &["R"]);
        let legal = vec![Move::step(0, 1)];
        let scene = Scene::sketch(four.language(), "rR,1 r", legal);
        let blue = Player(1);
        for (mv, text) in [(Move::resign(blue), "b-resigns"), (Move::time_out(blue), "b-timeout")] {
            assert_eq!(coordinate::write(&scene, mv), text);
            assert_eq!(coordinate::read(&scene, text), Ok(mv));
            assert_eq!(san::read_for_fuzz(&scene, text), Ok(mv));
        }
        for text in ["resigns", "Red-resigns", "r-resign", "R-RESIGNS"] {
            assert_eq!(san::read_for_fuzz(&scene, text), Ok(Move::resign(Player(0))), "{text}");
        }
        for text in ["timeout", "red-flag"] {
            assert_eq!(san::read_for_fuzz(&scene, text), Ok(Move::time_out(Player(0))), "{text}");
        }
        for text in ["x-resigns", "-", "r-", "-r", "R", "b-T"] {
            assert!(coordinate::read(&scene, text).is_err(), "{text}");
        }
        let over = Scene::sketch(four.language(), "rR,1 r", Vec::new());
        assert_eq!(coordinate::read(&over, "b-resigns"), Err(MoveError::Over));
    }

    #[test]
    fn of_two_the_second_is_b_whatever_the_colour() {
        let two = sample(2, 1, &[], &["Red", "Black"], &["R"]);
        let scene = Scene::sketch(two.language(), "R1 w", vec![Move::step(0, 1)]);
        assert_eq!(coordinate::write(&scene, Move::resign(Player(0))), "w-resigns");
        assert_eq!(coordinate::read(&scene, "w-resigns"), Ok(Move::resign(Player(0))));
        assert_eq!(coordinate::read(&scene, "b-timeout"), Ok(Move::time_out(Player(1))));
    }
}
