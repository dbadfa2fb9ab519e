//! Every game of the catalogue, played at random: games end, and on the way every position and every move survives being
//! written and read again.

use chatura_define::catalogue;
use chatura_rules::notation::pgn::{games, read_game, write_game};
use chatura_rules::notation::{format_fen, format_move, format_san, parse_fen, parse_move, parse_san};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position, perft};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// No game played at random is that long.
const ENDLESS: usize = 50_000;

/// How closely games are looked at.
struct Looks {
    /// How many games are played to their end.
    playouts: usize,
    /// How many of them are looked at on their way.
    closely: usize,
    /// Of every so many positions one is looked at.
    each: usize,
    /// Below so many moves the second ply is counted, too.
    most: u64,
}

/// Plays games of a kind; says what is wrong first.
fn prove(id: &str, looks: &Looks) -> Result<(), String> {
    let mut dice = Random::named(id, 7);
    for number in 0..looks.playouts {
        let game = chatura_define::load(id, &[], number as u64).map_err(|_| "is refused".to_owned())?;
        let closely = number < looks.closely;
        let mut line = Line::new(Position::start(&game));
        while line.outcome().is_none() {
            let position = line.position();
            if line.moves().len() > ENDLESS {
                return Err(format!("does not end: {}", format_fen(position)));
            }
            if closely && (line.moves().len() + number).is_multiple_of(looks.each) {
                survives(&game, position, looks.most)?;
            }
            let moves = position.legal_moves();
            let mv = *dice.pick(&moves);
            line.play_unchecked(mv);
        }
        if closely {
            replayed(&game, &line)?;
        }
    }
    Ok(())
}

/// A position and its moves are the same when they are written and read again.
fn survives(game: &Arc<Game>, position: &Position, most: u64) -> Result<(), String> {
    let fen = format_fen(position);
    let wrong = |what: String| format!("{fen}: {what}");
    let setup = parse_fen(game, &fen).map_err(|error| wrong(error.to_string()))?;
    let again = Position::new(game, &setup).map_err(|error| wrong(error.to_string()))?;
    if format_fen(&again) != fen || again.hash() != position.hash() {
        return Err(wrong(format!("reads as {}", format_fen(&again))));
    }
    let moves = position.legal_moves();
    if moves.len() as u64 <= most {
        let (one, other) = (perft(position, 2), perft(&again, 2));
        if one != other {
            return Err(wrong(format!("{one} sequences of two moves, read again {other}")));
        }
    }
    // Of very many moves some stand for all.
    let step = 1 + moves.len() / 60;
    for &mv in moves.iter().step_by(step) {
        let (text, san) = (format_move(position, mv), format_san(position, mv));
        if parse_move(position, &text) != Ok(mv) {
            return Err(wrong(format!("{text} is read as {:?}, not {mv:?}", parse_move(position, &text))));
        }
        if parse_san(position, &san) != Ok(mv) {
            return Err(wrong(format!("{san} is read as {:?}, not {mv:?}", parse_san(position, &san))));
        }
    }
    Ok(())
}

/// A game that is over is the same when it is written as PGN and read again.
fn replayed(game: &Arc<Game>, line: &Line) -> Result<(), String> {
    let text = write_game(line, &[]).to_string();
    let pgn = games(&text).next().and_then(Result::ok).ok_or("its PGN is none")?;
    let record = read_game(|_| Some(Arc::clone(game)), &pgn).map_err(|error| format!("{error}\n{text}"))?;
    if record.line().moves() != line.moves() || record.line().outcome() != line.outcome() {
        return Err(format!("another game comes back\n{text}"));
    }
    Ok(())
}

/// Looks at games of the catalogue; on several threads.
fn prove_all(wanted: impl Fn(usize) -> bool, looks: &Looks) {
    let ids: Vec<String> = catalogue::list()
        .iter()
        .enumerate()
        .filter(|(index, _)| wanted(*index))
        .map(|(_, entry)| entry.about.id.clone())
        .collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(id) = ids.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    if let Err(what) = prove(id, looks) {
                        println!("{id}: {what}");
                        wrong.lock().unwrap().push(format!("{id}: {what}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} games\n{}", wrong.len(), ids.len(), wrong.join("\n"));
}

/// A twelfth of the games, looked at here and there; the tests of every rule look at theirs.
#[test]
fn some_games_survive_being_written() {
    prove_all(|index| index % 12 == 5, &Looks { playouts: 1, closely: 1, each: 24, most: 60 });
}

/// Every game: 200 playouts, three of them looked at at every ply. In a build with `--cargo-profile release`, or by
/// name, `PROOF=xiangqi,chess`:
/// `cargo nextest run -p chatura-define --cargo-profile release --run-ignored only -E 'test(every_game_is_proven)' --no-capture`
#[test]
#[ignore = "takes an hour"]
fn every_game_is_proven() {
    let named = std::env::var("PROOF").unwrap_or_default();
    let entries = catalogue::list();
    let wanted =
        |index: usize| named.is_empty() || named.split(',').any(|name| entries[index].about.id == name);
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let looks = Looks {
        playouts: number("PLAYOUTS", 200),
        closely: number("CLOSELY", 3),
        each: number("EACH", 1),
        most: 250,
    };
    prove_all(wanted, &looks);
}

/// How long each game takes to compile, the slowest first: to be looked at, in a release build.
#[test]
#[ignore = "measures time"]
fn compile_times_are_told() {
    let mut times: Vec<(Duration, String)> = Vec::new();
    for entry in catalogue::list() {
        let begun = Instant::now();
        chatura_define::load(&entry.about.id, &[], 1).unwrap();
        times.push((begun.elapsed(), entry.about.id.clone()));
    }
    times.sort();
    times.reverse();
    let slow = times.iter().filter(|(time, _)| *time > Duration::from_millis(50)).count();
    times.iter().take(25).for_each(|(time, id)| println!("{:6.1} ms {id}", time.as_secs_f64() * 1000.0));
    println!("{} games, {slow} take more than 50 ms", times.len());
}
