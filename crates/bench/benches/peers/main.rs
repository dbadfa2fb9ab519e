//! Chatura beside its peers in one run: perft, random playouts, compilation. Prints Markdown.

mod libraries;

use chatura_bench::fairy::Fairy;
use chatura_bench::ours;
use chatura_bench::row::{Measured, Row, compare, table};
use std::process::ExitCode;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[derive(Clone, Copy)]
enum Peer {
    Shakmaty,
    Cozy,
    Fairy,
}

/// A game, by the name that all of us use, the position, the depth, the peer.
struct Count(&'static str, Option<&'static str>, u32, Peer);

const COUNTS: &[Count] = &[
    Count("chess", None, 6, Peer::Shakmaty),
    Count("chess", None, 6, Peer::Cozy),
    Count("chess", Some(KIWIPETE), 5, Peer::Shakmaty),
    Count("chess", Some(KIWIPETE), 5, Peer::Cozy),
    Count("crazyhouse", None, 6, Peer::Shakmaty),
    Count("atomic", None, 6, Peer::Shakmaty),
    Count("antichess", None, 6, Peer::Shakmaty),
    Count("3check", None, 6, Peer::Shakmaty),
    Count("horde", None, 7, Peer::Shakmaty),
    Count("racingkings", None, 5, Peer::Shakmaty),
    Count("capablanca", None, 5, Peer::Fairy),
    Count("grand", None, 4, Peer::Fairy),
    Count("xiangqi", None, 5, Peer::Fairy),
    Count("shogi", None, 5, Peer::Fairy),
    Count("makruk", None, 6, Peer::Fairy),
    Count("knightmate", None, 6, Peer::Fairy),
];

/// Games for more than two, which no peer plays.
const MANY: &[&str] =
    &["three-player", "three-man", "four-player", "four-player-teams", "six-player", "chaturaji"];

/// Longer random games are cut here.
const PLIES: u32 = 200;

struct Options {
    quick: bool,
    only: Option<String>,
}

impl Options {
    fn read() -> Options {
        let mut options = Options { quick: false, only: None };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => options.quick = true,
                "--only" => options.only = words.next(),
                // Cargo's own.
                _ => {}
            }
        }
        options
    }

    fn wants(&self, what: &str) -> bool {
        self.only.as_ref().is_none_or(|word| what.contains(word.as_str()))
    }
}

/// What came of the run: rows, and what is missing from them.
#[derive(Default)]
struct Report {
    rows: Vec<Row>,
    left_out: Vec<String>,
    differing: bool,
}

impl Report {
    fn add(&mut self, what: &str, row: Result<Row, String>, same_count: bool) {
        match row {
            Ok(row) if same_count && row.ours.count != row.theirs.count => {
                let (ours, theirs) = (row.ours.count, row.theirs.count);
                self.left_out.push(format!("{what}: WRONG, Chatura counts {ours}, {} {theirs}", row.peer));
                self.differing = true;
            }
            Ok(row) => {
                eprintln!("{what}, {}: {:.2}", row.peer, row.ratio());
                self.rows.push(row);
            }
            Err(reason) => {
                eprintln!("{what}: left out, {reason}");
                self.left_out.push(format!("{what}: {reason}"));
            }
        }
    }
}

fn main() -> ExitCode {
    let options = Options::read();
    let mut report = Report::default();
    let mut fairy = Fairy::start();
    for count in COUNTS {
        let Count(game, fen, depth, _) = *count;
        let depth = if options.quick { depth - 1 } else { depth };
        let place = if fen.is_some() { " kiwipete" } else { "" };
        let what = format!("{game}{place} perft {depth}");
        if options.wants(&what) {
            report.add(&what, perft(&what, count, depth, &mut fairy), true);
        }
    }
    let what = "chess random playouts";
    if options.wants(what) {
        report.add(what, playouts(what, if options.quick { 500 } else { 5000 }), false);
    }
    println!("{}", table(&report.rows));
    crowds(&options, &mut report);
    compilations(&options, &mut report);
    if !report.left_out.is_empty() {
        println!("Left out:\n");
        report.left_out.iter().for_each(|line| println!("- {line}"));
    }
    if report.differing { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn perft(what: &str, count: &Count, depth: u32, fairy: &mut Result<Fairy, String>) -> Result<Row, String> {
    let Count(game, fen, _, peer) = *count;
    let start = ours::position(game, fen)?;
    let mut our_turn = || Ok(ours::perft(&start, depth));
    match peer {
        Peer::Shakmaty => {
            compare(what, "shakmaty", &mut our_turn, &mut || libraries::shakmaty(game, fen, depth))
        }
        Peer::Cozy => compare(what, "cozy-chess", &mut our_turn, &mut || libraries::cozy(fen, depth)),
        Peer::Fairy => {
            let fairy = fairy.as_mut().map_err(|reason| reason.clone())?;
            compare(what, "Fairy-Stockfish", &mut our_turn, &mut || fairy.perft(game, depth))
        }
    }
}

/// The games differ, as the order of moves does; the speed is compared, not the count.
fn playouts(what: &str, games: u32) -> Result<Row, String> {
    let start = ours::position("chess", None)?;
    let mut our_turn = || -> Result<Measured, String> { Ok(ours::playouts(&start, games, PLIES)) };
    compare(what, "shakmaty", &mut our_turn, &mut || Ok(libraries::shakmaty_playouts(games, PLIES)))
}

/// Random playouts of games that no peer plays, by themselves.
fn crowds(options: &Options, report: &mut Report) {
    let mut lines = Vec::new();
    for game in MANY.iter().filter(|game| options.wants(&format!("{game} random playouts"))) {
        let games = if options.quick { 200 } else { 2000 };
        let best = ours::position(game, None)
            .map(|start| (0..3).map(|_| ours::playouts(&start, games, PLIES).speed()).fold(0.0, f64::max));
        match best {
            Ok(speed) => lines.push(format!("| {game} random playouts | {:.0} |", speed * 1000.0)),
            Err(reason) => report.left_out.push(format!("{game} random playouts: {reason}")),
        }
    }
    if !lines.is_empty() {
        println!("| what | thousand moves/s |\n| --- | ---: |");
        lines.iter().for_each(|line| println!("{line}"));
        println!();
    }
}

/// How long each game takes to compile and how large it becomes.
fn compilations(options: &Options, report: &mut Report) {
    let mut games: Vec<&str> = COUNTS.iter().map(|count| count.0).chain(MANY.iter().copied()).collect();
    games.dedup();
    let mut lines = Vec::new();
    for game in games.into_iter().filter(|game| options.wants(game)) {
        match ours::compilation(game) {
            Ok((milliseconds, bytes)) => {
                let size = bytes as f64 / 1024.0;
                lines.push(format!("| {game} | {milliseconds:.1} | {size:.0} |"));
            }
            Err(reason) => report.left_out.push(format!("{game} compilation: {reason}")),
        }
    }
    if !lines.is_empty() {
        println!("| game | read and compiled, ms | tables, KiB |\n| --- | ---: | ---: |");
        lines.iter().for_each(|line| println!("{line}"));
        println!();
    }
}
