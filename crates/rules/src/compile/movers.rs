//! Tries → the tables that say where a piece may go.

use super::features::{Feature, Mode, split};
use crate::cell::Cell;
use crate::compile::quick::QuickMap;
use crate::compile::tables::{Bulk, Form, LameLeap, MoreMoves, Mover, Rays, Run, Shift, Shifts, Trail};
use crate::compile::work::{WalkError, Work};
use crate::movement::trie::{Effect, Trie};
use crate::set::CellSet;
use smallvec::SmallVec;
use std::hash::Hash;

/// Trails and lists that moves refer to by number, shared by all types.
#[derive(Default)]
pub(crate) struct Pools<const W: usize> {
    pub trails: Pool<Trail<W>>,
    pub sweeps: Pool<CellSet<W>>,
}

/// Things by number, each once.
pub(crate) struct Pool<T> {
    pub items: Vec<T>,
    numbers: QuickMap<T, u16>,
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool { items: Vec::new(), numbers: QuickMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Pool<T> {
    /// The number of a thing; tables count from one, so the last number is not used.
    fn number(&mut self, item: T) -> Result<u16, WalkError> {
        if let Some(&number) = self.numbers.get(&item) {
            return Ok(number);
        }
        let number = self.items.len();
        if number >= usize::from(u16::MAX) {
            return Err(WalkError::Work);
        }
        self.items.push(item);
        self.numbers.insert(item, number as u16);
        Ok(number as u16)
    }
}

impl<const W: usize> Pools<W> {
    /// Replaces a trie's own lists by numbers in the pools. Cells of trails outside `on` do not count.
    pub fn adopt(&mut self, mut trie: Trie, on: CellSet<W>) -> Result<Trie, WalkError> {
        for index in 0..trie.nodes.len() {
            let to = trie.nodes[index].cell.0;
            for arm in &mut trie.nodes[index].arms {
                arm.effect = match arm.effect {
                    Effect::GoTrailing(list) => {
                        let over: CellSet<W> = trie.lists[list as usize].iter().copied().collect();
                        match (over & on).any() {
                            true => Effect::GoTrailing(self.trails.number(Trail { over: over & on, to })?),
                            false => Effect::Go,
                        }
                    }
                    Effect::Sweep(list) => {
                        let set = trie.lists[list as usize].iter().copied().collect();
                        Effect::Sweep(self.sweeps.number(set)?)
                    }
                    effect => effect,
                };
            }
        }
        trie.lists.clear();
        Ok(trie)
    }
}

/// Everything recognised in a type's tries, by cell.
pub(crate) struct Recognised {
    pub features: Vec<Vec<Feature>>,
    pub rest: Vec<Trie>,
}

/// Splits the tries of one player's type into features and what is left.
pub(crate) fn recognise(tries: Vec<Trie>, work: &Work) -> Result<Recognised, WalkError> {
    let mut found = Recognised { features: Vec::new(), rest: Vec::new() };
    for mut trie in tries {
        let (features, roots) = split(&trie, work)?;
        found.features.push(features);
        trie.roots = roots;
        found.rest.push(if trie.roots.is_empty() { Trie::default() } else { trie });
    }
    if found.rest.iter().all(Trie::is_empty) {
        found.rest.clear();
    }
    Ok(found)
}

/// The tables of one player's type. `many` says whether there are so many of it that whole sets are worth moving.
pub(crate) fn mover<const W: usize>(
    kind: u8,
    found: &Recognised,
    many: bool,
    work: &Work,
) -> Result<Mover<W>, WalkError> {
    let cells = found.features.len();
    let mut quiet = vec![CellSet::EMPTY; cells];
    let mut more = MoreMoves {
        capture: vec![CellSet::EMPTY; cells],
        lame: vec![SmallVec::new(); cells],
        take_passed: vec![CellSet::EMPTY; cells],
        tries: found.rest.clone(),
        ..MoreMoves::default()
    };
    let mut leaves_trail = false;
    for (cell, features) in found.features.iter().enumerate() {
        for feature in features {
            match feature {
                Feature::Leap(to, mode) => {
                    if mode.quiet {
                        quiet[cell].insert(to.index());
                    }
                    if mode.capture {
                        more.capture[cell].insert(to.index());
                    }
                }
                Feature::TakePassed(to) => more.take_passed[cell].insert(to.index()),
                Feature::LameLeap(need, to, mode, path) => {
                    add_lame_leap(&mut more.lame[cell], need, *to, *mode, path.map_or(0, |p| p + 1), work)?;
                    leaves_trail |= path.is_some();
                }
                Feature::Ray(..) | Feature::Hop(..) => {}
            }
        }
    }
    let lines = |hop: bool, wanted: fn(Mode) -> bool| {
        rays(found.features.iter().map(|features| {
            features
                .iter()
                .filter_map(|feature| match feature {
                    Feature::Ray(line, mode) if !hop && wanted(*mode) => Some(line.clone()),
                    Feature::Hop(line, mode) if hop && wanted(*mode) => Some(line.clone()),
                    _ => None,
                })
                .collect()
        }))
    };
    more.quiet_rays = lines(false, |m| m.quiet && !m.capture);
    more.capture_rays = lines(false, |m| !m.quiet && m.capture);
    more.hop_quiet = lines(true, |m| m.quiet);
    more.hop_capture = lines(true, |m| m.capture);
    let mut mover = Mover {
        kind,
        form: Form::Mixed,
        bulk: Bulk::Single,
        promotes: false,
        leaves_trail,
        leaves: false,
        promotion_zone: CellSet::EMPTY,
        quiet: quiet.into(),
        rays: lines(false, |m| m.quiet && m.capture),
        shifts: Shifts::default(),
        more: Box::new(more),
    };
    settle(&mut mover);
    if many && let Some(shifts) = shifts(found) {
        mover.shifts = shifts;
        mover.bulk = Bulk::Shifts;
    }
    Ok(mover)
}

/// Drops empty tables and finds the form.
fn settle<const W: usize>(mover: &mut Mover<W>) {
    let none = |table: &[CellSet<W>]| table.iter().all(|set| set.is_empty());
    let more = &mut mover.more;
    let (no_leaps, alike) = (none(&mover.quiet) && none(&more.capture), mover.quiet[..] == more.capture[..]);
    let others = !more.quiet_rays.is_empty()
        || !more.capture_rays.is_empty()
        || !more.hop_quiet.is_empty()
        || !more.hop_capture.is_empty()
        || more.lame.iter().any(|g| !g.is_empty());
    mover.form = match (no_leaps, mover.rays.is_empty()) {
        _ if others || !no_leaps && !alike => Form::Mixed,
        (false, true) => Form::Leaps,
        (true, false) => Form::Rays,
        (false, false) => Form::LeapsAndRays,
        (true, true) => Form::Mixed,
    };
    if no_leaps {
        mover.quiet = Box::new([]);
        more.capture.clear();
    }
    if more.lame.iter().all(SmallVec::is_empty) {
        more.lame.clear();
    }
    if none(&more.take_passed) {
        more.take_passed.clear();
    }
    mover.bulk = match mover.form {
        _ if mover.leaves_trail || !more.tries.is_empty() => Bulk::Single,
        Form::Leaps => Bulk::Leaps,
        Form::Rays => Bulk::Rays,
        Form::LeapsAndRays => Bulk::LeapsAndRays,
        Form::Mixed => Bulk::Single,
    };
}

pub(crate) fn add_lame_leap<const W: usize>(
    list: &mut SmallVec<[LameLeap<W>; 4]>,
    need: &[Cell],
    to: Cell,
    mode: Mode,
    trail: u16,
    work: &Work,
) -> Result<(), WalkError> {
    work.spend((need.len() + list.len()) / 4)?;
    let need: CellSet<W> = need.iter().copied().collect();
    let entry = match list.iter_mut().position(|g| g.trail == trail && g.need == need) {
        Some(index) => &mut list[index],
        None => {
            list.push(LameLeap { need, quiet: CellSet::EMPTY, capture: CellSet::EMPTY, trail });
            let last = list.len() - 1;
            &mut list[last]
        }
    };
    if mode.quiet {
        entry.quiet.insert(to.index());
    }
    if mode.capture {
        entry.capture.insert(to.index());
    }
    Ok(())
}

/// Lines from each cell as masks and chains.
pub(crate) fn rays<const W: usize>(lines: impl Iterator<Item = Vec<Vec<Cell>>>) -> Rays<W> {
    let (mut rising, mut falling, mut chains) = (Vec::new(), Vec::new(), Vec::new());
    for (from, lines) in lines.enumerate() {
        let (mut up, mut down, mut other) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let mask: CellSet<W> = line.iter().copied().collect();
            match runs::<W>(from, &line)[..] {
                [Run { rising: true, .. }] => up.push(mask),
                [Run { rising: false, .. }] => down.push(mask),
                _ => other.push(runs(from, &line)),
            }
        }
        rising.push(up);
        falling.push(down);
        chains.push(other);
    }
    let pairs = |lists: &[Vec<CellSet<W>>]| lists.iter().map(|l| l.len().div_ceil(2)).max().unwrap_or(0);
    let blocks = pairs(&rising).max(pairs(&falling));
    let mut masks = Vec::with_capacity(rising.len() * blocks);
    for (up, down) in rising.iter().zip(&falling) {
        let line = |lines: &[CellSet<W>], index: usize| lines.get(index).copied().unwrap_or(CellSet::EMPTY);
        for block in (0..blocks).map(|b| 2 * b) {
            masks.push([line(up, block), line(up, block + 1), line(down, block), line(down, block + 1)]);
        }
    }
    if chains.iter().all(Vec::is_empty) {
        chains.clear();
    }
    Rays { blocks, masks: masks.into(), chains, lookups: [None, None] }
}

/// A line from a cell, cut where its numbers turn round.
fn runs<const W: usize>(from: usize, line: &[Cell]) -> Vec<Run<W>> {
    let mut runs: Vec<Run<W>> = Vec::new();
    let mut start = 0;
    while start < line.len() {
        // A single cell rises and falls: it counts as one of those that lead away from the origin.
        let rising = match line.get(start + 1) {
            Some(next) => *next > line[start],
            None => line[start].index() > from,
        };
        let mut end = start + 1;
        while end < line.len() && (line[end] > line[end - 1]) == rising {
            end += 1;
        }
        runs.push(Run { mask: line[start..end].iter().copied().collect(), rising });
        start = end;
    }
    runs
}

/// The most shifts of a kind that are worth it.
const MAX_SHIFTS: usize = 6;

/// The movement as shifts of whole sets, if every part of it allows that.
fn shifts<const W: usize>(found: &Recognised) -> Option<Shifts<W>> {
    if !found.rest.is_empty() {
        return None;
    }
    let mut shifts = Shifts::default();
    let cells = found.features.len();
    for (cell, features) in found.features.iter().enumerate() {
        let delta = |to: &Cell| i32::from(to.0) - cell as i32;
        // No more than a few are of use, and they are searched.
        if shifts.quiet.len().max(shifts.capture.len()) > MAX_SHIFTS {
            return None;
        }
        for feature in features {
            match feature {
                Feature::Leap(to, mode) => {
                    if mode.quiet {
                        add_shift(&mut shifts.quiet, cell, delta(to), [0, 0], None, cells);
                    }
                    if mode.capture {
                        add_shift(&mut shifts.capture, cell, delta(to), [0, 0], None, cells);
                    }
                }
                Feature::TakePassed(_) => {}
                Feature::LameLeap(need, to, Mode { quiet: true, capture: false }, path) => {
                    let need = match need[..] {
                        [one] => [delta(&one), 0],
                        [one, two] => [delta(&one), delta(&two)],
                        _ => return None,
                    };
                    add_shift(&mut shifts.quiet, cell, delta(to), need, *path, cells);
                }
                _ => return None,
            }
        }
    }
    (shifts.quiet.len().max(shifts.capture.len()) <= MAX_SHIFTS).then_some(shifts)
}

fn add_shift<const W: usize>(
    shifts: &mut Vec<Shift<W>>,
    cell: usize,
    delta: i32,
    need: [i32; 2],
    path: Option<u16>,
    cells: usize,
) {
    let same = |s: &&mut Shift<W>| s.delta == delta && s.need == need && s.trail.is_empty() == path.is_none();
    let shift = match shifts.iter_mut().position(|s| same(&s)) {
        Some(index) => &mut shifts[index],
        None => {
            let trail = if path.is_some() { vec![0; cells] } else { Vec::new() };
            shifts.push(Shift { delta, from: CellSet::EMPTY, need, trail });
            let last = shifts.len() - 1;
            &mut shifts[last]
        }
    };
    shift.from.insert(cell);
    if let Some(path) = path {
        shift.trail[cell] = path + 1;
    }
}
