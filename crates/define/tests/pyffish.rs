//! Random games as pyffish plays them (`tools/against_pyffish.py` writes them down): legal moves, SAN, and how games end.

use chatura_rules::notation::{format_fen, format_move, format_san, parse_fen, parse_move};
use chatura_rules::{Game, Move, Position, Standing};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// What was compared in one game, and the first difference of each kind.
#[derive(Default)]
struct Tally {
    positions: usize,
    differing: BTreeMap<&'static str, (usize, String)>,
}

impl Tally {
    fn differ(&mut self, kind: &'static str, what: impl FnOnce() -> String) {
        let entry = self.differing.entry(kind).or_insert_with(|| (0, what()));
        entry.0 += 1;
    }
}

/// Compares a position; moves and SAN only where both say that the game goes on.
fn compare(game: &Arc<Game>, fen: &str, moves: &str, end: &str, tally: &mut Tally) {
    tally.positions += 1;
    let position = parse_fen(game, fen).map_err(|error| error.to_string());
    let position = position.and_then(|setup| Position::new(game, &setup).map_err(|error| error.to_string()));
    let position = match position {
        Ok(position) => position,
        Err(error) => return tally.differ("fen", || format!("{fen}: {error}")),
    };
    let told = position.outcome().map(|outcome| match outcome.standings[position.turn().index()] {
        Standing::Win => "win",
        Standing::Loss => "loss",
        Standing::Draw => "draw",
    });
    if told.unwrap_or("-") != end {
        return tally.differ("end", || format!("{fen}: {told:?}, not {end}"));
    }
    if told.is_some() {
        return;
    }
    let own = position.legal_moves();
    let (mut seen, mut theirs): (Vec<Move>, usize) = (Vec::new(), 0);
    for (text, san) in moves.split(' ').filter_map(|one| one.split_once('=')) {
        theirs += 1;
        // Passing is written as a move from a cell to itself.
        let pass = own.iter().find(|mv| mv.goal().is_none()).copied();
        let same_cells = text.len() % 2 == 0 && text[..text.len() / 2] == text[text.len() / 2..];
        let read = parse_move(&position, text).ok().or(pass.filter(|_| same_cells));
        let Some(mv) = read else {
            tally.differ("moves", || format!("{fen}: {text} is not legal here"));
            continue;
        };
        seen.push(mv);
        if !san.is_empty() && mv.goal().is_some() && format_san(&position, mv) != san {
            tally.differ("san", || format!("{fen}: {text} is {}, not {san}", format_san(&position, mv)));
        }
    }
    if let Some(mv) = own.iter().find(|mv| !seen.contains(mv)) {
        tally.differ("moves", || format!("{fen}: {} is legal only here", format_move(&position, *mv)));
    } else if own.len() != theirs {
        tally.differ("moves", || format!("{}: {} moves, not {theirs}", format_fen(&position), own.len()));
    }
}

/// See `tools/against_pyffish.py`. `PYFFISH` is the file that it wrote.
#[test]
#[ignore = "needs a file of games"]
fn games_of_pyffish_agree() {
    let file = std::env::var("PYFFISH").expect("PYFFISH is a file that tools/against_pyffish.py wrote");
    let text = std::fs::read_to_string(file).unwrap();
    let mut games: BTreeMap<&str, (Option<Arc<Game>>, Tally)> = BTreeMap::new();
    for line in text.lines() {
        let [name, fen, moves, end] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (game, tally) =
            games.entry(name).or_insert_with(|| (chatura_define::load(name, &[], 0).ok(), Tally::default()));
        match game {
            Some(game) => compare(game, fen, moves, end, tally),
            None => tally.differ("game", || "is not in the catalogue".to_owned()),
        }
    }
    let (mut report, mut whole) = (String::new(), 0);
    for (name, (_, tally)) in &games {
        whole += usize::from(tally.differing.is_empty());
        for (kind, (count, first)) in &tally.differing {
            let _ = writeln!(report, "{name}\t{kind}\t{count} of {}\t{first}", tally.positions);
        }
    }
    println!("{report}{whole} of {} games agree in everything", games.len());
    let known = |name: &str, kind: &str| KNOWN.iter().any(|(game, what, _)| *game == name && *what == kind);
    let fresh: Vec<&str> = games
        .iter()
        .filter(|(name, (_, tally))| tally.differing.keys().any(|kind| !known(name, kind)))
        .map(|(name, _)| *name)
        .collect();
    assert!(fresh.is_empty(), "differences that are not known: {fresh:?}");
}

/// Where the two differ and why: the game, what differs, the reason.
const KNOWN: &[(&str, &str, &str)] = &[];
