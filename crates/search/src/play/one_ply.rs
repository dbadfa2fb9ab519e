//! The simplest strategy: the move after which the position is worth most.

use super::{SearchContext, moves_at_root};
use crate::answer::{Answer, Report, Score, Variation, WON};
use crate::knowledge::Sides;
use chatura_rules::arena::Arena;
use chatura_rules::rule::Verdict;
use std::time::Instant;

pub(super) fn think<const W: usize>(
    arena: &mut Arena<'_, W>,
    context: &SearchContext<'_, W>,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    let begun = Instant::now();
    let us = arena.turn();
    let knowledge = context.knowledge;
    let sides = Sides::new(knowledge, us, arena.alive());
    let moves = moves_at_root(arena, &context.limits.only);
    let mut lines: Vec<(i32, Variation)> = Vec::new();
    for mv in &moves {
        let past = arena.play(*mv);
        let value = match arena.ending() {
            Some(_) if knowledge.facts.ranked => {
                let others = (0..knowledge.players).filter(|other| !knowledge.allied(us, *other));
                let best = others.map(|other| arena.rank(other)).max();
                best.map_or(0, |best| (arena.rank(us) - best).signum() * (WON - 1))
            }
            Some((player, verdict)) => decided(knowledge.allied(us, player), verdict, 1),
            None if !arena.has_move() => {
                let next = arena.turn();
                decided(knowledge.allied(us, next), arena.stuck(arena.in_check(next)), 1)
            }
            None => {
                let sum = knowledge.accumulate(arena, &sides);
                let value = knowledge.evaluate(arena, &sum, &sides);
                if knowledge.allied(us, arena.turn()) { value } else { -value }
            }
        };
        arena.undo(&past);
        lines.push((value, Variation { moves: vec![*mv], score: Score::of(value, 1, 1) }));
    }
    lines.sort_by_key(|(value, _)| -value);
    lines.truncate(context.limits.lines.max(1));
    let found = Report {
        table_hits: 0,
        depth: 1,
        deepest: 1,
        lines: lines.into_iter().map(|(_, line)| line).collect(),
        nodes: moves.len() as u64,
        time: begun.elapsed(),
        full: 0,
    };
    report(&found);
    Answer { best: found.lines.first().map(|line| line.moves[0]), ponder: None, report: found }
}

/// What an end so many plies away is worth to us.
fn decided(ours: bool, verdict: Verdict, plies: i32) -> i32 {
    match verdict {
        Verdict::Win if ours => WON - plies,
        Verdict::Win => plies - WON,
        Verdict::Loss if ours => plies - WON,
        Verdict::Loss => WON - plies,
        Verdict::Draw | Verdict::None => 0,
    }
}
