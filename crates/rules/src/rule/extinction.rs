//! Extinction: a player loses (or wins) when the last piece of a type is gone.

use super::{Rule, Section, VERDICTS, Verdict};
use crate::cell::PieceType;
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Prose, cardinal};

/// Which types must not die out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extinction {
    /// The types.
    pub of: Vec<PieceType>,
    /// So few are as good as none.
    pub down_to: u8,
    /// Whether all of them together count, instead of each.
    pub together: bool,
    /// What it means.
    pub verdict: Verdict,
}

impl Extinction {
    fn describe(&self, prose: &Prose<'_>) -> String {
        let left = match self.down_to {
            0 => "has lost".to_owned(),
            few => format!("is down to {} of", cardinal(u16::from(few))),
        };
        match (&self.of[..], self.together) {
            (of, true) if prose.is_every_type(of) => format!("{left} all pieces"),
            ([kind], _) => format!("{left} every {}", prose.name(*kind)),
            (of, true) => format!("{left} every {}", prose.names(of, "and")),
            (of, false) if prose.is_every_type(of) => format!("{left} all pieces of one type"),
            (of, false) => format!("{left} every {}", prose.names(of, "or every").replace(", ", ", every ")),
        }
    }
}

/// What happens when types die out.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "extinction",
        kind: Kind::Table(&[
            Spec { name: "of", kind: Kind::Pieces, default: "required", documentation: "The types." },
            Spec {
                name: "result",
                kind: Kind::Word(VERDICTS),
                default: "\"loss\"",
                documentation: "What it means for the player who lost them.",
            },
            Spec {
                name: "down-to",
                kind: Kind::Number(0, 64),
                default: "0",
                documentation: "A type counts as extinct when so many are left.",
            },
            Spec {
                name: "together",
                kind: Kind::Flag,
                default: "false",
                documentation: "Count the types together instead of each by itself.",
            },
        ]),
        default: "no type matters",
        documentation: "A player loses when the last piece of one of these types is gone. Only types a player has \
                        at the start can die out.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let of = reader.pieces("of");
        if of.is_empty() {
            return Err(Problem::new(
                value.span,
                "extinction needs the types it is about",
                "\"of\" is missing",
            )
            .help("extinction = { of = [\"king\"] }")
            .into());
        }
        let extinction = Extinction {
            of,
            down_to: reader.number("down-to", 0) as u8,
            together: reader.flag("together", false),
            verdict: Verdict::of(reader.text("result").unwrap_or("loss")),
        };
        draft.rules.extinction = Some(extinction);
        Ok(())
    },
    describe: |prose| {
        if let Some(extinction) = &prose.rules.extinction {
            prose.judge(extinction.verdict, &extinction.describe(prose));
        }
    },
    ends: |rules| rules.extinction.is_some(),
    leaves_only_mate: |rules| rules.extinction.is_none(),
    ..Rule::PLAIN
};
