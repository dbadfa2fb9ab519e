//! Losing the royal piece itself, or everything but it.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Words};
use super::ends::{End, Played};
use super::{Rule, RuleSet, Section, Verdict, verdict_key, word};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::State;
use std::sync::Arc;

/// What losing royals, or all others, means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoyalLoss {
    /// The last royal was captured or blown up.
    pub captured: Verdict,
    /// Only royals are left.
    pub bare: Verdict,
}

impl Default for RoyalLoss {
    fn default() -> Self {
        RoyalLoss { captured: Verdict::Loss, bare: Verdict::None }
    }
}

impl RuleSet {
    /// Whether a royal can be lost at all.
    fn lose_royals(&self) -> bool {
        self.check.ignored || self.blast.is_some()
    }
}

/// The end by the loss of the last royal.
#[derive(Debug)]
struct Captured {
    verdict: Verdict,
    /// Players who never had one do not count.
    has_royal: Vec<bool>,
}

impl Words for Captured {
    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Captured {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn prepared(&self, checked: &CheckedDefinition, start: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        // Of more than two players whoever loses the last royal is out, whatever else is said.
        let mut has_royal = checked.has_royal(start);
        has_royal.iter_mut().for_each(|has| *has &= checked.players.len() == 2);
        Some(Arc::new(Captured { verdict: self.verdict, has_royal }))
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        if !played.others_lost() {
            return None;
        }
        let (tables, state) = (played.tables, played.state());
        let lost = |player: &usize| self.has_royal[*player] && !tables.has_royal_left(state, *player);
        let player = played.players().find(lost)?;
        Some(End { reason: Reason::RoyalLost, player, verdict: self.verdict })
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a player has a royal, on the board or yet to be placed.
    fn has_royal_left(&self, state: &State<W>, player: usize) -> bool {
        let held = |kind: u8| self.in_hand(state, player, PieceType(kind)) > 0;
        self.royal_pieces(state, player).any() || self.royal.chain(self.last_royal).any(held)
    }
}

/// The end by having nothing but royals left.
#[derive(Debug)]
struct Bare(Verdict);

impl Words for Bare {
    fn leaves_only_mate(&self) -> bool {
        self.0.is_neutral()
    }
}

impl<const W: usize> Behaviour<W> for Bare {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        if !played.others_lost() {
            return None;
        }
        let (tables, state) = (played.tables, played.state());
        let bare = |player: &usize| {
            let own = state.of_player(*player);
            own.any() && own.without(tables.royal_pieces(state, *player)).is_empty()
        };
        let player = played.players().find(bare)?;
        Some(End { reason: Reason::BareKing, player, verdict: self.0 })
    }
}

/// What the loss of the last royal means.
pub(crate) const ROYAL_CAPTURE: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "royal-capture",
        "\"loss\"",
        "What it means to lose one's last royal piece, where that can happen: check is ignored, or pieces explode. For two \
         players; of more, whoever loses it is out.",
    ),
    compile: |draft, value| {
        draft.rules.royal_loss.captured = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        let Some(royal) = prose.royal() else { return };
        let what = match (&prose.rules.blast, prose.rules.check.ignored) {
            (None, false) => return,
            (None, true) => format!("loses the last {royal}"),
            (Some(_), _) => format!("has the last {royal} captured or blown up"),
        };
        prose.judge(prose.rules.royal_loss.captured, &what);
    },
    listener: |rules| {
        let verdict = rules.royal_loss.captured;
        let ends = verdict != Verdict::None && rules.lose_royals();
        ends.then(|| AnyBehaviour::new(Captured { verdict, has_royal: Vec::new() }))
    },
    ..Rule::PLAIN
};

/// What it means to be bare.
pub(crate) const BARE_KING: Rule = Rule {
    section: Section::End,
    spec: verdict_key("bare-king", "\"none\"", "What it means to have nothing but royal pieces left."),
    compile: |draft, value| {
        draft.rules.royal_loss.bare = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        if let Some(royal) = prose.royal() {
            prose.judge(prose.rules.royal_loss.bare, &format!("has nothing left but the {royal}"));
        }
    },
    listener: |rules| {
        let verdict = rules.royal_loss.bare;
        (verdict != Verdict::None).then(|| AnyBehaviour::new(Bare(verdict)))
    },
    wins: |rules| !rules.royal_loss.bare.is_neutral(),
    ..Rule::PLAIN
};
