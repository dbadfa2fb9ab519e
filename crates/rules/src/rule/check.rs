//! Check: whether royals must be kept safe, whether check may be given, whether kings may face each other.

use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section, word};
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::definition::{Kind, Spec};
use crate::describe::refusal::Refusal;
use crate::describe::{Chapter, a};

/// What is said about attacks on royals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Check {
    /// A royal may be left attacked.
    pub ignored: bool,
    /// No move may attack an enemy royal.
    pub forbidden_to_give: bool,
    /// Royals may not face each other on an open file.
    pub no_facing: bool,
}

impl Check {
    /// Whether a player can be in check.
    pub fn can_be_given(self) -> bool {
        !self.ignored && !self.forbidden_to_give
    }
}

/// Whether check counts.
pub(crate) const CHECK: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "check",
        kind: Kind::Word(&["enforced", "ignored"]),
        default: "enforced",
        documentation: "Whether a player must keep its royal pieces safe. With `ignored` they may be left, and \
                        moved, into attack; attacked ones are still reported.",
    },
    compile: |draft, value| {
        draft.rules.check.ignored = word(value) == "ignored";
        Ok(())
    },
    describe: |prose| {
        let Some(royal) = prose.royal().map(str::to_owned) else { return };
        let last = if prose.last_is_royal() { "the last " } else { "" };
        if prose.rules.check.ignored {
            prose.say(
                Chapter::Check,
                format!("There is no check: {} may be left, or moved, into attack.", a(&royal)),
            );
        } else {
            let whose = if last.is_empty() { "one's own " } else { last };
            prose.say(Chapter::Check, format!("No move may leave {whose}{royal} under attack."));
        }
    },
    wins: |rules| rules.check.ignored,
    leaves_only_mate: |rules| !rules.check.ignored,
    ..Rule::PLAIN
};

impl Game {
    /// Whether a royal piece may not be left under attack.
    pub fn keeps_royals_safe(&self) -> bool {
        !self.checked().rules.check.ignored
    }
}

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.no_checks = making.checked.rules.check.forbidden_to_give;
    }
}

/// Whether check may be given.
pub(crate) const GIVING_CHECK: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "giving-check",
        kind: Kind::Word(&["allowed", "forbidden"]),
        default: "allowed",
        documentation: "Whether a move may attack an enemy royal piece.",
    },
    compile: |draft, value| {
        draft.rules.check.forbidden_to_give = word(value) == "forbidden";
        Ok(())
    },
    describe: |prose| {
        if prose.rules.check.forbidden_to_give {
            prose.say(Chapter::Check, "No move may give check.");
        }
    },
    parts: AnyParts::new(&Parts),
    is_orthodox: |rules| !rules.check.forbidden_to_give,
    leaves_only_mate: |rules| !rules.check.forbidden_to_give,
    forbids: |position, after, _| {
        let forbidden = position.game().checked().rules.check.forbidden_to_give;
        let mut others = position.playing().filter(|player| position.harms(*player));
        let gives = forbidden && others.any(|player| position.is_attacked_after(after, player));
        gives.then(|| Refusal::plain("no move may give check"))
    },
    ..Rule::PLAIN
};

/// Whether kings may face.
pub(crate) const KINGS_FACING: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "kings-facing",
        kind: Kind::Word(&["allowed", "forbidden"]),
        default: "allowed",
        documentation: "With `forbidden` two opposing royals may not stand on one file with nothing between them: \
                        each attacks the other as a rook would.",
    },
    compile: |draft, value| {
        draft.rules.check.no_facing = word(value) == "forbidden";
        Ok(())
    },
    describe: |prose| {
        if let Some(royal) = prose.royal().filter(|_| prose.rules.check.no_facing).map(a) {
            let sentence =
                format!("A move may not leave {royal} facing an enemy one on a file with nothing between.");
            prose.say(Chapter::Check, sentence);
        }
    },
    leaves_only_mate: |rules| !rules.check.no_facing,
    forbids: |position, after, _| {
        // No piece attacks by its movement, as has been seen before; so it is this.
        let forbidden = position.game().checked().rules.check.no_facing;
        let faces = forbidden && position.is_attacked_after(after, position.turn());
        faces.then(|| Refusal::plain("the royal pieces would face each other with nothing between"))
    },
    ..Rule::PLAIN
};
