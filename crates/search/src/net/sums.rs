//! The sums of the first layer, kept up to date move by move.

use super::{FULL, Inputs, Net};
use crate::knowledge::Sides;
use chatura_rules::arena::{Arena, Past};

/// How numbers are added on this processor: in wide registers where it has them, with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kernel {
    wide: bool,
}

impl Kernel {
    /// That of this processor.
    pub fn here() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        let wide = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Kernel { wide }
    }

    /// What a seat's sums come to with these weights.
    #[inline(always)]
    pub fn output(self, sums: &[i16], weights: &[i16]) -> i64 {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: the processor has every instruction the function is compiled for.
            return unsafe { output_wide(sums, weights) };
        }
        output(sums, weights)
    }

    /// Sums and rows of weights added and taken away.
    #[inline(always)]
    fn update(self, from: &[i16], to: &mut [i16], weights: &[i16], added: &[u32], removed: &[u32]) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: the processor has every instruction the function is compiled for.
            return unsafe { update_wide(from, to, weights, added, removed) };
        }
        update(from, to, weights, added, removed);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_wide(sums: &[i16], weights: &[i16]) -> i64 {
    output(sums, weights)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_wide(from: &[i16], to: &mut [i16], weights: &[i16], added: &[u32], removed: &[u32]) {
    update(from, to, weights, added, removed);
}

/// Sums below nought count for nothing, those above the full for no more than it, and between them by their square.
#[inline(always)]
fn output(sums: &[i16], weights: &[i16]) -> i64 {
    let mut total = 0i64;
    // No such part can grow beyond what 32 bits hold.
    for (sums, weights) in sums.chunks(128).zip(weights.chunks(128)) {
        let mut part = 0i32;
        for (sum, weight) in sums.iter().zip(weights) {
            let level = (*sum).clamp(0, FULL as i16);
            part += i32::from(level) * i32::from(level.wrapping_mul(*weight));
        }
        total += i64::from(part);
    }
    total
}

#[inline(always)]
fn update(from: &[i16], to: &mut [i16], weights: &[i16], added: &[u32], removed: &[u32]) {
    let hidden = to.len();
    let row = |row: u32| &weights[row as usize * hidden..][..hidden];
    match (added, removed) {
        (&[one], &[other]) => {
            for (((to, from), plus), minus) in to.iter_mut().zip(from).zip(row(one)).zip(row(other)) {
                *to = from.wrapping_add(*plus).wrapping_sub(*minus);
            }
        }
        (&[one], &[first, second]) => {
            let minus = row(first).iter().zip(row(second));
            for (((to, from), plus), (first, second)) in to.iter_mut().zip(from).zip(row(one)).zip(minus) {
                *to = from.wrapping_add(*plus).wrapping_sub(*first).wrapping_sub(*second);
            }
        }
        _ => {
            to.copy_from_slice(&from[..hidden]);
            for one in added {
                to.iter_mut().zip(row(*one)).for_each(|(to, plus)| *to = to.wrapping_add(*plus));
            }
            for one in removed {
                to.iter_mut().zip(row(*one)).for_each(|(to, minus)| *to = to.wrapping_sub(*minus));
            }
        }
    }
}

/// What is counted in a position besides pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counters {
    alive: u8,
    /// What rules keep.
    memory: Vec<u8>,
}

/// The sums of every seat, for each position on the way from the root.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    /// By level × seats × hidden.
    values: Vec<i16>,
    /// What was counted in the position before, and what the moves since then changed about it.
    counters: Counters,
    changed: Vec<Option<Counters>>,
    added: Vec<u32>,
    removed: Vec<u32>,
    rows: [Vec<u32>; 2],
}

impl Sums {
    /// The sums of a position.
    pub fn new<const W: usize>(net: &Net, arena: &Arena<'_, W>) -> Sums {
        let inputs = &net.inputs;
        let mut facts = Vec::new();
        inputs.facts(arena, &mut facts);
        let mut sums = Sums {
            values: Vec::with_capacity(inputs.players * net.hidden * 64),
            counters: Counters { alive: arena.alive(), memory: arena.memory().to_vec() },
            changed: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            rows: [Vec::new(), Vec::new()],
        };
        for seat in 0..inputs.players {
            let mut own = net.bias.clone();
            let rows: Vec<u32> = facts.iter().map(|fact| inputs.row(seat, *fact) as u32).collect();
            net.kernel.update(&net.bias, &mut own, &net.weights, &rows, &[]);
            sums.values.extend(own);
        }
        sums
    }

    /// A seat's sums in the present position.
    #[inline(always)]
    pub fn of(&self, net: &Net, seat: usize) -> &[i16] {
        let first = self.values.len() - (net.inputs.players - seat) * net.hidden;
        &self.values[first..first + net.hidden]
    }

    /// What the net adds to the value of the present position, for the side to move.
    #[inline(always)]
    pub fn correction<const W: usize>(&self, net: &Net, arena: &Arena<'_, W>, sides: &Sides) -> i32 {
        let (turn, pieces) = (arena.turn(), arena.occupied().len());
        let players = net.inputs.players;
        if players == 2 {
            return net.for_two(self.of(net, turn), self.of(net, 1 - turn), pieces);
        }
        let mut both = [(0, 0); 2];
        for player in (0..players).filter(|player| arena.alive() >> player & 1 != 0) {
            let (sum, count) = &mut both[usize::from(sides.side[player] != sides.side[turn])];
            *sum += net.for_one(self.of(net, player), pieces);
            *count += 1;
        }
        both[0].0 / both[0].1.max(1) - both[1].0 / both[1].1.max(1)
    }

    /// The sums after the move just played.
    #[inline(always)]
    pub fn push<const W: usize>(&mut self, net: &Net, arena: &Arena<'_, W>, past: &Past<W>) {
        let inputs: &Inputs = &net.inputs;
        let (added, removed) = (&mut self.added, &mut self.removed);
        added.clear();
        removed.clear();
        arena.changes(past, |spot, before, after| {
            if before.is_some() {
                removed.push(inputs.at(before, spot));
            }
            if after.is_some() {
                added.push(inputs.at(after, spot));
            }
        });
        self.count(inputs, arena);
        let width = inputs.players * net.hidden;
        let old = self.values.len() - width;
        self.values.resize(old + 2 * width, 0);
        let (before, now) = self.values.split_at_mut(old + width);
        for seat in 0..inputs.players {
            let [plus, minus] = &mut self.rows;
            plus.clear();
            minus.clear();
            plus.extend(self.added.iter().map(|fact| inputs.row(seat, *fact) as u32));
            minus.extend(self.removed.iter().map(|fact| inputs.row(seat, *fact) as u32));
            let from = &before[old + seat * net.hidden..][..net.hidden];
            let to = &mut now[seat * net.hidden..][..net.hidden];
            net.kernel.update(from, to, &net.weights, plus, minus);
        }
    }

    /// What the move changed about who plays and what is counted.
    #[inline(always)]
    fn count<const W: usize>(&mut self, inputs: &Inputs, arena: &Arena<'_, W>) {
        if self.counters.alive == arena.alive() && self.counters.memory == arena.memory() {
            return self.changed.push(None);
        }
        let now = Counters { alive: arena.alive(), memory: arena.memory().to_vec() };
        let before = std::mem::replace(&mut self.counters, now);
        let now = &self.counters;
        for player in 0..inputs.players {
            match (before.alive >> player & 1, now.alive >> player & 1) {
                (1, 0) => self.added.push(inputs.out(player)),
                (0, 1) => self.removed.push(inputs.out(player)),
                _ => {}
            }
        }
        for (index, (before, now)) in before.memory.iter().zip(&now.memory).enumerate() {
            if before != now {
                self.removed.push(inputs.counted(index, *before));
                self.added.push(inputs.counted(index, *now));
            }
        }
        self.changed.push(Some(before));
    }

    /// The sums before the last move.
    #[inline(always)]
    pub fn pop(&mut self, net: &Net) {
        let width = net.inputs.players * net.hidden;
        self.values.truncate(self.values.len().saturating_sub(width));
        if let Some(before) = self.changed.pop().flatten() {
            self.counters = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Weights;
    use super::*;
    use chatura_rules::Position;
    use chatura_rules::arena::{Visitor, Wanted};
    use chatura_rules::random::Random;
    use std::sync::Arc;

    /// A net of random weights.
    fn random_net(inputs: &Arc<Inputs>, seed: u64) -> Net {
        let mut random = Random::new(seed);
        let (hidden, parts) = (32, 3);
        let mut draw = |count: usize| -> Vec<f32> {
            (0..count).map(|_| (random.below(2001) as f32 - 1000.0) / 4000.0).collect()
        };
        let weights = Weights {
            hidden,
            parts,
            input: draw(inputs.rows() * hidden),
            bias: draw(hidden),
            output: draw(parts * inputs.eyes() * hidden),
            shift: draw(parts),
        };
        Net::new(inputs, &weights)
    }

    struct Walk<'a>(&'a Net, u64);

    impl Visitor for Walk<'_> {
        type Output = usize;

        fn visit<const W: usize>(self, mut arena: Arena<'_, W>) -> usize {
            let Walk(net, seed) = self;
            let (mut dice, mut moves, mut pasts) = (Random::new(seed), Vec::new(), Vec::new());
            let mut sums = Sums::new(net, &arena);
            let seen = |sums: &Sums| -> Vec<Vec<i16>> {
                (0..net.inputs.players).map(|seat| sums.of(net, seat).to_vec()).collect()
            };
            let mut told = vec![seen(&sums)];
            for _ in 0..120 {
                moves.clear();
                arena.generate(Wanted::All, &mut moves);
                if moves.is_empty() || arena.ending().is_some() {
                    break;
                }
                let past = arena.play(*dice.pick(&moves));
                sums.push(net, &arena, &past);
                assert_eq!(seen(&sums), seen(&Sums::new(net, &arena)), "after {} plies", pasts.len() + 1);
                told.push(seen(&sums));
                pasts.push(past);
            }
            let plies = pasts.len();
            while let Some(past) = pasts.pop() {
                told.pop();
                arena.undo(&past);
                sums.pop(net);
                assert_eq!(Some(&seen(&sums)), told.last());
            }
            plies
        }
    }

    #[test]
    fn sums_follow_the_moves_of_every_game() {
        let mut plies = 0;
        for entry in chatura_define::catalogue::list() {
            let game = chatura_define::load(&entry.about.id, &[], 1).expect("a game of the catalogue");
            let inputs = Inputs::of(&game);
            let net = random_net(&inputs, 5);
            for seed in 0..3 {
                plies += Position::start(&game).enter(Walk(&net, seed));
            }
        }
        assert!(plies > 5_000, "{plies}");
    }

    #[test]
    fn wide_and_narrow_processors_agree() {
        let mut random = Random::new(3);
        let mut draw = |count: usize, most: i32| -> Vec<i16> {
            (0..count).map(|_| (random.below(2 * most as usize + 1) as i32 - most) as i16).collect()
        };
        let (sums, weights, rows) = (draw(96, 600), draw(96, 127), draw(96 * 8, 300));
        let (narrow, wide) = (Kernel { wide: false }, Kernel::here());
        assert_eq!(narrow.output(&sums, &weights), wide.output(&sums, &weights));
        let by_hand: i64 = sums
            .iter()
            .zip(&weights)
            .map(|(sum, weight)| {
                let level = i64::from(*sum).clamp(0, 255);
                level * level * i64::from(*weight)
            })
            .sum();
        assert_eq!(wide.output(&sums, &weights), by_hand);
        for (added, removed) in [(&[1u32][..], &[2u32][..]), (&[1], &[2, 3]), (&[0, 4, 5], &[]), (&[], &[7])]
        {
            let (mut one, mut other) = (vec![0; 96], vec![0; 96]);
            narrow.update(&sums, &mut one, &rows, added, removed);
            wide.update(&sums, &mut other, &rows, added, removed);
            assert_eq!(one, other);
        }
    }
}
