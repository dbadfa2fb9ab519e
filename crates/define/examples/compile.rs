//! What each game of the catalogue costs to compile: steps of work, of which there is a bound, and time, the best of
//! three.
//!
//! `cargo run --release -p chatura-define --example compile`

use chatura_rules::MAX_WORK;
use std::time::{Duration, Instant};

fn main() -> Result<(), String> {
    println!("| game | steps | of the bound | ms |\n| --- | ---: | ---: | ---: |");
    let (mut most, mut longest) = (0, Duration::ZERO);
    for entry in chatura_define::catalogue::list() {
        let id = &entry.about.id;
        let (mut work, mut best) = (0, Duration::MAX);
        for _ in 0..3 {
            let begun = Instant::now();
            let game = chatura_define::load(id, &[], 0).map_err(|error| format!("{id}: {error}"))?;
            best = best.min(begun.elapsed());
            work = game.compile_work();
        }
        (most, longest) = (most.max(work), longest.max(best));
        println!("| {id} | {work} | {:.1} % | {:.1} |", share(work), best.as_secs_f64() * 1000.0);
    }
    println!(
        "\nthe most: {most} steps, {:.1} % of {MAX_WORK}; the longest: {:.1} ms",
        share(most),
        longest.as_secs_f64() * 1000.0
    );
    Ok(())
}

fn share(work: u64) -> f64 {
    work as f64 * 100.0 / MAX_WORK as f64
}
