//! Checks that are counted: whoever has given enough wins.

use super::{Rule, Section};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, ordinal};

/// How many checks win.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "checks",
        kind: Kind::Table(&[Spec {
            name: "count",
            kind: Kind::Number(1, 99),
            default: "3",
            documentation: "How many.",
        }]),
        default: "not counted",
        documentation: "A player who has given so many checks wins. FEN carries how many each has still to give.",
    },
    compile: |draft, value| {
        draft.rules.checks = Some(draft.reader(value).number("count", 3) as u8);
        Ok(())
    },
    describe: |prose| {
        if let Some(count) = prose.rules.checks {
            let sentence =
                format!("A player who gives check for the {} time wins.", ordinal(u16::from(count)));
            prose.say(Chapter::Aim, sentence);
        }
    },
    leaves_only_mate: |rules| rules.checks.is_none(),
    ..Rule::PLAIN
};
