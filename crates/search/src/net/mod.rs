//! A learnt evaluation: a small net that says by how much the hand-made evaluation is wrong.
//!
//! Its inputs are what stands where, what waits off the board and what is counted, each as one seat sees the board ([`Inputs`]). For
//! every seat the sums of the first layer are kept up to date move by move. With two players the net sees the
//! board with the eyes of both and corrects the value of the position; with more it corrects how strong each stands. A
//! net of noughts changes nothing, so that learning begins where the hand-made evaluation ends.
//!
//! Everything is done in whole numbers: the same on every processor.

mod file;
mod inputs;
mod samples;
mod sums;

pub use file::WrongNet;
pub use inputs::Inputs;
pub use samples::Sample;

pub(crate) use sums::Sums;

use std::sync::Arc;
use sums::Kernel;

/// A sum of the first layer that counts fully; below nought it counts for nothing.
pub(crate) const FULL: i32 = 255;
/// What a weight of one is in the last layer.
pub(crate) const UNIT: i32 = 64;
/// What an output of one is worth, in hundredths of a pawn.
pub const SCALE: f32 = 400.0;
/// No weight of the last layer is larger: two numbers of 16 bits must multiply into one.
const LARGEST: i16 = 127;

/// A net for one game.
#[derive(Clone, Debug)]
pub struct Net {
    inputs: Arc<Inputs>,
    hidden: usize,
    /// Into how many parts of the game, by the pieces left, the last layer is divided.
    parts: usize,
    /// By row × hidden.
    weights: Vec<i16>,
    bias: Vec<i16>,
    /// By part × eyes × hidden.
    output: Vec<i16>,
    /// By part.
    shift: Vec<i32>,
    kernel: Kernel,
}

/// The weights of a net as it is learnt, before they are rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How many sums the first layer has for each seat; a multiple of 16.
    pub hidden: usize,
    /// Into how many parts of the game the last layer is divided.
    pub parts: usize,
    /// By row of [`Inputs`] × hidden.
    pub input: Vec<f32>,
    /// By hidden.
    pub bias: Vec<f32>,
    /// By part × eyes × hidden; see [`Inputs::eyes`].
    pub output: Vec<f32>,
    /// By part.
    pub shift: Vec<f32>,
}

impl Net {
    /// The net of these weights, rounded.
    pub fn new(inputs: &Arc<Inputs>, weights: &Weights) -> Net {
        let round = |value: &f32, unit: i32, most: i16| {
            (value * unit as f32).round().clamp(-f32::from(most), f32::from(most)) as i16
        };
        let most = inputs.largest_weight();
        Net {
            inputs: Arc::clone(inputs),
            hidden: weights.hidden,
            parts: weights.parts,
            weights: weights.input.iter().map(|w| round(w, FULL, most)).collect(),
            bias: weights.bias.iter().map(|w| round(w, FULL, most)).collect(),
            output: weights.output.iter().map(|w| round(w, UNIT, LARGEST)).collect(),
            shift: weights.shift.iter().map(|w| (w * (FULL * UNIT) as f32).round() as i32).collect(),
            kernel: Kernel::here(),
        }
    }

    /// What its inputs are.
    pub fn inputs(&self) -> &Arc<Inputs> {
        &self.inputs
    }

    /// How many sums the first layer has for each seat.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Which part of the game it is with so many pieces left.
    #[inline(always)]
    fn part(&self, pieces: usize) -> usize {
        (pieces * self.parts / (self.inputs.pieces + 1)).min(self.parts - 1)
    }

    /// With two players, what is to be added to the value for the player whose eyes come first.
    #[inline(always)]
    pub(crate) fn for_two(&self, own: &[i16], other: &[i16], pieces: usize) -> i32 {
        let part = self.part(pieces);
        let weights = &self.output[part * 2 * self.hidden..][..2 * self.hidden];
        let (first, second) = weights.split_at(self.hidden);
        let sum = self.kernel.output(own, first) + self.kernel.output(other, second);
        self.told(sum, part)
    }

    /// With more than two, what is to be added to the strength of the player with these eyes.
    #[inline(always)]
    pub(crate) fn for_one(&self, own: &[i16], pieces: usize) -> i32 {
        let part = self.part(pieces);
        self.told(self.kernel.output(own, &self.output[part * self.hidden..][..self.hidden]), part)
    }

    #[inline(always)]
    fn told(&self, sum: i64, part: usize) -> i32 {
        let sum = sum / i64::from(FULL) + i64::from(self.shift[part]);
        (sum * SCALE as i64 / i64::from(FULL * UNIT)) as i32
    }
}
