//! Notation in games for more than two: positions, moves and whole games, there and back.

use crate::common;

use crate::common::{Subject, catalogue_game, text_game};
use chatura_rules::notation::pgn::{games, read_game, write_game};
use chatura_rules::notation::{
    MoveError, format_fen, format_fen4, format_long, format_move, format_san, fuzz, parse_fen, parse_move,
    parse_san,
};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Move, MoveKind, Player, Position};
use std::sync::Arc;

/// Rules that change what has to be written down.
const VARIANTS: [(&str, &str); 7] = [
    ("first", "extends = \"three-player\"\nend.elimination = { until = \"first\" }"),
    ("removed", "extends = \"three-player\"\nend.elimination = { army = \"removed\", stalemate = \"draw\" }"),
    (
        "inherited",
        "extends = \"four-player\"\nend.elimination = { army = \"inherited\", stalemate = \"skip\" }",
    ),
    ("reckless", "extends = \"four-player\"\nrules.check = \"ignored\""),
    ("draws", "extends = \"chaturaji\"\nend.elimination = { stalemate = \"draw\" }"),
    ("triple", "extends = \"four-player-teams\"\nrules.moves-per-turn = 3"),
    ("house", "extends = \"three-man\"\nrules.drops = { zones = { pawn = \"ranks 2-4\" } }"),
];

fn subjects() -> Vec<Subject> {
    let many = chatura_define::catalogue::list().iter().filter(|entry| entry.players > 2);
    let mut all: Vec<Subject> = many.map(|entry| catalogue_game(&entry.about.id, 0)).collect();
    all.extend(VARIANTS.iter().map(|(name, text)| text_game(name, text)));
    all
}

/// Moves at random, captures preferred so that players come to be out; now and then somebody leaves.
fn walk(game: &Arc<Game>, dice: &mut Random, length: usize, mut look: impl FnMut(&Line)) -> Line {
    let mut line = Line::new(Position::start(game));
    while line.moves().len() < length && line.outcome().is_none() {
        look(&line);
        let position = line.position();
        let playing: Vec<Player> = position.playing().collect();
        let moves = position.legal_moves();
        let captures: Vec<Move> =
            moves.iter().copied().filter(|mv| position.piece(mv.to()).is_some()).collect();
        let mv = match dice.below(80) {
            0 => Move::resign(*dice.pick(&playing)),
            1 => Move::time_out(*dice.pick(&playing)),
            2..=50 if !captures.is_empty() => *dice.pick(&captures),
            _ => *dice.pick(&moves),
        };
        line.play(mv).unwrap();
    }
    line
}

fn read(game: &Arc<Game>, fen: &str) -> Position {
    let setup = parse_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::new(game, &setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn positions_survive_as_fen() {
    let mut dice = Random::new(3);
    for Subject { name, game, .. } in subjects() {
        for _ in 0..8 {
            let line = walk(&game, &mut dice, 250, |line| {
                let position = line.position();
                let fen = format_fen(position);
                let again = read(&game, &fen);
                assert_eq!(format_fen(&again), fen, "{name}");
                assert_eq!(again.setup(), position.setup(), "{name} {fen}");
                assert_eq!(again.hash(), position.hash(), "{name} {fen}");
                assert!(again == *position, "{name} {fen}");
            });
            // Why it ended is not written, but that it did, and for whom it went well.
            let position = line.position();
            let again = read(&game, &format_fen(position));
            assert_eq!(again.setup(), position.setup(), "{name} {position:?}");
            let over = position.outcome();
            assert_eq!(again.outcome().is_some(), over.is_some(), "{name} {position:?}");
            let points = |outcome: chatura_rules::Outcome| outcome.points;
            assert_eq!(again.outcome().and_then(points), over.and_then(points), "{name} {position:?}");
        }
    }
}

#[test]
fn moves_survive_every_notation() {
    let mut dice = Random::new(4);
    for Subject { name, game, .. } in subjects() {
        let mut count = 0;
        walk(&game, &mut dice, 160, |line| {
            count += 1;
            if count % 4 != 1 {
                return;
            }
            let position = line.position();
            let mut seen: Vec<String> = Vec::new();
            for mv in position.legal_moves() {
                let [text, san, long] = [format_move, format_san, format_long].map(|f| f(position, mv));
                assert_eq!(parse_move(position, &text), Ok(mv), "{name} {position:?} {text}");
                assert_eq!(parse_san(position, &san), Ok(mv), "{name} {position:?} {san}");
                assert_eq!(parse_san(position, &long), Ok(mv), "{name} {position:?} {long}");
                seen.push(san);
            }
            let all = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), all, "{name} {position:?}");
        });
    }
}

#[test]
fn games_survive_as_pgn() {
    let mut dice = Random::new(5);
    for Subject { name, game, .. } in subjects() {
        for _ in 0..4 {
            let line = walk(&game, &mut dice, 200, |_| ());
            let written = write_game(&line, &[]);
            let text = written.to_string();
            let pgn = games(&text).next().unwrap().unwrap();
            assert_eq!(pgn, written, "{name}\n{text}");
            let record = read_game(|_| Some(Arc::clone(&game)), &pgn)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(record.line().moves(), line.moves(), "{name}");
            assert!(record.line().position() == line.position(), "{name}\n{text}");
        }
    }
}

#[test]
fn everybody_can_castle_and_says_so() {
    for name in ["four-player", "four-player-teams", "three-player", "three-man"] {
        let game = chatura_define::load(name, &[], 0).unwrap();
        let start = Position::start(&game);
        let mut setup = start.setup();
        let rights = setup.castling.clone();
        assert_eq!(rights.len(), 2 * game.players().len(), "{name}");
        // Pawns, kings and rooks alone.
        let kind = |letter: &str| game.types().iter().position(|info| info.letter == letter).unwrap();
        for piece in &mut setup.cells {
            if piece.is_some() && ![kind("P"), kind("K"), kind("R")].contains(&piece.kind().index()) {
                *piece = chatura_rules::Piece::NONE;
            }
        }
        for player in 0..game.players().len() {
            setup.turn = Some(Player(player as u8));
            let position = read(&game, &format_fen(&Position::new(&game, &setup).unwrap()));
            let fen = format_fen(&position);
            assert_eq!(position.setup().castling, rights, "{name} {fen}");
            let castles: Vec<Move> =
                position.legal_moves().into_iter().filter(|mv| mv.kind() == MoveKind::Castle).collect();
            let san = |mv: &Move| format_san(&position, *mv).trim_end_matches('+').to_owned();
            let mut sans: Vec<String> = castles.iter().map(san).collect();
            sans.sort();
            assert_eq!(sans, ["O-O", "O-O-O"], "{name} {fen}");
            // Without one of them the others keep theirs.
            for lost in 0..rights.len() {
                let mut fewer = setup.clone();
                fewer.castling.remove(lost);
                let position = Position::new(&game, &fewer).unwrap();
                assert_eq!(read(&game, &format_fen(&position)).setup().castling, fewer.castling, "{name}");
            }
        }
    }
}

/// The start of four-player chess as other programs have it.
const START4: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
    x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/\
    bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/\
    bN,bP,10,gP,gN/bR,bP,10,gP,gR/x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/\
    x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x";

#[test]
fn the_start_is_written_as_fen4_has_it() {
    for name in ["four-player", "four-player-teams"] {
        let game = chatura_define::load(name, &[], 0).unwrap();
        let start = Position::start(&game);
        assert_eq!(format_fen4(&start).unwrap(), START4, "{name}");
        assert!(read(&game, START4) == start, "{name}");
        // Corners counted as blanks, line breaks, no commas.
        let blanks = START4.replace("x,x,x", "3").replace("3,8,3", "14").replace('/', "/\n ");
        assert!(read(&game, &blanks) == start, "{name}");
        let (head, rows) = START4.rsplit_once('-').unwrap();
        assert!(read(&game, &format!("{head}-{}", rows.replace(',', ""))) == start, "{name}");
    }
    for name in ["chess", "three-player", "six-player"] {
        let game = chatura_define::load(name, &[], 0).unwrap();
        assert_eq!(format_fen4(&Position::start(&game)), None);
        assert!(parse_fen(&game, START4).is_err());
    }
}

#[test]
fn fen4_tells_who_is_out_what_passed_and_who_may_castle() {
    let game = chatura_define::load("four-player", &[], 0).unwrap();
    // Blue is out, Red's pawn just passed i3, Yellow's rook is away from the king's side.
    let text = "Y-0,1,0,0-1,0,0,1-1,0,1,0-4,0,20,7-0-{'enPassant':('i3:i4','','','')}-\
        x,x,x,1,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/\
        dR,dP,10,gP,gR/14/14/dK,12,gK/14/14/14/7,yP,rP,4,gR/x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,1,rP,rP,x,x,x/\
        x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x";
    let position = read(&game, text);
    assert_eq!(format_fen4(&position).as_deref(), Some(text));
    let setup = position.setup();
    assert_eq!((setup.out, setup.points), (vec![Player(1)], vec![4, 0, 20, 7]));
    let cell = |name: &str| common::cell(&game, name);
    assert_eq!(setup.en_passant, [cell("i3")]);
    let rights = [(0, "k1"), (0, "d1"), (2, "k14"), (3, "n11")].map(|(p, name)| (Player(p), cell(name)));
    assert_eq!(setup.castling, rights);
    assert_eq!(parse_move(&position, "h4i3").map(Move::kind), Ok(MoveKind::EnPassant));
    // The same in our own words, which say more.
    let fen = format_fen(&position);
    assert!(fen.ends_with(" y rd1,rk1,yk14,gn11 i3 0 1 out:b points:4,0,20,7"), "{fen}");
    assert!(read(&game, &fen) == position);
    // Pieces that still have the colour of someone who is out are dead all the same.
    assert!(read(&game, &text.replace("dR,dP", "bR,bP").replace("dK", "bK")) == position);
}

#[test]
fn fen4_of_a_smaller_board_stands_in_the_middle() {
    let game = chatura_define::load("chaturaji", &[], 0).unwrap();
    let start = Position::start(&game);
    let text = format_fen4(&start).unwrap();
    let edge = "x,x,x,x,x,x,x,x,x,x,x,x,x,x";
    let begin = format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{{'dim':'8x8'}}-{edge}/{edge}/{edge}/x,x,x,");
    assert!(text.starts_with(&begin), "{text}");
    assert!(read(&game, &text) == start);
    let own = format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{}", "8/".repeat(7) + "7,rK");
    assert_eq!(read(&game, &own).piece(common::cell(&game, "h1")).owner(), Player(0));
}

#[test]
fn what_is_wrong_with_fen4_has_a_column() {
    let game = chatura_define::load("four-player", &[], 0).unwrap();
    let error = |text: &str| parse_fen(&game, text).unwrap_err();
    let head = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-";
    assert_eq!(error("R-0,0,0-1,1,1,1-").column, 2);
    assert_eq!(error("R-0,0,0,0-1,1,1,2-1,1,1,1-0,0,0,0-0-14").column, 10);
    assert_eq!(error("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,a-0-14").column, 26);
    assert_eq!(error("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-x-14").column, 34);
    assert_eq!(error("R-0,0,0,0-1,1,1,1").column, 10);
    assert_eq!(error(&format!("{head}14/14")).column, head.len());
    assert_eq!(error(&format!("{head}{{'enPassant':('','")).column, head.len());
    let rows = |first: &str| format!("{head}{first}{}", "/14".repeat(13));
    assert_eq!(error(&rows("15")).column, head.len());
    assert_eq!(error(&rows("3,rX,10")).column, head.len() + 3);
    assert_eq!(error(&rows("3,wK,10")).column, head.len() + 2);
    assert_eq!(error(&rows("rK,13")).column, head.len());
    assert_eq!(error(&rows("x,x,x,x,10")).column, head.len() + 6);
    assert_eq!(error(&rows("9")).column, head.len() + 1);
    let passed = format!("{head}{{'enPassant':('','a1:b1','','')}}-{}", ["14"; 14].join("/"));
    assert_eq!(error(&passed).column, head.len() + 17);
}

#[test]
fn players_leave_in_words() {
    let game = chatura_define::load("three-player", &[], 0).unwrap();
    let mut line = Line::new(Position::start(&game));
    for text in ["e2e4", "r-resigns"] {
        let mv = parse_move(line.position(), text).unwrap();
        assert_eq!(format_move(line.position(), mv), text);
        line.play(mv).unwrap();
    }
    let gone = parse_move(line.position(), "r-timeout");
    assert_eq!(gone, Err(MoveError::Left { player: "Red".to_owned() }));
    assert!(format_fen(line.position()).ends_with(" out:r"));
    let black = line.position().legal_moves()[0];
    line.play(black).unwrap();
    // Red's seat is passed: White begins the next round.
    assert!(format_fen(line.position()).contains(" 2 out:r"));
    line.play(parse_move(line.position(), "w-timeout").unwrap()).unwrap();
    let outcome = line.outcome().unwrap();
    assert_eq!((outcome.result().as_str(), &outcome.places[..]), ("0-1-0", &[2, 1, 3][..]));
    let pgn = write_game(&line, &[]);
    assert_eq!(pgn.tag("Result"), Some("0-1-0"));
    assert_eq!((pgn.tag("White"), pgn.tag("Red"), pgn.tag("Places")), (Some("?"), Some("?"), Some("2-1-3")));
    let text = pgn.to_string();
    assert!(text.contains("1. e2-e4 .. r-resigns "), "{text}");
    assert!(text.contains(" 2. w-timeout\n0-1-0") || text.contains(" 2. w-timeout 0-1-0"), "{text}");
    let again = read_game(|_| Some(Arc::clone(&game)), &games(&text).next().unwrap().unwrap()).unwrap();
    assert_eq!(again.line().moves(), line.moves());
}

#[test]
fn turns_of_two_moves_share_a_field() {
    let game = chatura_define::load("three-player-double", &[], 0).unwrap();
    let mut line = Line::new(Position::start(&game));
    let mut fens = Vec::new();
    for _ in 0..8 {
        let mv = line.position().legal_moves()[0];
        line.play(mv).unwrap();
        fens.push(format_fen(line.position()));
    }
    let moved: Vec<bool> = fens.iter().map(|fen| fen.ends_with(" moved:1")).collect();
    assert_eq!(moved, [true, false, true, false, true, false, true, false]);
    let pgn = write_game(&line, &[]);
    let fields: Vec<(u32, usize)> =
        pgn.line.nodes.iter().map(|node| (node.turn.round, node.turn.field)).collect();
    assert_eq!(fields, [(1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (1, 2), (2, 0), (2, 0)]);
}

#[test]
fn checks_of_any_opponent_are_marked() {
    let game = chatura_define::load("four-player", &[], 0).unwrap();
    let kings = "x,x,x,2,yK,5,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/14/13,gK/14/bK,13/14/\
                 x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,2,rR,x,x,x r";
    let position = read(&game, kings);
    let san = |text: &str| format_san(&position, parse_move(&position, text).unwrap());
    // Blue is next, but Green and Yellow have kings too.
    assert_eq!((san("k1k7").as_str(), san("k1i1").as_str()), ("Rk7+", "Ri1"));
    assert_eq!((san("k1k8").as_str(), san("k1k5").as_str()), ("Rk8", "Rk5+"));
    let mate = "x,x,x,2,yK,5,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/13,gK/14/14/10,rR,3/7,rK,6/\
                x,x,x,8,x,x,x/x,x,x,6,rR,1,x,x,x/x,x,x,bK,7,x,x,x r";
    let position = read(&game, mate);
    let mv = parse_move(&position, "k5k1").unwrap();
    assert_eq!(
        (format_san(&position, mv).as_str(), format_long(&position, mv).as_str()),
        ("Rk1#", "Rk5-k1#")
    );
    // Some programs name the victim of a capture.
    let takes = read(&game, &kings.replace("x,x,x,8,x,x,x/x,x,x,4,rK", "x,x,x,7,bB,x,x,x/x,x,x,4,rK"));
    assert_eq!(parse_san(&takes, "Rk1xBk2").ok(), parse_move(&takes, "k1k2").ok());
}

#[test]
fn hostile_texts_do_no_harm() {
    let words = [
        "rK",
        "bP",
        "dQ",
        ",",
        "/",
        "14",
        "3",
        "x",
        "-",
        "R-0,0,0,0-",
        "{",
        "}",
        "'enPassant':('d3:d4'",
        "(",
        ")",
        "out:b",
        "points:0,0,0,9",
        " ",
        ":",
        "=",
        "b-resigns",
        "g-timeout",
        "é",
        "0",
    ];
    let mut dice = Random::new(8);
    for name in ["four-player", "chaturaji", "three-player-double"] {
        let game = chatura_define::load(name, &[], 0).unwrap();
        for round in 0..300 {
            let line = walk(&game, &mut dice, round % 60, |_| ());
            let position = line.position();
            let mut text = match round % 2 {
                0 => format_fen(position),
                _ => format_fen4(position).unwrap_or_else(|| START4.to_owned()),
            };
            for _ in 0..=dice.below(3) {
                let at = dice.below(text.len());
                if text.is_char_boundary(at) {
                    let end = (at + dice.below(9)).min(text.len());
                    let end = if text.is_char_boundary(end) { end } else { at };
                    let word = *dice.pick(&words);
                    text.replace_range(at..end, word);
                }
            }
            fuzz::fuzz_fen(text.as_bytes(), position);
            let word: String = (0..dice.below(5)).map(|_| *dice.pick(&words)).collect();
            fuzz::fuzz_move(word.as_bytes(), position);
        }
    }
}
