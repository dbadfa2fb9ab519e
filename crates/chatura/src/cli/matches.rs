//! `chatura match` on the command line.

use super::setting;
use chatura_tournament::statistics::Sprt;
use chatura_tournament::{Adjudication, Control, Encounters};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// `chatura match`
#[derive(Debug, Args)]
pub struct Match {
    /// An engine, given at least twice: cmd=PROGRAM of others, engine:NAME of those that are known, or ai:LEVEL of ours, with name=, proto=uci|xboard, dir=,
    /// option.NAME=VALUE, movetime=, nodes=, depth=, margin=; of ours also hash=, threads= and book=.
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "resume")]
    pub engines: Vec<String>,
    /// The game: a name from the catalogue, or the path of a definition; chess if nothing is said.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Set a variable of the game; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// How many games those who meet play, 100 if nothing is said; rounded up so that everybody has every seat equally often,
    /// of two engines to an even number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// A clock for each player, as in 10s+0.1 or 40/1m+1.
    #[arg(long, value_name = "CLOCK", conflicts_with = "movetime")]
    pub clock: Option<Control>,
    /// Milliseconds a move; 100 if nothing else limits the engines.
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub movetime: Option<Duration>,
    /// Positions a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Milliseconds that may be taken beyond a clock.
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub margin: Option<Duration>,
    /// Begin with these positions (.epd, .fen) or games (.pgn), one after the other.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Begin with moves of a book, drawn by how often they won; at most --random-plies of them.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub book: Option<PathBuf>,
    /// Begin with so many random moves, or with so many of each game in --openings; 8 if nothing is said.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random_plies: Option<u32>,
    /// Draw openings from this number, so that they can be drawn again.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many games are played at a time; one if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Stop as soon as it is clear whether the first engine is better: elo0=0,elo1=5[,alpha=0.05,beta=0.05].
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// Everybody meets everybody; this is usual.
    #[arg(long, conflicts_with_all = ["gauntlet", "swiss", "knockout"])]
    pub round_robin: bool,
    /// The first engine meets all others.
    #[arg(long, conflicts_with_all = ["swiss", "knockout"])]
    pub gauntlet: bool,
    /// In so many rounds those meet who stand alike and have not met yet; as many as a knockout has if no number is said.
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "0", conflicts_with = "knockout", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub swiss: Option<u32>,
    /// Who loses is out; level pairings play on.
    #[arg(long)]
    pub knockout: bool,
    /// End games early: `draw=MOVES:CENTIPAWNS[:FROM]`, `win=MOVES:CENTIPAWNS`, `tables[=FOLDER]` of `chatura tables`, `longest=PLIES`,
    /// with commas between them.
    #[arg(long, value_name = "RULES")]
    pub adjudicate: Option<Adjudication>,
    /// Write the games into this file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Keep the match in this file, game by game, so that it can be resumed.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub state: Option<PathBuf>,
    /// Go on with a match that was kept, as it was begun; only --games (more of them), --concurrency, --serve, --report and
    /// --json may be other ones.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engines", "game", "settings", "clock", "movetime", "nodes", "depth", "margin", "openings", "book", "random_plies", "seed", "sprt", "round_robin", "gauntlet", "swiss", "knockout", "adjudicate", "pgn"])]
    pub resume: Option<PathBuf>,
    /// Show the match in the browser while it is played, at this address or on a port of this machine that is free, until Ctrl-C
    /// ends it. Without --state it is kept with the program's data, and found again by `chatura serve`.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0", value_parser = super::listen_address)]
    pub serve: Option<SocketAddr>,
    /// Write a report in the end, as Markdown (.md), JSON (.json) or a picture (.svg); may be given several times.
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,
    /// Print the report as JSON instead of a table.
    #[arg(long)]
    pub json: bool,
}

impl Match {
    /// The game's name.
    pub fn game(&self) -> &str {
        self.game.as_deref().unwrap_or("chess")
    }

    /// How many moves are drawn, or taken of each opening.
    pub fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(8)
    }

    /// Who meets whom, of so many.
    pub fn encounters(&self, engines: usize) -> Encounters {
        match self.swiss {
            // As many rounds as it takes to find one who won all.
            Some(0) => Encounters::Swiss(engines.next_power_of_two().ilog2()),
            Some(rounds) => Encounters::Swiss(rounds),
            None if self.gauntlet => Encounters::Gauntlet,
            None if self.knockout => Encounters::Knockout,
            None => Encounters::RoundRobin,
        }
    }
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let wrong = || "write milliseconds from 1 to 86400000".to_owned();
    let number = text.parse().ok().filter(|ms| (1..=86_400_000).contains(ms));
    number.map(Duration::from_millis).ok_or_else(wrong)
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "write elo0=0,elo1=5, and alpha=0.05,beta=0.05 for other risks".to_owned();
    let mut test = Sprt::new(f64::NAN, f64::NAN);
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or_else(wrong)?;
        let number: f64 = value.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(wrong)?;
        let risk = (0.0001..0.5).contains(&number);
        match key {
            "elo0" if number.abs() <= 1000.0 => test.elo0 = number,
            "elo1" if number.abs() <= 1000.0 => test.elo1 = number,
            "alpha" if risk => test.alpha = number,
            "beta" if risk => test.beta = number,
            _ => return Err(wrong()),
        }
    }
    if test.elo0 < test.elo1 { Ok(test) } else { Err("elo0 must be given and be less than elo1".to_owned()) }
}

pub const MATCH_EXAMPLES: &str = "\
Examples:
  chatura match --engine ai:7 --engine ai:5 --games 20 --nodes 5000
  chatura match --engine ai --engine cmd=stockfish,option.Skill\\ Level=3 --clock 10s+0.1
  chatura match --engine ai --engine cmd=fairy-stockfish --game xiangqi --movetime 50 --concurrency 2
  chatura match --engine cmd=./new,name=new --engine cmd=./old,name=old --sprt elo0=0,elo1=5 \\
      --games 20000 --state test.jsonl --pgn test.pgn --report test.md
  chatura match --resume test.jsonl
  chatura match --engine ai:7 --engine ai:5 --game crazyhouse --clock 1m+1 --serve
  chatura match --engine ai:1 --engine ai:2 --engine ai:3 --engine ai:4 --swiss --games 2 --nodes 500

Ctrl-C ends a match in good order. An engine that crashes, hangs, floods, lies, plays an illegal move
or oversteps its time loses the game and is started again.";
