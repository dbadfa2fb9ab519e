//! Goals: a piece that reaches a zone wins (or loses) the game.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Look, Words};
use super::ends::{End, Played};
use super::{Rule, Section, VERDICTS, Verdict, seen};
use crate::cell::{Cell, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, a, cardinal};
use crate::position::generate::attack::After;
use crate::position::moves::Move;
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::set::{CellSet, Zone};
use std::sync::Arc;

/// What must go where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// The types.
    pub of: Vec<PieceType>,
    /// The zone, as the first player sees it.
    pub zone: Zone,
    /// What it means.
    pub verdict: Verdict,
    /// Whether the players who moved later in the round get one more move to reach it too.
    pub reply: bool,
    /// When being there counts.
    pub when: When,
}

/// When being at a goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct When {
    /// Only pieces that nobody attacks.
    pub safe: bool,
    /// Only when the player's next turn comes.
    pub stays: bool,
    /// How many pieces must be there.
    pub count: usize,
}

/// A zone to reach, for those who play.
#[derive(Clone, Debug)]
pub struct GoalFact {
    /// The types that count.
    pub of: Vec<PieceType>,
    /// For each player where.
    pub zones: Vec<Zone>,
    /// What it means.
    pub verdict: Verdict,
}

impl GoalFact {
    pub(crate) fn of(checked: &CheckedDefinition) -> Option<GoalFact> {
        let rule = checked.rules.goal.as_ref()?;
        let own = (0..checked.players.len()).map(|player| checked.rules.of(player).goal.as_ref());
        let mut of = rule.of.clone();
        own.clone().flatten().flat_map(|own| &own.of).for_each(|kind| {
            if !of.contains(kind) {
                of.push(*kind);
            }
        });
        Some(GoalFact { of, zones: zones(checked), verdict: rule.verdict })
    }
}

/// For each player where it must go; nowhere if it has no goal.
fn zones<const W: usize>(checked: &CheckedDefinition) -> Vec<CellSet<W>> {
    let own = |(player, view): (usize, &Vec<Cell>)| {
        checked.rules.of(player).goal.as_ref().map_or(CellSet::EMPTY, |goal| seen(goal.zone, view))
    };
    checked.views.iter().enumerate().map(own).collect()
}

/// What a goal answers: only where there is a reply a game goes on after it was reached.
fn events(verdict: Verdict, reply: bool, when: When) -> Events {
    let events = Events::OUTCOME.and(Events::NOISY);
    if verdict == Verdict::Win && reply && !when.stays { events.and(Events::FOREGONE) } else { events }
}

impl Words for Goal {}

impl<const W: usize> Behaviour<W> for Goal {
    fn listens(&self) -> Events {
        events(self.verdict, self.reply, self.when)
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        Some(Arc::new(Race::<W> {
            of: (0..checked.players.len())
                .map(|player| checked.rules.of(player).goal.as_ref().map_or(Vec::new(), |own| own.of.clone()))
                .collect(),
            zones: zones(checked),
            verdict: self.verdict,
            reply: self.reply,
            when: self.when,
        }))
    }
}

/// Who must go where, player by player.
#[derive(Debug)]
struct Race<const W: usize> {
    of: Vec<Vec<PieceType>>,
    zones: Vec<CellSet<W>>,
    verdict: Verdict,
    reply: bool,
    when: When,
}

impl<const W: usize> Race<W> {
    fn has_arrived(&self, tables: &Tables<W>, state: &State<W>, player: usize) -> bool {
        let there = self.of[player]
            .iter()
            .fold(CellSet::EMPTY, |all, kind| all | state.of(player, kind.index()) & self.zones[player]);
        if there.len() < self.when.count {
            return false;
        }
        !self.when.safe
            || there.into_iter().filter(|cell| is_safe(tables, state, player, *cell)).count()
                >= self.when.count
    }

    /// Whether what stands there counts now, after a move of `us`.
    fn counts(&self, state: &State<W>, us: usize, player: usize) -> bool {
        !self.when.stays || player != us && player == usize::from(state.status.turn)
    }

    /// Whether a player whose turn comes has a legal move to its goal.
    fn can_arrive(&self, tables: &Tables<W>, state: &State<W>, us: usize) -> bool {
        let mut state = *state;
        (state.status.turn, state.status.moved) = (us as u8, 0);
        let mut moves: Vec<Move> = Vec::new();
        tables.generate_apart(&state, &mut moves);
        moves.iter().any(|mv| {
            let mut next = state;
            tables.try_out(&mut next, *mv);
            self.has_arrived(tables, &next, us)
        })
    }
}

/// Whether no foe could take on a cell.
fn is_safe<const W: usize>(tables: &Tables<W>, state: &State<W>, player: usize, cell: usize) -> bool {
    let attacks = |foe: &&u8| {
        state.status.alive >> **foe & 1 != 0
            && tables.threatens(state, usize::from(**foe), cell, After::now(state))
    };
    !tables.foes[player].iter().any(|foe| attacks(&foe))
}

impl<const W: usize> Words for Race<W> {}

impl<const W: usize> Behaviour<W> for Race<W> {
    fn listens(&self) -> Events {
        events(self.verdict, self.reply, self.when)
    }

    /// Another has arrived and the game goes on: only because the player to move can get there too, which makes it a draw,
    /// and must, since no check can be given and no royal be taken.
    fn foregone(&self, here: &Look<'_, W>) -> Option<(usize, Verdict)> {
        let (tables, state) = (here.tables, here.state);
        let us = usize::from(state.status.turn);
        let must = tables.players == 2
            && tables.rules.no_checks
            && tables.rules.listeners.judges().count() == 1
            && self.of.iter().flatten().all(|kind| tables.royal.has(kind.index()));
        (must && self.has_arrived(tables, state, 1 - us)).then_some((us, Verdict::Draw))
    }

    /// A step to the goal wins as surely as a capture of the king would.
    fn noisy(&self, here: &Look<'_, W>, mv: Option<Move>) -> bool {
        let (tables, state) = (here.tables, here.state);
        let us = state.status.turn as usize;
        let zone = self.zones[us];
        if self.verdict != Verdict::Win {
            return false;
        }
        if let Some(mv) = mv {
            return zone.has(mv.to.index()) && self.of[us].contains(&state.piece(mv.from.index()).kind());
        }
        let empty = tables.all.without(state.occupied);
        let arrives = |kind: usize, from: usize| {
            let mover = tables.mover(us, kind);
            mover.destinations(from, state.occupied, empty, CellSet::EMPTY).meets(zone)
        };
        self.of[us].iter().any(|kind| {
            let kind = kind.index();
            state.of(us, kind).into_iter().any(|from| arrives(kind, from))
        })
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        let (tables, state) = (played.tables, played.state());
        let plays = |player: &usize| state.status.alive >> player & 1 != 0;
        let counts = |player: &usize| self.counts(state, played.us, *player);
        let mut arrived = (0..tables.players)
            .filter(plays)
            .filter(counts)
            .filter(|player| self.has_arrived(tables, state, *player));
        let player = arrived.next()?;
        if arrived.next().is_some() {
            return Some(End { reason: Reason::BothGoals, player, verdict: Verdict::Draw });
        }
        // Only those who come later in the round have a move left to answer with.
        let next = match tables.players {
            2 => state.status.turn as usize,
            _ => tables.next_player(state.status.alive, played.us),
        };
        let others_follow = (next + 1..tables.players).any(|player| plays(&player));
        let answers = self.reply && next > player;
        let decided = !answers || !others_follow && !self.can_arrive(tables, state, next);
        decided.then_some(End { reason: Reason::Goal, player, verdict: self.verdict })
    }
}

/// What must go where.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "goal",
        kind: Kind::ByPlayer(&Kind::Table(&[
            Spec {
                name: "of",
                kind: Kind::ByPlayer(&Kind::Pieces),
                default: "required",
                documentation: "The types that count.",
            },
            Spec {
                name: "zone",
                kind: Kind::ByPlayer(&Kind::Zone),
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
                                which is a draw. Of more players each who comes later in the round has one; it is a \
                                draw of all who still play.",
            },
            Spec {
                name: "safe",
                kind: Kind::Flag,
                default: "false",
                documentation: "Only a piece counts that no enemy could take.",
            },
            Spec {
                name: "stays",
                kind: Kind::Flag,
                default: "false",
                documentation: "A piece counts when its player's next turn comes and it is still there.",
            },
            Spec {
                name: "count",
                kind: Kind::Number(1, 64),
                default: "1",
                documentation: "So many pieces must be there at once.",
            },
        ])),
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
        let when = When {
            safe: reader.flag("safe", false),
            stays: reader.flag("stays", false),
            count: reader.number("count", 1) as usize,
        };
        draft.rules.goal = Some(Goal { of, zone, verdict, reply: reader.flag("reply", false), when });
        Ok(())
    },
    describe: |prose| {
        let Some(goal) = &prose.rules.goal else { return };
        let names = prose.names(&goal.of, "or");
        let who = match goal.when.count {
            1 if prose.is_every_type(&goal.of) => "a piece".to_owned(),
            1 => a(&names),
            count if prose.is_every_type(&goal.of) => format!("{} pieces", cardinal(count as u16)),
            count => format!("{} pieces of type {names}", cardinal(count as u16)),
        };
        let safe = if goal.when.safe { ", unattacked," } else { "" };
        let stays = if goal.when.stays { " and has it there still on the next turn" } else { "" };
        let what = format!("brings {who} to {}{safe}{stays}", prose.zone(goal.zone));
        prose.judge(goal.verdict, &what);
        if goal.reply {
            let first = &prose.players()[0];
            let sentence =
                format!("If {first} gets there first, the answer that gets there too makes a draw.");
            prose.say(Chapter::Aim, sentence);
        }
    },
    name_look_alikes: |rules, alike| rules.goal.iter_mut().for_each(|goal| alike.add_to(&mut goal.of)),
    check: |definition, checked| {
        let alike = checked
            .rules
            .agree(|rules| rules.goal.as_ref().map(|goal| (goal.verdict, goal.reply, goal.when)));
        let written = definition.end.get("goal").filter(|_| !alike)?;
        Some(Problem::new(written.span, "only \"of\" and \"zone\" of a goal may differ", "they differ"))
    },
    ends: |rules| rules.goal.as_ref().is_some_and(|goal| goal.verdict != Verdict::None),
    listener: |rules| {
        let goal = rules.goal.clone().filter(|goal| goal.verdict != Verdict::None);
        goal.map(AnyBehaviour::new)
    },
    wins: |rules| rules.goal.as_ref().is_some_and(|goal| !goal.verdict.is_neutral()),
    leaves_only_mate: |rules| rules.goal.is_none(),
    ..Rule::PLAIN
};
