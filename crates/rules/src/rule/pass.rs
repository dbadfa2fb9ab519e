//! Passing: doing nothing instead of moving.

use super::{Rule, Section, word};
use crate::definition::{Kind, Spec};
use crate::describe::Chapter;

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Never.
    #[default]
    Never,
    /// When there is no other legal move.
    Stuck,
    /// Whenever it is not in check.
    Always,
}

/// When a player may pass.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "pass",
        kind: Kind::Word(&["never", "stuck", "always"]),
        default: "never",
        documentation: "When a player may pass: never, only when `stuck` without a legal move, or always. Nobody \
                        may pass while a royal piece is attacked.",
    },
    compile: |draft, value| {
        draft.rules.pass = match word(value) {
            "stuck" => Pass::Stuck,
            "always" => Pass::Always,
            _ => Pass::Never,
        };
        Ok(())
    },
    describe: |prose| match prose.rules.pass {
        Pass::Never => {}
        Pass::Stuck => prose.say(Chapter::Moves, "A player without a legal move passes, unless in check."),
        Pass::Always => prose.say(Chapter::Moves, "A player who is not in check may pass."),
    },
};
