//! Moves as players of shogi and xiangqi write them, and whole games in KIF.

use chatura_define::catalogue;
use chatura_rules::notation::kif::{self, KifError};
use chatura_rules::notation::pgn::{self, games, read_game};
use chatura_rules::notation::{
    Script, format_fen, format_move, format_native, format_san, format_written, parse_fen, parse_move,
    parse_san, read_move,
};
use chatura_rules::random::Random;
use chatura_rules::{Game, Move, Position};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

fn position(name: &str, fen: &str) -> Position {
    let game = game(name);
    Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap()
}

/// Every game of the catalogue that says how its players write.
fn native_games() -> Vec<Arc<Game>> {
    let names = catalogue::list().iter().map(|entry| entry.about.id.as_str());
    let has_own = |name: &&str| catalogue::definition(name, &[], 0).unwrap().notation.is_some();
    names.filter(has_own).map(game).collect()
}

/// A move in both scripts, and that each is read again.
fn written(position: &Position, coordinates: &str) -> (String, String) {
    let mv = parse_move(position, coordinates).unwrap();
    let [letters, characters] = Script::ALL.map(|script| format_native(position, mv, script).unwrap());
    assert_eq!(read_move(position, &letters), Ok(mv), "{letters}");
    assert_eq!(read_move(position, &characters), Ok(mv), "{characters}");
    (letters, characters)
}

fn is(position: &Position, coordinates: &str, letters: &str, characters: &str) {
    assert_eq!(written(position, coordinates), (letters.to_owned(), characters.to_owned()), "{coordinates}");
}

#[test]
fn shogi_is_written_as_it_is_in_books() {
    let mut shogi = position("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[]");
    is(&shogi, "c3c4", "P-7f", "７六歩(77)");
    // Either gold goes to the cell before the king.
    is(&shogi, "d1e2", "G6i-5h", "５八金(69)");
    is(&shogi, "f1e2", "G4i-5h", "５八金(49)");
    for (coordinates, letters, characters) in [
        ("c3c4", "P-7f", "７六歩(77)"),
        ("g7g6", "P-3d", "３四歩(33)"),
        ("b2h8+", "Bx2b+", "２二角成(88)"),
        ("g9h8", "Sx2b", "２二銀(31)"),
        ("B@e5", "B*5e", "５五角打"),
        ("a7a6", "P-9d", "９四歩(93)"),
        ("e5h8=", "Bx2b=", "２二角(55)"),
    ] {
        is(&shogi, coordinates.trim_end_matches('='), letters, characters);
        let mv = parse_move(&shogi, coordinates.trim_end_matches('=')).unwrap();
        shogi.play(mv).unwrap();
    }
    let dragon = position("shogi", "4k4/9/9/9/9/9/9/+R8/4K4[]");
    is(&dragon, "a2a9", "+R-9a", "９一龍(98)");
    let silver = position("shogi", "4k4/9/9/9/9/9/9/+S8/4K4[]");
    is(&silver, "a2a3", "+S-9g", "９七成銀(98)");
}

#[test]
fn shogi_is_read_leniently() {
    let start = position("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[]");
    let read =
        |position: &Position, text: &str| read_move(position, text).map(|mv| format_move(position, mv));
    for text in
        ["P-7f", "P-76", "P7f", "７六歩(77)", "７六歩", "76歩", "▲７六歩", "7六歩", "P7g-7f", "P-7f!?"]
    {
        assert_eq!(read(&start, text), Ok("c3c4".to_owned()), "{text}");
    }
    // Which of two golds: the one at the right, that goes forward, from where it stands.
    for (text, coordinates) in [
        ("５八金右", "f1e2"),
        ("５八金左", "d1e2"),
        ("58金右上", "f1e2"),
        ("５八玉", "e1e2"),
        ("５八王", "e1e2"),
    ] {
        assert_eq!(read(&start, text), Ok(coordinates.to_owned()), "{text}");
    }
    let told = |text: &str| read_move(&start, text).unwrap_err().to_string();
    assert_eq!(told("５八金"), "５八金 can be ５八金(69) or ５八金(49)");
    assert_eq!(told("７五歩").split(';').next(), Some("７五歩 is not legal"));
    assert_eq!(told("G-5h"), "G-5h can be G6i-5h or G4i-5h");
    // Three generals of one name: straight on, and from both sides.
    let three = position("shogi", "4k4/9/9/9/9/9/9/3GGG3/4K4[]");
    for (text, from) in [("５七金直", "e2"), ("５七金右", "f2"), ("５七金左", "d2")] {
        assert_eq!(read(&three, text), Ok(format!("{from}e3")), "{text}");
    }
    // One goes forward, one aside, one back.
    let ways = position("shogi", "4k4/9/9/9/4G4/3G5/4G4/9/4K4[]");
    for (text, from) in [("５六金上", "e3"), ("５六金寄", "d4"), ("５六金引", "e5")] {
        assert_eq!(read(&ways, text), Ok(format!("{from}e4")), "{text}");
    }
    // A drop is said where a piece on the board could go, too.
    let drop = position("shogi", "4k4/9/9/9/9/9/9/3G5/4K4[G]");
    assert_eq!(read(&drop, "５八金"), Ok("d2e2".to_owned()));
    for text in ["５八金打", "G*5h", "G'58"] {
        assert_eq!(read(&drop, text), Ok("G@e2".to_owned()), "{text}");
    }
    assert_eq!(read(&drop, "１一金"), Ok("G@i9".to_owned()));
}

#[test]
fn xiangqi_is_written_as_the_federation_does() {
    let mut xiangqi = position("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    for (coordinates, letters, characters) in [
        ("h3e3", "C2.5", "炮二平五"),
        ("h10g8", "H8+7", "马8进7"),
        ("h1g3", "H2+3", "马二进三"),
        ("i10h10", "R9.8", "车9平8"),
        ("i1i2", "R1+1", "车一进一"),
        ("c10e8", "E3+5", "象3进5"),
        ("d1e2", "A6+5", "仕六进五"),
    ] {
        is(&xiangqi, coordinates, letters, characters);
        let mv = parse_move(&xiangqi, coordinates).unwrap();
        xiangqi.play(mv).unwrap();
    }
    let soldier = position("xiangqi", "3k5/9/9/9/9/9/2P6/9/9/5K3 w");
    is(&soldier, "c4c5", "P7+1", "兵七进一");
}

/// The examples of the World Xiangqi Federation's own rules, with the pieces they speak of on its third file.
#[test]
fn several_on_a_file_are_told_apart_as_the_federation_does() {
    // Two chariots, front and rear.
    let chariots = position("xiangqi", "3k5/9/6R2/9/6R2/9/9/9/9/5K3 w");
    is(&chariots, "g8i8", "R+.1", "前车平一");
    is(&chariots, "g6g5", "R--1", "后车退一");
    let soldiers = |placement: &str, expected: &[(&str, &str, &str)]| {
        let position = position("xiangqi", placement);
        for (coordinates, letters, characters) in expected {
            is(&position, coordinates, letters, characters);
        }
    };
    let three = [("g9f9", "P+.4", "前兵平四"), ("g8f8", "P3.4", "中兵平四"), ("g7f7", "P-.4", "后兵平四")];
    soldiers("3k5/6P2/6P2/6P2/9/9/9/9/9/5K3 w", &three);
    let four = [
        ("g9f9", "++.4", "前兵平四"),
        ("g8f8", "P+.4", "二兵平四"),
        ("g7f7", "P-.4", "三兵平四"),
        ("g6f6", "--.4", "后兵平四"),
    ];
    soldiers("3k5/6P2/6P2/6P2/6P2/9/9/9/9/5K3 w", &four);
    let five = [("g10f10", "++.4"), ("g9f9", "P+.4"), ("g8f8", "P3.4"), ("g7f7", "P-.4"), ("g6f6", "--.4")];
    let file = position("xiangqi", "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/5K3 w");
    for (coordinates, letters) in five {
        assert_eq!(written(&file, coordinates).0, letters);
    }
    // Three on the third file and two on the seventh.
    let two_files = [
        ("g9f9", "3+.4", "前三平四"),
        ("g8f8", "33.4", "中三平四"),
        ("g7f7", "3-.4", "后三平四"),
        ("c8d8", "7+.6", "前七平六"),
        ("c7d7", "7-.6", "后七平六"),
    ];
    soldiers("3k5/6P2/2P3P2/2P3P2/9/9/9/9/9/5K3 w", &two_files);
}

#[test]
fn xiangqi_is_read_leniently() {
    let start = position("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    let read = |text: &str| read_move(&start, text).map(|mv| format_move(&start, mv));
    for (texts, coordinates) in [
        (&["C2.5", "C2=5", "c2=5", "炮二平五", "砲2平5", "炮２平５"][..], "h3e3"),
        (&["H2+3", "N2+3", "马二进三", "馬二進三", "傌二进三"][..], "h1g3"),
        (&["E3+5", "B3+5", "相三进五"][..], "g1e3"),
    ] {
        for text in texts {
            assert_eq!(read(text), Ok(coordinates.to_owned()), "{text}");
        }
    }
    assert_eq!(
        read_move(&start, "C2+9").unwrap_err().to_string().split(';').next(),
        Some("C2+9 is not legal")
    );
    assert_eq!(
        read_move(&start, "车一平五").unwrap_err().to_string().split(';').next(),
        Some("车一平五 is not legal")
    );
}

#[test]
fn every_move_is_read_as_it_is_written() {
    let games = native_games();
    assert!(games.len() >= 12, "{}", games.len());
    let mut dice = Random::new(8);
    for game in games {
        all_are_read_again(&game, 60, &mut dice);
    }
}

/// German letters, a colon for captures, nothing before what a pawn becomes; figurines.
const GERMAN: &str = "notation = { capture = \":\", promotion = \"none\" }\n\
    pieces.queen.written = { letter = \"D\", characters = [\"♕\", \"♛\"] }\n\
    pieces.rook.written.letter = \"T\"\n\
    pieces.bishop.written.letter = \"L\"\n\
    pieces.knight.written = { letter = \"S\", characters = [\"♘\", \"♞\"] }\n";

fn own(text: &str) -> Arc<Game> {
    chatura_define::load_text(text, "own.toml", &[], 1).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn moves_have_the_signs_and_letters_of_the_game() {
    let game = own(&format!("extends = \"chess\"\n{GERMAN}"));
    let position = |fen: &str| Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap();
    let middle = position("r3k2r/pP1ppppp/8/8/3p4/4P3/P2N1PPP/RN2K2R w KQkq - 0 1");
    for (coordinates, letters, characters) in [
        ("d2f3", "Sf3", "♘f3"),
        ("b1c3", "Sc3", "♘c3"),
        ("e3d4", "e:d4", "e:d4"),
        ("b7a8q", "b:a8D#", "b:a8♕#"),
        ("b7b8n", "b8S", "b8♘"),
        ("h1g1", "Tg1", "Rg1"),
        ("e1g1", "O-O", "O-O"),
    ] {
        let mv = parse_move(&middle, coordinates).unwrap();
        let own = Script::ALL.map(|script| format_native(&middle, mv, script).unwrap());
        assert_eq!(own, [letters, characters], "{coordinates}");
        assert_eq!(format_written(&middle, mv), letters);
        assert_eq!(own.map(|text| read_move(&middle, &text)), [Ok(mv), Ok(mv)], "{coordinates}");
    }
    // SAN stays what it is, and PGN with it.
    let mv = parse_move(&middle, "b7a8q").unwrap();
    assert_eq!(format_san(&middle, mv), "bxa8=Q#");
    for text in ["bxa8=Q", "ba8D", "b×a8D+", "b7:a8/D!", "ba8=Q", "b7a8q", "ba8♕"] {
        assert_eq!(read_move(&middle, text), Ok(mv), "{text}");
    }
    // Two knights for one cell are told apart as in SAN.
    let knights = position("4k3/8/8/8/8/2p5/N3N3/4K3 w - - 0 1");
    let mv = parse_move(&knights, "a2c3").unwrap();
    assert_eq!(format_written(&knights, mv), "Sa:c3");
    assert_eq!(read_move(&knights, "Nac3"), Ok(mv));
    assert!(read_move(&knights, "S:c3").is_err(), "either could");
    // Games without signs of their own are written in SAN.
    let chess = self::position("chess", "4k3/8/8/8/8/2p5/N7/4K3 w - - 0 1");
    assert_eq!(format_written(&chess, parse_move(&chess, "a2c3").unwrap()), "Nxc3");
}

#[test]
fn pawns_may_have_their_letter_and_captures_no_sign() {
    let game =
        own("extends = \"chess\"\nnotation = { capture = \"none\", promotion = \"/\", pawns = true }\n");
    let at = Position::new(&game, &parse_fen(&game, "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap()).unwrap();
    for (coordinates, text) in [("e4d5", "Ped5"), ("e4e5", "Pe5"), ("a7a8r", "Pa8/R+")] {
        let mv = parse_move(&at, coordinates).unwrap();
        assert_eq!(format_written(&at, mv), text);
        assert_eq!(read_move(&at, text), Ok(mv), "{text}");
    }
}

#[test]
fn letters_that_another_piece_has_are_refused() {
    let told = |letter: &str| {
        let text = format!(
            "extends = \"chess\"\nnotation = {{ capture = \":\" }}\npieces.knight.written.letter = \"{letter}\"\n"
        );
        chatura_define::load_text(&text, "own.toml", &[], 0).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(told("S"), Ok(()));
    assert!(told("B").unwrap_err().contains("\"B\" is the letter of bishop already"));
    assert!(told("s").unwrap_err().contains("cannot be a letter in moves"));
    let sign = chatura_define::load_text(
        "extends = \"chess\"\nnotation = { capture = \"!\" }\n",
        "own.toml",
        &[],
        0,
    );
    assert!(sign.unwrap_err().to_string().contains("capture"));
}

/// Every move of games played at random, in both scripts.
#[track_caller]
fn all_are_read_again(game: &Arc<Game>, plies: usize, dice: &mut Random) {
    let mut position = Position::start(game);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Hands and ducks make hundreds of moves: some twenty of them.
        for mv in moves.iter().step_by(1 + moves.len() / 20) {
            for script in Script::ALL {
                let text = format_native(&position, *mv, script).unwrap();
                let at = || format!("{} {} {text}", game.about().id, format_fen(&position));
                assert_eq!(read_move(&position, &text), Ok(*mv), "{}", at());
            }
            // Whoever writes SAN is understood as well.
            let san = format_san(&position, *mv);
            assert_eq!(parse_san(&position, &san), Ok(*mv), "{san}");
        }
        position.play_unchecked(*dice.pick(&moves));
    }
}

#[test]
fn every_move_in_a_games_own_hand_is_read_as_it_is_written() {
    let mut dice = Random::new(15);
    for parent in ["chess", "crazyhouse", "seirawan", "duck", "capablanca", "omega"] {
        all_are_read_again(&own(&format!("extends = \"{parent}\"\n{GERMAN}")), 40, &mut dice);
    }
    for parent in ["four-player", "three-player", "glinski", "shogi", "atomic", "makruk", "rifle"] {
        for signs in
            ["capture = \":\"", "capture = \"none\", promotion = \"none\"", "capture = \"×\", pawns = true"]
        {
            all_are_read_again(
                &own(&format!("extends = \"{parent}\"\nnotation = {{ {signs} }}\n")),
                12,
                &mut dice,
            );
        }
    }
}

#[test]
fn a_game_that_cannot_be_written_so_is_refused_where_it_says_so() {
    let told = |text: &str| {
        let made = chatura_define::load_text(text, "own.toml", &[], 0);
        made.map(|_| ()).unwrap_err().to_string()
    };
    let text = told("extends = \"chess\"\nnotation = \"shogii\"\n");
    assert!(text.contains("shogii") && text.contains("shogi"), "{text}");
    let text = told("extends = \"grand\"\nnotation = \"shogi\"\n");
    assert!(text.contains("moves of this game cannot be written as in shogi"), "{text}");
    let text = told("extends = \"shogi\"\npieces.pawn.written = { characters = \"7\" }\n");
    assert!(text.contains("\"7\" cannot be a character in moves"), "{text}");
    let text = told("extends = \"xiangqi\"\npieces.horse.written = { letter = \"HH\" }\n");
    assert!(text.contains("\"HH\" cannot be a letter in moves"), "{text}");
    let text =
        told("extends = \"xiangqi\"\npieces.horse.written = { characters = [\"马\", \"马\", \"马\"] }\n");
    assert!(text.contains("more characters than players"), "{text}");
}

/// The form that programs write, with headers, comments, times, a variation and a resignation.
const KIF: &str = "\
# ---- a comment of a program ----
開始日時：1999/07/15(木) 19:07:12
手合割：平手
先手：Habu
後手：Tanigawa
棋戦：A friendly game
手数----指手---------消費時間--
*They begin.
   1 ７六歩(77)   ( 0:16/00:00:16)
*The usual move.
   2 ３四歩(33)   ( 0:00/00:00:00)
   3 ２二角成(88) ( 0:03/00:00:19)+
   4 同　銀(31)   ( 0:02/00:00:02)
   5 ５五角打     ( 0:05/00:00:24)
   6 投了         ( 0:07/00:00:09)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
*Quieter.
   4 ８四歩(83)

変化：4手
   4 ３二金(41)
";

#[test]
fn a_game_in_kif_becomes_pgn() {
    assert!(kif::is_kif(KIF));
    assert_eq!(kif::variant(KIF), "shogi");
    let game = game("shogi");
    let pgn = kif::read(&game, KIF).unwrap();
    let tag = |name: &str| pgn.tag(name).unwrap_or_default().to_owned();
    assert_eq!(
        [tag("White"), tag("Black"), tag("Event"), tag("Date"), tag("Variant"), tag("Result")],
        ["Habu", "Tanigawa", "A friendly game", "1999.07.15", "shogi", "1-0"]
    );
    let moves: Vec<&str> = pgn.line.nodes.iter().map(|node| node.san.as_str()).collect();
    assert_eq!(moves, ["c4", "g6", "Bxh8+", "Sxh8", "B@e5"]);
    assert_eq!(pgn.line.nodes[0].before[0].text, "They begin.");
    assert_eq!(pgn.line.nodes[0].after[0].text, "The usual move.");
    let quieter = &pgn.line.nodes[2].variations[0];
    assert_eq!((quieter.nodes.len(), quieter.nodes[0].after[0].text.as_str()), (2, "Quieter."));
    assert_eq!(quieter.nodes[1].variations[0].nodes[0].san, "Gg8");
    // As PGN it is read like any other, and comes back as KIF.
    let text = pgn.to_string();
    let again = games(&text).next().unwrap().unwrap();
    let record = read_game(|_| Some(Arc::clone(&game)), &again).unwrap();
    assert_eq!(record.moves.len(), 5);
    let written = kif::write(&game, &again).unwrap();
    for line in [
        "先手：Habu",
        "   4 同　銀(31)",
        "   5 ５五角打",
        "   6 投了",
        "変化：4手",
        "   4 ３二金(41)",
        "*Quieter.",
    ] {
        assert!(written.lines().any(|own| own == line), "{line}\n{written}");
    }
    assert_eq!(kif::read(&game, &written).unwrap(), pgn);
}

#[test]
fn tags_that_would_mean_something_in_kif_are_left_out() {
    let game = chatura_define::load("shogi", &[], 0).unwrap();
    // A control character before the name is a blank once it is written, and blanks are not looked at.
    for name in ["\u{1}手合割", "\u{1}Variant", "x\u{1}先手の持駒", "手数", "*", "|x", "９"] {
        let mut pgn = kif::read(&game, "手合割：平手\n   1 ７六歩(77)\n").unwrap();
        pgn.set_tag(name, "香落ち");
        let written = kif::write(&game, &pgn).unwrap();
        let again = kif::read(&game, &written).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        assert_eq!(kif::write(&game, &again), Ok(written));
    }
}

#[test]
fn handicaps_and_diagrams_are_starts() {
    let game = game("shogi");
    let two = "手合割：二枚落ち\n上手：Teacher\n下手：Pupil\n   1 ６二銀(71)\n   2 ７六歩(77)\n";
    let pgn = kif::read(&game, two).unwrap();
    assert_eq!(pgn.tag("FEN"), Some("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1"));
    assert_eq!((pgn.tag("White"), pgn.tag("Black")), (Some("Pupil"), Some("Teacher")));
    let written = kif::write(&game, &pgn).unwrap();
    assert_eq!(kif::read(&game, &written).unwrap(), pgn, "{written}");

    let diagram = "\
後手の持駒：飛　角　金二　桂　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 金 ・ ・ ・ ・|三
| ・ ・v全 ・ ・ ・ ・v杏 ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ 竜|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 ５二金打
   2 詰み
";
    let pgn = kif::read(&game, diagram).unwrap();
    assert_eq!(pgn.tag("FEN"), Some("4k4/9/4G4/2+s4+l1/9/9/9/8+R/4K4[Grbggnpppppppppppppppppp] w - - 0 1"));
    assert_eq!(pgn.result, "1-0");
    let written = kif::write(&game, &pgn).unwrap();
    assert_eq!(kif::read(&game, &written).unwrap(), pgn, "{written}");
}

#[test]
fn what_is_wrong_in_kif_is_said_with_its_line() {
    let shogi = game("shogi");
    let told = |text: &str| kif::read(&shogi, text).unwrap_err().to_string();
    assert_eq!(
        told("手合割：平手\n   1 ７五歩(77)\n").split(';').next(),
        Some("line 2: ７五歩(77) is not legal")
    );
    assert_eq!(told("   1 同　歩(77)\n"), "line 1: 同 means where the last move went: there is none");
    assert_eq!(told("   2 ７六歩(77)\n"), "line 1: this is move 1, not 2");
    assert_eq!(told("   1 投了\n   2 ７六歩(77)\n"), "line 2: there is a move behind the end of the game");
    assert_eq!(
        told("   1 ７六歩(77)\n変化：5手\n"),
        "line 2: there is no move of this number that could be another"
    );
    assert!(
        told("手合割：三枚落ち\n   1 ６二銀(71)\n")
            .starts_with("line 1: 三枚落ち needs a diagram; known are 平手")
    );
    assert!(told("後手の持駒：馬百\n| ・|一\n").starts_with("line 2: the board has 9 ranks, the diagram 1"));
    assert_eq!(
        told("   1 ７六歩(77)\nhello\n"),
        "line 2: this is neither a move, 1 ７六歩(77), nor a comment, which begins with *"
    );
    assert_eq!(told("   1 hello\n").split(':').nth(1), Some(" \"hello\" is not a move"));
    let chess = game("chess");
    assert_eq!(kif::read(&chess, KIF), Err(KifError::NotShogi("Chess".to_owned())));
    assert!(!kif::is_kif("[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n"));
    assert!(!kif::is_kif("1. 炮二平五 马8进7\n"));
}

/// A game that goes at random, with comments and variations.
fn random_tree(dice: &mut Random, position: &Position, length: usize, depth: usize) -> pgn::PgnLine {
    let mut line = pgn::PgnLine::default();
    let mut here = position.clone();
    let mut last = None;
    for at in 0..length {
        let moves = here.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *dice.pick(&moves);
        let turn = pgn::turn(&here, last);
        last = Some((here.turn(), turn));
        let mut node = pgn::PgnNode { san: format_san(&here, mv), turn, ..Default::default() };
        if dice.once_in(5) {
            node.after.push(pgn::Comment::new(format!("said at {at}")));
        }
        // KIF has no other way for what could have been played instead of a variation's first move.
        if depth > 0 && (at > 0 || depth == 2) && dice.once_in(6) {
            let length = 1 + dice.below(4);
            node.variations.push(random_tree(dice, &here, length, depth - 1));
        }
        line.nodes.push(node);
        here.play_unchecked(mv);
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn trees_survive_as_kif(seed in any::<u64>()) {
        let mut dice = Random::new(seed);
        let names = ["shogi", "minishogi", "judkins", "shoshogi"];
        let game = game(names[dice.below(names.len())]);
        let start = Position::start(&game);
        let line = random_tree(&mut dice, &start, 40, 2);
        let mut tree = pgn::Pgn { line, result: "*".to_owned(), ..pgn::Pgn::default() };
        tree.set_tag("White", "A");
        tree.set_tag("Variant", game.about().id.clone());
        tree.set_tag("Result", "*");
        let text = kif::write(&game, &tree).unwrap();
        prop_assert!(kif::is_kif(&text));
        prop_assert_eq!(kif::variant(&text), game.about().id.clone());
        let read = kif::read(&game, &text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(read.line, tree.line, "{}", text);
    }

    #[test]
    fn no_text_in_kif_makes_it_fail(text in "([ 0-9１-９同七六歩金(77)成打投了変化：手*|v・\n]|手合割：|先手の持駒：){0,80}") {
        let _ = kif::read(&game("shogi"), &text);
        let _ = kif::variant(&text);
    }
}

/// What Fairy-Stockfish's library writes for every move of random positions, read here.
#[test]
fn others_write_what_is_read_here() {
    const SCRIPT: &str = "import sys, pyffish as sf\nfor line in sys.stdin:\n  name, fen, notation, *moves = line.rstrip('\\n').split('\\t')\n  \
                          print('\\t'.join(sf.get_san(name, fen, m, False, getattr(sf, notation)) for m in moves))\n";
    let known =
        Command::new("python3").args(["-c", "import pyffish"]).output().is_ok_and(|out| out.status.success());
    if !known {
        eprintln!("pyffish is not installed: what it writes was not read");
        return;
    }
    let notations = [
        ("shogi", "NOTATION_SHOGI_HODGES"),
        ("shogi", "NOTATION_SHOGI_HODGES_NUMBER"),
        ("shogi", "NOTATION_SHOGI_HOSKING"),
        ("xiangqi", "NOTATION_XIANGQI_WXF"),
    ];
    let mut dice = Random::new(3);
    let (mut asked, mut question) = (Vec::new(), String::new());
    for (name, notation) in notations {
        let game = game(name);
        let mut position = Position::start(&game);
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Hands make hundreds of moves: forty of them, spread over all.
            let chosen: Vec<Move> = moves.iter().copied().step_by(1 + moves.len() / 40).collect();
            let texts: Vec<String> = chosen.iter().map(|mv| format_move(&position, *mv)).collect();
            question += &format!("{name}\t{}\t{notation}\t{}\n", format_fen(&position), texts.join("\t"));
            asked.push((position.clone(), chosen, notation));
            position.play_unchecked(*dice.pick(&moves));
        }
    }
    let mut child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(question.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answer.lines().count(), asked.len());
    let mut read = 0;
    for (line, (position, moves, notation)) in answer.lines().zip(&asked) {
        for (text, mv) in line.split('\t').zip(moves) {
            // They number soldiers on a file in a way of their own.
            if *notation == "NOTATION_XIANGQI_WXF" && text.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let known: Result<Move, _> = read_move(position, text);
            assert_eq!(known.as_ref().ok(), Some(mv), "{notation} {text} {} {known:?}", format_fen(position));
            read += 1;
        }
    }
    assert!(read > 2_000, "{read}");
}
