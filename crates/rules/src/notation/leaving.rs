//! Players who leave a game, as text: `b-resigns`, `b-timeout`.
//!
//! The word begins with the player's mark, because anyone may leave at any time. Also read: the player's name instead
//! of the mark, and for the player whose turn it is `resigns` or `timeout` alone.

use super::context::MoveContext;
use super::error::MoveError;
use super::spelling::{Notation, Reading, Said, Spelling};
use crate::cell::Player;
use crate::position::moves::{Move, MoveKind};

const RESIGNS: &str = "resigns";
const TIMEOUT: &str = "timeout";

/// Leaving is nobody's rule: it can be done in every game.
pub(super) struct Leaving;

/// How it is spelled.
pub(super) const LEAVING: Leaving = Leaving;

impl Spelling for Leaving {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Retire)
    }

    fn whole(&self, context: &MoveContext<'_>, mv: Move, _: Notation) -> Option<String> {
        Some(write(context, mv))
    }

    fn read(&self, context: &MoveContext<'_>, said: &Said<'_>, _: Notation) -> Option<Reading> {
        Some(match read(context, said.text)? {
            Ok(mv) => Reading::Moves { found: vec![mv], near: Vec::new() },
            Err(error) => Reading::Wrong(error),
        })
    }
}

/// Writes that a player leaves.
fn write(context: &MoveContext<'_>, mv: Move) -> String {
    let player = Player(mv.extra.0 as u8);
    let how = if mv == Move::resign(player) { RESIGNS } else { TIMEOUT };
    format!("{}-{how}", context.language.mark(player))
}

/// Reads that a player leaves; nothing if the text says something else.
fn read(context: &MoveContext<'_>, text: &str) -> Option<Result<Move, MoveError>> {
    let (who, how) = text.rsplit_once('-').map_or(("", text), |(who, how)| (who, how));
    let resigns = match how.to_ascii_lowercase().as_str() {
        RESIGNS | "resign" => true,
        TIMEOUT | "flag" => false,
        _ => return None,
    };
    let named = |name: &String| !who.is_empty() && name.to_lowercase() == who.to_lowercase();
    let player = match who {
        "" => Some(context.turn),
        mark => context.language.marked(mark).or_else(|| {
            let index = context.language.players.iter().position(named)?;
            Some(Player(index as u8))
        }),
    }?;
    if context.legal().is_empty() {
        return Some(Err(MoveError::Over));
    }
    if !context.plays(player) {
        let player = context.language.players[player.index()].clone();
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
        let context = MoveContext::sketch(four.language(), "rR,1 r", legal);
        let blue = Player(1);
        for (mv, text) in [(Move::resign(blue), "b-resigns"), (Move::time_out(blue), "b-timeout")] {
            assert_eq!(coordinate::write(&context, mv), text);
            assert_eq!(coordinate::read(&context, text), Ok(mv));
            assert_eq!(san::read(&context, text), Ok(mv));
        }
        for text in ["resigns", "Red-resigns", "r-resign", "R-RESIGNS"] {
            assert_eq!(san::read(&context, text), Ok(Move::resign(Player(0))), "{text}");
        }
        for text in ["timeout", "red-flag"] {
            assert_eq!(san::read(&context, text), Ok(Move::time_out(Player(0))), "{text}");
        }
        for text in ["x-resigns", "-", "r-", "-r", "R", "b-T"] {
            assert!(coordinate::read(&context, text).is_err(), "{text}");
        }
        let over = MoveContext::sketch(four.language(), "rR,1 r", Vec::new());
        assert_eq!(coordinate::read(&over, "b-resigns"), Err(MoveError::Over));
    }

    #[test]
    fn of_two_the_second_is_b_whatever_the_colour() {
        let two = sample(2, 1, &[], &["Red", "Black"], &["R"]);
        let context = MoveContext::sketch(two.language(), "R1 w", vec![Move::step(0, 1)]);
        assert_eq!(coordinate::write(&context, Move::resign(Player(0))), "w-resigns");
        assert_eq!(coordinate::read(&context, "w-resigns"), Ok(Move::resign(Player(0))));
        assert_eq!(coordinate::read(&context, "b-timeout"), Ok(Move::time_out(Player(1))));
    }
}
