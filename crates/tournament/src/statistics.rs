//! What results prove: Elo with its error, the likelihood of superiority, and the sequential probability ratio test.
//!
//! Two games from one opening with colours reversed belong together: what the opening gives to one side it takes away in
//! the other game. So it is pairs that are counted, each as the mean of its two games: five values for two players, from 0
//! to 1 in quarters (hence "pentanomial").

use std::f64::consts::SQRT_2;

/// How an engine did: the mean of each finished pair, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    values: Vec<(f64, f64)>,
}

/// An estimate with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// Half the width of its interval.
    pub error: f64,
    /// The difference in Elo; infinite where all or nothing was won.
    pub elo: f64,
    /// Half the width of its interval; infinite where it has none.
    pub elo_error: f64,
    /// How likely it is that this one is the stronger, from 0 to 1.
    pub superiority: f64,
}

/// Whether an engine is better by one difference or by another, decided as soon as possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo of the hypothesis that is to be refused.
    pub elo0: f64,
    /// The Elo of the one that is to be shown.
    pub elo1: f64,
    /// How often the first may be refused wrongly.
    pub alpha: f64,
    /// How often the second may be refused wrongly.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The second hypothesis holds.
    Accepted,
    /// The first one holds.
    Refused,
}

impl Sample {
    /// So many times a value.
    pub fn of_counts(counts: &[(f64, u32)]) -> Sample {
        let mut sample = Sample::default();
        for (value, times) in counts.iter().filter(|(_, times)| *times > 0) {
            sample.values.push((*value, f64::from(*times)));
        }
        sample
    }

    /// One pair more.
    pub fn add(&mut self, value: f64) {
        match self.values.iter_mut().find(|(other, _)| (*other - value).abs() < 1e-9) {
            Some((_, times)) => *times += 1.0,
            None => self.values.push((value, 1.0)),
        }
    }

    /// How many pairs.
    pub fn pairs(&self) -> f64 {
        self.values.iter().map(|(_, times)| times).sum()
    }

    /// Pairs lost twice, lost and drawn, even, won and drawn, won twice.
    pub fn pentanomial(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for (value, times) in &self.values {
            counts[(value * 4.0).round().clamp(0.0, 4.0) as usize] += *times as u32;
        }
        counts
    }

    fn mean(&self) -> f64 {
        self.values.iter().map(|(value, times)| value * times).sum::<f64>() / self.pairs()
    }

    fn variance(&self, mean: f64) -> f64 {
        self.values.iter().map(|(value, times)| (value - mean).powi(2) * times).sum::<f64>() / self.pairs()
    }

    /// What it comes to; none without a pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs = self.pairs();
        if pairs == 0.0 {
            return None;
        }
        let score = self.mean();
        let deviation = (self.variance(score) / pairs).sqrt();
        let error = 1.96 * deviation;
        let (low, high) = (elo((score - error).max(0.0)), elo((score + error).min(1.0)));
        let superiority = match (deviation > 0.0, score) {
            (true, score) => normal((score - 0.5) / deviation),
            (false, score) if score > 0.5 => 1.0,
            (false, score) if score < 0.5 => 0.0,
            _ => 0.5,
        };
        Some(Estimate { score, error, elo: elo(score), elo_error: (high - low) / 2.0, superiority })
    }

    /// The logarithm of how much likelier the results are if the expected score is one than if it is the other. Of all
    /// distributions with that mean over the values seen the likeliest is taken, as fishtest does.
    pub fn log_likelihood_ratio(&self, score0: f64, score1: f64) -> f64 {
        let pairs = self.pairs();
        if pairs == 0.0 {
            return 0.0;
        }
        // What was not seen yet could be: without it a mean beyond the values seen would be impossible.
        let mut values = self.values.clone();
        for value in [0.0, 0.25, 0.5, 0.75, 1.0] {
            if !values.iter().any(|(other, _)| (other - value).abs() < 1e-9) {
                values.push((value, 1e-3));
            }
        }
        let all: f64 = values.iter().map(|(_, times)| times).sum();
        let shares: Vec<(f64, f64)> = values.iter().map(|(value, times)| (*value, times / all)).collect();
        let (under0, under1) = (likeliest(&shares, score0), likeliest(&shares, score1));
        let gain = shares.iter().zip(under0.iter().zip(&under1)).map(|((_, p), (p0, p1))| p * (p1 / p0).ln());
        all * gain.sum::<f64>()
    }
}

/// The likeliest distribution with a mean, given how often each value was seen: p / (1 + t (value − mean)), with t such
/// that the mean is right. The sum falls as t grows, so that halving finds it.
fn likeliest(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let low = shares.iter().map(|(value, _)| value - mean).fold(0.0, f64::min);
    let high = shares.iter().map(|(value, _)| value - mean).fold(0.0, f64::max);
    let (mut from, mut to) = (-1.0 / high, -1.0 / low);
    for _ in 0..200 {
        let t = f64::midpoint(from, to);
        let excess: f64 = shares.iter().map(|(v, p)| p * (v - mean) / (1.0 + t * (v - mean))).sum();
        if excess > 0.0 { from = t } else { to = t }
    }
    let t = f64::midpoint(from, to);
    shares.iter().map(|(value, p)| p / (1.0 + t * (value - mean))).collect()
}

impl Sprt {
    /// A test with the usual risks of one in twenty.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Below the first the test is refused, above the second accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where it stands between its bounds.
    pub fn ratio(&self, sample: &Sample) -> f64 {
        sample.log_likelihood_ratio(expected(self.elo0), expected(self.elo1))
    }

    /// What it has come to, if it has.
    pub fn decision(&self, sample: &Sample) -> Option<Decision> {
        let ((low, high), ratio) = (self.bounds(), self.ratio(sample));
        match ratio {
            _ if ratio >= high => Some(Decision::Accepted),
            _ if ratio <= low => Some(Decision::Refused),
            _ => None,
        }
    }
}

/// The difference in Elo of an expected score.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of a difference in Elo.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution, summed up to here: by the series of the error function, or by its continued fraction far out.
fn normal(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let tail = if z < 3.0 {
        let (mut term, mut sum, mut n) = (z, z, 0.0);
        while term.abs() > 1e-17 {
            n += 1.0;
            term *= -z * z / n;
            sum += term / (2.0 * n + 1.0);
        }
        1.0 - sum * 2.0 / std::f64::consts::PI.sqrt()
    } else {
        let fraction = (1..60).rev().fold(0.0, |rest, k| f64::from(k) / 2.0 / (z + rest));
        (-z * z).exp() / (std::f64::consts::PI.sqrt() * (z + fraction))
    };
    if x > 0.0 { 1.0 - tail / 2.0 } else { tail / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five(counts: [u32; 5]) -> Sample {
        Sample::of_counts(&[0.0, 0.25, 0.5, 0.75, 1.0].map(|value| (value, counts[(value * 4.0) as usize])))
    }

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} instead of {wanted}");
    }

    #[test]
    fn elo_and_scores_turn_into_each_other() {
        near(elo(0.75), 190.85, 0.01);
        near(expected(0.0), 0.5, 1e-12);
        for difference in [-300.0, -5.0, 1.0, 100.0] {
            near(elo(expected(difference)), difference, 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.96, 0.975_002_105),
            (-3.0, 0.001_349_898),
            (5.0, 0.999_999_713),
        ] {
            near(normal(x), p, 1e-9);
        }
    }

    #[test]
    fn pairs_that_cancel_out_have_no_error() {
        let even = five([0, 0, 50, 0, 0]).estimate().unwrap();
        assert_eq!((even.score, even.error, even.superiority), (0.5, 0.0, 0.5));
        // As many points, but pairs won and lost: the error is that of 100 coins.
        let wild = five([25, 0, 0, 0, 25]).estimate().unwrap();
        near(wild.error, 1.96 * 0.5 / 50f64.sqrt(), 1e-9);
        assert_eq!(wild.elo, 0.0);
        let won = five([0, 0, 0, 0, 3]).estimate().unwrap();
        assert_eq!((won.elo, won.superiority), (f64::INFINITY, 1.0));
        assert!(Sample::default().estimate().is_none());
    }

    #[test]
    fn a_test_goes_where_the_results_go() {
        let sprt = Sprt::new(0.0, 5.0);
        let (low, high) = sprt.bounds();
        near(high, 2.944_439, 1e-6);
        near(low, -2.944_439, 1e-6);
        assert_eq!(sprt.ratio(&Sample::default()), 0.0);
        assert_eq!(sprt.decision(&five([10, 20, 40, 20, 10])), None);
        assert_eq!(sprt.decision(&five([0, 100, 800, 600, 100])), Some(Decision::Accepted));
        assert_eq!(sprt.decision(&five([100, 600, 800, 100, 0])), Some(Decision::Refused));
    }

    /// With many results near the middle the ratio is that of normal distributions: n (s1 − s0) (2 m − s0 − s1) / (2 v).
    #[test]
    fn the_ratio_is_that_of_normal_distributions_where_both_apply() {
        let tables = [
            [30, 220, 500, 230, 40],
            [100, 200, 400, 200, 100],
            [60, 250, 480, 260, 70],
            [5, 100, 800, 120, 6],
            [200, 300, 500, 320, 210],
            [15, 330, 700, 360, 20],
            [80, 90, 100, 95, 85],
            [1, 50, 900, 60, 2],
            [400, 800, 1600, 820, 410],
            [33, 444, 555, 440, 30],
        ];
        for counts in tables {
            let sample = five(counts);
            let (s0, s1) = (expected(0.0), expected(5.0));
            let mean = sample.mean();
            let about = sample.pairs() * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * sample.variance(mean));
            near(sample.log_likelihood_ratio(s0, s1), about, 0.03 + 0.03 * about.abs());
        }
    }

    /// What fishtest's calculator gives for these tables: `LLR_logistic` of its `LLRcalc.py` (version 0753fcc6), as published.
    #[test]
    fn the_ratio_is_that_of_the_published_calculator() {
        for (counts, elo0, elo1, wanted) in [
            ([30, 220, 500, 230, 40], 0.0, 5.0, 0.617_121_615),
            ([100, 200, 400, 200, 100], 0.0, 5.0, -0.345_068_510),
            ([5, 100, 800, 120, 6], 0.0, 2.0, 0.722_509_282),
            ([200, 300, 500, 320, 210], -3.0, 1.0, 0.760_481_292),
            ([15, 330, 700, 360, 20], 0.5, 2.5, 0.547_946_109),
            ([0, 50, 900, 60, 2], 0.0, 5.0, -0.111_601_406),
            ([400, 800, 1600, 820, 410], 0.0, 10.0, -3.624_371_247),
            ([33, 444, 555, 440, 30], -1.75, 0.25, -0.053_516_760),
            ([1, 2, 3, 4, 5], 0.0, 50.0, 1.168_223_272),
            ([0, 0, 10, 6, 4], 0.0, 20.0, 1.117_968_418),
        ] {
            near(Sprt::new(elo0, elo1).ratio(&five(counts)), wanted, 1e-6);
        }
    }

    /// Tables and answers that others have published: the tests of fastchess (`sprt_test.cpp`, logistic), of pairs and of games,
    /// each within the last digit that is told.
    #[test]
    fn the_ratio_is_the_one_others_publish() {
        let pairs = [
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
        ];
        for (counts, elo0, elo1, wanted) in pairs {
            near(Sprt::new(elo0, elo1).ratio(&five(counts)), wanted, 0.005);
        }
        let games = [([21184, 40708, 21404], 0.5, 2.5, -1.57), ([57030, 106_593, 57433], 0.0, 2.0, -2.59)];
        for ([lost, drawn, won], elo0, elo1, wanted) in games {
            near(Sprt::new(elo0, elo1).ratio(&five([lost, 0, drawn, 0, won])), wanted, 0.005);
        }
    }

    #[test]
    fn pairs_are_counted_by_value() {
        let mut sample = Sample::default();
        for value in [0.5, 1.0, 0.5, 0.25] {
            sample.add(value);
        }
        assert_eq!(sample.pentanomial(), [0, 1, 2, 0, 1]);
        assert_eq!(sample.pairs(), 4.0);
    }
}
