//! Recognises the simple parts of a trie, for which there are fast tables.

use crate::cell::Cell;
use crate::compile::work::{WalkError, Work};
use crate::movement::trie::{Arm, Class, Effect, Node, Trie};
use std::collections::HashSet;

/// What a move may do at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    /// Go to an empty cell.
    pub quiet: bool,
    /// Take.
    pub capture: bool,
}

/// A part of a movement that a table can hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Feature {
    /// One cell, whatever lies between.
    Leap(Cell, Mode),
    /// Capture of what passed over a cell.
    TakePassed(Cell),
    /// A line of cells up to the first piece.
    Ray(Vec<Cell>, Mode),
    /// A line of cells on which the piece lands behind the first piece met.
    Hop(Vec<Cell>, Mode),
    /// One cell, if others are empty; `Some` is the trail it leaves.
    LameLeap(Vec<Cell>, Cell, Mode, Option<u16>),
}

/// The features of a trie, and the roots for which there is none.
pub(crate) fn split(trie: &Trie, work: &Work) -> Result<(Vec<Feature>, Vec<u16>), WalkError> {
    let (mut features, mut rest) = (Vec::new(), Vec::new());
    if trie.circular {
        return Ok((features, trie.roots.clone()));
    }
    for &root in &trie.roots {
        match recognise(trie, root, work)? {
            Some(found) => features.extend(found),
            None => rest.push(root),
        }
    }
    Ok((features, rest))
}

fn recognise(trie: &Trie, root: u16, work: &Work) -> Result<Option<Vec<Feature>>, WalkError> {
    let node = &trie.nodes[root as usize];
    if let Some((_, next)) = mount(node) {
        return Ok(hop(trie, root, next, work)?.map(|f| vec![f]));
    }
    let Some(chains) = chains(trie, root, work)? else { return Ok(None) };
    if node.ride && chains.iter().all(|chain| uniform(trie, chain).is_some()) {
        let ray = |chain: &Vec<u16>| Feature::Ray(cells(trie, chain), mode(&trie.nodes[chain[0] as usize]));
        return Ok(Some(chains.iter().map(ray).collect()));
    }
    let (mut features, mut known) = (Vec::new(), HashSet::new());
    for chain in &chains {
        for (index, &id) in chain.iter().enumerate() {
            work.spend(index)?;
            let node = &trie.nodes[id as usize];
            let empty = node.arms[Class::Empty as usize].effect;
            let mode = mode(node);
            let feature = match (empty, index) {
                (Effect::TakePassed, 0) => Feature::TakePassed(node.cell),
                (Effect::TakePassed, _) => return Ok(None),
                _ if !mode.quiet && !mode.capture => continue,
                (Effect::None | Effect::Go, 0) => Feature::Leap(node.cell, mode),
                _ => {
                    let path = match empty {
                        Effect::GoTrailing(list) => Some(list),
                        _ => None,
                    };
                    Feature::LameLeap(cells(trie, &chain[..index]), node.cell, mode, path)
                }
            };
            if known.insert(feature.clone()) {
                features.push(feature);
            }
        }
    }
    Ok(Some(features))
}

/// The most ways through a part of a trie that are told apart.
const MAX_CHAINS: usize = 256;

/// Every way through nodes that only an empty cell lets pass; `None` if a node is of another sort.
fn chains(trie: &Trie, root: u16, work: &Work) -> Result<Option<Vec<Vec<u16>>>, WalkError> {
    let mut all = Vec::new();
    let plain = extend_chains(trie, root, &mut Vec::new(), &mut all, work)?;
    Ok(plain.then_some(all))
}

/// Adds the ways that go on after `before`; false if a node is of another sort, or there are too many.
fn extend_chains(
    trie: &Trie,
    id: u16,
    before: &mut Vec<u16>,
    all: &mut Vec<Vec<u16>>,
    work: &Work,
) -> Result<bool, WalkError> {
    let node = &trie.nodes[id as usize];
    let nothing = Arm::default();
    let (enemy, neutral) = (&node.arms[Class::Enemy as usize], &node.arms[Class::Neutral as usize]);
    let plain = node.arms[Class::Own as usize] == nothing
        && node.arms[Class::Ally as usize] == nothing
        && enemy == neutral
        && enemy.next.is_empty()
        && matches!(enemy.effect, Effect::None | Effect::Go)
        && !matches!(node.arms[Class::Empty as usize].effect, Effect::Sweep(_) | Effect::RifleCapture);
    if !plain {
        return Ok(false);
    }
    work.spend(1)?;
    before.push(id);
    let next = &node.arms[Class::Empty as usize].next;
    if next.is_empty() {
        work.spend(before.len() / 4)?;
        all.push(before.clone());
    }
    for &id in next {
        if !extend_chains(trie, id, before, all, work)? || all.len() > MAX_CHAINS {
            return Ok(false);
        }
    }
    before.pop();
    Ok(true)
}

fn mode(node: &Node) -> Mode {
    Mode {
        quiet: matches!(node.arms[Class::Empty as usize].effect, Effect::Go | Effect::GoTrailing(_)),
        capture: node.arms[Class::Enemy as usize].effect == Effect::Go,
    }
}

/// The mode of a chain if it is the same all along and does something.
fn uniform(trie: &Trie, chain: &[u16]) -> Option<Mode> {
    let first = mode(&trie.nodes[*chain.first()? as usize]);
    let same = chain.iter().all(|&id| {
        let node = &trie.nodes[id as usize];
        mode(node) == first && matches!(node.arms[Class::Empty as usize].effect, Effect::None | Effect::Go)
    });
    (same && (first.quiet || first.capture)).then_some(first)
}

fn cells(trie: &Trie, chain: &[u16]) -> Vec<Cell> {
    chain.iter().map(|&id| trie.nodes[id as usize].cell).collect()
}

/// A node where any piece serves as something to jump: what follows it.
fn mount(node: &Node) -> Option<(&Arm, u16)> {
    let own = &node.arms[Class::Own as usize];
    let alike = [Class::Ally, Class::Enemy, Class::Neutral].iter().all(|c| node.arms[*c as usize] == *own);
    match own.next[..] {
        [next] if alike && own.effect == Effect::None => Some((own, next)),
        _ => None,
    }
}

/// A line with a jump: behind the first piece the same line goes on as a ray.
fn hop(trie: &Trie, root: u16, next: u16, work: &Work) -> Result<Option<Feature>, WalkError> {
    let ray_of = |id: u16| {
        let found = match chains(trie, id, work)?.as_deref() {
            Some([chain]) => uniform(trie, chain).map(|mode| (cells(trie, chain), mode)),
            _ => None,
        };
        Ok(found)
    };
    let Some((rest, mode)) = ray_of(next)? else { return Ok(None) };
    let mut line = vec![trie.nodes[root as usize].cell];
    line.extend(rest);
    let (mut id, mut index) = (root, 0);
    loop {
        let node = &trie.nodes[id as usize];
        let Some((_, behind)) = mount(node) else { return Ok(None) };
        let empty = &node.arms[Class::Empty as usize];
        let goes_on = line.get(index + 1..).map(|rest| (rest.to_vec(), mode));
        if line.get(index) != Some(&node.cell) || ray_of(behind)? != goes_on {
            return Ok(None);
        }
        match empty.next[..] {
            _ if empty.effect != Effect::None => return Ok(None),
            [] => break,
            [next] => id = next,
            _ => return Ok(None),
        }
        index += 1;
    }
    // The last cell of the line cannot be jumped: nothing lies behind it.
    Ok((index + 2 == line.len()).then_some(Feature::Hop(line, mode)))
}
