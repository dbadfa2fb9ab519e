//! Forced capture.

use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section};
use crate::compile::tables::Tables;
use crate::definition::{Kind, Spec, Value};
use crate::describe::Chapter;
use crate::describe::refusal::Refusal;

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.must_capture = making.checked.rules.must_capture;
    }
}

/// Whether captures come first.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "must-capture",
        kind: Kind::Flag,
        default: "false",
        documentation: "A player who can capture must, and may not pass instead.",
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
    parts: AnyParts::new(&Parts),
    is_orthodox: |rules| !rules.must_capture,
    forbids: |position, _, to| {
        let must = position.game().checked().rules.must_capture && position.piece(to).is_none();
        let can = || position.legal_moves().iter().any(|mv| mv.takes(position));
        (must && can()).then(|| Refusal::plain("a piece can be captured, so a capture must be played"))
    },
    ..Rule::PLAIN
};
