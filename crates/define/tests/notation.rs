//! Notation against real games: FEN, coordinates, SAN and PGN, there and back.

use chatura_rules::notation::pgn::{PlayError, games, read_game, write_game};
use chatura_rules::notation::{
    MoveError, format_fen, format_long, format_move, format_san, format_usual_fen, fuzz, parse_fen,
    parse_move, parse_san,
};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, MoveKind, Position, perft};
use std::sync::Arc;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

fn position(name: &str, fen: &str) -> Position {
    let game = game(name);
    Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap()
}

/// Games that differ in how they are written.
const NAMES: [&str; 16] = [
    "chess",
    "3check",
    "antichess",
    "atomic",
    "capablanca",
    "chess960",
    "crazyhouse",
    "cylinder",
    "extinction",
    "grand",
    "horde",
    "knightmate",
    "makruk",
    "omega",
    "shogi",
    "xiangqi",
];

/// A line of random moves.
fn random_line(game: &Arc<Game>, dice: &mut Random, length: usize) -> Line {
    let mut line = Line::new(Position::start(game));
    while line.moves().len() < length && line.outcome().is_none() {
        let moves = line.position().legal_moves();
        line.play_unchecked(*dice.pick(&moves));
    }
    line
}

#[test]
fn starts_are_written_as_others_write_them() {
    for (name, fen) in [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
        ("horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"),
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ] {
        assert_eq!(format_fen(&Position::start(&game(name))), fen, "{name}");
        assert_eq!(format_fen(&position(name, fen)), fen, "{name}");
    }
}

#[test]
fn positions_are_read_leniently() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let full = format!("{start} w KQkq - 0 1");
    assert_eq!(format_fen(&position("chess", &format!("{start} w HAha - 0 1"))), full);
    assert_eq!(format_fen(&position("chess", &format!("{start} w KQkq -"))), full);
    let passed = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PP1PPPPP/RNBQKBNR w KQkq e6";
    assert_eq!(format_fen(&position("chess", &format!("{passed}e5 0 1"))), format!("{passed} 0 1"));
    let given = "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0";
    assert_eq!(
        format_fen(&position("3check", given)),
        "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39"
    );
    let row = "4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1";
    assert_eq!(format_fen(&position("crazyhouse", row)), "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1");
}

#[test]
fn every_position_and_move_survives() {
    let mut dice = Random::new(1);
    for name in NAMES {
        let game = game(name);
        for _ in 0..2 {
            let mut position = Position::start(&game);
            for _ in 0..40 {
                let fen = format_fen(&position);
                let again = Position::new(&game, &parse_fen(&game, &fen).unwrap()).unwrap();
                assert_eq!(format_fen(&again), fen, "{name}");
                assert_eq!(again.hash(), position.hash(), "{name} {fen}");
                let moves = position.legal_moves();
                for &mv in &moves {
                    let coordinates = format_move(&position, mv);
                    assert_eq!(parse_move(&position, &coordinates), Ok(mv), "{name} {fen} {coordinates}");
                    let san = format_san(&position, mv);
                    assert_eq!(parse_san(&position, &san), Ok(mv), "{name} {fen} {san}");
                    let long = format_long(&position, mv);
                    assert_eq!(parse_san(&position, &long), Ok(mv), "{name} {fen} {long}");
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*dice.pick(&moves));
            }
        }
    }
}

#[test]
fn san_as_chess_players_know_it() {
    for (fen, coordinates, san) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1"),
        ("8/R7/8/4k3/8/4K3/8/R7 w - - 0 1", "a1a4", "R1a4"),
        ("1k6/8/8/8/Q5Q1/8/8/Q3K3 w - - 0 1", "a4d1", "Qa4d1"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        // The knight on c3 is pinned, so that only one can go to e2.
        ("4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ] {
        let position = position("chess", fen);
        let mv = parse_move(&position, coordinates).unwrap();
        assert_eq!(format_san(&position, mv), san, "{fen}");
        assert_eq!(parse_san(&position, san), Ok(mv), "{fen}");
        assert_eq!(format_move(&position, mv), coordinates, "{fen}");
    }
    let house = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1");
    let mv = parse_move(&house, "P@h3").unwrap();
    assert_eq!((format_san(&house, mv).as_str(), parse_san(&house, "@h3")), ("P@h3", Ok(mv)));
    assert!(matches!(parse_move(&house, "N@h3"), Err(MoveError::NotInHand { .. })));
}

#[test]
fn errors_say_what_is_wrong() {
    let start = Position::start(&game("chess"));
    let error = |text: &str| parse_move(&start, text).unwrap_err();
    assert!(matches!(error("e3e4"), MoveError::NoPiece { cell } if cell == "e3"));
    assert!(matches!(error("e7e5"), MoveError::NotYours { cell } if cell == "e7"));
    assert!(matches!(error("e2e5"), MoveError::Illegal { legal, .. } if legal.len() == 2));
    assert!(matches!(error("xyzzy"), MoveError::Form { .. }));
    let mate = position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(parse_move(&mate, "g8h8"), Err(MoveError::Over));
}

#[test]
fn chess960_castles_onto_the_rook() {
    let position = position("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1");
    let short = parse_san(&position, "O-O").unwrap();
    assert_eq!(format_move(&position, short), "f1h1");
    let long = parse_move(&position, "f1b1").unwrap();
    assert_eq!(format_san(&position, long), "O-O-O");
    // The plain step of the king keeps its own spelling.
    let step = parse_move(&position, "f1g1").unwrap();
    assert_eq!(format_san(&position, step), "Kg1");
}

/// The castlings of a position as coordinates and SAN, each of them read back.
fn castlings(definition: &str, fen: &str) -> Vec<(String, String)> {
    let game = chatura_define::load_text(definition, "test", &[], 0).unwrap();
    let position = Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap();
    let castles = position.legal_moves().into_iter().filter(|mv| mv.kind() == MoveKind::Castle);
    let written = castles.map(|mv| {
        let (text, san) = (format_move(&position, mv), format_san(&position, mv));
        assert_eq!((parse_move(&position, &text), parse_san(&position, &san)), (Ok(mv), Ok(mv)));
        (text, san)
    });
    written.collect()
}

#[test]
fn every_castling_has_a_spelling_of_its_own() {
    let pair = |(text, san): (&str, &str)| (text.to_owned(), san.to_owned());
    let flexible = "extends = \"chess\"\nrules.castling = \"flexible\"";
    assert_eq!(
        castlings(flexible, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [("e1g1", "O-O"), ("e1c1", "O-O-Oc1"), ("e1b1", "O-O-Ob1")].map(pair)
    );
    let gates = "extends = \"chess\"\npieces.hawk = { letter = \"H\", moves = \"BN\" }\n\
                 rules.drops = { captured = false, pieces = [\"hawk\"] }\nrules.gating = true";
    assert_eq!(
        castlings(gates, "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1"),
        [("e1g1", "O-O"), ("e1g1h", "O-O/He1"), ("h1e1h", "O-O/Hh1")].map(pair)
    );
}

#[test]
fn a_game_is_replayed_with_its_variations() {
    let text = "[Event \"?\"]\n[Variant \"Standard\"]\n\n\
                1. e4 {king's pawn} (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n";
    let pgn = games(text).next().unwrap().unwrap();
    let record = read_game(|name| chatura_define::load(name, &[], 0).ok(), &pgn).unwrap();
    assert_eq!(record.moves.len(), 7);
    assert_eq!(record.moves[0].variations[0].len(), 2);
    assert_eq!(record.moves[0].variations[0][1].variations[0].len(), 2);
    let line = record.line();
    assert_eq!(line.outcome().unwrap().result(), "1-0");
    let written = write_game(&line, &[("White".to_owned(), "A \"B\" C".to_owned())]);
    assert_eq!(written.tag("white"), Some("A \"B\" C"));
    assert_eq!(
        (written.tag("Variant"), written.tag("FEN"), written.tag("Result")),
        (None, None, Some("1-0"))
    );
    let sans: Vec<&str> = written.line.nodes.iter().map(|node| node.san.as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
}

#[test]
fn wrong_moves_are_found_where_they_are_written() {
    let pgn = games("1. e4 e5\n2. Ke3 *").next().unwrap().unwrap();
    let find = |name: &str| chatura_define::load(name, &[], 0).ok();
    match read_game(find, &pgn) {
        Err(PlayError::Move { place, error: MoveError::Illegal { .. } }) => {
            assert_eq!((place.line, place.column), (2, 4));
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("an illegal move was played"),
    }
    let pgn = games("[Variant \"no such game\"]\n\n*").next().unwrap().unwrap();
    assert!(matches!(read_game(find, &pgn), Err(PlayError::UnknownVariant(_))));
}

#[test]
fn random_games_survive_as_pgn() {
    let mut dice = Random::new(42);
    for name in NAMES {
        let game = game(name);
        let line = random_line(&game, &mut dice, 80);
        let text = write_game(&line, &[]).to_string();
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 80), "{text}");
        let pgn = games(&text).next().unwrap().unwrap();
        let record =
            read_game(|_| Some(Arc::clone(&game)), &pgn).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        assert_eq!(record.line().moves(), line.moves(), "{name}");
        assert_eq!(format_fen(record.line().position()), format_fen(line.position()), "{name}");
    }
}

#[test]
fn hostile_texts_do_no_harm() {
    let pieces = [
        "rnbqkbnr", "/", "8", "pppppppp", "K", "k", "R3K2R", " w ", " b ", "KQkq", "e3", "-", "[", "]", "Q",
        "~", "+", "e2", "e4", "x", "=", "#", "@", "O-O", "é", "0", "99999",
    ];
    let mut dice = Random::new(7);
    for name in ["chess", "crazyhouse", "shogi", "omega"] {
        let start = Position::start(&game(name));
        for _ in 0..2000 {
            let text: String = (0..dice.below(20)).map(|_| *dice.pick(&pieces)).collect();
            fuzz::fuzz_fen(text.as_bytes(), &start);
            fuzz::fuzz_move(text.as_bytes(), &start);
        }
    }
}

/// Shogi whose cells are called as its players call them, and whose FEN has only what it needs.
fn own_words() -> Arc<Game> {
    let text = "extends = \"minishogi\"\nname = \"Minishogi as it is written\"\n[board]\nfiles = \"54321\"\nranks = \"edcba\"\n\
                [setup]\nfields = [\"round\", \"turn\", \"halfmoves\"]\n";
    chatura_define::load_text(text, "own.toml", &[], 0)
        .unwrap_or_else(|error| panic!("{:?}", error.findings()))
}

#[test]
fn cells_are_called_as_the_game_calls_them() {
    let game = own_words();
    let plain = chatura_define::load("minishogi", &[], 0).unwrap();
    let names = |game: &Game| game.board().cells.iter().map(|cell| cell.name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&plain)[0].as_str(), names(&game)[0].as_str()), ("a1", "5e"));
    assert_eq!(game.board().cell("1a").map(chatura_rules::Cell::index), Some(24));
    let mut random = Random::new(5);
    for _ in 0..20 {
        let mut line = Line::new(Position::start(&game));
        while line.outcome().is_none() && line.moves().len() < 60 {
            let position = line.position();
            let legal = position.legal_moves();
            for mv in &legal {
                assert_eq!(parse_move(position, &format_move(position, *mv)).unwrap(), *mv);
                assert_eq!(parse_san(position, &format_san(position, *mv)).unwrap(), *mv);
            }
            let setup = parse_fen(&game, &format_fen(position)).unwrap();
            let read = Position::new(&game, &setup).unwrap();
            assert_eq!(read.setup(), position.setup(), "{}", format_fen(position));
            line.play_unchecked(*random.pick(&legal));
        }
    }
    assert_eq!(perft(&Position::start(&game), 3), perft(&Position::start(&plain), 3));
}

/// Sherzer against Polgár, as the inventor's pages have it: ranks from 0 to 9, captures without a sign.
const OMEGA: &str = "f4 d5 Nd2 Ng7 Wa2 Cc7 Ng2 f7 Wj2 Wa7 e4 de4 Ne4 Bb4+ Be1 Nd7 c3 Be7 Wi5 0-0 d4 Cc6 Bd3 b5 b4 Wd6 \
    Cc2 Wj7 Ch2 Wi4 Nh4 Wh5 Wd1 We3 Kg0 c7 i4 Wg4 Be2 Wd5 Rc0 Bb7 Nc5 Nc5 bc5 Qd8 Qh3 Wh4 Bh4 Bh4 Wh4 Ch7 Wg2 Ce4 Ce4 We4";

#[test]
fn a_game_of_omega_chess_is_read_as_it_was_published() {
    let game = game("omega");
    let mut position = Position::start(&game);
    for text in OMEGA.split_whitespace() {
        let mv = chatura_rules::notation::read_move(&position, text)
            .unwrap_or_else(|error| panic!("{text}: {error} in {}", format_fen(&position)));
        assert_eq!(parse_san(&position, &format_san(&position, mv)), Ok(mv));
        position.play(mv).unwrap();
    }
    let at = |name: &str| position.piece(game.board().cell(name).unwrap());
    assert!(at("g0").is_some() && at("e4").is_some() && game.board().cell("a10").is_none());
}

#[test]
fn fen_has_the_fields_the_game_wants() {
    let game = own_words();
    let start = Position::start(&game);
    assert_eq!(format_fen(&start), "rbsgk/4p/5/P4/KGSBR[] 1 w 0");
    // Other programs are told, and understood, in the usual way.
    let usual = format_usual_fen(&start);
    assert_eq!(usual, "rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
    assert_eq!(parse_fen(&game, &usual).unwrap(), start.setup());
    let told = |fields: &str| {
        let text = format!("extends = \"chess\"\nsetup.fields = {fields}");
        let error = chatura_define::load_text(&text, "own.toml", &[], 0).unwrap_err();
        error.findings().iter().map(|finding| finding.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        told("[\"turn\", \"castling\", \"halfmoves\"]"),
        ["FEN cannot do without \"en-passant\" in this game"]
    );
    assert_eq!(told("[\"turns\"]"), ["FEN has no field \"turns\""]);
}
