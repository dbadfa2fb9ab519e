//! What is looked at after each move: ends that need no search for moves.

use super::{Verdict, seen};
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::{Ending, State};
use crate::set::CellSet;

/// The ends a game watches for.
#[derive(Debug, Default)]
pub(crate) struct Watch<const W: usize> {
    active: bool,
    /// Whether there is anything but checks to watch.
    more: bool,
    /// What losing the last royal means; players who never had one do not count.
    royal_loss: Verdict,
    has_royal: Vec<bool>,
    bare: Verdict,
    extinction: Option<ExtinctionTable>,
    goal: Option<GoalTable<W>>,
    checks: bool,
}

#[derive(Debug)]
struct ExtinctionTable {
    /// Types by player, each with those that look like it: those it has on the board at the start.
    of: Vec<Vec<Types>>,
    down_to: usize,
    together: bool,
    verdict: Verdict,
}

#[derive(Debug)]
struct GoalTable<const W: usize> {
    of: Vec<u8>,
    zones: Vec<CellSet<W>>,
    verdict: Verdict,
    reply: bool,
}

impl<const W: usize> Watch<W> {
    /// What the rules ask to watch from this start on.
    pub fn new(checked: &CheckedDefinition, start: &Setup, has_royal: &[bool]) -> Self {
        let (rules, views) = (&checked.rules, &checked.views);
        let count = |player: usize, kinds: Types| {
            let own = start.cells.iter().filter(|there| there.is_some() && there.owner().index() == player);
            own.filter(|there| kinds.has(there.kind().index())).count()
        };
        let losable = rules.check.ignored || rules.blast.is_some();
        let extinction = rules.extinction.as_ref().map(|e| ExtinctionTable {
            of: (0..views.len())
                .map(|player| {
                    let kinds = e.of.iter().map(|kind| checked.alike(*kind));
                    kinds.filter(|kinds| count(player, *kinds) > e.down_to as usize).collect()
                })
                .collect(),
            down_to: e.down_to as usize,
            together: e.together,
            verdict: e.verdict,
        });
        let goal = rules.goal.as_ref().map(|g| GoalTable {
            of: g.of.iter().map(|t| t.0).collect(),
            zones: views.iter().map(|view| seen(g.zone, view)).collect(),
            verdict: g.verdict,
            reply: g.reply,
        });
        let royal_loss = if losable { rules.royal_loss.captured } else { Verdict::None };
        let mut watch = Watch {
            active: false,
            more: false,
            royal_loss,
            has_royal: has_royal.to_vec(),
            bare: rules.royal_loss.bare,
            extinction,
            goal,
            checks: rules.checks.is_some(),
        };
        watch.more = watch.royal_loss != Verdict::None
            || watch.bare != Verdict::None
            || watch.extinction.is_some()
            || watch.goal.is_some();
        watch.active = watch.more || watch.checks;
        watch
    }

    /// Whether there is anything to watch.
    #[inline(always)]
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Looks at the position after a move of `us`; `lost` says whether it cost anyone else a piece,
    /// `step` between which cells it went if it was a plain one.
    #[inline(never)]
    pub fn after(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        us: usize,
        lost: bool,
        step: Option<[u8; 2]>,
    ) {
        let gave = self.checks && may_check(tables, state, us, step) && tables.gives_check(state, us);
        if gave {
            let left = &mut state.status.checks[us];
            *left = left.saturating_sub(1);
        }
        if gave || self.more {
            self.judge(tables, state, us, lost);
        }
    }

    /// Looks at a position that was set up.
    pub fn at_setup(&self, tables: &Tables<W>, state: &mut State<W>) {
        if self.active {
            let turn = state.status.turn as usize;
            let before = (1..tables.players).map(|back| (turn + tables.players - back) % tables.players);
            let us = before.into_iter().find(|p| state.status.alive >> p & 1 != 0).unwrap_or(turn);
            self.judge(tables, state, us, true);
        }
    }

    fn judge(&self, tables: &Tables<W>, state: &mut State<W>, us: usize, lost: bool) {
        let alive = state.status.alive;
        let plays = |player: &usize| alive >> player & 1 != 0;
        let all = (0..tables.players).filter(|p| *p != us).chain([us]).filter(plays);
        if lost && self.royal_loss != Verdict::None {
            for player in all.clone() {
                if self.has_royal[player] && tables.royal_pieces(state, player).is_empty() {
                    return end(state, Reason::RoyalLost, player, self.royal_loss);
                }
            }
        }
        if let Some(extinction) = self.extinction.as_ref().filter(|rule| rule.verdict != Verdict::None) {
            for player in all.clone() {
                if extinction.has_died_out(state, player) {
                    return end(state, Reason::Extinction, player, extinction.verdict);
                }
            }
        }
        if self.checks
            && let Some(player) = (0..tables.players).find(|p| state.status.checks[*p] == 0)
        {
            return end(state, Reason::Checks, player, Verdict::Win);
        }
        if let Some(goal) = self.goal.as_ref().filter(|rule| rule.verdict != Verdict::None) {
            goal.judge(tables, state);
            if state.status.ending.is_over() {
                return;
            }
        }
        if lost && self.bare != Verdict::None {
            for player in all {
                let own = state.owner[player];
                if own.any() && own.without(tables.royal_pieces(state, player)).is_empty() {
                    return end(state, Reason::BareKing, player, self.bare);
                }
            }
        }
    }
}

impl ExtinctionTable {
    fn has_died_out<const W: usize>(&self, state: &State<W>, player: usize) -> bool {
        let left = |kinds: &Types| kinds.map(|kind| state.of(player, kind as usize).len()).sum::<usize>();
        let of = &self.of[player];
        if self.together {
            return !of.is_empty() && of.iter().map(left).sum::<usize>() <= self.down_to;
        }
        of.iter().any(|kind| left(kind) <= self.down_to)
    }
}

impl<const W: usize> GoalTable<W> {
    fn judge(&self, tables: &Tables<W>, state: &mut State<W>) {
        let there = |state: &State<W>, player: usize| {
            self.of.iter().any(|kind| state.of(player, *kind as usize).meets(self.zones[player]))
        };
        let plays = |player: &usize| state.status.alive >> player & 1 != 0;
        let arrived: Vec<usize> = (0..tables.players).filter(plays).filter(|p| there(state, *p)).collect();
        match arrived[..] {
            [] => {}
            [player] => {
                // Only one who comes after the first in the round has a move left to answer with.
                let answers = self.reply && state.status.turn as usize > player;
                if !answers || !self.can_arrive(tables, state) {
                    end(state, Reason::Goal, player, self.verdict);
                }
            }
            [player, ..] => end(state, Reason::BothGoals, player, Verdict::Draw),
        }
    }

    /// Whether the player to move has a legal move to its goal.
    fn can_arrive(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let us = state.status.turn as usize;
        let mut moves: Vec<crate::Move> = Vec::new();
        tables.generate_apart(state, &mut moves);
        moves.iter().any(|mv| {
            let kind = state.piece(mv.from.index()).kind().0;
            self.of.contains(&kind) && self.zones[us].has(mv.to.index())
        })
    }
}

/// Whether a move can have given check. A plain step that neither leaves nor enters a cell from which a royal could be
/// seen on an empty board cannot.
fn may_check<const W: usize>(tables: &Tables<W>, state: &State<W>, us: usize, step: Option<[u8; 2]>) -> bool {
    let Some([from, to]) = step.filter(|_| !tables.intricate) else { return true };
    let sight = &tables.attackers[us].sight;
    let mut seen = CellSet::EMPTY;
    for &foe in &*tables.foes[us] {
        for royal in tables.royals(state, foe as usize) {
            seen |= sight[royal];
        }
    }
    seen.has(from as usize) || seen.has(to as usize)
}

fn end<const W: usize>(state: &mut State<W>, reason: Reason, player: usize, verdict: Verdict) {
    if verdict != Verdict::None {
        state.status.ending = Ending { reason: reason as u8 + 1, player: player as u8, verdict };
    }
}
