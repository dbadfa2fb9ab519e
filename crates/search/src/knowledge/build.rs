//! Works out what is known of a game.

use super::graph::{Graph, spread};
use super::measure::{Measure, Samples, measure};
use super::runners::{Runner, runners};
use super::{Knowledge, Moving, Pair};
use chatura_rules::arena::Arena;
use chatura_rules::definition::{Evaluation, Royal};
use chatura_rules::set::CellSet;
use chatura_rules::{Cell, PieceType};

/// No definition makes a piece worth more, in hundredths of a pawn: a royal is worth more than all in an exchange.
const MOST: i64 = 4_000;

impl<const W: usize> Knowledge<W> {
    /// What is known of the game of an arena.
    pub fn new(arena: &Arena<'_, W>) -> Self {
        let game = arena.game();
        let facts = arena.facts();
        let (players, types, cells) = (game.players().len(), game.types().len(), game.board().len());
        let graph = Graph::new(arena);
        let samples = Samples::new(arena);
        let royal: Vec<bool> = game.types().iter().map(|info| info.royal != Royal::No).collect();
        let mut measures: Vec<Measure> = Vec::with_capacity(players * types);
        for (player, kind) in (0..players).flat_map(|player| (0..types).map(move |kind| (player, kind))) {
            let alike = (player > 0).then(|| measures[kind].seen_by(arena, player, kind)).flatten();
            measures.push(alike.unwrap_or_else(|| measure(arena, &samples, player, kind)));
        }
        let has_royals = royal.iter().any(|is| *is);
        let runners = runners(arena, &facts.sides);
        let mut knowledge = Knowledge {
            players,
            types,
            cells,
            spots: arena.spots(),
            worth: vec![Pair::ZERO; players * types],
            exchange: vec![0; types],
            places: vec![Pair::ZERO; players * types * arena.spots()],
            weight: vec![0; types],
            full: 1,
            moving: vec![Moving::default(); players * types],
            runs: (0..players * types)
                .map(|index| runners[index / types].iter().any(|runner| runner.kind == index % types))
                .collect(),
            // Where what is taken comes back, those who arrive are many and none is urgent.
            last_steps: (0..players)
                .map(|player| match facts.takes_to_hand {
                    true => CellSet::EMPTY,
                    false => last_steps(&runners[player]),
                })
                .collect(),
            bound: (0..types).filter(|kind| measures[*kind].bound && !royal[*kind]).collect(),
            families: (0..game.board().families.len())
                .map(|family| {
                    let of = |cell: &usize| usize::from(game.board().cells[*cell].family) == family;
                    (0..cells).filter(of).map(|cell| Cell(cell as u16)).collect()
                })
                .collect(),
            goal: Vec::new(),
            sheltering: game
                .types()
                .iter()
                .enumerate()
                .filter_map(|(kind, info)| {
                    let [middle, end] = info.evaluation.shelter?;
                    Some((kind, Pair::new(middle, end)))
                })
                .collect(),
            has_royals,
            wide: has_wide_instructions(),
            margin: if facts.takes_to_hand { 160 } else { 100 },
            null_move: !facts.must_capture && !facts.may_pass && facts.moves_per_turn == 1,
            by_mate: players == 2
                && facts.safety
                && !facts.takes_to_hand
                && !facts.takes_along
                && facts.goal.is_none()
                && !facts.prospects,
            graph,
            royal,
            runners,
            facts,
        };
        knowledge.value_types(arena, &measures);
        knowledge.place_types(arena, &measures);
        knowledge.weigh(arena, &measures);
        knowledge.find_goals(arena);
        knowledge
    }

    /// What each type is worth: by where it goes, and by what it may become. A definition may say otherwise.
    fn value_types(&mut self, arena: &Arena<'_, W>, measures: &[Measure]) {
        let info = arena.game().types();
        for (index, measure) in measures.iter().enumerate() {
            let kind = index % self.types;
            let mut worth = Measure::worth(measure.mean, measure.bound);
            if let Some(value) = info[kind].value {
                let [middle, end] = value.map(|value| value.clamp(0, MOST) as i32);
                worth = Pair::new(middle, end);
            }
            self.worth[index] = worth;
            if self.royal[kind] && self.facts.safety {
                self.worth[index] = Pair::ZERO;
            }
        }
        self.value_by_becoming(arena);
        if self.facts.takes_to_hand {
            // What is taken comes back: the weak are worth more than their moves.
            for worth in &mut self.worth {
                let level = |value: i32| (f64::from(value).powf(0.8) * 3.0) as i32;
                *worth = Pair::new(level(worth.middle), level(worth.middle));
            }
        }
        let plain: Vec<i32> = (0..self.types)
            .map(|kind| {
                let most = (0..self.players).map(|player| self.worth[player * self.types + kind].middle);
                most.max().unwrap_or(0).max(1)
            })
            .collect();
        for kind in 0..self.types {
            // What is taken into the hand is lost to one and won by the other.
            let won = if self.facts.takes_to_hand { plain[info[kind].demoted.index()] } else { 0 };
            self.exchange[kind] = if self.royal[kind] { 10_000 } else { plain[kind] + won };
        }
        if self.facts.losing {
            // Who wants to lose everything counts pieces as a burden.
            self.worth.iter_mut().for_each(|worth| *worth = Pair::new(-60 - worth.middle / 8, -60));
        }
    }

    /// A piece that may become another is worth a part of that.
    fn value_by_becoming(&mut self, arena: &Arena<'_, W>) {
        let plain = self.worth.clone();
        let info = arena.game().types();
        for player in 0..self.players {
            for (kind, info) in info.iter().enumerate() {
                let index = self.index(player, kind);
                if info.value.is_some() {
                    continue;
                }
                let zones = arena.promotion_zones(player, kind);
                let best = zones
                    .iter()
                    .flat_map(|(_, choices)| choices)
                    .map(|to: &PieceType| plain[self.index(player, to.index())])
                    .max_by_key(|worth| worth.middle);
                if let Some(best) = best {
                    let gain = Pair::new(
                        (best.middle - plain[index].middle).max(0),
                        (best.end - plain[index].end).max(0),
                    );
                    let far = if self.runs[index] { (32, 18) } else { (12, 8) };
                    self.worth[index] = plain[index] + Pair::new(gain.middle / far.0, gain.end / far.1);
                }
            }
        }
    }

    /// Where each type stands well.
    fn place_types(&mut self, arena: &Arena<'_, W>, measures: &[Measure]) {
        for player in 0..self.players {
            for kind in 0..self.types {
                let index = self.index(player, kind);
                let measure = &measures[index];
                let usual = Measure::worth(measure.mean, false);
                let runner = self.runners[player].iter().find(|runner| runner.kind == kind);
                let runner = runner.filter(|_| self.runs[index]);
                let stated = arena.game().types()[kind].evaluation;
                for cell in 0..self.cells {
                    let standing = Standing {
                        activity: Measure::worth(measure.activity[cell], false) - usual,
                        central: self.graph.central[cell],
                        advance: self.graph.advance(player, cell),
                        steps: runner.map(|runner| runner.steps[cell]),
                    };
                    let place = self.stated_place(kind, standing, stated);
                    self.places[index * self.spots + cell] = self.worth[index] + place;
                }
                // What waits off the board can come in where it is wanted.
                let Pair { middle, end } = self.worth[index];
                let waiting = Pair::new(middle * 107 / 100 + 6, end * 107 / 100 + 6);
                self.places[index * self.spots..][self.cells..self.spots].fill(waiting);
            }
        }
    }

    /// What it is worth to stand somewhere: as its definition states, and what that leaves out as it is measured.
    fn stated_place(&self, kind: usize, standing: Standing, stated: Evaluation) -> Pair {
        let Evaluation { forward, centre, .. } = stated;
        let part = |most: Option<[i32; 2]>, share: f32| {
            most.map_or(Pair::ZERO, |most| {
                let [middle, end] = most.map(|most| (most as f32 * share) as i32);
                Pair::new(middle, end)
            })
        };
        let said = part(forward, standing.advance) + part(centre, standing.central);
        if forward.is_some() && centre.is_some() {
            return said;
        }
        let mut rest = standing;
        if forward.is_some() {
            rest = Standing { advance: 0.0, steps: rest.steps.map(|_| u8::MAX - 1), ..rest };
        }
        if centre.is_some() {
            rest = Standing { central: 0.0, activity: Pair::ZERO, ..rest };
        }
        said + self.measured_place(kind, rest)
    }

    /// What it is worth to stand somewhere where nothing is stated.
    fn measured_place(&self, kind: usize, standing: Standing) -> Pair {
        let Standing { activity, central, advance, steps } = standing;
        if self.facts.losing {
            return Pair::ZERO;
        }
        if self.royal[kind] && self.facts.safety {
            let exposed = (advance * 7.0).min(3.5) * 18.0 + central * 32.0;
            return Pair::new(-exposed as i32, (central * 70.0) as i32 - 30);
        }
        let Some(steps) = steps else {
            let middle = activity.middle / 6 + (central * 14.0) as i32 - 6 + (advance * 10.0) as i32;
            let end = activity.end / 7 + (central * 12.0) as i32 - 6;
            return Pair::new(middle.clamp(-70, 70), end.clamp(-70, 70));
        };
        // A runner is worth more the nearer it is to its goal, and in the middle.
        if steps == u8::MAX {
            return Pair::new(-15, -15);
        }
        let near = 6.0 / (1.0 + f32::from(steps));
        let middle = central * 24.0 * (0.35 + advance) + advance * 14.0 + near * near * 2.0 - 12.0;
        let end = advance * 18.0 + near * near * 3.0 - 8.0;
        Pair::new(middle as i32, end as i32)
    }

    /// How much each type counts for the part of the game, and how its moves count.
    fn weigh(&mut self, arena: &Arena<'_, W>, measures: &[Measure]) {
        for kind in 0..self.types {
            let runs = (0..self.players).any(|player| self.runs[self.index(player, kind)]);
            if !self.royal[kind] && !runs {
                self.weight[kind] = self.exchange[kind];
            }
        }
        let start = arena.game().start();
        let sum: i32 =
            start.cells.iter().filter(|p| p.is_some()).map(|p| self.weight[p.kind().index()]).sum();
        self.full = (sum * 17 / 20).max(1);
        for player in 0..self.players {
            for kind in 0..self.types {
                let index = self.index(player, kind);
                let reach = measures[index].reach;
                let kept_safe = self.royal[kind] && self.facts.safety;
                let counts = !(self.runs[index] || kept_safe || self.facts.losing);
                let each = (110.0 / reach.max(1.0).sqrt()) as i32;
                let stated = &arena.game().types()[kind].evaluation;
                let each = in_percent(each, stated.mobility);
                let danger = 2 + self.exchange[kind] / if self.facts.takes_to_hand { 440 } else { 220 };
                self.moving[index] = Moving {
                    counts,
                    usual: (reach * 0.8 * 8.0) as i32,
                    each: Pair::new(each.middle / 5, each.end / 6),
                    danger: in_percent(danger, stated.attack),
                };
            }
        }
    }

    /// How many moves it is to the goal, on an empty board.
    fn find_goals(&mut self, arena: &Arena<'_, W>) {
        let Some(goal) = &self.facts.goal else { return };
        let mut found = vec![u8::MAX; self.players * self.cells];
        for player in 0..self.players {
            for kind in &goal.of {
                let reach = |from: usize| {
                    let here = CellSet::of(from);
                    arena.reach(player, kind.index(), from, here, CellSet::EMPTY)
                };
                for from in 0..self.cells {
                    let steps = spread(CellSet::of(from), reach)
                        .into_iter()
                        .filter(|(cell, _)| goal.zones[player].has(*cell))
                        .map(|(_, steps)| steps)
                        .min();
                    let best = &mut found[player * self.cells + from];
                    *best = (*best).min(steps.unwrap_or(u8::MAX));
                }
            }
        }
        self.goal = found;
    }

    /// Whether two players are on one side.
    pub fn allied(&self, one: usize, other: usize) -> bool {
        self.facts.sides[one] >> other & 1 != 0
    }
}

#[cfg(target_arch = "x86_64")]
fn has_wide_instructions() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_wide_instructions() -> bool {
    false
}

/// How a piece stands on a cell.
#[derive(Clone, Copy)]
struct Standing {
    /// What it does there more than elsewhere.
    activity: Pair,
    /// How central the cell is, from 0 to 1.
    central: f32,
    /// How far forward, from 0 to 1.
    advance: f32,
    /// A runner's steps from there to its goal; [`u8::MAX`] if no way leads there.
    steps: Option<u8>,
}

fn in_percent(value: i32, stated: Option<[i32; 2]>) -> Pair {
    let [middle, end] = stated.map_or([value; 2], |stated| stated.map(|percent| value * percent / 100));
    Pair::new(middle, end)
}

/// The cells from which some runner is one step from where it arrives.
fn last_steps<const W: usize>(runners: &[Runner<W>]) -> CellSet<W> {
    let mut set = CellSet::EMPTY;
    for runner in runners {
        for (cell, steps) in runner.steps.iter().enumerate() {
            if *steps == 1 {
                set.insert(cell);
            }
        }
    }
    set
}
