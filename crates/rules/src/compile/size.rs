//! How much memory compiled tables take.

use crate::compile::tables::{LameLeap, Lines, Mover, Rays, Shift, Shifts, Tables};
use crate::movement::trie::{Node, Trie};
use crate::rule::RULES;
use crate::rule::parts::{AnyParts, PartsOf};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::mem::{size_of, size_of_val};
use std::sync::Arc;

/// The bytes of tables, what they point to included. Of rules' own tables those count that grow with the game.
pub(crate) fn of<const W: usize>(tables: &Tables<W>) -> usize
where
    AnyParts: PartsOf<W>,
{
    let Tables { movers, attackers, trails, sweeps, keys, rules, .. } = tables;
    let leaps: usize = attackers
        .iter()
        .map(|of| {
            let by_type = of.tries.iter().chain(&of.take_passed);
            size_of_val(&of.leaps[..])
                + size_of_val(&of.sight[..])
                + by_type.map(|(_, by_cell)| size_of_val(&by_cell[..])).sum::<usize>()
        })
        .sum();
    // Types share look-up tables: each counts once.
    let lookups: BTreeMap<usize, usize> = movers
        .iter()
        .flat_map(|mover| mover.rays.lookups.iter().flatten())
        .map(|lookup| (Arc::as_ptr(lookup) as usize, lookup.bytes()))
        .collect();
    let lines: usize = attackers.iter().flat_map(|of| of.lines.iter().chain(&of.hops)).map(of_lines).sum();
    let lame: usize =
        attackers.iter().flat_map(|of| &of.lame).map(|(_, by_cell)| of_lame_leaps(by_cell)).sum();
    size_of::<Tables<W>>()
        + movers.iter().map(of_mover).sum::<usize>()
        + leaps
        + lookups.values().sum::<usize>()
        + lines
        + lame
        + RULES.iter().map(|rule| rule.parts.of_width().bytes(rules)).sum::<usize>()
        + size_of_val(&attackers[..])
        + size_of_val(&trails[..])
        + size_of_val(&sweeps[..])
        + size_of_val(&keys.pieces[..])
}

fn of_mover<const W: usize>(mover: &Mover<W>) -> usize {
    let more = &*mover.more;
    let rays = [&mover.rays, &more.quiet_rays, &more.capture_rays, &more.hop_quiet, &more.hop_capture];
    size_of::<Mover<W>>()
        + size_of_val(more)
        + size_of_val(&mover.quiet[..])
        + size_of_val(&more.capture[..])
        + size_of_val(&more.take_passed[..])
        + rays.into_iter().map(of_rays).sum::<usize>()
        + of_lame_leaps(&more.lame)
        + of_shifts(&mover.shifts)
        + more.tries.iter().chain(&more.unmoved).map(of_trie).sum::<usize>()
}

fn of_rays<const W: usize>(rays: &Rays<W>) -> usize {
    let lists = rays.chains.iter().map(|lines| size_of_val(&lines[..])).sum::<usize>();
    let runs = rays.chains.iter().flatten().map(|line| size_of_val(&line[..])).sum::<usize>();
    size_of_val(&rays.masks[..]) + size_of_val(&rays.chains[..]) + lists + runs
}

fn of_lines<const W: usize>(lines: &Lines<W>) -> usize {
    size_of::<Lines<W>>()
        + of_rays(&lines.rays)
        + size_of_val(&lines.reach[..])
        + size_of_val(&lines.first[..])
        + size_of_val(&lines.paths[..])
}

fn of_lame_leaps<const W: usize>(by_cell: &[SmallVec<[LameLeap<W>; 4]>]) -> usize {
    let spilled = by_cell.iter().filter(|list| list.spilled()).map(|list| size_of_val(&list[..]));
    size_of_val(by_cell) + spilled.sum::<usize>()
}

fn of_shifts<const W: usize>(shifts: &Shifts<W>) -> usize {
    let of = |shift: &Shift<W>| size_of::<Shift<W>>() + size_of_val(&shift.trail[..]);
    shifts.quiet.iter().chain(&shifts.capture).map(of).sum()
}

fn of_trie(trie: &Trie) -> usize {
    let next = |node: &Node| node.arms.iter().map(|arm| size_of_val(&arm.next[..])).sum::<usize>();
    let lists = trie.lists.iter().map(|list| size_of_val(&list[..])).sum::<usize>();
    size_of::<Trie>()
        + size_of_val(&trie.nodes[..])
        + trie.nodes.iter().map(next).sum::<usize>()
        + size_of_val(&trie.roots[..])
        + lists
}
