//! Losing the royal piece itself, or everything but it.

use super::{Rule, Section, Verdict, verdict_key, word};

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

/// What the loss of the last royal means.
pub(crate) const ROYAL_CAPTURE: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "royal-capture",
        "\"loss\"",
        "What it means to lose one's last royal piece, where that can happen: check is ignored, or pieces explode.",
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
    leaves_only_mate: |rules| rules.royal_loss.bare.is_neutral(),
    ..Rule::PLAIN
};
