//! `chatura book`: opening books made and shown.

use super::selfplay::advance;
use crate::backend;
use crate::cli::{Book as Arguments, BookAction, MakeBook, ShowBook};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::{Output, progress};
use chatura_book::{Book, Maker};
use chatura_players::{EngineSettings, OwnEngine};
use chatura_rules::notation::{format_san, pgn};
use chatura_rules::{Game, Line, Outcome};
use chatura_search::{Limits, Options, Stop};
use chatura_tournament::scrambled;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Games of the engine against itself are broken off here, as draws.
const LONGEST: usize = 400;
/// They begin with so many random plies, so that they differ.
const RANDOM: u32 = 4;

/// Does what is asked.
pub fn book(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    match &arguments.action {
        BookAction::Make(make) => make_book(make, out),
        BookAction::Show(show) => show_book(show, out),
    }
}

fn wrong(path: &Path, words: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {words}", path.display()), None)
}

fn make_book(make: &MakeBook, out: &mut Output) -> Result<(), Failure> {
    if make.out.exists() {
        return Err(Failure::input(format!("{} is there already", make.out.display()), None));
    }
    let game = backend::load(&make.game)?.game;
    let mut maker = Maker::new(&game, make.plies.into());
    let polyglot = make.out.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin"));
    if polyglot {
        // That it cannot be is told before anything is played.
        maker.polyglot(1).map_err(|error| Failure::input(error.to_string(), None))?;
    }
    for path in &make.pgn {
        read(&mut maker, &game, path)?;
    }
    if let Some(games) = make.selfplay {
        play(&mut maker, &game, games, make)?;
    }
    let bytes = match polyglot {
        true => maker.polyglot(make.least).map_err(|error| Failure::input(error.to_string(), None))?,
        false => maker.text(make.least).into_bytes(),
    };
    std::fs::write(&make.out, bytes).map_err(|error| wrong(&make.out, error))?;
    let words =
        format!("{} games, {} positions, in {}", maker.games(), maker.positions(), make.out.display());
    Ok(writeln!(out, "{words}")?)
}

fn read(maker: &mut Maker, game: &Arc<Game>, path: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| wrong(path, error))?;
    for (index, tree) in pgn::games(&text).enumerate() {
        let wrong = |error: &dyn std::fmt::Display| wrong(path, format!("game {}: {error}", index + 1));
        let tree = tree.map_err(|error| wrong(&error))?;
        let record = pgn::read_game(|_| Some(game.clone()), &tree).map_err(|error| wrong(&error))?;
        let line = record.line();
        let shares = line.outcome().map(|outcome| shares(&outcome)).or_else(|| by_result(&tree.result));
        maker.add(&line, &shares.unwrap_or_default());
    }
    Ok(())
}

/// What each player has won by the result of PGN: `1-0`, `1/2-1/2`; nothing if there is none.
fn by_result(text: &str) -> Option<Vec<f64>> {
    let share = |word: &str| match word {
        "1" => Some(1.0),
        "0" => Some(0.0),
        "1/2" => Some(0.5),
        _ => None,
    };
    text.split('-').map(share).collect()
}

/// What each has won: of the others the part that came behind, those level by half.
fn shares(outcome: &Outcome) -> Vec<f64> {
    let others = (outcome.places.len() - 1).max(1) as f64;
    let behind = |own: u8, place: u8| match place.cmp(&own) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    // Everybody is level with themselves, which does not count.
    let share =
        |own: &u8| (outcome.places.iter().map(|place| behind(*own, *place)).sum::<f64>() - 0.5) / others;
    outcome.places.iter().map(share).collect()
}

fn play(maker: &mut Maker, game: &Arc<Game>, games: u32, make: &MakeBook) -> Result<(), Failure> {
    let seed = make.game.seed.unwrap_or_else(backend::random_seed);
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let bar = progress(games.into(), "games");
    for round in 0..u64::from(games) {
        let seed = seed.wrapping_add(round);
        let options = Options { hash_mb: 16, seed, ..Options::default() };
        let limits = Limits::nodes(make.nodes);
        let mut player = OwnEngine::new(game, EngineSettings { options, limits });
        let mut line = scrambled(game, RANDOM, seed);
        while line.outcome().is_none() && line.moves().len() < LONGEST {
            if !advance(&mut line, &mut player, &stop)? {
                bar.finish_and_clear();
                remark(Some(format!("stopped after {round} games")));
                return Ok(());
            }
        }
        let shares = line.outcome().map(|outcome| shares(&outcome)).unwrap_or_default();
        maker.add(&line, &shares);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

fn show_book(show: &ShowBook, out: &mut Output) -> Result<(), Failure> {
    let game = backend::load(&show.position.game)?.game;
    let book = Book::open(&game, &show.file).map_err(|error| Failure::input(error.to_string(), None))?;
    let line: Line = backend::line(&game, &show.position)?;
    let position = line.position();
    let moves = book.moves(position);
    if show.json {
        let told = moves.iter().map(|known| {
            let (mv, san) = (backend::format_move(position, known.mv), format_san(position, known.mv));
            json!({ "move": mv, "san": san, "weight": known.weight, "count": known.count, "score": known.score })
        });
        return Ok(out.json(&json!({ "size": book.len(), "moves": told.collect::<Vec<_>>() }))?);
    }
    if moves.is_empty() {
        writeln!(out, "nothing is in the book here ({} entries in all)", book.len())?;
    }
    let all: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    for known in &moves {
        let part = 100.0 * f64::from(known.weight) / all.max(1) as f64;
        let score = known.score.map_or(String::new(), |score| format!(", scored {:.0} %", 100.0 * score));
        let san = format_san(position, known.mv);
        writeln!(out, "{san:8} {part:5.1} %  {} times{score}", known.count)?;
    }
    Ok(())
}
