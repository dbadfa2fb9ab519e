//! What pieces turn out to be worth in games of the engine against itself, beside what it reckons them to be worth.
//!
//!     cargo run --release -p chatura-search --example values -- chess capablanca shogi --games 400 --nodes 1000
//!
//! Each game begins with random moves. Every few plies the numbers of pieces that one side has more than the other are
//! noted, with how the game ended; a logistic regression finds the worth of each kind that tells results best. Those are
//! scaled so that both armies of the start are worth the same as reckoned. Last comes the power of the reckoned worth
//! that fits all kinds of all games best: at 1.00 there is nothing to mend in how worth grows with mobility.

use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Outcome, PieceType, Player, Position};
use chatura_search::{Engine, Limits, Options, Stop};
use std::process::ExitCode;
use std::sync::Arc;

const LONGEST: usize = 300;
const OPENING: usize = 8;
const EVERY: usize = 3;
/// How strongly values without evidence are held back.
const RIDGE: f64 = 2.0;
/// Kinds of which less was seen to be missing are left out.
const LEAST: f64 = 400.0;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            eprintln!("values GAME... [--games N] [--nodes N] [--seed N]");
            ExitCode::from(2)
        }
    }
}

fn run(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut names, mut games, mut nodes, mut seed) = (Vec::new(), 400, 1_000, 1);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            names.push(word);
            continue;
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--games" => games = number,
            "--nodes" => nodes = number.max(1),
            "--seed" => seed = number,
            _ => return Err(format!("there is no {word}")),
        }
    }
    if names.is_empty() {
        return Err("which games?".to_owned());
    }
    let mut all = Vec::new();
    println!("| game | piece | reckoned | turned out | seen to be missing |");
    println!("| --- | --- | --- | --- | --- |");
    for name in &names {
        let game = chatura_define::load(name, &[], seed).map_err(|error| error.to_string())?;
        if game.players().len() != 2 {
            return Err(format!("{name} is not for two players"));
        }
        all.extend(values(name, &game, games, nodes, seed)?);
    }
    // What came out below nothing has no logarithm.
    all.retain(|(_, found)| *found > 0.0);
    println!("\nworth ≈ reckoned to the power of {:.2}, over {} kinds", power(&all), all.len());
    Ok(())
}

/// What one side has more than the other, by kind, and what the game brought it: 0, ½ or 1.
struct Sample {
    more: Vec<f64>,
    result: f64,
}

/// Plays and fits one game; returns reckoned and found worth of each kind that was seen often enough.
fn values(
    name: &str,
    game: &Arc<Game>,
    games: u64,
    nodes: u64,
    seed: u64,
) -> Result<Vec<(f64, f64)>, String> {
    let mut engine = Engine::new(game, Options { hash_mb: 4, ..Options::default() });
    let mut samples = Vec::new();
    for number in 0..games {
        let line = opening(game, seed.wrapping_mul(1_000_003).wrapping_add(number));
        play(&mut engine, line, nodes, &mut samples)?;
        eprint!("\r{name}: {}/{games} games, {} positions ", number + 1, samples.len());
    }
    eprintln!();
    let evaluation = engine.evaluate(&Position::start(game)).map_err(|error| error.to_string())?;
    let reckoned: Vec<f64> =
        evaluation.worth.iter().map(|[middle, end]| f64::from(middle + end) / 2.0).collect();
    let found = fit(&samples, game.types().len());
    let army = counts(&Position::start(game), Player(0));
    let sum = |worth: &[f64]| army.iter().zip(worth).map(|(count, worth)| count * worth).sum::<f64>();
    let scale = sum(&reckoned) / sum(&found).max(1e-9);
    let mut pairs = Vec::new();
    for (kind, info) in game.types().iter().enumerate() {
        let seen: f64 = samples.iter().map(|sample| sample.more[kind].abs()).sum();
        if seen >= LEAST && reckoned[kind] > 0.0 {
            let worth = found[kind] * scale;
            println!("| {name} | {} | {:.0} | {worth:.0} | {seen:.0} |", info.name, reckoned[kind]);
            pairs.push((reckoned[kind], worth));
        }
    }
    Ok(pairs)
}

/// Random moves from the start after which the game goes on, the same for the same seed.
fn opening(game: &Arc<Game>, seed: u64) -> Line {
    let mut random = Random::new(seed);
    let mut line = Line::new(Position::start(game));
    while line.moves().len() < OPENING {
        let moves = line.position().legal_moves();
        if moves.is_empty() || line.outcome().is_some() {
            line = Line::new(Position::start(game));
            continue;
        }
        line.play_unchecked(*random.pick(&moves));
    }
    line
}

fn play(engine: &mut Engine, mut line: Line, nodes: u64, samples: &mut Vec<Sample>) -> Result<(), String> {
    engine.clear();
    let begin = samples.len();
    while line.outcome().is_none() && line.moves().len() < LONGEST {
        let answer = engine
            .think(&line, &Limits::nodes(nodes), &Stop::new(), &mut |_| {})
            .map_err(|error| error.to_string())?;
        line.play_unchecked(answer.best.ok_or("a game that goes on has a move")?);
        if line.moves().len().is_multiple_of(EVERY) {
            let [own, other] = [0, 1].map(|player| counts(line.position(), Player(player)));
            let more = own.iter().zip(&other).map(|(own, other)| own - other).collect();
            samples.push(Sample { more, result: 0.5 });
        }
    }
    let result = line.outcome().as_ref().map_or(0.5, score);
    samples[begin..].iter_mut().for_each(|sample| sample.result = result);
    Ok(())
}

/// What the first player has of a game that is over.
fn score(outcome: &Outcome) -> f64 {
    match outcome.places[0].cmp(&outcome.places[1]) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// How many pieces of each kind a player has, those in hand too.
fn counts(position: &Position, player: Player) -> Vec<f64> {
    let game = position.game();
    let held = |kind: usize| f64::from(position.in_hand(player, PieceType(kind as u8)));
    let mut counts: Vec<f64> = (0..game.types().len()).map(held).collect();
    for piece in position.setup().cells.iter().filter(|piece| piece.is_some() && piece.owner() == player) {
        counts[piece.kind().index()] += 1.0;
    }
    counts
}

/// Worths in units of log odds, by Newton's method; the last weight is what it is worth to move first.
fn fit(samples: &[Sample], kinds: usize) -> Vec<f64> {
    let mut weights = vec![0.0; kinds + 1];
    for _ in 0..12 {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curve = vec![vec![0.0; kinds + 1]; kinds + 1];
        (0..=kinds).for_each(|index| curve[index][index] = RIDGE);
        for sample in samples {
            let row: Vec<f64> = sample.more.iter().copied().chain([1.0]).collect();
            let sum: f64 = row.iter().zip(&weights).map(|(more, weight)| more * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for (one, more) in row.iter().enumerate().filter(|(_, more)| **more != 0.0) {
                slope[one] += more * (sample.result - chance);
                for (other, and) in row.iter().enumerate() {
                    curve[one][other] += more * and * chance * (1.0 - chance);
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights.truncate(kinds);
    weights
}

/// Solves a system of equations whose matrix is symmetric and positive.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        for below in pivot + 1..count {
            let factor = rows[below][pivot] / rows[pivot][pivot];
            let (above, rest) = rows.split_at_mut(below);
            rest[0].iter_mut().zip(&above[pivot]).for_each(|(value, by)| *value -= factor * by);
            right[below] -= factor * right[pivot];
        }
    }
    for pivot in (0..count).rev() {
        let known: f64 = (pivot + 1..count).map(|column| rows[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / rows[pivot][pivot];
    }
    right
}

/// The slope of a line through the logarithms.
fn power(pairs: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = pairs.iter().map(|(reckoned, found)| (reckoned.ln(), found.ln())).collect();
    let count = logs.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let across: f64 = logs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum();
    let along: f64 = logs.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    across / along.max(1e-9)
}
