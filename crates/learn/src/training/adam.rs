//! Moves weights by what was found to be wrong: Adam, as Kingma and Ba describe it.

use super::gradient::Gradient;
use chatura_search::net::Weights;

const SLOW: f32 = 0.999;
const FAST: f32 = 0.9;

/// What is remembered of each weight: where it was drawn lately, and how strongly.
struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Moments {
    fn new(count: usize) -> Moments {
        Moments { mean: vec![0.0; count], square: vec![0.0; count] }
    }

    fn step(&mut self, weights: &mut [f32], slope: &[f32], rate: f32, most: f32) {
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slope).zip(state) {
            *mean = *mean * FAST + slope * (1.0 - FAST);
            *square = *square * SLOW + slope * slope * (1.0 - SLOW);
            *weight = (*weight - rate * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
        }
    }
}

/// The state of the method.
pub(super) struct Adam {
    input: Moments,
    bias: Moments,
    output: Moments,
    shift: Moments,
    steps: i32,
}

impl Adam {
    pub fn new(weights: &Weights) -> Adam {
        Adam {
            input: Moments::new(weights.input.len()),
            bias: Moments::new(weights.bias.len()),
            output: Moments::new(weights.output.len()),
            shift: Moments::new(weights.shift.len()),
            steps: 0,
        }
    }

    /// Takes a step against what all threads found, which is then forgotten.
    pub fn step(
        &mut self,
        weights: &mut Weights,
        found: &mut [Gradient],
        count: usize,
        rate: f32,
        most: (f32, f32),
    ) {
        let Some((first, others)) = found.split_first_mut() else { return };
        for other in others {
            first.take(other);
        }
        first.scale(1.0 / count.max(1) as f32);
        self.steps += 1;
        // At first little is remembered yet.
        let rate = rate * (1.0 - SLOW.powi(self.steps)).sqrt() / (1.0 - FAST.powi(self.steps));
        self.input.step(&mut weights.input, &first.slope.input, rate, most.0);
        self.bias.step(&mut weights.bias, &first.slope.bias, rate, most.0);
        self.output.step(&mut weights.output, &first.slope.output, rate, most.1);
        self.shift.step(&mut weights.shift, &first.slope.shift, rate, f32::MAX);
        first.scale(0.0);
    }
}
