//! The move counter: a game without progress ends.

use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section, VERDICTS, Verdict};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose};

/// How long a game may go on without progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// After so many full moves the player to move may claim.
    pub claim: Option<u16>,
    /// After so many it ends by itself.
    pub automatic: Option<u16>,
    /// Types whose moves are progress.
    pub reset_by: Vec<PieceType>,
    /// What it means for the player to move.
    pub verdict: Verdict,
}

/// After how many moves of each player without progress a game ends or may be ended, and what that means for the
/// player to move.
pub(crate) fn fact(checked: &CheckedDefinition) -> Option<(u16, Verdict)> {
    let rule = checked.rules.progress.as_ref()?;
    let moves = rule.claim.into_iter().chain(rule.automatic).min()?;
    (rule.verdict != Verdict::None).then_some((moves, rule.verdict))
}

impl Progress {
    /// Whether it ever ends a game; otherwise moves are counted only for others to read.
    pub fn ends(&self) -> bool {
        self.verdict != Verdict::None && self.claim.or(self.automatic).is_some()
    }

    fn describe(&self, prose: &Prose<'_>) -> Option<String> {
        let without = match self.reset_by.is_empty() {
            true => "a capture".to_owned(),
            false => format!("a capture or a move of a {}", prose.names(&self.reset_by, "or")),
        };
        let result = self.verdict.words();
        let moves = |count: u16| format!("{count} moves of each player without {without}");
        match (self.claim, self.automatic) {
            _ if self.verdict == Verdict::None => None,
            (Some(claim), None) => {
                Some(format!("After {} a player may claim {}.", moves(claim), self.verdict.claim()))
            }
            (None, Some(limit)) => Some(format!("After {} {result}.", moves(limit))),
            (Some(claim), Some(limit)) => {
                let (moves, claim) = (moves(claim), self.verdict.claim());
                Some(format!("After {moves} a player may claim {claim}; after {limit} {result}."))
            }
            (None, None) => None,
        }
    }
}

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let progress = making.checked.rules.progress.iter().flat_map(|rule| &rule.reset_by);
        tables.rules.progress = progress.fold(0, |types, kind| types | 1 << kind.0);
    }
}

/// How long a game may go on.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "no-progress",
        kind: Kind::Table(&[
            Spec {
                name: "claim",
                kind: Kind::Number(1, 1000),
                default: "never",
                documentation: "After so many moves of each player a player may claim the result.",
            },
            Spec {
                name: "automatic",
                kind: Kind::Number(1, 1000),
                default: "never",
                documentation: "After so many it ends by itself.",
            },
            Spec {
                name: "reset-by",
                kind: Kind::Pieces,
                default: "none",
                documentation: "Types whose moves count as progress. Captures and drops always do.",
            },
            Spec {
                name: "result",
                kind: Kind::Word(VERDICTS),
                default: "\"draw\"",
                documentation: "What it means for the player to move.",
            },
        ]),
        default: "no limit",
        documentation: "How many moves the game may go on without a capture or another sign of progress.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let moves = |key| reader.has(key).then(|| reader.number(key, 0) as u16);
        draft.rules.progress = Some(Progress {
            claim: moves("claim"),
            automatic: moves("automatic"),
            reset_by: reader.pieces("reset-by"),
            verdict: Verdict::of(reader.text("result").unwrap_or("draw")),
        });
        Ok(())
    },
    describe: |prose| {
        if let Some(sentence) = prose.rules.progress.as_ref().and_then(|progress| progress.describe(prose)) {
            prose.say(Chapter::Draw, sentence);
        }
    },
    name_look_alikes: |rules, alike| {
        rules.progress.iter_mut().for_each(|progress| alike.add_to(&mut progress.reset_by));
    },
    parts: AnyParts::new(&Parts),
    ends: |rules| {
        let ends = |rule: &Progress| rule.automatic.is_some() && rule.verdict != Verdict::None;
        rules.progress.as_ref().is_some_and(ends)
    },
    wins: |rules| rules.progress.as_ref().is_some_and(|rule| !rule.verdict.is_neutral()),
    leaves_only_mate: |rules| rules.progress.as_ref().is_none_or(|rule| rule.verdict.is_neutral()),
    ..Rule::PLAIN
};
