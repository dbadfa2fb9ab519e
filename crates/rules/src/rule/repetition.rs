//! Repetition: what it means when a position comes again.

use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section, VERDICTS, Verdict};
use crate::cell::{Cell, MAX_CELLS, MAX_PLAYERS, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose, a, ordinal};
use crate::position::line::Line;
use crate::position::moves::Move;
use crate::position::outcome::{Outcome, Reason};

/// What repeating a position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repetition {
    /// At its so-manieth occurrence the player to move may claim.
    pub claim: Option<u8>,
    /// At its so-manieth occurrence the game ends.
    pub automatic: Option<u8>,
    /// What it means for the player to move.
    pub verdict: Verdict,
    /// What it means for a player who gave check on every move since the first occurrence.
    pub perpetual_check: Verdict,
    /// What it means for a player who attacked the same unprotected piece on every move since.
    pub perpetual_chase: Verdict,
    /// Types that neither chase nor are chased, besides the royal ones.
    pub chase_exempt: Types,
}

impl Repetition {
    fn describe(self, prose: &mut Prose<'_>) {
        let result = self.verdict.words();
        let time = |count: u8| format!("when a position comes for the {} time", ordinal(u16::from(count)));
        let sentence = match (self.claim, self.automatic) {
            _ if self.verdict == Verdict::None => None,
            (Some(claim), None) => {
                Some(format!("A player may claim {} {}.", self.verdict.claim(), time(claim)))
            }
            (None, Some(limit)) => Some(format!("By repetition {result} {}.", time(limit))),
            (Some(claim), Some(limit)) => {
                let (what, limit) = (self.verdict.claim(), ordinal(u16::from(limit)));
                Some(format!("A player may claim {what} {}; the {limit} time {result}.", time(claim)))
            }
            (None, None) => None,
        };
        if let Some(sentence) = sentence {
            prose.say(Chapter::Draw, sentence);
        }
        for (verdict, what) in [
            (self.perpetual_check, "alone gave check on every move of a repetition"),
            (self.perpetual_chase, "alone attacked the same unprotected piece on every move of a repetition"),
        ] {
            prose.judge(verdict, what);
        }
        if self.perpetual_chase != Verdict::None && !self.chase_exempt.is_empty() {
            let exempt: Vec<PieceType> = self.chase_exempt.map(PieceType).collect();
            let sentence =
                format!("An attack by or on {} does not count for that.", a(&prose.names(&exempt, "or")));
            prose.say(Chapter::Aim, sentence);
        }
    }
}

/// What repeating a position means, for those who play.
#[derive(Clone, Copy, Debug)]
pub struct RepetitionFact {
    /// At its so-manieth occurrence the game ends or may be ended.
    pub times: u8,
    /// What it means for the player to move.
    pub verdict: Verdict,
    /// What it means for a player who alone gave check on every move since.
    pub perpetual_check: Verdict,
    /// What it means for a player who alone attacked the same unprotected piece on every move since.
    pub perpetual_chase: Verdict,
}

impl RepetitionFact {
    pub(crate) fn of(checked: &CheckedDefinition) -> Option<RepetitionFact> {
        let rule = checked.rules.repetition?;
        let verdicts = [rule.verdict, rule.perpetual_check, rule.perpetual_chase];
        if verdicts == [Verdict::None; 3] {
            return None;
        }
        Some(RepetitionFact {
            times: rule.claim.into_iter().chain(rule.automatic).min()?,
            verdict: rule.verdict.or_draw(),
            perpetual_check: rule.perpetual_check,
            perpetual_chase: rule.perpetual_chase,
        })
    }
}

/// What each player did on the way round a cycle, back to a position that was there before.
pub struct Cycle {
    players: [Part; MAX_PLAYERS],
    /// For each cell where the piece on it stood when the cycle began.
    origin: [Option<u16>; MAX_CELLS],
}

/// One player's part in a cycle.
#[derive(Clone, Default)]
struct Part {
    moves: usize,
    checks: usize,
    /// Pieces attacked after every move, by where they stood at first.
    chased: Vec<u16>,
}

impl Default for Cycle {
    fn default() -> Self {
        Cycle { players: Default::default(), origin: std::array::from_fn(|cell| Some(cell as u16)) }
    }
}

impl Cycle {
    /// A player made a move, which gave check or not; these pieces of others it attacks now without need to fear.
    pub fn add(&mut self, player: usize, mv: Move, checks: bool, chased: impl Iterator<Item = usize>) {
        let moved = self.origin[mv.from.index()].take();
        self.origin[mv.to.index()] = moved;
        let now: Vec<u16> = chased.filter_map(|cell| self.origin[cell]).collect();
        let own = &mut self.players[player];
        own.checks += usize::from(checks);
        match own.moves {
            0 => own.chased = now,
            _ => own.chased.retain(|cell| now.contains(cell)),
        }
        own.moves += 1;
    }

    /// Who alone attacked perpetually, what that is called, and what it means. When everyone does it, it is nobody's
    /// fault.
    pub fn guilty(&self, check: Verdict, chase: Verdict) -> Option<(Reason, usize, Verdict)> {
        let alone = |sins: &dyn Fn(&Part) -> bool| {
            let mut found =
                (0..MAX_PLAYERS).filter(|p| self.players[*p].moves > 0 && sins(&self.players[*p]));
            found.next().filter(|_| found.next().is_none())
        };
        let checker = || alone(&|part| part.checks == part.moves).filter(|_| check != Verdict::None);
        let chaser = || alone(&|part| !part.chased.is_empty()).filter(|_| chase != Verdict::None);
        checker()
            .map(|player| (Reason::PerpetualCheck, player, check))
            .or_else(|| chaser().map(|player| (Reason::PerpetualChase, player, chase)))
    }
}

impl Line {
    /// What a repetition means, now that there is one, if anything: perpetual attacks first.
    pub(crate) fn repeated(&self, rule: &Repetition) -> Option<Outcome> {
        let verdict = |reason, player, verdict| self.position().verdict(reason, player, verdict);
        if let Some((reason, player, means)) = self.cycle().guilty(rule.perpetual_check, rule.perpetual_chase)
        {
            return Some(verdict(reason, player, means));
        }
        let turn = self.position().turn().index();
        (rule.verdict != Verdict::None).then(|| verdict(Reason::Repetition, turn, rule.verdict))
    }

    /// What each player did since the present position first occurred.
    fn cycle(&self) -> Cycle {
        let (mut position, moves) = self.since_first();
        let mut cycle = Cycle::default();
        for mv in moves {
            let us = position.turn();
            position.play_unchecked(*mv);
            let chased = position.chased_by(us);
            cycle.add(us.index(), *mv, position.gives_check(us), chased.into_iter().map(Cell::index));
        }
        cycle
    }
}

const TIMES: Kind = Kind::Number(2, 100);

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let repetition = making.checked.rules.repetition;
        tables.rules.chase_exempt = repetition.map(|rule| rule.chase_exempt).unwrap_or_default();
    }
}

/// What repeating a position means.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "repetition",
        kind: Kind::Table(&[
            Spec {
                name: "claim",
                kind: TIMES,
                default: "never",
                documentation: "From this occurrence on a player may claim the result.",
            },
            Spec {
                name: "automatic",
                kind: TIMES,
                default: "never",
                documentation: "At this occurrence the game ends by itself.",
            },
            Spec {
                name: "result",
                kind: Kind::Word(VERDICTS),
                default: "\"draw\"",
                documentation: "What it means for the player to move.",
            },
            Spec {
                name: "perpetual-check",
                kind: Kind::Word(VERDICTS),
                default: "\"none\"",
                documentation: "What it means for a player who alone gave check on every move of the repetition.",
            },
            Spec {
                name: "perpetual-chase",
                kind: Kind::Word(VERDICTS),
                default: "\"none\"",
                documentation: "What it means for a player who alone attacked one and the same unprotected piece on \
                                every move of the repetition. Royal pieces neither chase nor are chased.",
            },
            Spec {
                name: "chase-exempt",
                kind: Kind::Pieces,
                default: "none",
                documentation: "Further types that may attack, and be attacked, for ever.",
            },
        ]),
        default: "nothing",
        documentation: "What happens when the same position comes again: same cells, turn, rights and players.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let times = |key| reader.has(key).then(|| reader.number(key, 0) as u8);
        let verdict = |key, default| Verdict::of(reader.text(key).unwrap_or(default));
        draft.rules.repetition = Some(Repetition {
            claim: times("claim"),
            automatic: times("automatic"),
            verdict: verdict("result", "draw"),
            perpetual_check: verdict("perpetual-check", "none"),
            perpetual_chase: verdict("perpetual-chase", "none"),
            chase_exempt: reader.pieces("chase-exempt").iter().map(|kind| kind.0).collect(),
        });
        Ok(())
    },
    describe: |prose| {
        if let Some(repetition) = prose.rules.repetition {
            repetition.describe(prose);
        }
    },
    name_look_alikes: |rules, alike| {
        if let Some(repetition) = &mut rules.repetition {
            let mut exempt: Vec<PieceType> = repetition.chase_exempt.map(PieceType).collect();
            alike.add_to(&mut exempt);
            repetition.chase_exempt = exempt.into_iter().map(|kind| kind.0).collect();
        }
    },
    parts: AnyParts::new(&Parts),
    leaves_only_mate: |rules| {
        rules.repetition.is_none_or(|rule| {
            [rule.verdict, rule.perpetual_check, rule.perpetual_chase].into_iter().all(Verdict::is_neutral)
        })
    },
    ..Rule::PLAIN
};
