//! Tables against the plainest way to the same answers, and against lengths that are well known.

use chatura_rules::{Game, Outcome, Piece, Player, Position, Setup, Standing};
use chatura_tables::{
    Builder, Material, Statistics, TableError, Tables, TablesError, Verdict, Wish, fingerprint,
};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A folder that goes when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-tables-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).expect("a game of the catalogue")
}

fn of_text(text: &str) -> Arc<Game> {
    chatura_define::load_text(text, "small.toml", &[], 0).expect("a definition")
}

fn wish(game: &Game, names: &[&str]) -> Wish {
    let only = names.iter().map(|name| Material::of_name(game, name).expect("pieces of the game")).collect();
    Wish { pieces: 3, only, memory: 3_000_000_000 }
}

fn tables(game: &Arc<Game>, names: &[&str]) -> Tables {
    let folder = Scratch::new(&format!("{}-{}", game.about().id, names.join("-")));
    let mut builder = Builder::open(game, &folder.0).expect("a folder");
    assert!(builder.build(&wish(game, names), &mut |_| true).expect("tables"));
    // What is read back is what was made.
    Tables::open(game, &folder.0).expect("what was just written")
}

/// The moves of the longest win of the first player in a material, and of the second.
fn longest(tables: &Tables, name: &str) -> [Option<u16>; 2] {
    let all: Vec<Statistics> = tables.statistics();
    let table = all.iter().find(|table| table.name == name).unwrap_or_else(|| panic!("no table of {name}"));
    table.longest.clone().map(|longest| longest.map(|longest| longest.moves))
}

/// Every position of some pieces on every cell, whoever is to move, and all that follow from them; with where their moves
/// lead. Whose win it is where it is over.
struct Everything {
    positions: Vec<Position>,
    next: Vec<Vec<usize>>,
    over: Vec<Option<Option<u8>>>,
}

fn winner(outcome: &Outcome) -> Option<u8> {
    outcome.standings.iter().position(|standing| *standing == Standing::Win).map(|player| player as u8)
}

impl Everything {
    fn of(game: &Arc<Game>, pieces: &[Piece]) -> Everything {
        let cells = game.board().len();
        let mut waiting = Vec::new();
        for number in 0..cells.pow(pieces.len() as u32) * 2 {
            let (mut rest, mut setup) = (number / 2, Setup { round: 1, ..Setup::default() });
            setup.cells = vec![Piece::NONE; cells];
            setup.hands = vec![Vec::new(); 2];
            setup.turn = Some(Player((number % 2) as u8));
            setup.unmoved = Some(Vec::new());
            let mut distinct = true;
            for piece in pieces {
                distinct &= setup.cells[rest % cells].is_none();
                setup.cells[rest % cells] = *piece;
                rest /= cells;
            }
            if distinct && let Ok(position) = Position::new(game, &setup) {
                waiting.push(position);
            }
        }
        let mut all = Everything { positions: Vec::new(), next: Vec::new(), over: Vec::new() };
        let mut known: HashMap<u64, usize> = HashMap::new();
        let mut number = |position: Position, all: &mut Everything| {
            *known.entry(position.hash()).or_insert_with(|| {
                all.positions.push(position);
                all.positions.len() - 1
            })
        };
        for position in waiting {
            number(position, &mut all);
        }
        let mut at = 0;
        while at < all.positions.len() {
            let position = all.positions[at].clone();
            let outcome = position.outcome();
            let moves = if outcome.is_some() { Vec::new() } else { position.legal_moves() };
            let next = moves.into_iter().map(|mv| {
                let mut there = position.clone();
                there.play_unchecked(mv);
                number(there, &mut all)
            });
            let next = next.collect();
            all.next.push(next);
            all.over.push(outcome.as_ref().map(winner));
            at += 1;
        }
        all
    }

    /// Who wins and in how many plies, found by asking all again and again.
    fn solved(&self) -> Vec<Verdict> {
        let turn = |at: usize| self.positions[at].turn().0;
        // The winner and the plies, for each position.
        let mut known: Vec<Option<(u8, u16)>> =
            self.over.iter().map(|over| over.flatten().map(|w| (w, 0))).collect();
        for plies in 1.. {
            let mut found = Vec::new();
            for at in (0..known.len()).filter(|at| known[*at].is_none() && self.over[*at].is_none()) {
                let after: Vec<Option<(u8, u16)>> = self.next[at].iter().map(|next| known[*next]).collect();
                let own =
                    after.iter().flatten().any(|(winner, after)| *winner == turn(at) && after + 1 == plies);
                let lost = after.iter().all(|after| after.is_some_and(|(winner, _)| winner != turn(at)));
                if own {
                    found.push((at, (turn(at), plies)));
                } else if lost {
                    found.push((at, (1 - turn(at), plies)));
                }
            }
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|(at, value)| known[at] = Some(value));
        }
        let told = |(at, value): (usize, &Option<(u8, u16)>)| match value {
            None => Verdict::Draw,
            Some((winner, plies)) if *winner == turn(at) => Verdict::Win(*plies),
            Some((_, plies)) => Verdict::Loss(*plies),
        };
        known.iter().enumerate().map(told).collect()
    }
}

/// Compares a table with the plainest way, position by position; how many there were of which something was decided.
fn agrees(game: &Arc<Game>, name: &str) -> usize {
    let material = Material::of_name(game, name).expect("pieces of the game");
    let tables = tables(game, &[name]);
    let all = Everything::of(game, material.pieces());
    let mut decided = 0;
    for (position, verdict) in all.positions.iter().zip(all.solved()) {
        if position.outcome().is_some() {
            continue;
        }
        let told = tables.verdict(position);
        let setup = position.setup();
        let plain = setup.en_passant.is_empty();
        assert_eq!(told, plain.then_some(verdict), "{name}: {position:?}");
        decided += usize::from(verdict != Verdict::Draw);
    }
    decided
}

const SMALL: &str = r#"
extends = "gardner"
name = "Small"
board.size = [4, 4]
setup.array = "rnbk/p2p/P2P/RNBK"
"#;

#[test]
fn small_tables_are_what_asking_everything_finds() {
    let small = of_text(SMALL);
    for name in ["KRvK", "KvKR", "KPvK", "KBvKN"] {
        assert!(agrees(&small, name) > 0 || name == "KBvKN", "{name}");
    }
}

#[test]
fn a_pawn_taken_in_passing_is_looked_at_as_the_rules_say() {
    let passing = of_text(
        r#"
extends = "gardner"
name = "Passing"
board.size = [3, 5]
setup.array = "k2/p2/3/2P/2K"
pieces.pawn.moves = "fmWfceFimfR2"
rules.promotion.to = ["rook"]
"#,
    );
    assert!(agrees(&passing, "KPvKP") > 1_000);
}

#[test]
fn what_having_no_move_means_is_what_the_rules_say() {
    let drawn = of_text(SMALL);
    let won = of_text(&format!("{SMALL}\nend.stalemate = \"loss\"\n"));
    assert!(agrees(&won, "KRvK") >= agrees(&drawn, "KRvK"));
    assert!(agrees(&won, "KPvK") > agrees(&drawn, "KPvK"));
}

#[test]
fn games_that_end_otherwise_have_tables_too() {
    // Whoever has nothing left wins; kings are pieces like others; two moves a turn.
    for (text, name) in [
        (
            "extends = \"antichess\"\nname = \"Small\"\nboard.size = [4, 4]\nsetup.array = \"rnbk/pppp/PPPP/RNBK\"",
            "RvB",
        ),
        (
            "extends = \"kingofthehill\"\nname = \"Small\"\nboard.size = [5, 5]\nsetup.array = \"rnbqk/ppppp/5/PPPPP/RNBQK\"\nzones.hill = \"c3\"\nrules.castling = false",
            "KvK",
        ),
    ] {
        assert!(agrees(&of_text(text), name) > 100, "{text}");
    }
}

#[test]
fn lengths_of_chess_are_the_known_ones() {
    let chess = game("chess");
    let tables = tables(&chess, &["KQvK", "KRvK"]);
    assert_eq!(longest(&tables, "KQvK"), [Some(10), None]);
    assert_eq!(longest(&tables, "KRvK"), [Some(16), None]);
}

#[test]
#[ignore = "takes half a minute"]
fn a_pawn_wins_in_28_and_black_is_no_worse_off() {
    let chess = game("chess");
    let tables = tables(&chess, &["KPvK", "KvKQ", "KBvK"]);
    assert_eq!(longest(&tables, "KPvK"), [Some(28), None]);
    assert_eq!(longest(&tables, "KvKQ"), [None, Some(10)]);
    assert_eq!(longest(&tables, "KBvK"), [None, None]);
}

#[test]
#[ignore = "takes a minute"]
fn bishop_and_knight_mate_in_33() {
    let chess = game("chess");
    let tables = tables(&chess, &["KBNvK"]);
    assert_eq!(longest(&tables, "KBNvK"), [Some(33), None]);
}

#[test]
#[ignore = "takes a minute"]
fn symmetries_of_the_board_change_nothing() {
    // The same board with one move more for a queen on one cell has none; all but that cell must say the same.
    let chess = game("chess");
    let tables = tables(&chess, &["KRvKN"]);
    let mut dice = chatura_rules::random::Random::new(3);
    let material = Material::of_name(&chess, "KRvKN").expect("pieces of chess");
    let mut looked = 0;
    while looked < 3_000 {
        let mut setup =
            Setup { cells: vec![Piece::NONE; 64], hands: vec![Vec::new(); 2], round: 1, ..Setup::default() };
        material.pieces().iter().for_each(|piece| setup.cells[dice.below(64)] = *piece);
        setup.turn = Some(Player(dice.below(2) as u8));
        if setup.cells.iter().filter(|piece| piece.is_some()).count() < 4 {
            continue;
        }
        let Ok(position) = Position::new(&chess, &setup) else { continue };
        let Some(verdict) = tables.verdict(&position) else { continue };
        looked += 1;
        // What a table says follows from what tables say of all that can be played.
        let after = position.legal_moves().into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            match (next.outcome(), tables.verdict(&next)) {
                (Some(over), _) => winner(&over).map_or(Verdict::Draw, |_| Verdict::Loss(0)),
                (None, told) => told.expect("everything smaller is there"),
            }
        });
        let best = after.map(|next| match next {
            Verdict::Loss(plies) => (2, -i32::from(plies), Verdict::Win(plies + 1)),
            Verdict::Draw => (1, 0, Verdict::Draw),
            Verdict::Win(plies) => (0, i32::from(plies), Verdict::Loss(plies + 1)),
        });
        let best = best.max_by_key(|(rank, plies, _)| (*rank, *plies)).expect("a move");
        assert_eq!(verdict, best.2, "{position:?}");
    }
}

#[test]
fn what_was_stopped_goes_on_and_files_of_other_games_are_refused() {
    let (small, folder) = (of_text(SMALL), Scratch::new("stopped"));
    let mut builder = Builder::open(&small, &folder.0).expect("a folder");
    // Stopped as soon as one table is done.
    let wanted = wish(&small, &["KRvK"]);
    let done = builder.build(&wanted, &mut |now| !matches!(now, chatura_tables::Progress::Done(_)));
    assert!(!done.expect("no fault"));
    let there = Builder::open(&small, &folder.0).expect("what was done").tables().len();
    assert_eq!(there, 1);
    let mut builder = Builder::open(&small, &folder.0).expect("what was done");
    let mut made = 0;
    let done = builder.build(&wanted, &mut |now| {
        made += usize::from(matches!(now, chatura_tables::Progress::Done(_)));
        true
    });
    assert!(done.expect("no fault"));
    assert_eq!((made, builder.tables().len()), (1, 2));
    let other = of_text(&format!("{SMALL}\nend.stalemate = \"loss\"\n"));
    assert_ne!(fingerprint(&small), fingerprint(&other));
    let refused = Tables::open(&other, &folder.0).map(drop).expect_err("another game");
    assert!(refused.to_string().contains("another game"), "{refused}");
    // A file that was changed is none, wherever it was changed.
    let file = folder.0.join("KRvK.table");
    let bytes = std::fs::read(&file).expect("a table");
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[at] ^= 64;
        std::fs::write(&file, &changed).expect("room");
        assert!(matches!(Tables::open(&small, &folder.0), Err(TablesError::Wrong(..))), "byte {at}");
    }
    for length in [0, 6, 8, 20, bytes.len() - 1] {
        std::fs::write(&file, &bytes[..length]).expect("room");
        assert!(matches!(Tables::open(&small, &folder.0), Err(TablesError::Wrong(..))), "{length} bytes");
    }
}

#[test]
fn what_needs_too_much_memory_is_refused_before_it_is_begun() {
    let (chess, folder) = (game("chess"), Scratch::new("memory"));
    let mut builder = Builder::open(&chess, &folder.0).expect("a folder");
    let wanted = Wish { memory: 1_000_000, ..wish(&chess, &["KQvK"]) };
    let refused = builder.build(&wanted, &mut |_| true).expect_err("too little memory");
    assert!(matches!(refused, TableError::Memory { .. }), "{refused}");
    assert!(refused.to_string().contains("1 MB are allowed"), "{refused}");
}
