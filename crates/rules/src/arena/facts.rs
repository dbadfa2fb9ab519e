//! What a player has to know of a game's rules, as plain data.

use crate::cell::{Cell, PieceType};
use crate::compile::game::Game;
use crate::definition::Royal;
use crate::rule::{Verdict, seen};
use crate::set::CellSet;

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
    /// Captures explode.
    pub blast: bool,
    /// Captured pieces go into the captor's hand.
    pub takes_to_hand: bool,
    /// No move may give check.
    pub no_checks: bool,
    /// How many moves make a turn.
    pub moves_per_turn: u8,
    /// Royal pieces must be kept safe.
    pub safety: bool,
    /// What having no move means for a player who is in check.
    pub checkmate: Verdict,
    /// What having no move means for a player who is not.
    pub stalemate: Verdict,
    /// What having only moves of a royal into capture means.
    pub unsafe_royal: Verdict,
    /// Pieces that lose or win by dying out.
    pub extinction: Option<ExtinctionFact>,
    /// Pieces that lose or win by arriving.
    pub goal: Option<GoalFact>,
    /// How many checks win.
    pub checks: Option<u8>,
    /// What repeating a position means.
    pub repetition: Option<RepetitionFact>,
    /// After how many moves of each player without progress the game ends or may be ended, and what that means for
    /// the player to move.
    pub progress: Option<(u16, Verdict)>,
    /// Too little material ends the game.
    pub material: bool,
    /// What is counted, in games for points.
    pub points: Option<PointFacts>,
}

/// Types that must not die out, or must.
#[derive(Clone, Debug)]
pub struct ExtinctionFact {
    /// The types.
    pub of: Vec<PieceType>,
    /// So few are as good as none.
    pub down_to: usize,
    /// Whether all of them together count, instead of each.
    pub together: bool,
    /// What it means.
    pub verdict: Verdict,
}

/// A zone to reach.
#[derive(Clone, Debug)]
pub struct GoalFact {
    /// The types that count.
    pub of: Vec<PieceType>,
    /// For each player where.
    pub zones: Vec<CellSet<4>>,
    /// What it means.
    pub verdict: Verdict,
}

/// What repeating a position means.
#[derive(Clone, Copy, Debug)]
pub struct RepetitionFact {
    /// At its so-manieth occurrence the game ends or may be ended.
    pub times: u8,
    /// What it means for the player to move.
    pub verdict: Verdict,
    /// What it means for a player who alone gave check on every move since.
    pub perpetual_check: Verdict,
    /// What it means for a player who alone attacked the same unprotected piece on every move since.
    pub perpetual_chase: Verdict,
}

/// What brings points.
#[derive(Clone, Debug)]
pub struct PointFacts {
    /// By type, for taking one.
    pub captures: Vec<i16>,
    /// For putting a player out.
    pub mate: i16,
}

impl Facts {
    pub(super) fn of(game: &Game) -> Facts {
        let checked = game.checked();
        let rules = &checked.rules;
        let verdict = |verdict| if verdict == Verdict::None { Verdict::Draw } else { verdict };
        let royal = checked.types.iter().any(|info| info.royal != Royal::No);
        Facts {
            sides: checked.sides.clone(),
            in_stages: !rules.must_capture && rules.gating.is_none() && rules.behaviours.is_empty(),
            must_capture: rules.must_capture,
            may_pass: rules.behaviours.iter().any(|rule| rule.words.may_pass()),
            blast: rules.blast.is_some(),
            takes_to_hand: rules.drops.as_ref().is_some_and(|drops| drops.captured),
            no_checks: rules.check.forbidden_to_give,
            moves_per_turn: rules.most_moves(),
            safety: royal && !rules.check.ignored,
            checkmate: verdict(rules.mate.checkmate),
            stalemate: verdict(rules.mate.stalemate),
            unsafe_royal: rules.mate.unsafe_royal,
            extinction: rules.extinction.as_ref().map(|rule| ExtinctionFact {
                of: rule.of.clone(),
                down_to: rule.down_to.into(),
                together: rule.together,
                verdict: rule.verdict,
            }),
            goal: rules.goal.as_ref().map(|rule| GoalFact {
                of: rule.of.clone(),
                zones: checked.views.iter().map(|view: &Vec<Cell>| seen(rule.zone, view)).collect(),
                verdict: rule.verdict,
            }),
            checks: rules.checks,
            repetition: rules.repetition.and_then(|rule| {
                Some(RepetitionFact {
                    times: rule.claim.into_iter().chain(rule.automatic).min()?,
                    verdict: verdict(rule.verdict),
                    perpetual_check: rule.perpetual_check,
                    perpetual_chase: rule.perpetual_chase,
                })
            }),
            progress: rules.progress.as_ref().and_then(|rule| {
                let moves = rule.claim.into_iter().chain(rule.automatic).min()?;
                (rule.verdict != Verdict::None).then_some((moves, rule.verdict))
            }),
            material: rules.material,
            points: rules.points.as_ref().map(|rule| {
                let mut captures = vec![0; checked.types.len()];
                for (kind, worth) in &rule.captures {
                    captures[kind.index()] = *worth;
                }
                PointFacts { captures, mate: rule.mate }
            }),
        }
    }
}
