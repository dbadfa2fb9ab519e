//! How much sooner several threads reach a depth than one.
//!
//!     cargo run --release -p chatura-search --example threads -- chess --threads 2 --depth 16 --positions 20 --runs 3
//!
//! Positions come from games that begin with random moves and that the engine then plays against itself in a hurry.
//! For each the time to the depth is measured with one thread and with several in turn, a few times over, each from an
//! empty table: several threads never search the same tree twice. Printed are the mean of the ratios, the ratio of the
//! sums, and how many more positions several threads look at.

use chatura_rules::random::Random;
use chatura_rules::{Line, Position};
use chatura_search::{Engine, Limits, Options, Stop};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            eprintln!("threads GAME [--threads N] [--depth N] [--positions N] [--runs N]");
            ExitCode::from(2)
        }
    }
}

fn run(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let name = words.next().ok_or("which game?")?;
    let (mut threads, mut depth, mut positions, mut runs) = (2, 16, 20, 3);
    while let Some(word) = words.next() {
        let number = words.next().and_then(|number| number.parse().ok());
        let number: usize = number.ok_or_else(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--threads" => threads = number,
            "--depth" => depth = number as u32,
            "--positions" => positions = number,
            "--runs" => runs = number.max(1),
            _ => return Err(format!("unknown option {word}")),
        }
    }
    let game = chatura_define::load(&name, &[], 1).map_err(|error| error.to_string())?;
    let options = |threads: usize| Options { threads, ..Options::default() };
    let (mut one, mut many) = (Engine::new(&game, options(1)), Engine::new(&game, options(threads)));
    let (mut ratios, mut sums, mut nodes) = (0.0, [Duration::ZERO; 2], [0; 2]);
    for number in 0..positions {
        let mut line = Line::new(Position::start(&game));
        let mut random = Random::new(number as u64 + 1);
        while line.outcome().is_none() && line.moves().len() < 8 + number {
            let legal = line.position().legal_moves();
            let chosen = match line.moves().len() {
                0..4 => legal.get(random.below(legal.len())).copied(),
                _ => {
                    one.think(&line, &Limits::nodes(2_000), &Stop::new(), &mut |_| {})
                        .map_err(|error| error.to_string())?
                        .best
                }
            };
            line.play_unchecked(chosen.ok_or("a game that goes on has a move")?);
        }
        let mut times = [Duration::ZERO; 2];
        for _ in 0..runs {
            for (which, engine) in [&mut one, &mut many].into_iter().enumerate() {
                let (time, looked_at) = measure(engine, &line, depth)?;
                times[which] += time;
                nodes[which] += looked_at;
            }
        }
        let [alone, together] = times;
        ratios += together.as_secs_f64() / alone.as_secs_f64().max(1e-9);
        sums = [sums[0] + alone, sums[1] + together];
        println!("{:>3} {alone:>10.1?} {together:>10.1?}", number + 1);
    }
    println!(
        "{threads} threads to depth {depth}: mean of ratios {:.2}, ratio of sums {:.2}, of positions looked at {:.2}, \
         over {positions} positions {runs} times",
        ratios / positions as f64,
        sums[1].as_secs_f64() / sums[0].as_secs_f64().max(1e-9),
        nodes[1] as f64 / nodes[0].max(1) as f64
    );
    Ok(())
}

/// How long a thought takes, and how many positions it looks at.
fn measure(engine: &mut Engine, line: &Line, depth: u32) -> Result<(Duration, u64), String> {
    engine.clear();
    let begun = Instant::now();
    let answer = engine
        .think(line, &Limits::depth(depth), &Stop::new(), &mut |_| {})
        .map_err(|error| error.to_string())?;
    Ok((begun.elapsed(), answer.report.nodes))
}
