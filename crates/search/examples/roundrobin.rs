//! Ways to think about more than two players, against each other.
//!
//!     cargo run --release -p chatura-search --example roundrobin -- three-player --rounds 17 --time 20
//!
//! Every two contenders (`paranoid`, `max-n`, `best-reply`, `one-ply`; all three algorithms if none is named) meet in
//! every seating in which both sit at the table, equally often; a round is each seating once, all from the same random
//! opening. A game counts by places: of the others, how many came behind, those level by half; so an equal share is
//! 50 %. Games past 400 plies end there and places are given by what the positions are worth, or by points.

use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position};
use chatura_search::{Algorithm, Engine, Limits, Options, Stop, Strategy};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Games are not played further than this.
const LONGEST: usize = 400;

/// What was asked for.
struct Task {
    game: String,
    contenders: Vec<String>,
    rounds: usize,
    limits: Limits,
    opening: usize,
    seed: u64,
}

fn main() -> ExitCode {
    match read(std::env::args().skip(1)).and_then(|task| run(&task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            eprintln!(
                "roundrobin GAME [CONTENDER...] [--rounds N] [--time MS | --nodes N] [--opening PLIES] [--seed N]"
            );
            ExitCode::from(2)
        }
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut task = Task {
        game: String::new(),
        contenders: Vec::new(),
        rounds: 1,
        limits: Limits::nodes(2_000),
        opening: 8,
        seed: 1,
    };
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            if task.game.is_empty() {
                task.game = word;
            } else {
                strategy(&word)?;
                task.contenders.push(word);
            }
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
        let number: u64 = value.parse().map_err(|_| format!("{word} needs a number, not {value}"))?;
        match word.as_str() {
            "--rounds" => task.rounds = number.clamp(1, 100_000) as usize,
            "--time" => task.limits = Limits::time(Duration::from_millis(number.clamp(1, 600_000))),
            "--nodes" => task.limits = Limits::nodes(number.max(1)),
            "--opening" => task.opening = number.min(100) as usize,
            "--seed" => task.seed = number,
            _ => return Err(format!("there is no {word}")),
        }
    }
    if task.game.is_empty() {
        return Err("which game?".to_owned());
    }
    if task.contenders.is_empty() {
        task.contenders = Algorithm::ALL.iter().map(|algorithm| algorithm.name().to_owned()).collect();
    }
    Ok(task)
}

fn strategy(name: &str) -> Result<Strategy, String> {
    let named = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
    match (named, name) {
        (Some(algorithm), _) => Ok(Strategy::Many(algorithm)),
        (None, "one-ply") => Ok(Strategy::OnePly),
        _ => Err(format!("there is no contender {name}")),
    }
}

fn run(task: &Task) -> Result<(), String> {
    let game = chatura_define::load(&task.game, &[], task.seed).map_err(|error| error.to_string())?;
    if game.players().len() < 3 {
        return Err(format!("{} is for two players", task.game));
    }
    println!("{}: {} plies at random, then {}", task.game, task.opening, told(&task.limits));
    println!("| contender | against | games | share of places | error |");
    println!("| --- | --- | --- | --- | --- |");
    for first in 0..task.contenders.len() {
        for second in first + 1..task.contenders.len() {
            pair(task, &game, [&task.contenders[first], &task.contenders[second]])?;
        }
    }
    Ok(())
}

fn told(limits: &Limits) -> String {
    match (limits.time, limits.nodes) {
        (Some(time), _) => format!("{} ms a move", time.as_millis()),
        (_, nodes) => format!("{} positions a move", nodes.unwrap_or(0)),
    }
}

/// All games of two contenders.
fn pair(task: &Task, game: &Arc<Game>, names: [&String; 2]) -> Result<(), String> {
    let players = game.players().len();
    let seatings = (1 << players) - 2;
    let all = task.rounds * seatings;
    let mut table: Vec<[Engine; 2]> = Vec::with_capacity(players);
    for _ in 0..players {
        table.push([engine(game, names[0])?, engine(game, names[1])?]);
    }
    // What the first contender has over an equal share in each game, in parts of all there is.
    let (mut over, begun) = (Vec::with_capacity(all), Instant::now());
    for round in 0..task.rounds {
        let opening = opening(game, task.opening, task.seed.wrapping_add(round as u64));
        for seating in 1..=seatings {
            let places = play(task, &mut table, seating, &opening)?;
            let own = (0..players).filter(|seat| seating >> seat & 1 == 0);
            over.push(own.map(|seat| places[seat] - 0.5).sum::<f64>() / (players as f64 / 2.0));
            let score = 0.5 + over.iter().sum::<f64>() / over.len() as f64;
            eprint!(
                "\r{} – {}: {}/{all} games, {:.1} %, {:.0} s ",
                names[0],
                names[1],
                over.len(),
                score * 100.0,
                begun.elapsed().as_secs_f64()
            );
        }
    }
    eprintln!();
    let count = over.len() as f64;
    let mean = over.iter().sum::<f64>() / count;
    let spread = over.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let (share, error) = (0.5 + mean, 1.96 * (spread / count).sqrt());
    println!("| {} | {} | {all} | {:.1} % | ± {:.1} |", names[0], names[1], share * 100.0, error * 100.0);
    Ok(())
}

fn engine(game: &Arc<Game>, name: &str) -> Result<Engine, String> {
    Ok(Engine::new(game, Options { hash_mb: 4, strategy: strategy(name)?, ..Options::default() }))
}

/// Random moves from the start, the same for the same seed.
fn opening(game: &Arc<Game>, plies: usize, seed: u64) -> Line {
    let mut line = Line::new(Position::start(game));
    let mut random = Random::new(seed);
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        if moves.is_empty() || line.outcome().is_some() {
            break;
        }
        line.play_unchecked(*random.pick(&moves));
    }
    line
}

/// One game; the seats whose bit is set are the second contender's. Tells what part of the others each came before.
fn play(task: &Task, table: &mut [[Engine; 2]], seating: usize, opening: &Line) -> Result<Vec<f64>, String> {
    table.iter_mut().flatten().for_each(Engine::clear);
    let mut line = opening.clone();
    while line.outcome().is_none() && line.moves().len() < LONGEST {
        let seat = line.position().turn().index();
        let engine = &mut table[seat][seating >> seat & 1];
        let answer = engine
            .think(&line, &task.limits, &Stop::new(), &mut |_| {})
            .map_err(|error| error.to_string())?;
        let best = answer.best.filter(|mv| line.position().is_legal(*mv));
        let best = best.ok_or_else(|| format!("{:?} is no legal answer", answer.best))?;
        line.play_unchecked(best);
    }
    Ok(shares(&levels(&line, &table[0][0])?))
}

/// How well everybody stands, to be compared: places if the game is over, else points or what the position is worth.
fn levels(line: &Line, judge: &Engine) -> Result<Vec<i64>, String> {
    if let Some(outcome) = line.outcome() {
        return Ok(outcome.places.iter().map(|place| -i64::from(*place)).collect());
    }
    if let Some(points) = line.position().points() {
        return Ok(points.into_iter().map(i64::from).collect());
    }
    let evaluation = judge.evaluate(line.position()).map_err(|error| error.to_string())?;
    let playing: Vec<usize> = line.position().playing().map(chatura_rules::Player::index).collect();
    let worth = |player: usize| evaluation.terms[player].iter().map(|(_, worth)| i64::from(worth[1])).sum();
    let left = |player: usize| match playing.contains(&player) {
        true => worth(player),
        // Those who are out share the places behind.
        false => i64::MIN,
    };
    Ok((0..evaluation.terms.len()).map(left).collect())
}

/// For each level the part of the others that is below it.
fn shares(levels: &[i64]) -> Vec<f64> {
    let share = |own: &i64| {
        let below = levels.iter().filter(|other| *other < own).count() as f64;
        let level = levels.iter().filter(|other| *other == own).count() as f64 - 1.0;
        (below + level / 2.0) / (levels.len() as f64 - 1.0)
    };
    levels.iter().map(share).collect()
}
