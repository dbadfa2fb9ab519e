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

/// A net that was fitted.
pub struct Fitted {
    /// Its weights.
    pub weights: Weights,
    /// How well it fitted, before the first epoch and after each, up to the one whose weights these are.
    pub losses: Vec<Loss>,
}

impl Fitted {
    fn held_back(&self) -> f32 {
        self.losses.last().map_or(f32::MAX, |loss| loss.held_back)
    }
}

/// After so many epochs without getting better at what was held back nothing more is learnt but the positions by heart.
const PATIENT: usize = 3;

/// Fits a net; tells the loss after every epoch, the first before anything is learnt. Nothing if it was stopped.
///
/// Few games are soon learnt by heart: then what was held back fits worse and worse. The weights given back are those that
/// fitted it best. Where that was early it is done once more in about so many epochs, so that the steps become small in time.
pub fn train(
    set: &Set,
    inputs: &Inputs,
    settings: &Training,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, Loss),
) -> Option<Fitted> {
    let first = fit(set, inputs, settings, stop, tell)?;
    let enough = first.losses.len();
    if enough >= settings.epochs {
        return Some(first);
    }
    let shorter = Training { epochs: enough, ..settings.clone() };
    let second = fit(set, inputs, &shorter, stop, tell)?;
    Some(if second.held_back() < first.held_back() { second } else { first })
}

/// Fits a net once; the weights after the epoch that did best with what was held back.
fn fit(
    set: &Set,
    inputs: &Inputs,
    settings: &Training,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, Loss),
) -> Option<Fitted> {
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
    let before = Loss { learnt: before, held_back: before };
    tell(0, before);
    let mut losses = vec![before];
    let mut best = Fitted { weights: weights.clone(), losses: losses.clone() };
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
        let loss = Loss { learnt: (sum / count.max(1) as f64) as f32, held_back };
        tell(epoch, loss);
        losses.push(loss);
        // Nothing held back says nothing: then the last weights are those.
        if held_back < best.held_back() || order.len() == set.len() {
            best = Fitted { weights: weights.clone(), losses: losses.clone() };
        } else if epoch >= best.losses.len() + PATIENT - 1 {
            break;
        }
    }
    Some(best)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Records;
    use crate::self_play::{Play, play};
    use chatura_rules::Position;
    use chatura_search::{Engine, Options};

    /// Twenty short games, which a net with far too many weights knows by heart at once.
    #[test]
    fn what_is_learnt_by_heart_is_not_kept() {
        let game = chatura_define::load("knightmate", &[], 0).expect("a game of the catalogue");
        let mut engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
        let inputs = Inputs::of(&game);
        let path = std::env::temp_dir().join(format!("chatura-by-heart-{}.games", std::process::id()));
        let mut records = Records::open(&path, inputs.fingerprint()).expect("room");
        let (start, settings) = (Position::start(&game), Play { nodes: 20, opening: 4, longest: 40 });
        let games = (1..).filter_map(|seed| play(&mut engine, &start, &settings, seed, &Stop::new()));
        games.take(20).for_each(|record| records.add(&record).expect("room"));
        drop(records);
        let set = Set::read(&game, &engine, &inputs, &[&path], 100_000).expect("what was just written");
        std::fs::remove_file(&path).expect("it was there");
        let training = Training { hidden: 64, epochs: 40, batch: 64, rate: 0.01, ..Training::default() };
        let mut told = Vec::new();
        let fitted = train(&set, &inputs, &training, &Stop::new(), &mut |_, loss| told.push(loss));
        let fitted = fitted.expect("nobody stopped it");
        let kept = fitted.losses.last().expect("one before anything is learnt").held_back;
        assert!(told.iter().all(|loss| loss.held_back >= kept), "{told:?}");
        // It stopped long before all epochs, twice.
        assert!(told.len() < 41, "{told:?}");
        // The weights are those that the loss is of.
        let (_, held_back) = set.divided();
        let mut gradients = [Gradient::new(&fitted.weights)];
        let again = pass(&set, &inputs, &fitted.weights, &held_back, &training, &mut gradients, false);
        assert!((again - kept).abs() < 1e-6, "{again} {kept}");
    }
}
