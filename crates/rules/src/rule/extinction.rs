//! Extinction: a player loses (or wins) when the last piece of a type is gone.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Look, Words};
use super::ends::{End, Played};
use super::{Rule, RuleSet, Section, VERDICTS, Verdict};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Prose, cardinal};
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::State;
use std::sync::Arc;

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

/// Whether a player wins by it.
pub(crate) fn is_wanted(rules: &RuleSet) -> bool {
    rules.extinction.as_ref().is_some_and(|rule| rule.verdict == Verdict::Win)
}

/// What it answers: where each type counts, the last of one is vital.
fn events(verdict: Verdict, together: bool) -> Events {
    let events = Events::OUTCOME.and(Events::PROSPECTS);
    if verdict == Verdict::Loss && !together { events.and(Events::VITAL) } else { events }
}

impl Words for Extinction {}

impl<const W: usize> Behaviour<W> for Extinction {
    fn listens(&self) -> Events {
        events(self.verdict, self.together)
    }

    fn prepared(&self, checked: &CheckedDefinition, start: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let counts = checked.counts(start);
        let had = |player: usize, kinds: Types| -> usize {
            kinds.map(|kind| usize::from(counts[player][kind as usize])).sum()
        };
        let matter = |player: usize| {
            let own = checked.rules.of(player).extinction.as_ref().map_or(&[][..], |own| &own.of);
            let kinds = own.iter().map(|kind| checked.alike(*kind));
            kinds.filter(|kinds| had(player, *kinds) > usize::from(self.down_to)).collect()
        };
        Some(Arc::new(Survival {
            of: (0..checked.players.len()).map(matter).collect(),
            named: self.of.clone(),
            down_to: self.down_to.into(),
            together: self.together,
            verdict: self.verdict,
        }))
    }
}

/// What must be left of each player.
#[derive(Debug)]
struct Survival {
    /// Types by player, each with those that look like it: those it has at the start.
    of: Vec<Vec<Types>>,
    /// The types as they are named.
    named: Vec<PieceType>,
    down_to: usize,
    together: bool,
    verdict: Verdict,
}

impl Survival {
    /// Whether too few are left, on the board and in hand.
    fn has_failed<const W: usize>(&self, tables: &Tables<W>, state: &State<W>, player: usize) -> bool {
        let left = |kinds: &Types| tables.owned(state, player, *kinds);
        let of = &self.of[player];
        if self.together {
            return !of.is_empty() && of.iter().map(left).sum::<usize>() <= self.down_to;
        }
        of.iter().any(|kind| left(kind) <= self.down_to)
    }
}

impl Words for Survival {}

impl<const W: usize> Behaviour<W> for Survival {
    fn listens(&self) -> Events {
        events(self.verdict, self.together)
    }

    /// Where each type counts, the last ones of it are in danger.
    fn prospects(&self, here: &Look<'_, W>, player: usize) -> [i32; 2] {
        if self.together {
            return [0; 2];
        }
        let danger = |kind: &PieceType| {
            let left = here.tables.owned(here.state, player, [kind.0].into_iter().collect());
            let spare = left as i32 - self.down_to as i32;
            match spare {
                ..=1 => 80,
                2 => 25,
                _ => 0,
            }
        };
        let danger: i32 = self.named.iter().map(danger).sum();
        [if self.verdict == Verdict::Win { danger } else { -danger }; 2]
    }

    fn is_vital(&self, here: &Look<'_, W>, player: usize, kind: PieceType) -> bool {
        let kinds = self.of[player].iter().find(|kinds| kinds.has(kind.index()));
        kinds.is_some_and(|kinds| here.tables.owned(here.state, player, *kinds) <= self.down_to + 1)
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        let player =
            played.players().find(|player| self.has_failed(played.tables, played.state(), *player))?;
        Some(End { reason: Reason::Extinction, player, verdict: self.verdict })
    }
}

/// What happens when types die out.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "extinction",
        kind: Kind::ByPlayer(&Kind::Table(&[
            Spec {
                name: "of",
                kind: Kind::ByPlayer(&Kind::Pieces),
                default: "required",
                documentation: "The types.",
            },
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
        ])),
        default: "no type matters",
        documentation: "A player loses when the last piece of one of these types is gone, from the board and from \
                        the hand. Only types a player has at the start can die out.",
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
    check: |definition, checked| {
        let said = |rules: &RuleSet| {
            let rule = rules.extinction.as_ref()?;
            Some((rule.verdict, rule.down_to, rule.together))
        };
        let written = definition.end.get("extinction").filter(|_| !checked.rules.agree(said))?;
        let message = "only \"of\" may differ between those for whom extinction counts";
        Some(Problem::new(written.span, message, "more differs"))
    },
    ends: |rules| rules.extinction.as_ref().is_some_and(|rule| rule.verdict != Verdict::None),
    listener: |rules| {
        let extinction = rules.extinction.clone().filter(|rule| rule.verdict != Verdict::None);
        extinction.map(AnyBehaviour::new)
    },
    wins: |rules| rules.extinction.as_ref().is_some_and(|rule| !rule.verdict.is_neutral()),
    leaves_only_mate: |rules| rules.extinction.is_none(),
    ..Rule::PLAIN
};
