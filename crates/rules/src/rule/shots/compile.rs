//! Shots as types and movements.

use super::Spent;
use crate::cell::PieceType;
use crate::compile::game::TypeInfo;
use crate::definition::Definition;
use crate::movement::trie::Trie;
use crate::rule::behaviour::AnyBehaviour;
use crate::rule::parts::LookAlikes;
use crate::rule::{FurtherMoves, RuleSet};

/// What a piece of the definition may shoot at.
pub(super) fn further_moves(rules: &RuleSet, piece: usize) -> Option<FurtherMoves<'_>> {
    let (_, moves) = rules.shots.moves.iter().find(|(of, _)| *of == piece)?;
    Some((moves, Trie::into_rifle_captures))
}

/// Adds the types of pieces that have shot before and look like those that have not; once, also where players differ.
pub(super) fn add_types(_: &Definition, types: &mut Vec<TypeInfo>, rules: &mut RuleSet) {
    let after = &mut rules.shots.after;
    after.resize(types.len(), None);
    for &(index, count, then) in &rules.shots.limits {
        after[index] = Some(then);
        if count > 1 {
            let like = types[index].clone();
            let (name, letter) = (format!("{} after a shot", like.name), format!("{}~", like.letter));
            let known = types.iter().position(|info| info.name == name);
            let kind = known.unwrap_or(types.len());
            if known.is_none() {
                types.push(TypeInfo { name, letter, ..like });
                after.push(None);
            }
            after[index] = Some(PieceType(kind as u8));
            after[kind] = Some(then);
        }
    }
}

/// Lets types that other rules added shoot like those they look like, and takes part where a shot changes anything.
pub(super) fn name_look_alikes(rules: &mut RuleSet, alike: &LookAlikes<'_>) {
    let after = &mut rules.shots.after;
    after.resize(alike.0.len(), None);
    for (kind, base) in alike.pairs() {
        after[kind.index()] = after[kind.index()].or(after[base.index()]);
    }
    if after.iter().any(Option::is_some) {
        rules.behaviours.push(AnyBehaviour::new(Spent { after: after.clone() }));
    }
}
