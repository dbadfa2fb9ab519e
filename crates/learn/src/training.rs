//! Fits a net to games that were played.

mod adam;
mod gradient;
mod set;

pub use set::Set;

use adam::Adam;
use chatura_rules::random::Random;
use chatura_search::Stop;
use chatura_search::net::{Inputs, Weights};
use gradient::Gradient;

/// How a net is fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// How many sums the first layer has for each seat; a multiple of 16.
    pub hidden: usize,
    /// Into how many parts of the game the last layer is divided.
    pub parts: usize,
    /// How often every position is seen.
    pub epochs: usize,
    /// How much the result counts beside what the engine thought; with more than two players it counts alone.
    pub result: f32,
    /// How many positions are looked at before weights change.
    pub batch: usize,
    /// How far weights move at first.
    pub rate: f32,
    /// How many threads work.
    pub threads: usize,
    /// Where weights begin.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Training {
            hidden: 64,
            parts: 4,
            epochs: 16,
            result: 0.4,
            batch: 8_192,
            rate: 0.0015,
            threads: 1,
            seed: 1,
        }
    }
}

/// How well a net fits after an epoch: the mean square of what is missing, over what it learnt from and over what was
/// held back.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Loss {
    /// Over the positions learnt from.
    pub learnt: f32,
    /// Over those held back.
    pub held_back: f32,
}

/// Fits a net; tells the loss after every epoch, the first before anything is learnt. Nothing if it was stopped.
pub fn train(
    set: &Set,
    inputs: &Inputs,
    settings: &Training,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, Loss),
) -> Option<Weights> {
    let mut dice = Random::new(settings.seed);
    let mut weights = begin(inputs, settings, &mut dice);
    let mut adam = Adam::new(&weights);
    let most = inputs_most(inputs);
    let (mut order, held_back) = set.divided();
    let threads = settings.threads.clamp(1, 64);
    let mut gradients: Vec<Gradient> = (0..threads).map(|_| Gradient::new(&weights)).collect();
    let batches = (order.len() / settings.batch.max(1)).max(1) * settings.epochs;
    let loss_of = |weights: &Weights, samples: &[u32], gradients: &mut [Gradient]| {
        pass(set, inputs, weights, samples, settings, gradients, false)
    };
    let before = loss_of(&weights, &held_back, &mut gradients);
    tell(0, Loss { learnt: before, held_back: before });
    let mut step = 0;
    for epoch in 1..=settings.epochs {
        shuffle(&mut order, &mut dice);
        let (mut sum, mut count) = (0.0, 0);
        for batch in order.chunks(settings.batch.max(1)) {
            if stop.is_stopped() {
                return None;
            }
            let loss = pass(set, inputs, &weights, batch, settings, &mut gradients, true);
            let done = step as f32 / batches as f32;
            // Down to a fiftieth, slowly at first and in the end.
            let rate =
                settings.rate * (0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()));
            adam.step(&mut weights, &mut gradients, batch.len(), rate, most);
            step += 1;
            (sum, count) = (sum + f64::from(loss) * batch.len() as f64, count + batch.len());
        }
        let held_back = loss_of(&weights, &held_back, &mut gradients);
        tell(epoch, Loss { learnt: (sum / count.max(1) as f64) as f32, held_back });
    }
    Some(weights)
}

/// The largest weight of each layer that can be kept.
fn inputs_most(inputs: &Inputs) -> (f32, f32) {
    ((32_767.0 / 255.0 / (inputs.pieces() as f32 + 12.0)).min(1.98), 1.98)
}

/// Small weights at random in the first layer, none in the last: a net that changes nothing yet.
fn begin(inputs: &Inputs, settings: &Training, dice: &mut Random) -> Weights {
    let hidden = settings.hidden;
    let wide = (1.0 / (inputs.pieces() as f32)).sqrt() * 0.5;
    let mut draw = || (dice.below(200_001) as f32 / 100_000.0 - 1.0) * wide;
    Weights {
        hidden,
        parts: settings.parts,
        input: (0..inputs.rows() * hidden).map(|_| draw()).collect(),
        bias: vec![0.2; hidden],
        output: vec![0.0; settings.parts * inputs.eyes() * hidden],
        shift: vec![0.0; settings.parts],
    }
}

/// Goes through samples, each thread a part of them; says how wrong the net is on average.
fn pass(
    set: &Set,
    inputs: &Inputs,
    weights: &Weights,
    samples: &[u32],
    settings: &Training,
    gradients: &mut [Gradient],
    learn: bool,
) -> f32 {
    if samples.is_empty() {
        return 0.0;
    }
    let part = samples.len().div_ceil(gradients.len());
    let result = settings.result;
    let losses: Vec<f64> = match gradients {
        [only] => vec![only.pass(set, inputs, weights, samples, result, learn)],
        several => std::thread::scope(|scope| {
            let parts = samples.chunks(part).zip(several);
            let work: Vec<_> = parts
                .map(|(samples, gradient)| {
                    scope.spawn(move || gradient.pass(set, inputs, weights, samples, result, learn))
                })
                .collect();
            // A thread that panicked has told why; what it leaves is no number to go on with.
            work.into_iter().map(|thread| thread.join().unwrap_or(f64::NAN)).collect()
        }),
    };
    (losses.iter().sum::<f64>() / samples.len() as f64) as f32
}

fn shuffle(order: &mut [u32], dice: &mut Random) {
    for index in (1..order.len()).rev() {
        order.swap(index, dice.below(index + 1));
    }
}
