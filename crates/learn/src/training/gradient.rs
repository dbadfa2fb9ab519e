//! How wrong a net is, and which way its weights should go.

use super::set::{One, Set, before, chance, share};
use chatura_search::net::{Inputs, SCALE, Weights};

/// Which way the weights should go, added up over some positions.
pub(super) struct Gradient {
    pub slope: Weights,
    /// The sums of each pair of eyes.
    sums: Vec<Vec<f32>>,
    /// What is wrong with them.
    back: Vec<f32>,
}

impl Gradient {
    pub fn new(weights: &Weights) -> Gradient {
        let none = |values: &[f32]| vec![0.0; values.len()];
        let slope = Weights {
            hidden: weights.hidden,
            parts: weights.parts,
            input: none(&weights.input),
            bias: none(&weights.bias),
            output: none(&weights.output),
            shift: none(&weights.shift),
        };
        Gradient { slope, sums: vec![vec![0.0; weights.hidden]; 8], back: vec![0.0; weights.hidden] }
    }

    /// Adds what another found, which forgets it.
    pub fn take(&mut self, other: &mut Gradient) {
        for (own, other) in self.all().into_iter().zip(other.all()) {
            for (own, other) in own.iter_mut().zip(other) {
                *own += *other;
                *other = 0.0;
            }
        }
    }

    /// Multiplies everything.
    pub fn scale(&mut self, by: f32) {
        self.all().into_iter().flatten().for_each(|slope| *slope *= by);
    }

    fn all(&mut self) -> [&mut Vec<f32>; 4] {
        let slope = &mut self.slope;
        [&mut slope.input, &mut slope.bias, &mut slope.output, &mut slope.shift]
    }

    /// Goes through samples; returns the sum of the squares of what is missing.
    pub fn pass(
        &mut self,
        set: &Set,
        inputs: &Inputs,
        weights: &Weights,
        samples: &[u32],
        result: f32,
        learn: bool,
    ) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the processor has every instruction the function is compiled for.
            return unsafe { self.pass_wide(set, inputs, weights, samples, result, learn) };
        }
        self.pass_here(set, inputs, weights, samples, result, learn)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn pass_wide(
        &mut self,
        set: &Set,
        inputs: &Inputs,
        weights: &Weights,
        samples: &[u32],
        result: f32,
        learn: bool,
    ) -> f64 {
        self.pass_here(set, inputs, weights, samples, result, learn)
    }

    #[inline(always)]
    fn pass_here(
        &mut self,
        set: &Set,
        inputs: &Inputs,
        weights: &Weights,
        samples: &[u32],
        result: f32,
        learn: bool,
    ) -> f64 {
        let mut loss = 0.0;
        for &index in samples {
            let one = set.one(index);
            let part = (one.pieces * weights.parts / (inputs.pieces() + 1)).min(weights.parts - 1);
            loss += f64::from(match inputs.perspectives() {
                2 => self.two(inputs, weights, &one, part, set.unit, result, learn),
                seats => self.many(inputs, weights, &one, part, set.unit, seats, learn),
            });
        }
        loss
    }

    /// A position of two players.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "one thought, compiled into the loop round it")]
    fn two(
        &mut self,
        inputs: &Inputs,
        weights: &Weights,
        one: &One<'_>,
        part: usize,
        unit: f32,
        result: f32,
        learn: bool,
    ) -> f32 {
        let hidden = weights.hidden;
        let eyes = [one.turn, 1 - one.turn];
        let mut output = weights.shift[part];
        for (eye, seat) in eyes.into_iter().enumerate() {
            self.sum_up(inputs, weights, one.facts, seat, eye);
            let last = &weights.output[(part * 2 + eye) * hidden..][..hidden];
            output += value_of(&self.sums[eye], last);
        }
        let guess = chance((f32::from(one.values[0]) + SCALE * output) / unit);
        let wanted =
            result * share(one.shares[one.turn]) + (1.0 - result) * chance(f32::from(one.score) / unit);
        let missing = guess - wanted;
        if learn {
            let slope = 2.0 * missing * guess * (1.0 - guess) * SCALE / unit;
            self.slope.shift[part] += slope;
            for (eye, seat) in eyes.into_iter().enumerate() {
                self.learn(inputs, weights, one.facts, seat, eye, (part * 2 + eye) * hidden, slope);
            }
        }
        missing * missing
    }

    /// A position of more than two: of every pair who comes in before the other.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "one thought, compiled into the loop round it")]
    fn many(
        &mut self,
        inputs: &Inputs,
        weights: &Weights,
        one: &One<'_>,
        part: usize,
        unit: f32,
        seats: usize,
        learn: bool,
    ) -> f32 {
        let (mut strength, mut slopes) = ([0.0f32; 8], [0.0f32; 8]);
        let plays = |seat: usize| one.alive >> seat & 1 != 0;
        for seat in (0..seats).filter(|seat| plays(*seat)) {
            self.sum_up(inputs, weights, one.facts, seat, seat);
            let last = &weights.output[part * weights.hidden..][..weights.hidden];
            let output = weights.shift[part] + value_of(&self.sums[seat], last);
            strength[seat] = f32::from(one.values[seat]) + SCALE * output;
        }
        let (mut loss, mut pairs) = (0.0, 0.0f32);
        for first in (0..seats).filter(|seat| plays(*seat)) {
            for second in (first + 1..seats).filter(|seat| plays(*seat)) {
                let guess = chance((strength[first] - strength[second]) / unit);
                let missing = guess - before(one.shares, first, second);
                let slope = 2.0 * missing * guess * (1.0 - guess) * SCALE / unit;
                (slopes[first], slopes[second]) = (slopes[first] + slope, slopes[second] - slope);
                (loss, pairs) = (loss + missing * missing, pairs + 1.0);
            }
        }
        let pairs = pairs.max(1.0);
        if learn {
            for seat in (0..seats).filter(|seat| plays(*seat)) {
                let slope = slopes[seat] / pairs;
                self.slope.shift[part] += slope;
                self.learn(inputs, weights, one.facts, seat, seat, part * weights.hidden, slope);
            }
        }
        loss / pairs
    }

    /// The sums of the first layer as a seat sees it.
    #[inline(always)]
    fn sum_up(&mut self, inputs: &Inputs, weights: &Weights, facts: &[u32], seat: usize, eye: usize) {
        let sums = &mut self.sums[eye];
        sums.copy_from_slice(&weights.bias);
        for &fact in facts {
            let row = &weights.input[inputs.row(seat, fact) * weights.hidden..][..weights.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// Which way the weights should go that made one output.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "one thought, compiled into the loop round it")]
    fn learn(
        &mut self,
        inputs: &Inputs,
        weights: &Weights,
        facts: &[u32],
        seat: usize,
        eye: usize,
        last: usize,
        slope: f32,
    ) {
        let hidden = weights.hidden;
        let output = &weights.output[last..][..hidden];
        let drawn = &mut self.slope.output[last..][..hidden];
        let sums = self.sums[eye].iter().zip(output);
        for (((sum, weight), drawn), back) in sums.zip(drawn).zip(&mut self.back) {
            let level = sum.clamp(0.0, 1.0);
            *drawn += slope * level * level;
            *back = if *sum > 0.0 && *sum < 1.0 { slope * weight * 2.0 * level } else { 0.0 };
        }
        self.slope.bias.iter_mut().zip(&self.back).for_each(|(bias, back)| *bias += back);
        for &fact in facts {
            let row = &mut self.slope.input[inputs.row(seat, fact) * hidden..][..hidden];
            row.iter_mut().zip(&self.back).for_each(|(slope, back)| *slope += back);
        }
    }
}

/// What sums come to: nothing below nought, no more than one above it, between them their square.
#[inline(always)]
fn value_of(sums: &[f32], weights: &[f32]) -> f32 {
    // Several sums side by side, since floating-point numbers are not added in another order than is written.
    let mut lanes = [0.0f32; 8];
    for (sums, weights) in sums.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for lane in 0..8 {
            let level = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += level * level * weights[lane];
        }
    }
    lanes.iter().sum()
}
