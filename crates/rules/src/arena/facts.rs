//! What a player has to know of a game's rules, as plain data: gathered here, each rule says its own.

#[cfg(doc)]
use super::Arena;
use crate::compile::game::Game;
use crate::definition::Royal;
use crate::rule::behaviour::Events;
use crate::rule::goal::GoalFact;
use crate::rule::repetition::RepetitionFact;
use crate::rule::{Verdict, extinction, points, progress};

/// What a player has to know of a game's rules.
#[derive(Clone, Debug)]
pub struct Facts {
    /// For each player those on its side, a bit each, itself included.
    pub sides: Vec<u8>,
    /// Whether captures and quiet moves may be asked for apart.
    pub in_stages: bool,
    /// Captures come before other moves.
    pub must_capture: bool,
    /// Whoever is not in check may pass.
    pub may_pass: bool,
    /// A capture may take more than its victim ([`Arena::takes_along`]).
    pub takes_along: bool,
    /// Rules have ends of their own that one may be near to ([`Arena::prospects`]).
    pub prospects: bool,
    /// Moves that take nothing may be violent all the same ([`Arena::is_noisy`]).
    pub noisy: bool,
    /// Some moves ask to be looked at deeper ([`Arena::extends`]).
    pub extends: bool,
    /// Captured pieces go into the captor's hand.
    pub takes_to_hand: bool,
    /// No move may give check.
    pub no_checks: bool,
    /// How many moves make a turn.
    pub moves_per_turn: u8,
    /// Royal pieces must be kept safe.
    pub safety: bool,
    /// What having no move means for a player who is in check; [`Arena::stuck`] asks rules that listen as well.
    pub checkmate: Verdict,
    /// What having no move means for a player who is not.
    pub stalemate: Verdict,
    /// What having only moves of a royal into capture means, for two players.
    pub unsafe_royal: Verdict,
    /// One wins by having nothing left: captures are forced, and pieces a burden.
    pub losing: bool,
    /// A piece may decide the game by being lost though it is not royal ([`Arena::is_vital`]).
    pub vital: bool,
    /// A game that goes on may be decided all the same ([`Arena::foregone`]).
    pub foregone: bool,
    /// Pieces that lose or win by arriving.
    pub goal: Option<GoalFact>,
    /// What repeating a position means.
    pub repetition: Option<RepetitionFact>,
    /// After how many moves of each player without progress the game ends or may be ended, and what that means for
    /// the player to move.
    pub progress: Option<(u16, Verdict)>,
    /// Too little material ends the game.
    pub material: bool,
    /// Who is placed where does not depend on how the game ends ([`Arena::rank`]).
    pub ranked: bool,
}

impl Facts {
    pub(super) fn of(game: &Game) -> Facts {
        let checked = game.checked();
        let rules = &checked.rules;
        let royal = checked.types.iter().any(|info| info.royal != Royal::No);
        Facts {
            sides: checked.sides.clone(),
            in_stages: !rules.must_capture && rules.gating.is_none() && rules.only_look_on(),
            must_capture: rules.must_capture,
            may_pass: rules.behaviours.iter().any(|rule| rule.words.may_pass()),
            takes_along: rules.answer(Events::TAKES_ALONG),
            prospects: rules.answer(Events::PROSPECTS),
            noisy: rules.answer(Events::NOISY),
            extends: rules.answer(Events::EXTENDS),
            takes_to_hand: rules.drops.as_ref().is_some_and(|drops| drops.captured),
            no_checks: rules.check.forbidden_to_give,
            moves_per_turn: rules.most_moves(),
            safety: royal && !rules.check.ignored,
            checkmate: rules.mate.checkmate.or_draw(),
            stalemate: rules.mate.stalemate.or_draw(),
            unsafe_royal: match checked.players.len() {
                2 => rules.mate.unsafe_royal,
                _ => Verdict::None,
            },
            losing: rules.must_capture
                && (rules.mate.stalemate == Verdict::Win || extinction::is_wanted(rules)),
            vital: rules.answer(Events::VITAL),
            foregone: rules.answer(Events::FOREGONE),
            goal: GoalFact::of(checked),
            repetition: RepetitionFact::of(checked),
            progress: progress::fact(checked),
            material: rules.end_without_material(),
            ranked: points::are_counted(checked),
        }
    }
}
