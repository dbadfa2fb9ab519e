//! Forced capture.

use super::tables::{AnyMaker, Making, TableMaker};
use super::{Rule, Section};
use crate::compile::tables::Tables;
use crate::definition::{Kind, Spec, Value};
use crate::describe::Chapter;

/// Makes the tables.
struct Maker;

impl<const W: usize> TableMaker<W> for Maker {
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
    tables: AnyMaker::new(&Maker),
    is_orthodox: |rules| !rules.must_capture,
    ..Rule::PLAIN
};
