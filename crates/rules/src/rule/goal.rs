//! Goals: a piece that reaches a zone wins (or loses) the game.

use super::{Rule, Section, VERDICTS, Verdict};
use crate::cell::PieceType;
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, a};
use crate::set::CellSet;

/// What must go where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// The types.
    pub of: Vec<PieceType>,
    /// The zone, as the first player sees it.
    pub zone: CellSet<4>,
    /// What it means.
    pub verdict: Verdict,
    /// Whether the players who moved later in the round get one more move to reach it too.
    pub reply: bool,
}

/// What must go where.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "goal",
        kind: Kind::Table(&[
            Spec {
                name: "of",
                kind: Kind::Pieces,
                default: "required",
                documentation: "The types that count.",
            },
            Spec {
                name: "zone",
                kind: Kind::Zone,
                default: "required",
                documentation: "Where they must go.",
            },
            Spec {
                name: "result",
                kind: Kind::Word(VERDICTS),
                default: "\"win\"",
                documentation: "What it means for the player whose piece is there.",
            },
            Spec {
                name: "reply",
                kind: Kind::Flag,
                default: "false",
                documentation: "When the first player gets there, the second has one more move to get there too, \
                                which is a draw.",
            },
        ]),
        default: "none",
        documentation: "A player whose piece reaches a zone wins.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let (of, zone) = (reader.pieces("of"), reader.zone("zone"));
        let Some(zone) = zone.filter(|_| !of.is_empty()) else {
            return Err(Problem::new(value.span, "a goal needs \"of\" and \"zone\"", "incomplete")
                .help("goal = { of = \"king\", zone = \"d4..e5\" }")
                .into());
        };
        let verdict = Verdict::of(reader.text("result").unwrap_or("win"));
        draft.rules.goal = Some(Goal { of, zone, verdict, reply: reader.flag("reply", false) });
        Ok(())
    },
    describe: |prose| {
        let Some(goal) = &prose.rules.goal else { return };
        let what = format!("brings {} to {}", a(&prose.names(&goal.of, "or")), prose.zone(goal.zone));
        prose.judge(goal.verdict, &what);
        if goal.reply {
            let first = &prose.players()[0];
            let sentence =
                format!("If {first} gets there first, the answer that gets there too makes a draw.");
            prose.say(Chapter::Aim, sentence);
        }
    },
    name_look_alikes: |rules, alike| rules.goal.iter_mut().for_each(|goal| alike.add_to(&mut goal.of)),
    ends: |rules| rules.goal.is_some(),
    leaves_only_mate: |rules| rules.goal.is_none(),
    ..Rule::PLAIN
};
