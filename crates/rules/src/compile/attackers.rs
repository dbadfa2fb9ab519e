//! The same movements turned round: from an attacked cell, where attackers stand.

use super::features::Feature;
use super::movers::{Recognised, add_lame_leap, rays};
use crate::cell::Cell;
use crate::compile::quick::QuickMap;
use crate::compile::tables::{Attackers, Lines, Path, Types};
use crate::compile::work::{WalkError, Work};
use crate::movement::trie::{Class, Effect, Trie};
use crate::set::CellSet;
use std::collections::BTreeMap;

/// Lines from attacked cells, by attacked cell, with the types that attack along them.
type LineTypes = QuickMap<(usize, Vec<Cell>), u64>;

/// The reverse tables of one player; `lines_only` adds types that attack along lines without moving there.
pub(crate) fn attackers<const W: usize>(
    found: &[Recognised],
    unmoved: &[Vec<Trie>],
    sweeps: &[CellSet<W>],
    lines_only: &[(u8, Vec<Vec<Vec<Cell>>>)],
    cells: usize,
    work: &Work,
) -> Result<Attackers<W>, WalkError> {
    let mut leaps_of: Vec<(u8, Vec<CellSet<W>>)> = Vec::new();
    let mut attackers = Attackers {
        leapers: Box::new([]),
        leaps: Box::new([]),
        sight: Box::new([]),
        lines: Vec::new(),
        hops: Vec::new(),
        lame: Vec::new(),
        tries: Vec::new(),
        take_passed: Vec::new(),
    };
    let (mut lines, mut hops): (LineTypes, LineTypes) = Default::default();
    for (kind, found) in found.iter().enumerate() {
        let mut leaps = vec![CellSet::EMPTY; cells];
        let mut passed = vec![CellSet::EMPTY; cells];
        let mut lame = vec![smallvec::SmallVec::new(); cells];
        let (mut rays_of, mut hops_of) = (Vec::new(), Vec::new());
        for (from, features) in found.features.iter().enumerate() {
            for feature in features {
                match feature {
                    Feature::Leap(to, mode) if mode.capture => leaps[to.index()].insert(from),
                    Feature::TakePassed(to) => passed[to.index()].insert(from),
                    Feature::LameLeap(need, to, mode, _) if mode.capture => {
                        let back = Cell(from as u16);
                        add_lame_leap(&mut lame[to.index()], need, back, *mode, 0, work)?;
                    }
                    Feature::Ray(line, mode) if mode.capture => rays_of.push((from, line.clone())),
                    Feature::Hop(line, mode) if mode.capture => hops_of.push((from, line.clone())),
                    _ => {}
                }
            }
        }
        collect(&mut lines, kind, &rays_of, cells, work)?;
        collect(&mut hops, kind, &hops_of, cells, work)?;
        let kind = kind as u8;
        if leaps.iter().any(|set| set.any()) {
            leaps_of.push((kind, leaps));
        }
        if passed.iter().any(|set| set.any()) {
            attackers.take_passed.push((kind, passed));
        }
        if lame.iter().any(|list| !list.is_empty()) {
            attackers.lame.push((kind, lame));
        }
        let mut reach = vec![CellSet::EMPTY; cells];
        for tries in [&found.rest, &unmoved[kind as usize]] {
            for (from, trie) in tries.iter().enumerate() {
                work.spend(trie.nodes.len())?;
                trie_targets(trie, sweeps, |to| reach[to].insert(from));
            }
        }
        if reach.iter().any(|set| set.any()) {
            attackers.tries.push((kind, reach));
        }
    }
    for (kind, by_cell) in lines_only {
        let all = by_cell.iter().enumerate();
        let list: Vec<(usize, Vec<Cell>)> =
            all.flat_map(|(c, ls)| ls.iter().map(move |l| (c, l.clone()))).collect();
        collect(&mut lines, *kind as usize, &list, cells, work)?;
    }
    leaps_of.resize(leaps_of.len().next_multiple_of(4), (0, vec![CellSet::EMPTY; cells]));
    let blocks = leaps_of.chunks_exact(4);
    attackers.leapers = blocks.clone().map(|block| std::array::from_fn(|i| block[i].0)).collect();
    attackers.leaps = (0..cells)
        .flat_map(|cell| blocks.clone().map(move |block| std::array::from_fn(|i| block[i].1[cell])))
        .collect();
    attackers.lines = groups(&lines, cells, work)?;
    attackers.hops = groups(&hops, cells, work)?;
    let sight = |cell| {
        let leaps = attackers.leaps_to(cell).map(|(_, from)| from);
        leaps.chain(attackers.lines.iter().map(|lines| lines.reach[cell])).fold(CellSet::EMPTY, |a, b| a | b)
    };
    attackers.sight = (0..cells).map(sight).collect();
    Ok(attackers)
}

/// Cells a trie may take on.
fn trie_targets<const W: usize>(trie: &Trie, sweeps: &[CellSet<W>], mut target: impl FnMut(usize)) {
    for node in &trie.nodes {
        for arm in &node.arms {
            if let Effect::Sweep(list) = arm.effect {
                sweeps[list as usize].into_iter().for_each(&mut target);
            }
        }
        if node.arms[Class::Enemy as usize].effect.takes_here() {
            target(node.cell.index());
        }
    }
}

/// Turns a type's lines round and notes which type uses which. Lines that are the beginning of another are part of it.
fn collect(
    into: &mut LineTypes,
    kind: usize,
    lines: &[(usize, Vec<Cell>)],
    cells: usize,
    work: &Work,
) -> Result<(), WalkError> {
    let mut turned: Vec<Vec<Vec<Cell>>> = vec![Vec::new(); cells];
    for (from, line) in lines {
        work.spend(line.len() * line.len() / 4)?;
        for (index, victim) in line.iter().enumerate() {
            let mut back: Vec<Cell> = line[..index].iter().rev().copied().collect();
            back.push(Cell(*from as u16));
            turned[victim.index()].push(back);
        }
    }
    for (victim, mut lines) in turned.into_iter().enumerate() {
        lines.sort();
        lines.dedup();
        for index in 0..lines.len() {
            let part = lines.get(index + 1).is_some_and(|next| next.starts_with(&lines[index]));
            if !part {
                *into.entry((victim, lines[index].clone())).or_default() |= 1 << kind;
            }
        }
    }
    Ok(())
}

/// One group of lines for each set of types.
fn groups<const W: usize>(lines: &LineTypes, cells: usize, work: &Work) -> Result<Vec<Lines<W>>, WalkError> {
    let mut by_types: BTreeMap<u64, Vec<Vec<Vec<Cell>>>> = BTreeMap::new();
    for ((victim, line), types) in lines {
        by_types.entry(*types).or_insert_with(|| vec![Vec::new(); cells])[*victim].push(line.clone());
    }
    by_types
        .into_iter()
        .map(|(types, mut lines)| {
            work.spend(cells * cells / 16)?;
            lines.iter_mut().for_each(|l| l.sort());
            let mut others = Types(types);
            let first = others.next().unwrap_or(0);
            let pair = [first, others.next().unwrap_or(first)];
            let mut group = Lines {
                types: Types(types),
                pair,
                others,
                rays: rays(lines.iter().cloned()),
                reach: vec![CellSet::EMPTY; cells],
                first: vec![0; cells * cells],
                paths: vec![Path { between: CellSet::EMPTY, next: 0 }],
            };
            for (victim, lines) in lines.iter().enumerate() {
                for line in lines {
                    add_paths(&mut group, victim, line, cells, work)?;
                }
            }
            Ok(group)
        })
        .collect()
}

fn add_paths<const W: usize>(
    group: &mut Lines<W>,
    victim: usize,
    line: &[Cell],
    cells: usize,
    work: &Work,
) -> Result<(), WalkError> {
    let mut between = CellSet::EMPTY;
    for cell in line {
        group.reach[victim].insert(cell.index());
        let slot = victim * cells + cell.index();
        let mut known = group.first[slot];
        while known != 0 && group.paths[known as usize].between != between {
            work.spend(1)?;
            known = group.paths[known as usize].next;
        }
        if known == 0 {
            // A path left out would be a check not seen.
            if group.paths.len() >= usize::from(u16::MAX) {
                return Err(WalkError::Work);
            }
            group.paths.push(Path { between, next: group.first[slot] });
            group.first[slot] = (group.paths.len() - 1) as u16;
        }
        work.spend(1)?;
        between.insert(cell.index());
    }
    Ok(())
}
