//! Losing the royal piece itself, or everything but it.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Words};
use super::ends::{End, Played};
use super::{Rule, RuleSet, Section, VERDICTS, Verdict, verdict_key, word};
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Kind, Problem, Spec, Value};
use crate::describe::Chapter;
use crate::position::moves::Move;
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::State;
use std::sync::Arc;

/// What losing royals, or all others, means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoyalLoss {
    /// The last royal was captured or blown up.
    pub captured: Verdict,
    /// Only royals are left.
    pub bare: Verdict,
    /// Whether who is bared may bare the other at once.
    pub reply: bool,
}

impl Default for RoyalLoss {
    fn default() -> Self {
        RoyalLoss { captured: Verdict::Loss, bare: Verdict::None, reply: false }
    }
}

impl RuleSet {
    /// Whether a royal can be lost at all.
    fn lose_royals(&self) -> bool {
        self.check.ignored || self.blast.is_some()
    }
}

/// The end by the loss of the last royal.
#[derive(Debug)]
struct Captured {
    verdict: Verdict,
    /// Players who never had one do not count.
    has_royal: Vec<bool>,
}

impl Words for Captured {
    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Captured {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn prepared(&self, checked: &CheckedDefinition, start: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        // Of more than two players whoever loses the last royal is out, whatever else is said.
        let mut has_royal = checked.has_royal(start);
        has_royal.iter_mut().for_each(|has| *has &= checked.players.len() == 2);
        Some(Arc::new(Captured { verdict: self.verdict, has_royal }))
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        if !played.others_lost() {
            return None;
        }
        let (tables, state) = (played.tables, played.state());
        let lost = |player: &usize| self.has_royal[*player] && !tables.has_royal_left(state, *player);
        let player = played.players().find(lost)?;
        Some(End { reason: Reason::RoyalLost, player, verdict: self.verdict })
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a player has a royal, on the board or yet to be placed.
    fn has_royal_left(&self, state: &State<W>, player: usize) -> bool {
        self.owned(state, player, Types(self.royal.0 | self.last_royal.0)) > 0
    }
}

/// The end by having nothing but royals left.
#[derive(Debug)]
struct Bare {
    verdict: Verdict,
    reply: bool,
}

impl Words for Bare {
    fn leaves_only_mate(&self) -> bool {
        self.verdict.is_neutral()
    }
}

fn is_bare<const W: usize>(tables: &Tables<W>, state: &State<W>, player: usize) -> bool {
    let own = state.of_player(player);
    own.any() && own.without(tables.royal_pieces(state, player)).is_empty()
}

/// Whether the player to move has a legal move after which another is bare.
fn can_bare<const W: usize>(tables: &Tables<W>, state: &State<W>, other: usize) -> bool {
    let mut moves: Vec<Move> = Vec::new();
    tables.generate_apart(state, &mut moves);
    moves.iter().any(|mv| {
        let mut next = *state;
        tables.try_out(&mut next, *mv);
        is_bare(tables, &next, other)
    })
}

impl<const W: usize> Behaviour<W> for Bare {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        // A reply is judged whoever lost a piece: who was bared before and bares nobody has lost.
        if !self.reply && !played.others_lost() {
            return None;
        }
        let (tables, state) = (played.tables, played.state());
        let mut bare = played.players().filter(|player| is_bare(tables, state, *player));
        let player = bare.next()?;
        let end = |verdict| Some(End { reason: Reason::BareKing, player, verdict });
        if !self.reply {
            return end(self.verdict);
        }
        let next = state.status.turn as usize;
        match bare.next() {
            Some(_) => end(Verdict::Draw),
            None if player == next && can_bare(tables, state, 1 - player) => None,
            None => end(self.verdict),
        }
    }
}

/// What the loss of the last royal means.
pub(crate) const ROYAL_CAPTURE: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "royal-capture",
        "\"loss\"",
        "What it means to lose one's last royal piece, where that can happen: check is ignored, or pieces explode. For two \
         players; of more, whoever loses it is out.",
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
    listener: |rules| {
        let verdict = rules.royal_loss.captured;
        let ends = verdict != Verdict::None && rules.lose_royals();
        ends.then(|| AnyBehaviour::new(Captured { verdict, has_royal: Vec::new() }))
    },
    ..Rule::PLAIN
};

/// What it means to be bare.
pub(crate) const BARE_KING: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "bare-king",
        kind: Kind::Either(&[
            Kind::Word(VERDICTS),
            Kind::Table(&[
                verdict_key("result", "\"loss\"", "As the word alone."),
                Spec {
                    name: "reply",
                    kind: Kind::Flag,
                    default: "false",
                    documentation: "For two players: who is bared and can bare the other with the next move plays on; \
                                    if both are bare it is a draw.",
                },
            ]),
        ]),
        default: "\"none\"",
        documentation: "What it means to have nothing but royal pieces left.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let usual = if matches!(value.value, Value::Table(_)) { "loss" } else { word(value) };
        draft.rules.royal_loss.bare = Verdict::of(reader.text("result").unwrap_or(usual));
        draft.rules.royal_loss.reply = reader.flag("reply", false);
        Ok(())
    },
    check: |definition, checked| {
        let written = definition.end.get("bare-king").filter(|_| checked.rules.royal_loss.reply)?;
        let problem = Problem::new(written.span, "only of two players one can answer at once", "reply");
        (checked.players.len() > 2).then(|| problem.help("leave reply = true out"))
    },
    describe: |prose| {
        let loss = prose.rules.royal_loss;
        let Some(royal) = prose.royal().map(str::to_owned) else { return };
        prose.judge(loss.bare, &format!("has nothing left but the {royal}"));
        if loss.reply && loss.bare != Verdict::None {
            let sentence = "Who can answer that by taking the other's last piece plays on, and it is a draw.";
            prose.say(Chapter::Aim, sentence);
        }
    },
    listener: |rules| {
        let RoyalLoss { bare: verdict, reply, .. } = rules.royal_loss;
        (verdict != Verdict::None).then(|| AnyBehaviour::new(Bare { verdict, reply }))
    },
    wins: |rules| !rules.royal_loss.bare.is_neutral(),
    ..Rule::PLAIN
};
