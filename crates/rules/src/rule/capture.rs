//! Forced capture.

use super::{Rule, Section};
use crate::definition::{Kind, Spec, Value};
use crate::describe::Chapter;

/// Whether captures come first.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "must-capture",
        kind: Kind::Flag,
        default: "false",
        documentation: "A player who can capture must.",
    },
    compile: |draft, value| {
        draft.rules.must_capture = value.value == Value::Flag(true);
        Ok(())
    },
    describe: |prose| {
        if prose.rules.must_capture {
            prose.say(Chapter::Moves, "A player who can capture must.");
        }
    },
    is_orthodox: |rules| !rules.must_capture,
    ..Rule::PLAIN
};
